"""Laws of the fusion pass over random programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from fusion_programs import Program, parse, values
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hlo2penguin.diagnostics import Remark
from hlo2penguin.fusion import SUBPASSES, fuse, fusion_to_composite, run_subpasses
from hlo2penguin.fusion.elementwise import SEEDS, match
from hlo2penguin.fusion.index import FunctionIndex
from hlo2penguin.fusion.match import Miss, Scope
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import captures, functions, nested_operations
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options
from hlo2penguin.profile import DOCUMENTED, OBSERVED

SEED = st.integers(0, 2**32 - 1)
ALL = Options(fuse="all")
structure = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
execution = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def _ops(module: ir.Module) -> list[ir.OpView]:
    return [op for function in functions(module) for op in nested_operations(function)]


def _sunk(remarks: list[Remark]) -> bool:
    return any(remark.name == "ReshapeSunk" for remark in remarks)


def _same(got: list[np.ndarray[Any, Any]], wanted: list[np.ndarray[Any, Any]], *, exact: bool) -> None:
    for a, b in zip(got, wanted, strict=True):
        a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
        if exact:
            np.testing.assert_array_equal(a, b)
        else:
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@structure
@given(SEED, st.sampled_from(["fusion", "composite"]), st.sampled_from([OBSERVED, DOCUMENTED]))
def test_module_verifies_after_each_subpass(seed: int, form: Any, profile: Any) -> None:
    module = parse(Program.text(seed))
    options = Options(fuse="all", fusion_form=form, profile=profile)
    for subpass in SUBPASSES:
        run_subpasses(module, [subpass], options)
        assert module.operation.verify(), subpass.name


@execution
@given(SEED)
def test_values_stay_the_same_bit_for_bit(seed: int) -> None:
    """Expanders are compared with exp(x) - 1 and log(x + 1) written out in the element type."""
    wanted = values(parse(Program.text(seed, spelled_out=True, runnable=True)), seed)
    module = parse(Program.text(seed, runnable=True))
    remarks = fuse(module, ALL)
    _same(values(module, seed), wanted, exact=not _sunk(remarks))


@execution
@given(SEED)
def test_inline_form_turned_into_composites_keeps_values(seed: int) -> None:
    wanted = values(parse(Program.text(seed, spelled_out=True, runnable=True)), seed)
    module = parse(Program.text(seed, runnable=True))
    remarks = fuse(module, Options(fuse="all", fusion_form="fusion"))
    fusion_to_composite(module)
    assert module.operation.verify()
    assert not any(kind(op) == "fusion" for op in _ops(module))
    _same(values(module, seed), wanted, exact=not _sunk(remarks))


@structure
@given(SEED, st.sampled_from(["fusion", "composite"]))
def test_second_run_only_clusters_what_pass_b_made(seed: int, form: Any) -> None:
    module = parse(Program.text(seed))
    options = Options(fuse="all", fusion_form=form)
    sunk = _sunk(fuse(module, options))
    once = str(module)
    second = [remark for remark in fuse(module, options) if remark.kind == "Passed"]
    assert {remark.name for remark in second} <= ({"DotLogistic"} if sunk else set())
    twice = str(module)
    assert sunk or twice == once
    assert not any(remark.kind == "Passed" for remark in fuse(module, options))
    assert str(module) == twice


@structure
@given(SEED)
def test_every_op_is_kept_once(seed: int) -> None:
    """No op is in two clusters and none is lost: outside of rewrites, the ops are those of before."""
    module = parse(Program.text(seed))
    before = Counter(kind(op) for op in _ops(module))
    chosen = [subpass for subpass in SUBPASSES if subpass.name not in ("fuseExpm1Op", "fuseLog1pOp")]
    run_subpasses(module, chosen, Options(fusion_form="fusion"))
    after = Counter(kind(op) for op in _ops(module))
    fusions = after.pop("fusion", 0)
    assert after.pop("return", 0) - before.pop("return", 0) == fusions
    assert after == before


@structure
@given(SEED)
def test_boundaries_are_tight(seed: int) -> None:
    """Every operand is read inside and every result outside; bodies read nothing else, but for their reducers."""
    module = parse(Program.text(seed))
    fuse(module, Options(fuse="all", fusion_form="fusion"))
    for fusion in [op for op in _ops(module) if kind(op) == "fusion"]:
        body = fusion.operation.regions[0].blocks[0]
        members = [op for op in body.operations if kind(op) != "return"]
        assert all(list(argument.uses) for argument in body.arguments)
        assert all(list(result.uses) for result in fusion.operation.results)
        direct = {operand for member in members for operand in member.operation.operands}
        assert not direct & {value for value, _ in captures(fusion)}
        assert list(fusion.operation.attributes) == ["FusionKind"]


@structure
@given(SEED)
def test_growth_does_not_depend_on_the_worklist_order(seed: int) -> None:
    module = parse(Program.text(seed))
    index = FunctionIndex(functions(module)[0], SEEDS)
    scope = Scope(index, OBSERVED, True, [])
    for seed_op in [op for seed_kind in SEEDS for op in index.of(seed_kind)]:
        newest, oldest = match(seed_op, scope, take=-1), match(seed_op, scope, take=0)
        if isinstance(newest, Miss) or isinstance(oldest, Miss):
            assert isinstance(newest, Miss)
            assert isinstance(oldest, Miss)
        else:
            assert newest.members == oldest.members
            assert (newest.live_ins, newest.live_outs) == (oldest.live_ins, oldest.live_outs)


@structure
@given(SEED)
def test_remarks_change_nothing(seed: int) -> None:
    told, silent = parse(Program.text(seed)), parse(Program.text(seed))
    assert fuse(silent, Options(fuse="all", remarks=False)) == []
    remarks = fuse(told, ALL)
    assert str(told) == str(silent)
    fusions = sum(kind(op) == "composite" for op in _ops(told))
    assert sum(remark.kind == "Passed" and remark.name != "ReshapeSunk" for remark in remarks) == fusions
