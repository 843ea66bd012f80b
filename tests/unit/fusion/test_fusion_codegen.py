"""Code generation where lit cannot look: locations, the repair's cap, the convexity guard, hidden live-ins."""

from __future__ import annotations

import pytest

from hlo2penguin.diagnostics import Refused
from hlo2penguin.fusion import SUBPASSES, SubPass, fuse, run_subpasses
from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.dominance import MAXIMUM_ITERATIONS, repair
from hlo2penguin.fusion.match import Match, Scope
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.edit import entry_block, functions
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options

OVERFLOW = "Maximum iterations reached while moving dependent ops. Infinite loop likely"
TYPE = "tensor<2x2xf32>"


def _module(body: str, results: str = "%y", types: str = TYPE) -> ir.Module:
    text = f"func.func @main(%x: {TYPE}) -> ({types}) {{\n{body}\nreturn {results} : {types}\n}}"
    return ir.Module.parse(text, new_context())


def _block(module: ir.Module) -> ir.Block:
    return entry_block(functions(module)[0])


def _kinds(module: ir.Module) -> list[str]:
    return [kind(op) for op in _block(module).operations]


def _cluster_of(*kinds: str) -> SubPass:
    """A sub-pass that clusters the first op of each kind, whatever they are."""

    def collect(scope: Scope) -> list[Match]:
        members = [scope.index.of(name)[0] for name in kinds]
        return [FusionCluster.of("Elementwise", members, scope.index.in_order(members))]

    return SubPass("test", lambda options: True, collect, kinds)


NOT_CONVEX = f"""
  %a = stablehlo.tanh %x : {TYPE}
  %o = stablehlo.cosine %a : {TYPE}
  %y = stablehlo.add %a, %o : {TYPE}
"""


def test_convexity_guard_drops_the_cluster_with_a_remark() -> None:
    module = _module(NOT_CONVEX)
    before = str(module)
    remarks = run_subpasses(module, [_cluster_of("add", "tanh")], Options(fusion_form="fusion"))
    assert str(module) == before
    assert [(remark.kind, remark.name) for remark in remarks] == [("Missed", "NotConvex")]
    assert remarks[0].blocker is not None
    assert remarks[0].blocker.line == 4


def test_convexity_guard_follows_long_ways_round() -> None:
    body = f"""
  %a = stablehlo.tanh %x : {TYPE}
  %o = stablehlo.cosine %a : {TYPE}
  %p = stablehlo.negate %o : {TYPE}
  %y = stablehlo.sine %p : {TYPE}
"""
    module = _module(body)
    remarks = run_subpasses(module, [_cluster_of("sine", "tanh")], Options(fusion_form="fusion"))
    assert [remark.name for remark in remarks] == ["NotConvex"]
    remarks = run_subpasses(module, [_cluster_of("sine", "negate", "cosine", "tanh")], Options(fusion_form="fusion"))
    assert [remark.kind for remark in remarks] == ["Passed"]


def test_two_unrelated_members_are_convex() -> None:
    body = f"""
  %a = stablehlo.tanh %x : {TYPE}
  %o = stablehlo.cosine %a : {TYPE}
  %y = stablehlo.sine %x : {TYPE}
"""
    module = _module(body, "%y, %o", f"{TYPE}, {TYPE}")
    remarks = run_subpasses(module, [_cluster_of("sine", "tanh")], Options(fusion_form="fusion"))
    assert [remark.kind for remark in remarks] == ["Passed"]
    assert _kinds(module) == ["fusion", "cosine", "func.return"]
    assert module.operation.verify()


def test_without_the_guard_the_repair_ends_in_the_fatal_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hlo2penguin.fusion.codegen.reentry", lambda *arguments: None)
    with pytest.raises(Refused) as refused:
        run_subpasses(_module(NOT_CONVEX), [_cluster_of("add", "tanh")], Options(fusion_form="fusion"))
    assert refused.value.diagnostics[0].cause == OVERFLOW


