# pyright: basic
"""Types, attributes and locations as plain Python values, each distinct one decoded once per context."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import mhlo, stablehlo

from hlo2penguin.diagnostics import Diagnostic, Refused

__all__ = [
    "BUFFER",
    "DYNAMIC",
    "ConvDims",
    "Decoder",
    "DotDims",
    "GatherDims",
    "Provenance",
    "ScatterDims",
    "SourcePlace",
    "TensorType",
]

BUFFER = "-"
"""File of locations that the MLIR parser makes up for text that has none: a place in the input, not in a source."""

DYNAMIC = -1
"""Extent of a dimension whose size is not known at compile time."""


@dataclass(frozen=True, slots=True)
class TensorType:
    """Shape and element type of a ranked tensor; `dtype` is MLIR's spelling (`f32`, `bf16`, `i1`, `ui8`, `f8E4M3FN`).

    Other types have an empty shape and their full text (`!stablehlo.token`, `tuple<…>`) as `dtype`.
    """

    shape: tuple[int, ...]
    dtype: str
    ranked: bool = True

    @property
    def size(self) -> int:
        """Number of elements."""
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def is_static(self) -> bool:
        """Whether every extent is known."""
        return self.ranked and DYNAMIC not in self.shape


@dataclass(frozen=True, slots=True)
class DotDims:
    """Dimension numbers of dot_general."""

    lhs_batching: tuple[int, ...]
    rhs_batching: tuple[int, ...]
    lhs_contracting: tuple[int, ...]
    rhs_contracting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GatherDims:
    """Dimension numbers of gather."""

    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    operand_batching_dims: tuple[int, ...]
    start_indices_batching_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    index_vector_dim: int


@dataclass(frozen=True, slots=True)
class ScatterDims:
    """Dimension numbers of scatter."""

    update_window_dims: tuple[int, ...]
    inserted_window_dims: tuple[int, ...]
    input_batching_dims: tuple[int, ...]
    scatter_indices_batching_dims: tuple[int, ...]
    scatter_dims_to_operand_dims: tuple[int, ...]
    index_vector_dim: int


@dataclass(frozen=True, slots=True)
class ConvDims:
    """Dimension numbers of convolution."""

    input_batch: int
    input_feature: int
    input_spatial: tuple[int, ...]
    kernel_input_feature: int
    kernel_output_feature: int
    kernel_spatial: tuple[int, ...]
    output_batch: int
    output_feature: int
    output_spatial: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where an op comes from: framework name, HLO instruction name and unique id (0: none), source file and line.

    `in_input`: file and line are a place in the program's own text, not in a source that it was made from.
    """

    op_name: str = ""
    instruction: str = ""
    hlo_id: int = 0
    file: str = ""
    line: int = 0
    column: int = 0
    in_input: bool = False


class SourcePlace(NamedTuple):
    """Where many instructions come from: how their names in debug locations begin, file and line."""

    name: str
    file: str
    line: int


UNNAMED = "UnnamedModule"
"""Name in the debug location of a statement that no instruction of the source stands for (real output)."""
_INSTRUCTION = re.compile(r"^(.*)#([^#@]*)@(\d+)$", re.DOTALL)


def provenance_name(op_name: str, instruction: str, hlo_id: int) -> str:
    """Text of the name location that carries an op's provenance: `op_name#instruction@id`.

    Without `op_name` the op's is that of the location inside.
    """
    return f"{op_name}#{instruction}@{hlo_id}"


def is_marked(name: str) -> bool:
    """Whether the text of a name location carries an instruction and its id."""
    return "@" in name and _INSTRUCTION.match(name) is not None


