# pyright: basic
"""Writing StableHLO: values that know their shape, and a builder that appends ops to a block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.mlir.decode import ConvDims, DotDims, GatherDims, ScatterDims, TensorType

__all__ = ["Array", "Builder", "is_float", "is_unsigned", "lowest_and_highest"]


def is_float(dtype: str) -> bool:
    """Whether an MLIR element type is a float (`f32`, `bf16`, `f8E4M3FN`)."""
    return dtype.startswith(("f", "bf"))


def is_unsigned(dtype: str) -> bool:
    """Whether an MLIR element type compares as unsigned (`ui8`, `i1`)."""
    return dtype.startswith("ui") or dtype == "i1"


def lowest_and_highest(dtype: str) -> tuple[Any, Any]:
    """The ends of an MLIR element type's order: infinities where it has them, else its extreme values."""
    numpy_dtype = NUMPY_DTYPES[dtype]
    if dtype == "i1":
        return False, True
    if not is_float(dtype):
        bounds = np.iinfo(numpy_dtype)
        return bounds.min, bounds.max
    infinity = np.asarray(np.inf, numpy_dtype)
    if np.isinf(infinity.astype(np.float64)):
        return -np.inf, np.inf
    limits = ml_dtypes.finfo(numpy_dtype)
    return limits.min, limits.max


@dataclass(frozen=True, slots=True)
class Array:
    """An SSA value with its shape and MLIR element type."""

    value: ir.Value
    shape: tuple[int, ...]
    dtype: str

    @property
    def type(self) -> TensorType:
        """Shape and element type."""
        return TensorType(self.shape, self.dtype)


