"""Reductions, windows, sort and top-k: ops whose region the text gives as one name."""

from __future__ import annotations

import math

from hlo2penguin.forms.callables import COMPARE
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.printer.emit.comparator import FLIPPED, sort_direction
from hlo2penguin.printer.emit.origin import constant_of, iota_dimension
from hlo2penguin.printer.emit.regions import Body, arg_extreme, body_of, identity, reducer
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["EMITTERS", "emit_top_k"]


# Reduce


def _reduce(op: Op, statements: Statements) -> None:
    operands = op.operation.operands
    if len(operands) != 2:
        return _reduce_several(op, statements)
    function = reducer(op, statements)

    def emit(op: Op, statements: Statements) -> None:
        values = {
            "op": function,
            "xla_op": function,
            "init_value": identity(function, statements.type(operands[0])),
            "reduce_dims": statements.get(op, "dimensions"),
        }
        statements.emit(op, "reduce", values)

    statements.emit_by_signature(op, f"reduce {function}", emit)


def _reduce_several(op: Op, statements: Statements) -> None:
    """A reduction over (value, index) pairs that finds the position of the largest or smallest; others are refused."""
    operands = op.operation.operands[:]
    dims = statements.get(op, "dimensions")
    found = arg_extreme(body_of(op), statements) if len(operands) == 4 else None
    if (
        found is None
        or len(dims) != 1
        or iota_dimension(operands[1], statements) != dims[0]
        or constant_of(operands[3], statements) != 0
        or not _loses_to_all(constant_of(operands[2], statements), found[0], statements.type(operands[0]))
    ):
        count = len(operands) // 2
        raise Unsupported(
            "NCC_PYP027" if statements.printer == "mhlo" else "NCC_ISPP027",
            "Reduce operation with multiple operand tensors is not supported. "
            f"Encountered reduce operation with {count} operands.",
            "Split multi-operand reduce into separate single-operand reduce operations.",
        )
    form, nan_wins = found
    if not nan_wins:
        message = f"a NaN among the operands wins in the printed {form}; in this body that depends on the order"
        statements.remark(op, "NanOrder", message)
    statements.emit(op, form, {"axis": dims[0]}, srcs=[statements.operand(operands[0])])


def _loses_to_all(init: object, form: str, type: TensorType) -> bool:
    """Whether an initial value can never be the result: the infinity, or the extreme integer, on the far side."""
    if init is None:
        return False
    if "f" in type.dtype:
        return float(init) == (-math.inf if form == "argmax" else math.inf)  # pyright: ignore[reportArgumentType]
    return init == identity("np.maximum" if form == "argmax" else "np.minimum", type)


# Windows


def _flat(padding: tuple[tuple[int, ...], ...] | None, rank: int) -> tuple[int, ...]:
    """Low and high padding of each dimension in turn."""
    return tuple(edge for pair in padding for edge in pair) if padding else (0,) * (2 * rank)


def _window(op: Op, statements: Statements) -> dict[str, tuple[int, ...]]:
    shape = statements.get(op, "window_dimensions")
    return {
        "window_shape": shape,
        "stride": statements.get(op, "window_strides") or (1,) * len(shape),
        "padding": _flat(statements.get(op, "padding"), len(shape)),
    }


def _reduce_window(op: Op, statements: Statements) -> None:
    operands = op.operation.operands
    if len(operands) != 2:
        raise Unsupported(
            "NCC_PYP055",
            f"reduce_window with {len(operands) // 2} operand tensors is not supported",
            "reduce each tensor by a window of its own",
        )
    function = reducer(op, statements)
    neutral = identity(function, statements.type(operands[0]))
    init = constant_of(operands[1], statements)
    values: dict[str, object] = {
        "op": function,
        "xla_op": function,
        "use_init_operand": init is None or init.item() != neutral,
        **_window(op, statements),
    }
    for keyword, name in (("base_dilation", "base_dilations"), ("window_dilation", "window_dilations")):
        dilation = statements.get(op, name)
        if dilation and set(dilation) != {1}:
            values[keyword] = dilation
    statements.emit(op, "reduce_window", values)