class Decoder:
    """Memo tables over one context. Not for use across contexts or threads.

    `source` is the program's name, which stands for the file of places in its own text.
    """

    def __init__(self, source: str = BUFFER) -> None:
        self.source = source
        self._types: dict[ir.Type, TensorType] = {}
        self._attributes: dict[ir.Attribute, Any] = {}
        self._locations: dict[ir.Attribute, Provenance] = {}
        self._places: dict[int, SourcePlace] = {}

    def type(self, type: ir.Type) -> TensorType:
        """Shape and element type of `type`."""
        found = self._types.get(type)
        if found is None:
            found = self._types[type] = _decode_type(type)
        return found

    def value(self, value: ir.Value) -> TensorType:
        """Shape and element type of a value."""
        return self.type(value.type)

    def attribute(self, attribute: ir.Attribute) -> Any:
        """An attribute as int, bool, float, str, tuple, dict or one of the `…Dims` classes.

        Dense constants other than short integer lists stay as they are; anything else gives its text."""
        found = self._attributes.get(attribute)
        if found is None:
            found = self._attributes[attribute] = _decode_attribute(attribute)
        return found

    def get(self, op: ir.OpView | ir.Operation, name: str, default: Any = None) -> Any:
        """The op's attribute `name`, decoded; `default` where it has none."""
        attribute = op.operation.attributes.get(name)
        return default if attribute is None else self.attribute(attribute)

    def location(self, location: ir.Location) -> Provenance:
        """Provenance of a location: names and marks outside in, file and line of the first file location."""
        # Locations compare but do not hash by what they say; their attributes do both.
        key = location.attr
        found = self._locations.get(key)
        if found is None:
            found = self._locations[key] = _decode_location(location, self.source)
        return found

    def debug_location(self, location: ir.Location) -> tuple[SourcePlace, str, int]:
        """Place, instruction, which completes the name, and HLO id: `location` in short.

        Names are `op_name_instruction`, else op_name, else `UNNAMED`. Places in the program's own text are none: the
        same program gives the same text wherever its file lies. Every op has an instruction of its own, so the usual
        location is taken apart here and only what is inside it, which many ops share, is remembered.
        """
        if type(location) is ir.NameLoc:
            before, at, hlo_id = location.name_str.rpartition("@")
            op_name, sharp, instruction = before.rpartition("#")
            if at and sharp and hlo_id.isdecimal():
                place = self._place_inside(location.child_loc)
                if op_name:
                    place = SourcePlace(f"{op_name}_", place.file, place.line)
                return place, instruction, int(hlo_id)
        where = self.location(location)
        name = f"{where.op_name}_" if where.instruction else where.op_name or UNNAMED
        return _source_place(where, name), where.instruction, where.hlo_id

    def _place_inside(self, location: ir.Location) -> SourcePlace:
        if type(location) is ir.FileLineColLoc:  # mostly another line for each op: nothing to remember
            file = location.filename
            return _NOWHERE if file == BUFFER else SourcePlace("_", file, location.start_line)
        key = hash(location.attr)
        found = self._places.get(key)
        if found is None:
            where = self.location(location)
            found = self._places[key] = _source_place(where, f"{where.op_name}_")
        return found


_NOWHERE = SourcePlace("_", "", 0)


def _source_place(where: Provenance, name: str) -> SourcePlace:
    return SourcePlace(name, "", 0) if where.in_input else SourcePlace(name, where.file, where.line)


def _decode_type(type: ir.Type) -> TensorType:
    if isinstance(type, ir.RankedTensorType):
        dynamic = ir.ShapedType.get_dynamic_size()
        shape = tuple(DYNAMIC if extent == dynamic else extent for extent in type.shape)
        if type.encoding is not None and DYNAMIC not in shape and "bounds" in str(type.encoding):
            shape = (DYNAMIC, *shape[1:])
        return TensorType(shape, str(type.element_type))
    return TensorType((), str(type), ranked=False)


def _decode_location(location: ir.Location, source: str) -> Provenance:
    names: list[str] = []
    file, line, column = "", 0, 0
    pending = [location]
    while pending:
        here = pending.pop()
        if isinstance(here, ir.NameLoc):
            names.append(here.name_str)
            pending.append(here.child_loc)
        elif isinstance(here, ir.FusedLoc):
            pending.extend(reversed(here.locations))
        elif isinstance(here, ir.CallSiteLoc):
            pending.append(here.callee)
        elif isinstance(here, ir.FileLineColLoc) and not file:
            file, line, column = here.filename, here.start_line, here.start_col
    in_input = file == BUFFER
    file = source if in_input else file
    for index, name in enumerate(names):
        if mark := _INSTRUCTION.match(name):
            op_name = mark[1] or next((inner for inner in names[index + 1 :] if not is_marked(inner)), "")
            return Provenance(op_name, mark[2], int(mark[3]), file, line, column, in_input)
    return Provenance(names[0] if names else "", "", 0, file, line, column, in_input)


def _tuple(values: Any) -> tuple[int, ...]:
    return tuple(int(v) for v in values)


