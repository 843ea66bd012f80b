"""What one op moves and multiplies, by the rules of the program's metrics."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hlo2penguin.metrics import _convolution_macs as convolution_macs  # pyright: ignore[reportPrivateUsage]
from hlo2penguin.metrics import byte_size
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, DotDims, TensorType
from hlo2penguin.mlir.kinds import kind

__all__ = ["macs", "total_bytes"]


def total_bytes(types: Iterable[TensorType]) -> int:
    """Bytes of all tensors of known shape; other types count nothing."""
    return sum(byte_size(type) for type in types if type.is_static)


def macs(op: ir.OpView, decoder: Decoder) -> int:
    """Multiply-accumulates of a dot or convolution of known shapes; 0 for every other op."""
    name = kind(op)
    if name not in ("dot_general", "dot", "convolution"):
        return 0
    values = (*op.operation.operands, *op.operation.results)
    if not all(decoder.value(value).is_static for value in values):
        return 0
    if name == "convolution":
        return convolution_macs(op, decoder)
    lhs = decoder.value(op.operation.operands[0]).shape
    contracted = lhs[-1:]
    if name == "dot_general":
        dims: DotDims = decoder.get(op, "dot_dimension_numbers")
        contracted = [lhs[d] for d in dims.lhs_contracting]
    return decoder.value(op.operation.results[0]).size * math.prod(contracted)
