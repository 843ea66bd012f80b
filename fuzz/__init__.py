"""Coverage-guided fuzzing of every way into the tool, on atheris (the extra `fuzz`).

`python -m fuzz --seconds 60` runs each harness for a minute, `python -m fuzz convert --seconds 600` one for ten. What a
harness finds is left in `--findings`; a finding that is mended becomes a file under
`tests/unit/robustness/findings/<target>/`, which the test suite replays without atheris.
"""
