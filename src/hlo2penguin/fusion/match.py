"""What matchers share: the result of a failed match, walks over producers, the elementwise and boundary sets."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import FunctionIndex
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.profile import Profile

DOT = frozenset({"dot_general", "dot"})

BOUNDARY = frozenset({"transpose", "fusion", "concatenate", "slice", "reshape", "broadcast_in_dim"})
"""Structural ops: always outside a growing cluster. Tested before ELEMENTWISE, so that `reshape` is never absorbed."""

# fmt: off
ELEMENTWISE = frozenset({
    # unary and transcendental
    "cbrt", "ceil", "exponential", "erf", "exponential_minus_one", "floor", "log", "logistic", "log_plus_one", "sqrt",
    "rsqrt", "tan", "tanh", "negate",
    # binary, bitwise or logical
    "add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "and", "or", "not", "xor",
    # conversion, reinterpretation, shape, comparison
    "convert", "bitcast", "bitcast_convert", "reshape", "compare",
})
# fmt: on
"""isElementwiseOp: the kinds of both dialects."""


class Miss(NamedTuple):
    """Why `op` anchors no cluster: the condition that failed, and the op that stood in the way, if one did.

    `near` marks what is worth a remark: the rest of the idiom is there.
    """

    op: ir.OpView
    condition: str
    reason: str
    near: bool = False
    blocker: ir.OpView | None = None


Match = FusionCluster | Miss


@dataclass(frozen=True, slots=True)
class Scope:
    """What a matcher may look at besides the op itself; ops put into `dead` are erased when the sub-pass ends."""

    index: FunctionIndex
    profile: Profile
    remarks: bool
    dead: list[ir.OpView]


Collect = Callable[[Scope], list[Match]]
"""Finds all clusters of a function. What stood there before stays as it is; expanders add their own ops."""


class Rewritten(NamedTuple):
    """A rewrite that forms no cluster: the new op, and what to say about it."""

    op: ir.OpView
    name: str
    message: str


Rewrite = Callable[[Scope], list[Rewritten | Miss]]
"""What a sub-pass does after code generation."""


def producer(op: ir.OpView, operand: int, *kinds: str) -> ir.OpView | None:
    """The op that defines operand number `operand`, if it is of one of `kinds`."""
    return value_producer(op.operation.operands[operand], kinds)


def value_producer(value: ir.Value, kinds: Collection[str]) -> ir.OpView | None:
    """The op that defines `value`, if it is of one of `kinds`."""
    found = defining_op(value)
    return found if found is not None and kind(found) in kinds else None


def defining_op(value: ir.Value) -> ir.OpView | None:
    """The op that defines `value`; None for a block argument."""
    if type(value) is ir.BlockArgument:
        return None
    owner = value.owner
    return owner if isinstance(owner, ir.OpView) else None


def first_user(op: ir.OpView) -> ir.OpView | None:
    """Owner of the first use of result 0."""
    use = next(iter(op.operation.results[0].uses), None)
    return None if use is None else use.owner


def dot_behind(value: ir.Value) -> tuple[ir.OpView, ir.OpView | None] | None:
    """The dot that defines `value`, directly or one elementwise or structural op away; that op is the second item."""
    between = defining_op(value)
    if between is None:
        return None
    if kind(between) in DOT:
        return between, None
    if kind(between) in ELEMENTWISE or kind(between) in BOUNDARY:
        for operand in between.operation.operands[:]:
            if (dot := value_producer(operand, DOT)) is not None:
                return dot, between
    return None


def is_splat_of(value: ir.Value, number: float) -> bool:
    """Whether `value` is a constant filled with `number`, seen through broadcasts, conversions and reshapes."""
    op = defining_op(value)
    while op is not None and kind(op) in ("broadcast_in_dim", "convert", "reshape"):
        op = defining_op(op.operation.operands[0])
    if op is None or kind(op) != "constant":
        return False
    if "complex" in str(op.operation.results[0].type):  # an attribute that the bindings cannot read
        return False
    splat = op.operation.attributes["value"]
    if not isinstance(splat, ir.DenseElementsAttr) or not splat.is_splat:
        return False
    element = splat.get_splat_value()
    return isinstance(element, ir.FloatAttr) and element.value == number
