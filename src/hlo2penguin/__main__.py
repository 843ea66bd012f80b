"""`python -m hlo2penguin`."""

from hlo2penguin.cli import main

if __name__ == "__main__":
    main()
