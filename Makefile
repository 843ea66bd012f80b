.PHONY: test lint bench

test:
	python -m pytest

lint:
	ruff check .
	ruff format --check .
	pyright
	lint-imports

bench:
	python -m benchmarks
