"""StableHLO's reference interpreter. Aborts the process on ops that it does not know: never call it in one you need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from hlo2penguin.mlir.constants import array_of
from hlo2penguin.mlir.context import new_context, run_passes
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import create, entry_block, functions, main_function, nested_operations

__all__ = ["evaluate"]


def evaluate(program: bytes, inputs: Sequence[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
    """`@main`'s results on `inputs`; `program` is StableHLO bytecode."""
    with new_context(), ir.Location.unknown():
        module = ir.Module.parse(program)
        decoder = Decoder()
        _expand_calls(module)
        run_passes(module, "chlo-legalize-to-stablehlo", nested="func.func")
        main = main_function(module)
        assert main is not None
        arguments = entry_block(main).arguments
        attributes = [_attribute(array, value.type) for array, value in zip(inputs, arguments, strict=True)]
        results = stablehlo.eval_module(module, attributes)
        types = [decoder.type(result.type) for result in results]
        return [np.array(array_of(result, type)) for result, type in zip(results, types, strict=True)]


def _attribute(array: np.ndarray[Any, Any], type: ir.Type) -> ir.Attribute:
    raw = array if array.dtype.kind != "V" and array.dtype.isbuiltin else array.view(f"u{array.dtype.itemsize}")
    shaped = ir.ShapedType(type)
    return ir.DenseElementsAttr.get(np.ascontiguousarray(raw), type=shaped.element_type, shape=list(array.shape))


_CALLS = {"mhlo.erf": "chlo.erf"}


def _expand_calls(module: ir.Module) -> None:
    """Calls that XLA takes for its own ops become CHLO, which has an expansion."""
    for function in functions(module):
        for op in nested_operations(function):
            target = op.operation.attributes.get("call_target_name")
            name = _CALLS.get(ir.StringAttr(target).value) if target is not None else None
            if name is not None:
                new = create(name, [op.operation.result.type], list(op.operation.operands), before=op)
                op.operation.result.replace_all_uses_with(new.result)
                op.operation.erase()
