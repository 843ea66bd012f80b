"""Lift of reductions, windows, scatter and sort: forms whose body is the name of a function."""

from __future__ import annotations

from collections.abc import Sequence

from hlo2penguin.lift.definitions import arg_extreme, sorted_by_first
from hlo2penguin.lift.reducers import reducer, selector
from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable
from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import ScatterDims, TensorType

__all__ = ["LIFTS"]


def _operand_and_init(b: Builder, s: Statement, keyword: str = "") -> tuple[Array, Array]:
    """The initial value is an operand; a text without it gives it as `keyword`."""
    if keyword and len(s.args) == 1:
        return s.args[0], b.constant(s.values[keyword], (), s.args[0].dtype)
    operand, init = s.only(2)
    if init.shape != () or init.dtype != operand.dtype:
        raise Unliftable("H2P222", f"an initial value of {init.dtype} {init.shape} for {operand.dtype}")
    return operand, init


def _reduce(b: Builder, s: Statement) -> Sequence[Array]:
    operand, init = _operand_and_init(b, s, "init_value")
    return [b.reduce(operand, init, s.values["reduce_dims"], reducer(b, s.values["op"]))]


def _pairs(b: Builder, flat: Sequence[int]) -> ir.Attribute:
    return b.matrix(list(zip(flat[::2], flat[1::2], strict=True)), 2)


def _reduce_window(b: Builder, s: Statement) -> Sequence[Array]:
    operand, init = _operand_and_init(b, s)
    attributes = {
        "window_dimensions": b.i64s(s.values["window_shape"]),
        "window_strides": b.i64s(s.values["stride"]),
        "padding": _pairs(b, s.values["padding"]),
    }
    for keyword, name in (("base_dilation", "base_dilations"), ("window_dilation", "window_dilations")):
        if keyword in s.values:
            attributes[name] = b.i64s(s.values[keyword])
    scalar = TensorType((), operand.dtype)
    body = reducer(b, s.values["op"])
    return b.op("reduce_window", [operand, init], s.destinations(1), attributes, body, body_types=[scalar, scalar])


def _scatter(b: Builder, s: Statement) -> Sequence[Array]:
    operand, indices, updates = s.only(3)
    v = s.values
    if v["scatter_kind"] != v["op"]:
        raise Unliftable("H2P222", f"scatter_kind is {v['scatter_kind']}, op is {v['op']}")
    dims = ScatterDims(
        v["update_window_dims"],
        v["inserted_window_dims"],
        v.get("input_batching_dims", ()),
        v.get("scatter_indices_batching_dims", ()),
        v["scatter_dims_to_operand_dims"],
        v["index_vector_dim"],
    )
    attributes = {"scatter_dimension_numbers": b.dims(dims), "unique_indices": b.flag(v["unique_indices"])}
    scalar = TensorType((), operand.dtype)
    body = reducer(b, v["op"])
    return b.op("scatter", [operand, indices, updates], [operand.type], attributes, body, body_types=[scalar, scalar])


def _select_and_scatter(b: Builder, s: Statement) -> Sequence[Array]:
    operand, source, init = s.only(3)
    attributes = {
        "window_dimensions": b.i64s(s.values["window_shape"]),
        "window_strides": b.i64s(s.values["stride"]),
        "padding": _pairs(b, s.values["padding"]),
    }
    scalar = TensorType((), operand.dtype)
    select, scatter = selector(b, s.values["xla_op"]), reducer(b, s.values["op"])
    return b.op(
        "select_and_scatter",
        [operand, source, init],
        [operand.type],
        attributes,
        select,
        scatter,
        body_types=[scalar, scalar],
    )


def _sort(b: Builder, s: Statement) -> Sequence[Array]:
    """One source and two destinations: an argsort whose iota operand the printer dropped."""
    dimension, operands = s.values["dimension"], list(s.args)
    if len(operands) == 1 and len(s.results) == 2:
        operands.append(b.iota(dimension, s.results[1].shape, s.results[1].dtype))
    s.destinations(len(operands))
    direction = s.values["comparison_dir"].upper()
    if direction not in ("LT", "LE", "GT", "GE"):
        raise Unliftable("H2P224", f"comparison_dir {s.values['comparison_dir']!r} is not lt, le, gt or ge")
    return sorted_by_first(b, operands, dimension, direction=direction, stable=s.values["is_stable"])


def _arg_extreme(b: Builder, s: Statement, *, largest: bool) -> Sequence[Array]:
    (x,) = s.only(1)
    indices_dtype = s.results[-1].dtype
    value, index = arg_extreme(b, x, s.values["axis"], largest=largest, indices_dtype=indices_dtype)
    shapes = [result.shape for result in s.results]
    found = [index] if len(shapes) == 1 else [value, index]
    s.destinations(len(found))
    return [b.reshape(array, shape) for array, shape in zip(found, shapes, strict=True)]


def _argmax(b: Builder, s: Statement) -> Sequence[Array]:
    return _arg_extreme(b, s, largest=True)


def _argmin(b: Builder, s: Statement) -> Sequence[Array]:
    return _arg_extreme(b, s, largest=False)


LIFTS: dict[str, LiftFunction] = {
    "reduce": _reduce,
    "reduce_window": _reduce_window,
    "scatter": _scatter,
    "select_and_scatter": _select_and_scatter,
    "sort": _sort,
    "argmax": _argmax,
    "argmin": _argmin,
}
