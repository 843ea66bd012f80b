"""Where the shared inputs are, and skips with a reason where they are not."""

import os
from pathlib import Path

import pytest


def _folder(variable: str) -> Path:
    value = os.environ.get(variable)
    if not value or not Path(value).is_dir():
        pytest.skip(f"{variable} does not name a folder")
    return Path(value)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Programs that nobody of this project wrote."""
    return _folder("HLO2PENGUIN_CORPUS")


@pytest.fixture(scope="session")
def evidence() -> Path:
    """Real output of the vendor's tool."""
    return _folder("HLO2PENGUIN_EVIDENCE")
