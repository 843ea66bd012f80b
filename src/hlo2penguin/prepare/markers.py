"""Removes calls that compute nothing: checks of test programs, module markers, sharding annotations.

A check goes together with what only checks use. Markers and annotations are identities: their operands take the place
of their results.
"""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.program import collect, custom_call_target, erase_with_feeders, note
from hlo2penguin.prepare.state import PrepareState

_SHARDING_KINDS = frozenset({"sdy.sharding_constraint", "sdy.propagation_barrier"})
KINDS = frozenset({"custom_call", *_SHARDING_KINDS})

CHECK_PREFIX = "check."
MARKER_PREFIX = "AwsNeuronModuleMarker"
SHARDING_TARGETS = frozenset({"Sharding", "xla.sdy.FuncResultSharding", "xla.sdy.PropagationBarrier"})


def run(module: ir.Module, state: PrepareState) -> None:
    """Removes checks, module markers and sharding annotations of `@main`, each with a remark."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        target = custom_call_target(op, state)
        if target.startswith(CHECK_PREFIX):
            _remove_check(op, target, state)
        elif target.startswith(MARKER_PREFIX):
            _remove_identity(op, state, "ModuleMarker", f"module marker {target} removed")
        elif is_sharding(op, state):
            _remove_sharding(op, state)


def is_sharding(op: ir.OpView, state: PrepareState) -> bool:
    """Whether the op only says how its operand is sharded."""
    return kind(op) in _SHARDING_KINDS or custom_call_target(op, state) in SHARDING_TARGETS


def drop_shardings(main: ir.OpView, state: PrepareState) -> None:
    """Removes the sharding annotations alone."""
    for op in collect(main, KINDS):
        if is_sharding(op, state):
            _remove_sharding(op, state)


def _remove_sharding(op: ir.OpView, state: PrepareState) -> None:
    _remove_identity(op, state, "Sharding", f"sharding annotation dropped: {_sharding(op, state)}")


def _remove_check(op: ir.OpView, target: str, state: PrepareState) -> None:
    note(state, op, "prepare", "Check", f"{target} is a check of the test program, not part of it: removed")
    erase_with_feeders(op)


def _remove_identity(op: ir.OpView, state: PrepareState, name: str, message: str) -> None:
    operands = list(op.operation.operands)
    results = list(op.operation.results)
    if [v.type for v in results] == [v.type for v in operands]:
        note(state, op, "prepare", name, message)
        replace(op, operands)
    elif len(results) == 1 and (elements := [use.owner for use in results[0].uses]):
        if not all(kind(element) == "get_tuple_element" for element in elements):
            return
        note(state, op, "prepare", name, message)
        for element in elements:
            index: int = state.decoder.get(element, "index")
            replace(element, [operands[index]])
        op.operation.erase()


def _sharding(op: ir.OpView, state: PrepareState) -> str:
    for name in ("sharding", "mhlo.sharding"):
        if found := state.decoder.get(op, name):
            return str(found)
    return state.decoder.get(op, "mhlo.frontend_attributes", {}).get("xla.sdy.sharding", "unknown")
