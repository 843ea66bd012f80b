"""The fusion pass on programs that nobody of this project wrote."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hlo2penguin.diagnostics import Refused, Remark
from hlo2penguin.fusion import fuse, fusion_to_composite, schedule_fusion
from hlo2penguin.load import load
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import functions, nested_operations
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options

ZERO_GRAPHS = {"llama2_llama2_dp1_tp8_pp4.hlo", "qwb_linear_model_pp_1_zero.hlo", "qwb_linear_model_pp_2_zero.hlo"}
"""Not importable as they stand: their collectives carry tokens, which our loader takes off."""


def _load(path: Path) -> ir.Module | None:
    try:
        return load(path).module
    except Refused:
        return None


def _passed(remarks: list[Remark]) -> Counter[str]:
    return Counter(remark.name for remark in remarks if remark.kind == "Passed")


def test_real_hlo_fuses_as_known(corpus: Path) -> None:
    """43 MulRedSqrt and 1 DotLogistic with default settings; the ZeRO graphs add 40 gradient norms."""
    formed, zero = Counter[str](), Counter[str]()
    for path in sorted((*(corpus / "neuron_hlo").iterdir(), *(corpus / "torch_neuronx_hlo").glob("*.hlo"))):
        if (module := _load(path)) is None:
            continue
        found = _passed(fuse(module, Options()))
        (zero if path.name in ZERO_GRAPHS else formed).update(found)
        assert module.operation.verify(), path.name
    assert formed == {"MulRedSqrt": 43, "DotLogistic": 1}
    assert zero == {"MulRedSqrt": 40}


@pytest.mark.parametrize("form", ["fusion", "composite"])
@pytest.mark.parametrize("folder", ["neuron_hlo", "torch_neuronx_hlo", "issues", "stablehlo_testdata"])
def test_everything_fused_verifies(corpus: Path, folder: str, form: str) -> None:
    options = Options(fuse="all", fusion_form=form)  # pyright: ignore[reportArgumentType]
    seen = 0
    for path in sorted((corpus / folder).iterdir()):
        if path.suffix == ".md" or (module := _load(path)) is None:
            continue
        seen += 1
        fuse(module, options)
        schedule_fusion(module, options)
        assert module.operation.verify(), path.name
        fusion_to_composite(module)
        assert module.operation.verify(), path.name
        assert not any(kind(op) == "fusion" for function in functions(module) for op in nested_operations(function))
    assert seen > 10


@pytest.mark.parametrize("name", ["idioms.mlir", "idioms_mhlo.mlir"])
def test_every_idiom_fuses_and_every_near_miss_is_told(corpus: Path, name: str) -> None:
    remarks = fuse(load(corpus / name).module, Options(fuse="all"))
    formed = Counter((remark.rule, remark.name) for remark in remarks if remark.kind == "Passed")
    assert formed == {
        ("fuseSubExp", "Elementwise"): 1,
        ("fuseDotLogisticOp", "DotLogistic"): 2,
        ("fuseDotLogisticOp", "ReshapeSunk"): 1,
        ("fuseMulRedSqrt", "MulRedSqrt"): 1,
        ("fuseExpm1Op", "Expm1"): 1,
        ("fuseLog1pOp", "Log1p"): 1,
        ("fuseElementwiseOps", "Elementwise"): 1,
        ("fuseElementwiseOps", "MulRedSqrt"): 2,
    }
    missed = {remark.name for remark in remarks if remark.kind == "Missed"}
    assert missed == {"OperandsSwapped", "OpBeforeRoot", "ReduceFeedsRsqrt"}


@pytest.mark.parametrize("folder", ["neuron_hlo", "torch_neuronx_hlo"])
def test_what_fuses_does_not_depend_on_remarks(corpus: Path, folder: str) -> None:
    """Without remarks fewer ops are looked at."""
    for path in sorted((corpus / folder).iterdir())[:20]:
        texts: set[str] = set()
        for remarks in (False, True):
            if (module := _load(path)) is not None:
                fuse(module, Options(fuse="all", remarks=remarks))
                texts.add(module.operation.get_asm(assume_verified=True))
        assert len(texts) <= 1, path.name
