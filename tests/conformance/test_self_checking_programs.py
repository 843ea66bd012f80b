"""The StableHLO project's own self-checking programs, and real Neuron graphs, through the whole house."""

from collections import Counter
from pathlib import Path

import pytest

from hlo2penguin.options import Options
from hlo2penguin.runtime import Verdict, verify_many

pytest.importorskip("jax")

JOBS = 2


def broken(verdicts: list[Verdict]) -> list[tuple[str, str, str]]:
    return [(Path(v.input).name, v.status, v.message) for v in verdicts if v.status in ("wrong", "error")]


@pytest.mark.parametrize("fuse", ["default", "all"])
def test_stablehlo_programs_pass_their_own_checks(corpus: Path, fuse: str) -> None:
    verdicts = list(verify_many([corpus / "stablehlo_testdata"], Options(fuse=fuse), jobs=JOBS))
    assert len(verdicts) == 775
    assert broken(verdicts) == []
    reasons = Counter(verdict.code for verdict in verdicts if verdict.status == "refused")
    # f64 and complex have no place in Penguin; the others are loops, compound reductions, and expm1 without its fusion.
    assert reasons.pop("NCC_ESPP004") == 126
    assert reasons.pop("NCC_PYP054", 0) == (0 if fuse == "all" else 8)
    assert sum(reasons.values()) <= 12
    assert all(code.startswith("NCC_") for code in reasons)


def test_programs_behind_public_bug_reports(corpus: Path) -> None:
    verdicts = list(verify_many([corpus / "issues"], Options(fuse="all"), jobs=JOBS))
    assert broken(verdicts) == []
    refused = {Path(verdict.input).name.partition("_")[0] for verdict in verdicts if verdict.status == "refused"}
    assert refused <= {"B01", "B14", "B20", "B23", "B28"}


@pytest.mark.parametrize("name", ["idioms.mlir", "idioms_mhlo.mlir"])
@pytest.mark.parametrize("oracle", ["xla", "interpreter"])
def test_fusion_idioms_keep_their_values(corpus: Path, name: str, oracle: str) -> None:
    (verdict,) = verify_many([corpus / name], Options(fuse="all"), oracle=oracle, jobs=1)
    assert verdict.status == "verified", verdict.message


SMALL_TORCH = ("misc_", "mlp_", "qwb_", "bert_bert_dp_graph_1", "gpt_")


def test_torch_neuronx_graphs(corpus: Path) -> None:
    """Collectives, activation calls, static-ring transfers; the graphs that fit a small machine."""
    files = [f for f in sorted((corpus / "torch_neuronx_hlo").iterdir()) if f.name.startswith(SMALL_TORCH)]
    verdicts = list(verify_many(files, jobs=JOBS))
    assert [(Path(v.input).name, v.status, v.message) for v in verdicts if v.status != "verified"] == []


def test_neuron_training_graphs(corpus: Path) -> None:
    """YOLOX training as it was handed to the vendor's compiler; the smaller half."""
    files = sorted((corpus / "neuron_hlo").iterdir())[:40]
    verdicts = list(verify_many([file for file in files if file.suffix == ".pb"], jobs=JOBS))
    assert [(Path(v.input).name, v.code) for v in verdicts if v.status != "verified"] in (
        [],
        [("yolox_0005442.hlo.pb", "H2P202")],
    )
