"""Runs the lit tests, one pytest item per file, so that workers share them out."""

import subprocess
import sys
from pathlib import Path

import pytest

LIT = Path(__file__).parent / "lit"
SUFFIXES = {".mlir", ".hlo", ".py", ".test"}


def _tests() -> list[str]:
    files = (path for path in LIT.rglob("*") if path.suffix in SUFFIXES and path.name != "lit.cfg.py")
    return sorted(
        str(path.relative_to(LIT)) for path in files if not {"Inputs", ".lit"} & set(path.relative_to(LIT).parts)
    )


@pytest.mark.parametrize("name", _tests())
def test_lit(name: str, tmp_path: Path) -> None:
    lit = [sys.executable, "-c", "from lit.main import main; main()", "-v", "--param", f"exec_root={tmp_path}"]
    result = subprocess.run([*lit, str(LIT / name)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
