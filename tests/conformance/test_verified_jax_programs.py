"""JAX programs of many families through the whole house: printed, read back, lifted, run, compared with XLA."""

import subprocess
import sys
from pathlib import Path

import pytest

from hlo2penguin.options import Options
from hlo2penguin.runtime import verify_many

pytest.importorskip("jax")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("jax_programs")
    script = Path(__file__).with_name("jax_programs.py")
    subprocess.run([sys.executable, str(script), str(path)], check=True)
    return path


@pytest.mark.parametrize(("fuse", "dialect"), [("all", "stablehlo"), ("none", "mhlo")])
def test_values_are_those_of_the_source(folder, fuse, dialect):
    options = Options(fuse=fuse, dialect=dialect, general_elementwise_fusion=fuse == "none")
    verdicts = list(verify_many(sorted(folder.iterdir()), options, jobs=1))
    assert len(verdicts) == 8
    assert [(Path(v.input).name, v.status, v.message) for v in verdicts if v.status != "verified"] == []
