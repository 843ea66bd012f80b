"""Modules that check themselves: the values they check become `@main`'s results, judged by the check's own terms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import create, entry_block, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.mlir.manual import copy_module
from hlo2penguin.mlir.results import return_values
from hlo2penguin.runtime.compare import EXACT, Tolerance

__all__ = ["Check", "with_checked_results"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, and how far results `2n` (computed) and `2n + 1` (expected) may be apart."""

    name: str
    tolerance: Tolerance


def _close(attributes: Callable[[str, Any], Any]) -> Tolerance:
    """`expect_close`: at most 3 units in the last place unless it says otherwise."""
    return Tolerance(ulps=float(attributes("max_ulp_difference", 3)))


def _almost(attributes: Callable[[str, Any], Any]) -> Tolerance:
    """`expect_almost_eq`: an absolute difference, 0.0001 unless it says otherwise."""
    return Tolerance(absolute=float(attributes("tolerance", 1e-4)))


_TOLERANCES: dict[str, Callable[[Callable[[str, Any], Any]], Tolerance]] = {
    "check.expect_eq": lambda _: EXACT,
    "check.expect_eq_const": lambda _: EXACT,
    "check.expect_close": _close,
    "check.expect_almost_eq": _almost,
    "check.expect_almost_eq_const": _almost,
}


def _target(op: ir.OpView, decoder: Decoder) -> str:
    name = kind(op)
    return str(decoder.get(op, "call_target_name", "")) if name == "custom_call" else name


def with_checked_results(module: ir.Module) -> tuple[ir.Module, tuple[Check, ...]]:
    """A copy whose `@main` returns what its checks compare instead of checking; the module itself without checks."""
    decoder = Decoder()
    main = main_function(module)
    if main is None or not any(_target(op, decoder) in _TOLERANCES for op in entry_block(main).operations):
        return module, ()
    module = copy_module(module)
    main = main_function(module)
    assert main is not None
    block = entry_block(main)
    checks: list[Check] = []
    results: list[ir.Value] = []
    for op in list(block.operations):
        name = _target(op, decoder)
        if name in _TOLERANCES:
            checks.append(Check(name, _TOLERANCES[name](_reader(op, decoder))))
            results += _compared(op)
            op.operation.erase()
    return_values(main, results)
    return module, tuple(checks)


def _reader(op: ir.OpView, decoder: Decoder) -> Callable[[str, Any], Any]:
    """Attributes of the check: its own, or entries of a dictionary in `backend_config`."""
    config = decoder.get(op, "backend_config", {})
    entries = cast("dict[str, Any]", config if isinstance(config, dict) else {})
    return lambda name, default: decoder.get(op, name, entries.get(name, default))


def _compared(op: ir.OpView) -> list[ir.Value]:
    """The computed and the expected value; a `…_const` check holds the latter as an attribute."""
    operands = list(op.operation.operands)
    if len(operands) == 2:
        return operands
    value = op.operation.attributes["value"]
    constant = create("stablehlo.constant", [operands[0].type], [], before=op, attributes={"value": value})
    return [operands[0], constant.results[0]]
