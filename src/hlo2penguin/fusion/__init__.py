"""NeuronOpFusion: what fuses, in which order, and when.

`SUBPASSES` is the whole order with its gates. Each sub-pass collects all its clusters, then generates code for them in
collection order, then erases what it made dead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from hlo2penguin.diagnostics import Remark
from hlo2penguin.fusion import dot_logistic, elementwise, mul_red_sqrt, schedule, sub_exp, transcendental
from hlo2penguin.fusion.codegen import Generator
from hlo2penguin.fusion.composite import Composites, decomposition_of, fusion_to_composite, is_decomposition
from hlo2penguin.fusion.index import FunctionIndex
from hlo2penguin.fusion.match import Collect, Miss, Rewrite, Scope
from hlo2penguin.fusion.remarks import RemarkWriter
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import functions
from hlo2penguin.options import Options

__all__ = ["PASSES", "SUBPASSES", "SubPass", "fuse", "fusion_to_composite", "run_subpasses", "schedule_fusion"]


@dataclass(frozen=True, slots=True)
class SubPass:
    """One sub-pass: its name in remarks, its gate, its matcher, the kinds of op that the matcher starts from, a rewrite
    that follows code generation, and the kinds that it looks at for remarks only."""

    name: str
    gate: Callable[[Options], bool]
    collect: Collect
    anchors: Collection[str]
    rewrite: Rewrite | None = None
    remarked: Collection[str] = ()


def _always(options: Options) -> bool:
    return True


def _dot_logistic(options: Options) -> bool:
    return options.dot_logistic_on


def _general_elementwise(options: Options) -> bool:
    return options.general_elementwise_on


SUBPASSES = (
    SubPass("fuseSubExp", _always, sub_exp.collect, sub_exp.ANCHORS),
    SubPass(
        "fuseDotLogisticOp",
        _dot_logistic,
        dot_logistic.collect,
        ("logistic",),
        dot_logistic.sink_reshapes,
        remarked=("divide",),
    ),
    SubPass("fuseMulRedSqrt", _dot_logistic, mul_red_sqrt.collect, ("reduce", "sqrt")),
    SubPass("fuseExpm1Op", _general_elementwise, transcendental.collect_expm1, ("exponential_minus_one",)),
    SubPass("fuseLog1pOp", _general_elementwise, transcendental.collect_log1p, ("log_plus_one",)),
    SubPass("fuseElementwiseOps", _general_elementwise, elementwise.collect, tuple(elementwise.SEEDS)),
)
SCHEDULE = SubPass("fuseAllGatherReduceScatter", _always, schedule.collect, ("reduce_scatter",))


def fuse(module: ir.Module, options: Options, decoder: Decoder | None = None) -> list[Remark]:
    """Runs NeuronOpFusion in place on every eligible function.

    Decomposition functions of earlier fusions are not eligible. Returns the remarks, none where `options.remarks` is
    off. Raises Refused where the order of ops cannot be repaired.
    """
    if not options.fusion_on:
        return []
    chosen = [subpass for subpass in SUBPASSES if subpass.gate(options)]
    return run_subpasses(module, chosen, options, decoder)


def schedule_fusion(module: ir.Module, options: Options, decoder: Decoder | None = None) -> list[Remark]:
    """Pairs each reduce_scatter with the all_gather that it reads, in place. `options.schedule_on` is the gate."""
    return run_subpasses(module, [SCHEDULE], options, decoder) if options.schedule_on else []


def run_subpasses(
    module: ir.Module, subpasses: list[SubPass], options: Options, decoder: Decoder | None = None
) -> list[Remark]:
    """Runs sub-passes in the order given, gates not asked, function by function."""
    remarks: list[Remark] = []
    decoder = decoder or Decoder()
    composites = Composites(module)
    anchors = {anchor for subpass in subpasses for anchor in subpass.anchors}
    if options.remarks:
        anchors.update(anchor for subpass in subpasses for anchor in subpass.remarked)
    for index in _eligible(module, anchors):
        generator = Generator(index, options.fusion_form, composites)
        for subpass in subpasses:
            writer = RemarkWriter(subpass.name, index, decoder, remarks) if options.remarks else None
            _run(subpass, Scope(index, options.profile, options.remarks, []), generator, writer)
    return remarks


def _eligible(module: ir.Module, anchors: set[str]) -> list[FunctionIndex]:
    """Functions that are not the body of a fusion, whoever made it."""
    wanted = {*anchors, "composite"}
    indexes = [FunctionIndex(function, wanted) for function in functions(module) if not is_decomposition(function)]
    bodies = {decomposition_of(composite) for index in indexes for composite in index.of("composite")}
    return [index for index in indexes if index.name not in bodies]


def _run(subpass: SubPass, scope: Scope, generator: Generator, writer: RemarkWriter | None) -> None:
    for match in subpass.collect(scope):
        outcome = match if isinstance(match, Miss) else generator.generate(match)
        if writer is not None:
            writer.report(match, outcome)
    generator.finish()
    if subpass.rewrite is not None:
        rewrites = subpass.rewrite(scope)
        if writer is not None:
            for rewrite in rewrites:
                writer.report_rewrite(rewrite)
    for op in scope.dead:
        op.operation.erase()


def _composite_pass(module: ir.Module, options: Options) -> list[Remark]:
    fusion_to_composite(module)
    return []


PASSES: dict[str, Callable[[ir.Module, Options], list[Remark]]] = {
    "neuron-op-fusion": fuse,
    "schedule-fusion": schedule_fusion,
    "fusion-to-composite": _composite_pass,
}
"""Passes by the name that `hlo2penguin opt --pass` takes. Each works in place."""
