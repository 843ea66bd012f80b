"""Changing what a function returns."""

from __future__ import annotations

from collections.abc import Sequence

from jaxlib.mlir import ir

from hlo2penguin.mlir.edit import create, entry_block

__all__ = ["return_values"]


def return_values(function: ir.OpView, values: Sequence[ir.Value]) -> None:
    """Makes `function` return `values` instead of what it returns; attributes of its results are dropped."""
    *_, terminator = entry_block(function).operations
    create("func.return", [], values, before=terminator)
    terminator.operation.erase()
    attributes = function.operation.attributes
    inputs = ir.FunctionType(ir.TypeAttr(attributes["function_type"]).value).inputs
    kind = ir.FunctionType.get(inputs, [value.type for value in values], function.operation.context)
    attributes["function_type"] = ir.TypeAttr.get(kind, function.operation.context)
    if "res_attrs" in attributes:
        del attributes["res_attrs"]
