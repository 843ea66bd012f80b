"""Dtypes as printed, and constants: one value inline, everything else a `.npy` file beside the text."""

from __future__ import annotations

import numpy as np

from hlo2penguin.mlir.constants import array_of, splat_of
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import TensorType

__all__ = ["DTYPES", "constant_value", "npy_array", "type_problem"]

DTYPES = {
    "f32": "float32",
    "f16": "float16",
    "bf16": "bfloat16",
    "f8E3M4": "float8_e3m4",
    "f8E4M3": "float8_e4m3",
    "f8E5M2": "float8_e5m2",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E5M2FNUZ": "float8_e5m2fnuz",
    "f8E8M0FNU": "float8_e8m0fnu",
    **{f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"si{bits}": f"int{bits}" for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "i1": "bool",
}
"""MLIR element type to printed dtype; what is missing here is refused (NCC_PYP004, NCC_ESPP004)."""


def type_problem(type: TensorType, printer: str) -> tuple[str, str, str] | None:
    """Code, cause and help where no tensor can be declared of a type; tokens, which have none, are no problem."""
    if not type.ranked:
        if type.dtype.endswith(".token"):
            return None
        return "NCC_PYP055", f"a value of type {type.dtype} is no tensor of known rank", "give every value one"
    if type.dtype not in DTYPES:
        help = "convert the program to a supported element type (f32, bf16, f16, fp8, i1, 8- to 64-bit integers)"
        code = "NCC_PYP004" if printer == "mhlo" else "NCC_ESPP004"
        return code, f"{type.dtype} dtype is not supported", help
    if not type.is_static:
        return "NCC_EMOD025", "a dynamic shape is not supported", "compile the program for fixed shapes"
    return None


_QUIET_NAN = {"f32": 0x7FC00000, "f16": 0x7E00, "bf16": 0x7FC0}


def constant_value(attribute: ir.Attribute, type: TensorType, splats: bool) -> float | None:
    """The one value of a constant that prints inline; None where it goes to a file.

    `splats`: any splat counts, not only a single element. A NaN with other than the default quiet bits keeps its bits
    in a file.
    """
    if type.size != 1 and not splats:
        return None
    element = splat_of(attribute, type)
    if element is None:
        return None
    value = element.item()
    if isinstance(value, float) and value != value:
        bits = int.from_bytes(element.tobytes(), "little")
        if bits != _QUIET_NAN.get(type.dtype, bits):
            return None
    return value


def npy_array(attribute: ir.Attribute, type: TensorType) -> np.ndarray:
    """A constant's elements as `.npy` files hold them: bf16 as `|V2`, 8-bit floats as `|V1`."""
    array = array_of(attribute, type)
    return array if array.dtype.isbuiltin == 1 else array.view(f"|V{array.dtype.itemsize}")
