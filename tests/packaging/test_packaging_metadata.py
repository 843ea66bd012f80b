"""What can be checked of the package without building it; `check.py` builds, installs and uses it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import hlo2penguin

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_version_is_one() -> None:
    assert PROJECT["version"] == hlo2penguin.__version__
    assert f"\n## {hlo2penguin.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_package_is_typed_and_licensed() -> None:
    assert (Path(hlo2penguin.__file__).parent / "py.typed").exists()
    assert PROJECT["license-files"] == ["LICENSE"]
    assert (ROOT / "LICENSE").read_text().lstrip().startswith("Apache License")


def test_everything_public_can_be_had() -> None:
    assert all(getattr(hlo2penguin, name) is not None for name in hlo2penguin.__all__)


def test_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hlo2penguin", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"hlo2penguin, version {hlo2penguin.__version__}"
