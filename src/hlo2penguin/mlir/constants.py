# pyright: basic
"""Constant attributes as numpy arrays, without Python lists and, where the bindings allow, without a copy."""

from __future__ import annotations

import functools
import re

import ml_dtypes
import numpy as np
from jaxlib.mlir import ir

from hlo2penguin.mlir.decode import TensorType

__all__ = ["NUMPY_DTYPES", "array_of", "constant_attribute", "element_type", "extremes", "splat_of"]

NUMPY_DTYPES: dict[str, np.dtype] = {
    "f64": np.dtype(np.float64),
    "f32": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f8E3M4": np.dtype(ml_dtypes.float8_e3m4),
    "f8E4M3": np.dtype(ml_dtypes.float8_e4m3),
    "f8E4M3FN": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8E4M3FNUZ": np.dtype(ml_dtypes.float8_e4m3fnuz),
    "f8E4M3B11FNUZ": np.dtype(ml_dtypes.float8_e4m3b11fnuz),
    "f8E5M2": np.dtype(ml_dtypes.float8_e5m2),
    "f8E5M2FNUZ": np.dtype(ml_dtypes.float8_e5m2fnuz),
    "f8E8M0FNU": np.dtype(ml_dtypes.float8_e8m0fnu),
    **{f"i{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"si{bits}": np.dtype(f"int{bits}") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    "i1": np.dtype(np.bool_),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
}
"""MLIR element type to numpy dtype (ml_dtypes where numpy has none)."""

_TOKEN = re.compile(r"0x[0-9A-F]+|-?[0-9][0-9.]*(?:e[+-]?[0-9]+)?")


def element_type(dtype: str, context: ir.Context) -> ir.Type:
    """The MLIR type of an element type's spelling."""
    return ir.Type.parse(dtype, context)


def array_of(attribute: ir.Attribute, type: TensorType) -> np.ndarray:
    """All elements, with the shape and the numpy dtype of `type`.

    The array may share the attribute's memory: it is read-only and lives as long as the context. Raises ValueError
    for a constant whose data the bindings cannot reach.
    """
    dtype = NUMPY_DTYPES[type.dtype]
    if type.size == 0:
        return np.empty(type.shape, dtype)
    if not isinstance(attribute, ir.DenseElementsAttr):
        raise ValueError("constant data in a resource section cannot be reached through the MLIR bindings")
    if dtype.isbuiltin == 1 and dtype.kind != "c":
        return np.asarray(attribute).astype(dtype, copy=False)
    array = _array_from_text(str(attribute), dtype)
    return np.broadcast_to(array.reshape(()), type.shape) if array.size == 1 else array.reshape(type.shape)


def _array_from_text(text: str, dtype: np.dtype) -> np.ndarray:
    """Elements of a float constant whose type the buffer protocol does not know; long ones print as raw bytes."""
    body = text[text.index("<") + 1 : text.rindex(">")] if text.startswith("dense<") else ""
    if body.startswith('"0x'):
        return np.frombuffer(bytes.fromhex(body[3 : body.index('"', 3)]), dtype)
    body = body[: body.rindex(">")] if ">" in body else body
    bits = np.dtype(f"uint{dtype.itemsize * 8}")
    tokens = _TOKEN.findall(body)
    array = np.array([0.0 if token.startswith("0x") else float(token) for token in tokens]).astype(dtype)
    for index, token in enumerate(tokens):
        if token.startswith("0x"):
            array.view(bits)[index] = int(token, 16)
    return array


@functools.cache
def extremes(dtype: str) -> tuple[float, float]:
    """The lowest and the largest finite value of an integer or float element type."""
    numpy_dtype = NUMPY_DTYPES[dtype]
    limits = np.iinfo(numpy_dtype) if numpy_dtype.kind in "iu" else ml_dtypes.finfo(numpy_dtype)
    return numpy_dtype.type(limits.min).item(), numpy_dtype.type(limits.max).item()


def splat_of(attribute: ir.Attribute, type: TensorType) -> np.generic | None:
    """The one element of a splat (or one-element) constant in its exact dtype, else None."""
    if not isinstance(attribute, ir.DenseElementsAttr) or not attribute.is_splat:
        return None
    dtype = NUMPY_DTYPES[type.dtype]
    value = attribute.get_splat_value().value
    if value != value:
        return array_of(attribute, type).flat[0]
    return dtype.type(value)


def constant_attribute(array: np.ndarray, type: ir.Type) -> ir.Attribute:
    """A dense attribute of tensor type `type` with the elements of `array`; equal elements make a splat."""
    flat = np.ascontiguousarray(array).reshape(-1)
    bits = flat.view(f"V{flat.dtype.itemsize}")
    if flat.size == 0 or not (bits == bits[0]).all():
        return _dense(array, type)
    value = flat[0].item()
    if flat.dtype.kind == "b":
        return ir.DenseElementsAttr.get_splat(type, ir.BoolAttr.get(value, type.context))
    if flat.dtype.kind in "iu":
        return ir.Attribute.parse(f"dense<{value}> : {type}", type.context)
    if value != value:
        return ir.Attribute.parse(f"dense<0x{flat[:1].tobytes()[::-1].hex().upper()}> : {type}", type.context)
    with ir.Location.unknown(type.context):
        return ir.DenseElementsAttr.get_splat(type, ir.FloatAttr.get(ir.RankedTensorType(type).element_type, value))


def _dense(array: np.ndarray, type: ir.Type) -> ir.Attribute:
    data = np.ascontiguousarray(array)
    if data.size == 0:
        return ir.Attribute.parse(f"dense<> : {type}", type.context)
    if data.dtype.kind == "b":
        bits = [ir.BoolAttr.get(bit, type.context) for bit in data.reshape(-1).tolist()]
        return ir.DenseElementsAttr.get(bits, type, context=type.context)
    if data.dtype.isbuiltin == 1:
        return ir.DenseElementsAttr.get(
            data, shape=list(data.shape), type=ir.RankedTensorType(type).element_type, context=type.context
        )
    return ir.Attribute.parse(f'dense<"0x{data.tobytes().hex().upper()}"> : {type}', type.context)
