"""What a lift function is given: one statement of the text with its operands as StableHLO values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.decode import TensorType

__all__ = ["ELEMENT_TYPES", "LiftFunction", "Statement", "Unliftable", "as_pred", "broadcast_to", "element_type"]

ELEMENT_TYPES = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
    "uint16": "ui16",
    "uint32": "ui32",
    "uint64": "ui64",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "bfloat16": "bf16",
    "float8_e3m4": "f8E3M4",
    "float8_e4m3": "f8E4M3",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e4m3b11fnuz": "f8E4M3B11FNUZ",
    "float8_e5m2": "f8E5M2",
    "float8_e5m2fnuz": "f8E5M2FNUZ",
    "float8_e8m0fnu": "f8E8M0FNU",
}
"""dtype of the text to MLIR element type; the packed `_x4` types have none."""


class Unliftable(Exception):
    """A statement that StableHLO cannot express from what the text says."""

    def __init__(self, code: str, cause: str, help: str = "") -> None:
        super().__init__(cause)
        self.code, self.cause, self.help = code, cause, help


@dataclass(frozen=True, slots=True)
class Statement:
    """One op of the text: its form's name, keyword values, operands, and the types that its destinations declare.

    `channel` is a number that no other statement of the program has, with room for one per destination.
    """

    form: str
    values: Mapping[str, Any]
    args: tuple[Array, ...]
    results: tuple[TensorType, ...]
    channel: int = 1

    def only(self, count: int) -> tuple[Array, ...]:
        """The operands, of which there must be `count`."""
        if len(self.args) != count:
            raise Unliftable("H2P221", f"{self.form} takes {count} sources, the statement has {len(self.args)}")
        return self.args

    def destinations(self, count: int) -> tuple[TensorType, ...]:
        """The result types, of which there must be `count`."""
        if len(self.results) != count:
            raise Unliftable("H2P221", f"{self.form} has {count} destinations, the statement {len(self.results)}")
        return self.results


LiftFunction = Callable[[Builder, Statement], Sequence[Array]]
"""Appends the statement's ops and gives one value per destination."""


def element_type(dtype: str) -> str:
    """The MLIR element type of a dtype of the text."""
    found = ELEMENT_TYPES.get(dtype)
    if found is None:
        raise Unliftable("H2P223", f"dtype {dtype} has no StableHLO element type")
    return found


def as_pred(b: Builder, operand: Array) -> Array:
    """The operand as i1: texts that print booleans as `uint8` hold 0 and 1."""
    if operand.dtype == "i1":
        return operand
    return b.compare("NE", operand, b.constant(0, operand.shape, operand.dtype))


def broadcast_to(b: Builder, operand: Array, shape: tuple[int, ...]) -> Array:
    """The operand stretched to `shape` by numpy's rule: trailing dimensions align, extents of 1 repeat."""
    if operand.shape == shape:
        return operand
    offset = len(shape) - len(operand.shape)
    kept = [dim for dim, extent in enumerate(operand.shape) if offset >= 0 and extent == shape[offset + dim]]
    if offset < 0 or any(extent != 1 for dim, extent in enumerate(operand.shape) if dim not in kept):
        raise Unliftable("H2P222", f"a source of shape {operand.shape} does not broadcast to {shape}")
    flat = b.reshape(operand, [operand.shape[dim] for dim in kept])
    return b.broadcast(flat, [offset + dim for dim in kept], shape)
