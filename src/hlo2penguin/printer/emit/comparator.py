"""The direction that a sort's comparator stands for, and the comparison of a select region."""

from __future__ import annotations

from hlo2penguin.mlir.constants import splat_of
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.printer.emit.regions import Body
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["FLIPPED", "sort_direction"]

FLIPPED = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE", "EQ": "EQ", "NE": "NE"}
"""Direction of the comparison with its operands exchanged."""

_HELP = "sort by one comparison (LT, LE, GT or GE) of the first operand's two elements"


def sort_direction(body: Body, statements: Statements) -> str:
    """`lt`, `le`, `gt` or `ge`, as OQ-71: the returned value's comparison, flipped where its operands are exchanged.

    Raises Unsupported (NCC_PYP020, NCC_PYP021) for what one direction cannot say.
    """
    compare = body.definition(body.returned[0])
    if compare is None or kind(compare) != "compare":
        raise Unsupported("NCC_PYP020", "the sort comparator's value is not defined by a compare", _HELP)
    direction: str = statements.get(compare, "comparison_direction")
    if direction in ("EQ", "NE"):
        raise Unsupported("NCC_PYP021", f"the sort comparator's direction {direction} is no order", _HELP)
    if statements.profile.sort_direction == "as-written":
        return direction.lower()
    left, right = (_key(value, body, statements) for value in compare.operation.operands)
    first, second = body.arguments[:2]
    if (left, right) == (first, second):
        return direction.lower()
    if (left, right) == (second, first):
        return FLIPPED[direction].lower()
    raise Unsupported("NCC_PYP020", "the sort comparator does not compare the first operand's two elements", _HELP)


def _key(value: ir.Value, body: Body, statements: Statements) -> ir.Value:
    """The argument that a comparison's operand stands for.

    JAX maps -0 to 0 and every NaN to one before a total-order comparison; a float may also be widened. Neither changes
    the order that the statement's plain direction means.
    """
    while (op := body.definition(value)) is not None:
        inner = _canonicalised(op, body, statements) if kind(op) == "select" else _widened(op, statements)
        if inner is None:
            break
        value = inner
    return value


def _canonicalised(select: Op, body: Body, statements: Statements, *, inner: bool = False) -> ir.Value | None:
    """x of `select(x == 0, 0, x)` and, unless it is the `inner` select of one, of `select(x != x, nan, …x…)`."""
    predicate, chosen, otherwise = select.operation.operands
    compare = body.definition(predicate)
    constant = _constant(chosen, body, statements)
    if compare is None or kind(compare) != "compare" or constant is None:
        return None
    left, right = compare.operation.operands
    direction = statements.get(compare, "comparison_direction")
    if direction == "EQ" and constant == 0 and _constant(right, body, statements) == 0 and otherwise == left:
        return left
    if direction == "NE" and constant != constant and left == right and not inner:
        if otherwise == left:
            return left
        next = body.definition(otherwise)
        zero = None
        if next is not None and kind(next) == "select":
            zero = _canonicalised(next, body, statements, inner=True)
        return left if zero is not None and zero == left else None
    return None


def _constant(value: ir.Value, body: Body, statements: Statements) -> float | None:
    op = body.definition(value)
    if op is None or kind(op) != "constant":
        return None
    type = statements.type(value)
    found = splat_of(op.operation.attributes["value"], type)
    return None if found is None else found.item()


def _widened(op: Op, statements: Statements) -> ir.Value | None:
    if kind(op) != "convert" or statements.type(op.operation.results[0]).dtype != "f32":
        return None
    operand = op.operation.operands[0]
    return operand if statements.type(operand).dtype in ("bf16", "f16") else None