_ENUMS = {
    "ComparisonDirection": frozenset({"EQ", "NE", "GE", "GT", "LE", "LT"}),
    "ComparisonType": frozenset({"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}),
    "RngAlgorithm": frozenset({"DEFAULT", "THREE_FRY", "PHILOX"}),
    "RngDistribution": frozenset({"UNIFORM", "NORMAL"}),
}


class Builder:
    """Appends StableHLO ops at `ip`, located at `location`. Methods infer the result's type where it is plain."""

    def __init__(self, ip: ir.InsertionPoint, location: ir.Location) -> None:
        self.ip = ip
        self.location = location
        self.context = location.context
        self._types: dict[tuple[tuple[int, ...], str], ir.Type] = {}
        self._attributes: dict[tuple[Any, ...], ir.Attribute] = {}

    def type(self, shape: Sequence[int], dtype: str) -> ir.Type:
        """The ranked tensor type. Raises OverflowError for an extent that no tensor has."""
        key = (tuple(shape), dtype)
        found = self._types.get(key)
        if found is None:
            if not all(0 <= extent < 2**63 for extent in shape):
                raise OverflowError(f"no tensor has the shape {tuple(shape)}")
            element = ir.Type.parse(dtype, self.context)
            found = self._types[key] = ir.RankedTensorType.get(list(shape), element, loc=self.location)
        return found

    def op(
        self,
        name: str,
        operands: Sequence[Array],
        results: Sequence[TensorType],
        attributes: Mapping[str, ir.Attribute] | None = None,
        *bodies: Callable[..., Array],
        body_types: Sequence[TensorType] = (),
    ) -> list[Array]:
        """Appends `stablehlo.<name>`; each body is called with its region's arguments and gives what it returns."""
        created = ir.Operation.create(
            f"stablehlo.{name}",
            results=[self.type(result.shape, result.dtype) for result in results],
            operands=[operand.value for operand in operands],
            attributes=dict(attributes) if attributes else None,
            regions=len(bodies),
            loc=self.location,
            ip=self.ip,
        )
        for region, body in zip(created.regions, bodies, strict=True):
            with self._block(region, body_types) as arguments:
                returned = body(*arguments)
                self.op("return", [returned], [])
        pairs = zip(created.results, results, strict=True)
        return [Array(value, result.shape, result.dtype) for value, result in pairs]

    @contextmanager
    def _block(self, region: ir.Region, types: Sequence[TensorType]) -> Iterator[list[Array]]:
        kinds = [self.type(type.shape, type.dtype) for type in types]
        block = region.blocks.append(*kinds, arg_locs=[self.location] * len(kinds))
        outer, self.ip = self.ip, ir.InsertionPoint(block)
        yield [Array(value, t.shape, t.dtype) for value, t in zip(block.arguments, types, strict=True)]
        self.ip = outer

    # Attributes, each distinct one made once.

    def _attribute(self, kind: str, value: Any, make: Callable[[], ir.Attribute]) -> ir.Attribute:
        found = self._attributes.get((kind, value))
        if found is None:
            found = self._attributes[kind, value] = make()
        return found

    # Integers raise ValueError where they do not fit: the bindings take no others, and say so in several ways.

    def i64(self, value: int) -> ir.Attribute:
        """`5 : i64`."""
        return self._integer(64, value)

    def i32(self, value: int) -> ir.Attribute:
        """`5 : i32`."""
        return self._integer(32, value)

    def _integer(self, bits: int, value: int) -> ir.Attribute:
        def make() -> ir.Attribute:
            _check_fits(bits, value)
            return ir.IntegerAttr.get(ir.IntegerType.get_signless(bits, self.context), value)

        return self._attribute(f"i{bits}", value, make)

    def i64s(self, values: Sequence[int]) -> ir.Attribute:
        """`array<i64: …>`."""

        def make() -> ir.Attribute:
            _check_fits(64, *values)
            return ir.DenseI64ArrayAttr.get(list(values), self.context)

        return self._attribute("i64s", tuple(values), make)

    def flag(self, value: bool) -> ir.Attribute:
        """`true` or `false`."""
        return self._attribute("flag", value, lambda: ir.BoolAttr.get(value, self.context))

    def flags(self, values: Sequence[bool]) -> ir.Attribute:
        """`array<i1: …>`."""
        return self._attribute("flags", tuple(values), lambda: ir.DenseBoolArrayAttr.get(list(values), self.context))

    def unit(self) -> ir.Attribute:
        """A unit attribute."""
        return self._attribute("unit", (), lambda: ir.UnitAttr.get(self.context))

    def empty_dict(self) -> ir.Attribute:
        """`{}`."""
        return self._attribute("dict", (), lambda: ir.DictAttr.get({}, self.context))

    def string(self, text: str) -> ir.Attribute:
        """A string attribute."""
        return self._attribute("string", text, lambda: ir.StringAttr.get(text, self.context))

    def matrix(self, rows: Sequence[Sequence[int]], columns: int) -> ir.Attribute:
        """A dense `tensor<rows x columns x i64>`; short rows are filled up with -1."""
        array = np.full((len(rows), columns), -1, np.int64)
        for row, values in zip(array, rows, strict=True):
            _check_fits(64, *values)
            row[: len(values)] = values
        return self._dense(array, array.shape, "i64")

    def channel(self, handle: int) -> ir.Attribute:
        """A device-to-device channel."""
        _check_fits(64, handle)
        return stablehlo.ChannelHandle.get(handle, 1, self.context)

    def enum(self, name: str, value: str) -> ir.Attribute:
        """A StableHLO enum attribute. Raises ValueError for an unknown value, over which MLIR ends the process."""
        if value not in _ENUMS[name]:
            raise ValueError(f"{value} is no {name}")
        return self._attribute(name, value, lambda: getattr(stablehlo, f"{name}Attr").get(value, self.context))

    def dims(self, dims: DotDims | ConvDims | GatherDims | ScatterDims) -> ir.Attribute:
        """Dimension numbers as an attribute."""
        make: Callable[..., ir.Attribute] = _DIMENSION_NUMBERS[type(dims)].get
        values = [getattr(dims, name) for name in dims.__slots__]
        for value in values:
            _check_fits(64, *(value if isinstance(value, tuple) else (value,)))
        return make(*[list(value) if isinstance(value, tuple) else value for value in values], self.context)

    def _dense(self, array: np.ndarray[Any, Any], shape: Sequence[int], dtype: str) -> ir.Attribute:
        raw = np.ascontiguousarray(array)
        if raw.dtype.kind == "V" or raw.dtype not in _BUFFER_DTYPES:
            raw = raw.view(np.dtype(f"u{raw.dtype.itemsize}"))
        element = ir.Type.parse(dtype, self.context)
        return ir.DenseElementsAttr.get(raw, type=element, shape=list(shape), context=self.context)

    # Values.

    def constant(self, value: Any, shape: Sequence[int], dtype: str) -> Array:
        """A constant: a number over the whole shape, or an array of that many elements of the same dtype."""
        array = np.asarray(value, NUMPY_DTYPES[dtype])
        size = TensorType(tuple(shape), dtype).size
        array = array.reshape(tuple(shape) if array.size == size else (1,) * len(shape))
        attribute = self._dense(array[:0] if size == 0 and shape else array, shape, dtype)
        return self.op("constant", [], [TensorType(tuple(shape), dtype)], {"value": attribute})[0]

    def elementwise(self, name: str, *operands: Array, dtype: str | None = None) -> Array:
        """An op over operands of one shape; the result's dtype is the first operand's unless given."""
        first = operands[0]
        return self.op(name, operands, [TensorType(first.shape, dtype or first.dtype)])[0]

    def compare(self, direction: str, lhs: Array, rhs: Array, *, total_order: bool = False) -> Array:
        """`compare`, of the type that fits the operands."""
        by_dtype = "FLOAT" if is_float(lhs.dtype) else "UNSIGNED" if is_unsigned(lhs.dtype) else "SIGNED"
        attributes = {
            "comparison_direction": self.enum("ComparisonDirection", direction),
            "compare_type": self.enum("ComparisonType", "TOTALORDER" if total_order else by_dtype),
        }
        return self.op("compare", [lhs, rhs], [TensorType(lhs.shape, "i1")], attributes)[0]

    def select(self, pred: Array, on_true: Array, on_false: Array) -> Array:
        """`select`; `pred` is a scalar or of the operands' shape."""
        return self.op("select", [pred, on_true, on_false], [on_true.type])[0]

    def convert(self, operand: Array, dtype: str) -> Array:
        """`convert`; the operand itself where the dtype is the same."""
        return operand if operand.dtype == dtype else self.elementwise("convert", operand, dtype=dtype)

    def reshape(self, operand: Array, shape: Sequence[int]) -> Array:
        """`reshape`; the operand itself where the shape is the same."""
        shape = tuple(shape)
        return (
            operand if operand.shape == shape else self.op("reshape", [operand], [TensorType(shape, operand.dtype)])[0]
        )

    def broadcast(self, operand: Array, dims: Sequence[int], shape: Sequence[int]) -> Array:
        """`broadcast_in_dim`; the operand itself where nothing changes."""
        shape = tuple(shape)
        if operand.shape == shape and tuple(dims) == tuple(range(len(shape))):
            return operand
        attributes = {"broadcast_dimensions": self.i64s(dims)}
        return self.op("broadcast_in_dim", [operand], [TensorType(shape, operand.dtype)], attributes)[0]

    def iota(self, dim: int, shape: Sequence[int], dtype: str) -> Array:
        """`iota`."""
        return self.op("iota", [], [TensorType(tuple(shape), dtype)], {"iota_dimension": self.i64(dim)})[0]

    def slice(self, operand: Array, starts: Sequence[int], limits: Sequence[int], strides: Sequence[int]) -> Array:
        """`slice`."""
        extents = zip(starts, limits, strides, strict=True)
        shape = tuple(-(-(limit - start) // stride) for start, limit, stride in extents)
        attributes = {
            "start_indices": self.i64s(starts),
            "limit_indices": self.i64s(limits),
            "strides": self.i64s(strides),
        }
        return self.op("slice", [operand], [TensorType(shape, operand.dtype)], attributes)[0]

    def reduce(self, operand: Array, init: Array, dims: Sequence[int], body: Callable[[Array, Array], Array]) -> Array:
        """`reduce` of one operand."""
        shape = tuple(extent for dim, extent in enumerate(operand.shape) if dim not in dims)
        result = TensorType(shape, operand.dtype)
        scalar = TensorType((), operand.dtype)
        attributes = {"dimensions": self.i64s(dims)}
        return self.op("reduce", [operand, init], [result], attributes, body, body_types=[scalar, scalar])[0]


def _check_fits(bits: int, *values: int) -> None:
    for value in values:
        if not -(1 << bits - 1) <= value < 1 << bits - 1:
            raise ValueError(f"{value} does not fit {bits} bits")


_BUFFER_DTYPES = {np.dtype(code) for code in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")}
_DIMENSION_NUMBERS: dict[type, Any] = {
    DotDims: stablehlo.DotDimensionNumbers,
    ConvDims: stablehlo.ConvDimensionNumbers,
    GatherDims: stablehlo.GatherDimensionNumbers,
    ScatterDims: stablehlo.ScatterDimensionNumbers,
}
