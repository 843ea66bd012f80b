"""Collectives: one statement each, from one family helper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from hlo2penguin.printer.emit.regions import reducer
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["EMITTERS"]


def _emit(
    op: Op,
    statements: Statements,
    form: str,
    extra: Mapping[str, object] | None = None,
    *,
    groups: str = "replica_groups",
    reduces: bool = False,
) -> None:
    hints: Mapping[str, str] = statements.get(op, "mhlo.frontend_attributes") or {}
    values: dict[str, object] = {
        "replica_groups": _groups(op, statements, groups),
        "dtype": statements.dtype(statements.type(op.operation.results[0])),
        "has_token": _has_token(op, statements),
        **(extra or {}),
    }
    if (group := statements.get(op, "neuron.groupID")) is not None:
        values["groupID"] = _integer(group, "neuron.groupID")
    if hints.get("collective_type"):
        values["collective_type"] = hints["collective_type"]
    if reduces:
        hint = reducer(op, statements).removeprefix("np.")
        values["cc_type_hint"] = hint
        if statements.profile.all_reduce_kind == "hint-and-collective-type":
            values.setdefault("collective_type", hint)
    if "stream_id" in hints:
        values["stream_id"] = _integer(hints["stream_id"], "stream_id")
    else:
        _missing_stream_id(op, statements)
    statements.emit(op, form, values)


def _groups(op: Op, statements: Statements, name: str) -> tuple[tuple[int, ...], ...]:
    """Rows of ids; -1 pads rows to one length. No rows mean all devices and stay none."""
    rows: object = statements.get(op, name)
    if not isinstance(rows, tuple):
        raise Unsupported("NCC_PYP011", f"{name} is not a list of groups", "give the groups as lists of ids")
    table = cast("tuple[tuple[int, ...], ...]", rows)
    return tuple(tuple(member for member in row if member != -1) for row in table if row)


def _integer(value: object, name: str) -> int:
    try:
        return int(str(value))
    except ValueError:
        raise Unsupported("H2P033", f"{name} is not an integer: {value!r}", "give a decimal number") from None


def _has_token(op: Op, statements: Statements) -> bool:
    """Whether the source chains a token: noted at loading, or a last operand of rank 0 and type ui8 (OQ-51)."""
    if "neuron.has_token" in op.operation.attributes:
        return True
    operands = op.operation.operands
    if len(operands) < 2:
        return False
    last = statements.type(operands[len(operands) - 1])
    return last.dtype == "ui8" and not last.shape


def _missing_stream_id(op: Op, statements: Statements) -> None:
    if statements.profile.missing_stream_id == "error":
        raise Unsupported(
            "H2P032", "\nStream id missing from collective op!", "give the op a frontend attribute stream_id"
        )
    statements.remark(op, "StreamId", "collectives carry no stream id: the keyword is left out")


def _all_reduce(op: Op, statements: Statements) -> None:
    _emit(op, statements, "all_reduce", reduces=True)


def _all_gather(op: Op, statements: Statements) -> None:
    _emit(op, statements, "all_gather", {"all_gather_dim": statements.get(op, "all_gather_dim")})


def _reduce_scatter(op: Op, statements: Statements) -> None:
    dim = statements.get(op, "scatter_dimension")
    _emit(op, statements, "reduce_scatter", {"reduce_scatter_dim": dim}, reduces=True)


_SPLIT = ("split_dimension", "concat_dimension", "split_count")


def _all_to_all(op: Op, statements: Statements) -> None:
    values = {name: statements.get(op, name) for name in _SPLIT}
    if None in values.values():
        raise Unsupported(
            "NCC_PYP011",
            "an all_to_all of a tuple says no split dimension, concat dimension and split count",
            "use the array form of all_to_all",
        )
    _emit(op, statements, "all_to_all", values)


def _collective_permute(op: Op, statements: Statements) -> None:
    _emit(op, statements, "collective_permute", groups="source_target_pairs")


EMITTERS = {
    "all_reduce": _all_reduce,
    "all_gather": _all_gather,
    "reduce_scatter": _reduce_scatter,
    "all_to_all": _all_to_all,
    "collective_permute": _collective_permute,
}
