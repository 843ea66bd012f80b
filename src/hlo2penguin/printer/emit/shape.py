"""Ops that move or relabel data."""

from __future__ import annotations

from hlo2penguin.printer.statement import Op, Statements

__all__ = ["BY_SIGNATURE", "EMITTERS"]


def _memcpy(op: Op, statements: Statements) -> None:
    operands, results = op.operation.operands, op.operation.results
    for operand, result in zip(operands, results, strict=True):
        type = statements.type(result)
        srcs = [statements.operand(operand)]
        statements.emit(op, "memcpy", {"dtype": statements.dtype(type)}, srcs=srcs, results=[result])


def _reshape(op: Op, statements: Statements) -> None:
    if statements.options.offload_memcpy:
        return _memcpy(op, statements)
    statements.emit(op, "reshape", {"src_shape": _src_shape(op, statements), "shape": _shape(op, statements)})


def _copy(op: Op, statements: Statements) -> None:
    if statements.options.offload_memcpy:
        return _memcpy(op, statements)
    statements.emit(op, "copy", {})


def _src_shape(op: Op, statements: Statements) -> tuple[int, ...]:
    return statements.type(op.operation.operands[0]).shape


def _shape(op: Op, statements: Statements) -> tuple[int, ...]:
    return statements.type(op.operation.results[0]).shape


def _with_src_shape(form: str, **attributes: str):
    """An emitter of `form` that prints the operand's shape and attributes: keyword to attribute name."""

    def emit(op: Op, statements: Statements) -> None:
        values = {keyword: statements.get(op, name) for keyword, name in attributes.items()}
        statements.emit(op, form, {"src_shape": _src_shape(op, statements), **values})

    return emit


def _broadcast_in_dim(op: Op, statements: Statements) -> None:
    dims = statements.get(op, "broadcast_dimensions")
    values = {"src_shape": _src_shape(op, statements), "broadcast_dims": dims, "shape": _shape(op, statements)}
    statements.emit(op, "broadcast_in_dim", values)


def _dynamic_update_slice(op: Op, statements: Statements) -> None:
    update = statements.type(op.operation.operands[1]).shape
    statements.emit(op, "dynamic_update_slice", {"src_shape": _src_shape(op, statements), "update_shape": update})


def _one(form: str, attribute: str):
    def emit(op: Op, statements: Statements) -> None:
        statements.emit(op, form, {attribute: statements.get(op, attribute)})

    return emit


EMITTERS = {
    "reshape": _reshape,
    "copy": _copy,
    "optimization_barrier": _memcpy,
    "transpose": _with_src_shape("transpose", permutation="permutation"),
    "broadcast_in_dim": _broadcast_in_dim,
    "slice": _with_src_shape("slice", start_indices="start_indices", limit_indices="limit_indices", strides="strides"),
    "dynamic_slice": _with_src_shape("dynamic_slice", slice_sizes="slice_sizes"),
    "dynamic_update_slice": _dynamic_update_slice,
    "pad": _with_src_shape(
        "pad",
        edge_padding_low="edge_padding_low",
        edge_padding_high="edge_padding_high",
        interior_padding="interior_padding",
    ),
    "concatenate": _one("concatenate", "dimension"),
    "reverse": _one("reverse", "dimensions"),
}

BY_SIGNATURE = frozenset(EMITTERS) - {"optimization_barrier"}
