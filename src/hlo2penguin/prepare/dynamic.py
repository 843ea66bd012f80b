"""Shapes that are not known at compile time: made static where constants say so, else refused (NCC_EMOD025)."""

from __future__ import annotations

from hlo2penguin.mlir.context import ir, run_passes
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.prepare.program import collect, refuse
from hlo2penguin.prepare.state import PrepareState

_CANONICAL = frozenset(
    {
        *("dynamic_reshape", "dynamic_broadcast_in_dim", "real_dynamic_slice", "dynamic_pad", "dynamic_iota"),
        *("dynamic_gather", "dynamic_conv"),
    }
)
KINDS = frozenset({*_CANONICAL, "set_dimension_size", "set_dynamic_dimension_size"})

_NAMES = frozenset(f"{dialect}.{name}" for dialect in ("stablehlo", "mhlo") for name in KINDS)

CODE = "NCC_EMOD025"
_HELP = "Penguin has static shapes only: pad to the largest size and mask, or export the model with fixed shapes"


def run(module: ir.Module, state: PrepareState) -> None:
    """Rewrites dynamic ops of constant shape operands; collects a problem for each op whose shape stays unknown."""
    main = main_function(module)
    if main is None:
        return
    if any(op.operation.name.startswith("stablehlo.") for op in collect(main, _CANONICAL)):
        run_passes(module, "stablehlo-canonicalize-dynamism", nested="func.func")
    for argument in entry_block(main).arguments:
        if _is_dynamic(argument.type, state):
            cause = f"dynamic shape: argument {argument.arg_number} has type {argument.type}"
            refuse(state, main, CODE, cause, _HELP)
    for op in _dynamic_ops(main, state):
        types = ", ".join(str(result.type) for result in op.operation.results)
        refuse(state, op, CODE, f"dynamic shape: `{op.operation.name}` gives {types}", _HELP)


def in_signature(main: ir.OpView) -> bool:
    """Whether an argument's shape is unknown. Results whose shapes are unknown without it come of ops in `KINDS`."""
    shapes = {argument.type for argument in entry_block(main).arguments}
    return any("?" in str(type) or "tensor<*" in str(type) for type in shapes)


def _is_dynamic(type: ir.Type, state: PrepareState) -> bool:
    found = state.decoder.type(type)
    return found.dtype.startswith("tensor<*") or (found.ranked and not found.is_static)


def _dynamic_ops(main: ir.OpView, state: PrepareState) -> list[ir.OpView]:
    known: dict[ir.Type, bool] = {}
    found: list[ir.OpView] = []

    def visit(op: ir.OpView | ir.Operation) -> ir.WalkResult:
        for result in op.operation.results:
            type = result.type
            dynamic = known.get(type)
            if dynamic is None:
                dynamic = known[type] = _is_dynamic(type, state)
            if dynamic or op.operation.name in _NAMES:
                found.append(op.operation.opview)
                break
        return ir.WalkResult.ADVANCE

    main.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found
