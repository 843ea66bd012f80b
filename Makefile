.PHONY: test lint bench docs test-torch

test:
	python -m pytest

lint:
	ruff check .
	ruff format --check .
	pyright
	lint-imports

bench:
	python -m benchmarks

docs:
	sphinx-build -W docs docs/_build

test-torch:
	python -m pytest -n 0 tests/pytorch
