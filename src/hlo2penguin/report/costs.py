"""What one op moves, by the rules of the program's metrics."""

from __future__ import annotations

from collections.abc import Iterable

from hlo2penguin.metrics import byte_size
from hlo2penguin.mlir.decode import TensorType

__all__ = ["total_bytes"]


def total_bytes(types: Iterable[TensorType]) -> int:
    """Bytes of all tensors of known shape; other types count nothing."""
    return sum(byte_size(type) for type in types if type.is_static)