def _out_of_order(count: int) -> ir.Module:
    """`count` ops in front of the op that they read."""
    readers = "\n".join(f"  %r{n} = stablehlo.cosine %x : {TYPE}" for n in range(count))
    module = _module(f"{readers}\n  %y = stablehlo.tanh %x : {TYPE}")
    *ops, last, _ = _block(module).operations
    for op in ops:
        op.operation.operands[0] = last.operation.results[0]
    return module


def test_repair_counts_moves_against_its_cap() -> None:
    module = _out_of_order(3)
    with pytest.raises(Refused, match=OVERFLOW):
        repair(_block(module), limit=2)
    module = _out_of_order(3)
    repair(_block(module), limit=3)
    assert _kinds(module) == ["tanh", "cosine", "cosine", "cosine", "func.return"]
    assert module.operation.verify()


def test_cap_never_stops_a_convex_block() -> None:
    module = _out_of_order(MAXIMUM_ITERATIONS + 1)
    repair(_block(module))
    assert _kinds(module)[0] == "tanh"
    assert module.operation.verify()


def test_location_is_fused_from_the_last_member_to_the_first() -> None:
    body = f"""
  %s = stablehlo.multiply %x, %x : {TYPE} loc("a.py":1:1)
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [1]
    : ({TYPE}, tensor<f32>) -> tensor<2xf32> loc("a.py":2:2)
  %y = stablehlo.sqrt %r : tensor<2xf32> loc("a.py":3:3)
"""
    for form in ("fusion", "composite"):
        module = _module(body, types="tensor<2xf32>")
        fuse(module, Options(fusion_form=form))  # pyright: ignore[reportArgumentType]
        fusion = next(op for op in _block(module).operations if kind(op) in ("fusion", "composite"))
        location = ir.FusedLoc(fusion.operation.location)
        assert [str(part) for part in location.locations] == [f'loc("a.py":{n}:{n})' for n in (3, 2, 1)]
        assert [str(argument.location) for argument in _bodies(module)[0].arguments] == [
            str(operand.location) for operand in fusion.operation.operands
        ]


def _bodies(module: ir.Module) -> list[ir.Block]:
    inline = [op.operation.regions[0].blocks[0] for op in _block(module).operations if kind(op) == "fusion"]
    return inline or [entry_block(function) for function in functions(module)[1:]]


def test_live_in_hidden_by_an_earlier_fusion_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cannot happen unless boundaries are wrong: the earlier fusion does not return what the later cluster reads."""
    body = f"""
  %a = stablehlo.tanh %x : {TYPE}
  %b = stablehlo.cosine %a : {TYPE}
  %c = stablehlo.sine %a : {TYPE}
  %y = stablehlo.add %b, %c : {TYPE}
"""

    def collect(scope: Scope) -> list[Match]:
        (tanh,), (cosine,), (sine,) = (scope.index.of(name) for name in ("tanh", "cosine", "sine"))
        blind = FusionCluster.of("Elementwise", (cosine, tanh), (tanh, cosine))
        object.__setattr__(blind, "live_outs", blind.live_outs[-1:])
        return [blind, FusionCluster.of("Elementwise", (sine,), (sine,))]

    blinded = SubPass("test", lambda options: True, collect, ("tanh", "cosine", "sine"))
    with pytest.raises(Refused, match="hides"):
        run_subpasses(_module(body), [blinded], Options(fusion_form="fusion"))


def test_order_of_the_sub_passes() -> None:
    assert [subpass.name for subpass in SUBPASSES] == [
        "fuseSubExp",
        "fuseDotLogisticOp",
        "fuseMulRedSqrt",
        "fuseExpm1Op",
        "fuseLog1pOp",
        "fuseElementwiseOps",
    ]


def test_remarks_off_builds_no_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hlo2penguin.fusion.RemarkWriter", None)
    module = _module(f"  %e = stablehlo.exponential_minus_one %x : {TYPE}\n  %y = stablehlo.tanh %e : {TYPE}")
    assert fuse(module, Options(fuse="all", remarks=False)) == []
    assert "composite" in _kinds(module)
