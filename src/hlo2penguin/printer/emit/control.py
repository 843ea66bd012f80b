"""Ops that print nothing: they order others, or name what is printed already."""

from __future__ import annotations

from hlo2penguin.printer.statement import NO_TENSOR, Op, Statements

__all__ = ["EMITTERS"]


def _token(op: Op, statements: Statements) -> None:
    """A token has no tensor: what orders ops by tokens has no statement either."""
    for result in op.operation.results:
        statements.bind(result, NO_TENSOR)


EMITTERS = {"after_all": _token, "create_token": _token}