def _nested(values: Any) -> Any:
    return tuple(_nested(v) for v in values) if isinstance(values, list) else values


def _dot(a: Any) -> DotDims:
    return DotDims(
        _tuple(a.lhs_batching_dimensions),
        _tuple(a.rhs_batching_dimensions),
        _tuple(a.lhs_contracting_dimensions),
        _tuple(a.rhs_contracting_dimensions),
    )


def _gather(a: Any) -> GatherDims:
    return GatherDims(
        _tuple(a.offset_dims),
        _tuple(a.collapsed_slice_dims),
        _tuple(a.operand_batching_dims),
        _tuple(a.start_indices_batching_dims),
        _tuple(a.start_index_map),
        a.index_vector_dim,
    )


def _scatter(a: Any) -> ScatterDims:
    return ScatterDims(
        _tuple(a.update_window_dims),
        _tuple(a.inserted_window_dims),
        _tuple(a.input_batching_dims),
        _tuple(a.scatter_indices_batching_dims),
        _tuple(a.scattered_dims_to_operand_dims),
        a.index_vector_dim,
    )


def _conv(a: Any) -> ConvDims:
    return ConvDims(
        a.input_batch_dimension,
        a.input_feature_dimension,
        _tuple(a.input_spatial_dimensions),
        a.kernel_input_feature_dimension,
        a.kernel_output_feature_dimension,
        _tuple(a.kernel_spatial_dimensions),
        a.output_batch_dimension,
        a.output_feature_dimension,
        _tuple(a.output_spatial_dimensions),
    )


def _alias(a: Any) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    return (_tuple(a.output_tuple_indices), a.operand_index, _tuple(a.operand_tuple_indices))


_DIALECT_ATTRIBUTES: list[tuple[Any, Callable[[Any], Any]]] = []
for _module in (stablehlo, mhlo):
    for _name, _decode in (
        ("DotDimensionNumbers", _dot),
        ("GatherDimensionNumbers", _gather),
        ("ScatterDimensionNumbers", _scatter),
        ("ConvDimensionNumbers", _conv),
        ("OutputOperandAlias", _alias),
        ("ComparisonDirectionAttr", lambda a: a.value),
        ("ComparisonTypeAttr", lambda a: a.value),
        ("PrecisionAttr", lambda a: a.value),
        ("RngAlgorithmAttr", lambda a: a.value),
        ("RngDistributionAttr", lambda a: a.value),
        ("ChannelHandle", lambda a: (a.handle, a.channel_type)),
    ):
        _DIALECT_ATTRIBUTES.append((getattr(_module, _name), _decode))


def _string(attribute: ir.StringAttr) -> str:
    try:
        return attribute.value
    except (RuntimeError, UnicodeDecodeError):  # HLO's backend_config is bytes
        help = "such data is not printable: remove the attribute"
        raise Refused(Diagnostic("H2P002", f"a string is not UTF-8: {attribute.value_bytes[:40]!r}", help)) from None


MAX_DEPTH = 64
"""How deep attributes may be nested in each other: far beyond real ones, far below where Python stops."""


def _decode_attribute(attribute: ir.Attribute, depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise Refused(
            Diagnostic("H2P005", f"an attribute is nested more than {MAX_DEPTH} deep", "remove the attribute")
        )
    match attribute:
        case ir.DenseI64ArrayAttr() | ir.DenseBoolArrayAttr() | ir.DenseI32ArrayAttr():
            return tuple(attribute)
        case ir.DenseIntElementsAttr():
            return _nested(np.array(attribute).tolist())
        case ir.StringAttr():
            return _string(attribute)
        case ir.BoolAttr() | ir.IntegerAttr() | ir.FloatAttr() | ir.FlatSymbolRefAttr():
            return attribute.value
        case ir.ArrayAttr():
            return tuple(_decode_attribute(item, depth + 1) for item in attribute)
        case ir.DictAttr():
            return {item.name: _decode_attribute(item.attr, depth + 1) for item in attribute}
        case ir.UnitAttr():
            return True
        case ir.DenseElementsAttr() | ir.DenseResourceElementsAttr():
            return attribute
        case _:
            for wrapper, decode in _DIALECT_ATTRIBUTES:
                if wrapper.isinstance(attribute):
                    return decode(wrapper(attribute))
            return str(attribute)
