"""Every code once, word by word, in the two forms that are kept: `expected/<code>-<word>.txt` and `.json`.

`test_golden_diagnostics` holds what the commands say; here is what it leaves out, up to the last code.
"""

import re
from pathlib import Path

import coded_models
import coded_programs
import coded_runs
import pytest
from test_golden_diagnostics import EXPECTED, compare

import hlo2penguin
from hlo2penguin import convert
from hlo2penguin.diagnostics import render
from hlo2penguin.diagnostics.codes import CODES
from hlo2penguin.diagnostics.source_lines import with_source_lines
from hlo2penguin.report.check import check

ELSEWHERE = {
    "H2P004": "needs PyTorch: tests/pytorch/test_torch.py",
    "H2P350": "a verdict, no diagnostic: tests/unit/runtime/test_runtime_verify.py",
    "H2P399": "a verdict, no diagnostic: tests/unit/robustness/test_robust_crash.py",
}

_VARYING = (
    (r"hlo2penguin-crash-\w+", "hlo2penguin-crash-…"),
    (r"cpu shows \d+", "cpu shows …"),
    (r"takes \d+ GiB on|the machine has \d+", "the machine has …"),
    (r"(JAX offers no tpu: |XLA cannot compile the program: |portable artifact: )[^\"\n]*", r"\1…"),
)
"""What the machine, the day, or the release of a library decides."""


def held(case, problems):
    """Compares with the golden files."""
    texts = []
    for form in ("text", "json"):
        text = render(with_source_lines(problems, "program.mlir"), form) + "\n"
        for pattern, shown in _VARYING:
            text = re.sub(pattern, shown, text)
        texts.append(text)
    assert len(texts[0]) < 5_000
    compare(case, texts)


@pytest.fixture(autouse=True)
def _in_a_directory_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("case", coded_programs.CONVERTED)
def test_converting(case, tmp_path):
    program, options = coded_programs.CONVERTED[case]
    (tmp_path / "program.mlir").write_text(program)
    held(case, coded_models.refused(convert, "program.mlir", options))


@pytest.mark.parametrize("case", coded_programs.WARNED)
def test_checking(case, tmp_path):
    (tmp_path / "program.mlir").write_text(coded_programs.WARNED[case])
    held(case, check("program.mlir", hlo2penguin.Options()))


MODELS = {
    **dict.fromkeys(coded_models.BYTES, coded_models.read_bytes),
    **dict.fromkeys(coded_models.FILES, coded_models.lift_constants),
    **dict.fromkeys(coded_models.CHANGES, coded_models.verify_changed),
    **dict.fromkeys(coded_models.LIFTED, coded_models.lift_changed),
}


@pytest.mark.parametrize("case", MODELS)
def test_reading(case, tmp_path):
    held(case, MODELS[case](case, tmp_path))


@pytest.mark.parametrize(
    ("case", "problems"),
    [
        ("H2P126-absent", lambda _: coded_models.refused(hlo2penguin.read, Path("nowhere.py"))),
        ("H2P131-name", coded_models.lift_name),
        ("H2P136-boolean", coded_models.lift_booleans),
        ("H2P220-dropout", coded_models.lift_kernel),
        ("H2P225-constant", coded_models.lift_without_constants),
        ("H2P228-version", coded_models.lift_to_version),
    ],
)
def test_reading_and_lifting(case, problems, tmp_path):
    held(case, problems(tmp_path))


@pytest.mark.parametrize("case", coded_runs.CASES)
def test_everything_else(case, tmp_path, monkeypatch):
    held(case, coded_runs.CASES[case](tmp_path, monkeypatch))


def test_no_code_is_left_out():
    package = Path(hlo2penguin.__file__).parent
    sources = [path.read_text() for path in package.rglob("*.py") if path.name != "codes.py"]
    vendors = {code for source in sources for code in re.findall(r'"(NCC_[A-Z]+\d{3})"', source)}
    held = {path.name.split("-")[0] for path in EXPECTED.iterdir()}
    assert (set(CODES) | vendors) - held - set(ELSEWHERE) == set()
    assert held.isdisjoint(ELSEWHERE)
    assert {path.stem for path in EXPECTED.glob("*.txt")} == {path.stem for path in EXPECTED.glob("*.json")}
