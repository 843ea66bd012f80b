.PHONY: test lint bench docs test-torch fuzz stress

test:
	python -m pytest

lint:
	ruff check .
	ruff format --check .
	pyright
	lint-imports --no-cache

bench:
	python -m benchmarks

docs:
	sphinx-build -W docs docs/_build

test-torch:
	python -m pytest -n 0 tests/pytorch

fuzz:
	python -m fuzz --seconds 60

stress:
	HLO2PENGUIN_STRESS=1 python -m pytest tests/property/test_programs_random.py tests/unit/robustness tests/unit/lift/test_lift_real_output.py
