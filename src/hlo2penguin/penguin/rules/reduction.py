"""Rules of reductions, windows, scatters and sort."""

from __future__ import annotations

from math import prod

from hlo2penguin.forms.callables import BITWISE, COMPARE, LOGICAL, REDUCERS
from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import (
    Problems,
    Rules,
    axis,
    dimensions,
    dims,
    equal_shape,
    function,
    promotable,
    result_dtype,
    result_shape,
    shape_is,
    value,
)
from hlo2penguin.penguin.rules.windows import windowed

__all__ = ["RULES"]

_REDUCERS = frozenset(
    {*REDUCERS.values(), *(table[name] for table in (LOGICAL, BITWISE) for name in ("and", "or", "xor"))}
)
_SCATTERS = _REDUCERS | {"np.copyto"}


def _tag_is_function(op: Op) -> Problems:
    if op.values["xla_op"] != op.values["op"]:
        yield value(f"xla_op={op.values['xla_op']!r} beside op={op.values['op']}")


def _reduce(op: Op) -> Problems:
    yield from function(op, "op", _REDUCERS)
    yield from _tag_is_function(op)
    yield from promotable((*op.srcs, *op.dsts))
    yield from shape_is(op.srcs[1], ())
    shape = op.srcs[0].shape
    yield from dims(op, "reduce_dims", len(shape))
    yield from result_shape(op, tuple(size for dim, size in enumerate(shape) if dim not in op.values["reduce_dims"]))


def _window_problems(op: Op) -> Problems:
    rank = len(op.srcs[0].shape)
    for name in ("window_shape", "stride", "base_dilation", "window_dilation"):
        found = op.values.get(name, (1,) * rank)
        if len(found) != rank or any(size < 1 for size in found):
            yield value(f"{name}={found} for rank {rank}")
    if len(op.values["padding"]) != 2 * rank:
        yield value(f"padding={op.values['padding']} for rank {rank}")


def _window_count(op: Op) -> tuple[int, ...]:
    values, ones = op.values, (1,) * len(op.srcs[0].shape)
    return windowed(
        op.srcs[0].shape,
        values["window_shape"],
        values["stride"],
        values["padding"],
        values.get("base_dilation", ones),
        values.get("window_dilation", ones),
    )


def _reduce_window(op: Op) -> Problems:
    yield from function(op, "op", _REDUCERS)
    yield from _tag_is_function(op)
    yield from promotable((*op.srcs, *op.dsts))
    yield from shape_is(op.srcs[1], ())
    problems = list(_window_problems(op))
    yield from problems
    if not problems:
        yield from result_shape(op, _window_count(op))


def _scatter(op: Op) -> Problems:
    yield from function(op, "op", _SCATTERS)
    yield from _tag_is_function(op)
    if op.values["scatter_kind"] != op.values["op"]:
        yield value(f"scatter_kind={op.values['scatter_kind']} beside op={op.values['op']}")
    operand, indices, update = op.srcs
    yield from equal_shape((operand, op.dsts[0]))
    yield from promotable((operand, update, op.dsts[0]))
    rank, updates = len(operand.shape), len(update.shape)
    for name in ("inserted_window_dims", "scatter_dims_to_operand_dims", "input_batching_dims"):
        yield from dims(op, name, rank)
    yield from dims(op, "scatter_indices_batching_dims", len(indices.shape))
    window = dimensions(op, "update_window_dims")
    if sorted((*window, *dimensions(op, "update_scatter_dims"))) != list(range(updates)):
        yield value(f"update_window_dims and update_scatter_dims do not make up the update's rank {updates}")
    if len(window) + len(dimensions(op, "inserted_window_dims")) + len(dimensions(op, "input_batching_dims")) != rank:
        yield value(f"window, inserted and batching dimensions do not make up the operand's rank {rank}")
    vector: int = op.values["index_vector_dim"]
    if not 0 <= vector <= len(indices.shape):
        yield value(f"index_vector_dim={vector} for indices of rank {len(indices.shape)}")
        return
    depth = indices.shape[vector] if vector < len(indices.shape) else 1
    if depth != len(op.values["scatter_dims_to_operand_dims"]):
        yield value(f"indices of depth {depth} address {len(op.values['scatter_dims_to_operand_dims'])} dimensions")


def _select_and_scatter(op: Op) -> Problems:
    yield from function(op, "op", _REDUCERS)
    if op.values["xla_op"] not in COMPARE.values():
        yield "H2P174", f"xla_op={op.values['xla_op']!r} is no comparison"
    yield from promotable((*op.srcs, *op.dsts))
    yield from equal_shape((op.srcs[0], op.dsts[0]))
    yield from shape_is(op.srcs[2], ())
    problems = list(_window_problems(op))
    yield from problems
    if not problems:
        yield from shape_is(op.srcs[1], _window_count(op))


def _sort(op: Op) -> Problems:
    """An argsort keeps both results and loses its iota operand."""
    if not 0 < len(op.srcs) <= len(op.dsts):
        yield "H2P170", f"{len(op.srcs)} sources for {len(op.dsts)} destinations"
        return
    yield from equal_shape((*op.srcs, *op.dsts))
    yield from result_dtype(op)
    yield from axis(op, "dimension", len(op.srcs[0].shape))
    if op.values["comparison_dir"] not in ("lt", "le", "gt", "ge"):
        yield value(f"comparison_dir={op.values['comparison_dir']!r} is none of lt, le, gt, ge")


def _arg(op: Op) -> Problems:
    """Whether the reduced dimension stays as size 1 is not certain: elements are counted."""
    if not op.srcs or not 1 <= len(op.dsts) <= 2:
        yield "H2P170", f"{len(op.srcs)} sources and {len(op.dsts)} destinations"
        return
    shape = op.srcs[0].shape
    problems = list(axis(op, "axis", len(shape)))
    yield from problems
    if problems:
        return
    count = prod([size for dim, size in enumerate(shape) if dim != op.values["axis"]])
    for dst in op.dsts:
        if prod(dst.shape) != count:
            yield "H2P172", f"{dst.name} has {prod(dst.shape)} elements, the op gives {count}"


RULES: Rules = {
    "reduce": (2, 1, _reduce),
    "reduce_window": (2, 1, _reduce_window),
    "scatter": (3, 1, _scatter),
    "select_and_scatter": (3, 1, _select_and_scatter),
    "sort": (None, None, _sort),
    "argmax": (None, None, _arg),
    "argmin": (None, None, _arg),
}