def _selection(body: Body, statements: Statements) -> str:
    """Direction of the select region's comparison of its first argument with its second."""
    if len(body.ops) != 1:
        raise Unsupported(
            "NCC_PYP029", "SelectAndScatter: the select region is not a single operation", "select by one compare"
        )
    [compare] = body.ops
    if kind(compare) != "compare":
        raise Unsupported(
            "NCC_PYP030",
            f"SelectAndScatter: requires select to be a compare, but got {compare.operation.name}",
            "select by one compare",
        )
    operands = tuple(compare.operation.operands[:])
    if operands not in (body.arguments, body.arguments[::-1]) or body.definition(body.returned[0]) is None:
        raise Unsupported(
            "NCC_PYP031",
            "expected BlockArgument for cmpOp's lhs and rhs",
            "compare the two arguments of the select region",
        )
    if statements.get(compare, "compare_type") == "TOTALORDER":
        raise Unsupported(
            "NCC_PYP055", "a TOTALORDER comparison selects otherwise than the printed one", "compare with type FLOAT"
        )
    direction: str = statements.get(compare, "comparison_direction")
    swapped = operands != body.arguments and statements.profile.sort_direction == "semantic"
    return FLIPPED[direction] if swapped else direction


def _check_padding(window: dict[str, tuple[int, ...]]) -> None:
    padding = window["padding"]
    for dim, extent in enumerate(window["window_shape"]):
        low, high = padding[2 * dim : 2 * dim + 2]
        if max(low, high) >= extent and (low or high):
            raise Unsupported(
                "NCC_PYP032",
                "Ensure padding values are less than corresponding window dimensions. "
                f"Check that padding[{dim}] = ({low},{high}) < window_size[{dim}] = {extent}.",
                "pad less, or use a larger window",
            )


def _select_and_scatter(op: Op, statements: Statements) -> None:
    type = statements.type(op.operation.operands[0])
    direction = _selection(body_of(op, 0), statements)
    function = reducer(op, statements, 1)
    window = _window(op, statements)
    _check_padding(window)
    values = {
        "op": function,
        "xla_op": COMPARE[direction],
        **window,
        "src_shape": type.shape,
        "scatter_ident": identity(function, type),
    }
    statements.emit(op, "select_and_scatter", values)


# Order


def _sort(op: Op, statements: Statements) -> None:
    operands = op.operation.operands[:]
    dimension = statements.get(op, "dimension", -1)
    if dimension < 0:
        dimension += len(statements.type(operands[0]).shape)
    values = {
        "dimension": dimension,
        "is_stable": statements.get(op, "is_stable", False),
        "comparison_dir": sort_direction(body_of(op), statements),
    }
    srcs = [statements.operand(operand) for operand in operands]
    if len(operands) == 2 and iota_dimension(operands[1], statements) == dimension:
        # An argsort's iota says nothing that the sort does not know; both results stay.
        del srcs[1]
    statements.emit(op, "sort", values, srcs=srcs)


def emit_top_k(op: Op, statements: Statements, k: int, *, largest: bool = True) -> None:
    """Top-k along the last dimension: values and indices."""
    operands, results = op.operation.operands, op.operation.results
    if len(operands) != 1 or len(results) != 2:
        raise Unsupported(
            "NCC_PYP055", f"top-k with {len(operands)} operands and {len(results)} results", "one operand, two results"
        )
    type = statements.type(operands[0])
    quote = "'" if statements.profile.topk_ret_type_quotes == "single" else '"'
    values = {
        "k": k,
        "axis": len(type.shape) - 1,
        "is_ascend": not largest,
        "is_barrier": False,
        "ret_type": f"{quote}both{quote}",
        "src_shape": type.shape,
        "dtype": statements.dtype(type),
        "indices_dtype": statements.dtype(statements.type(results[1])),
    }
    statements.emit(op, "top_k", values)


def _top_k(op: Op, statements: Statements) -> None:
    emit_top_k(op, statements, statements.get(op, "k"), largest=statements.get(op, "largest", True))


EMITTERS = {
    "reduce": _reduce,
    "reduce_window": _reduce_window,
    "select_and_scatter": _select_and_scatter,
    "sort": _sort,
    "topk": _top_k,
}
