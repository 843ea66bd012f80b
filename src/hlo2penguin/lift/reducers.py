"""Functions of two scalars by their printed name, as bodies of reductions and scatters."""

from __future__ import annotations

from collections.abc import Callable

from hlo2penguin.forms.callables import COMPARE
from hlo2penguin.lift.statement import Unliftable, as_pred
from hlo2penguin.mlir.build import Array, Builder

__all__ = ["DIRECTIONS", "Body", "reducer", "selector"]

Body = Callable[[Array, Array], Array]

DIRECTIONS = {callable: direction for direction, callable in COMPARE.items()}
"""`np.less` to `LT`, and so on."""

_ARITHMETIC = {
    "add": "add",
    "multiply": "multiply",
    "minimum": "minimum",
    "maximum": "maximum",
    "subtract": "subtract",
    "divide": "divide",
    "fmod": "remainder",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
}
_LOGICAL = {"logical_and": "and", "logical_or": "or", "logical_xor": "xor"}


def reducer(b: Builder, name: str) -> Body:
    """The body that `np.<name>` (or the bare name) stands for; `copyto` keeps its second argument."""
    name = name.removeprefix("np.")
    if name == "copyto":
        return lambda _, new: new
    if op := _ARITHMETIC.get(name):
        return lambda x, y: b.elementwise(op, x, y)
    if op := _LOGICAL.get(name):
        return lambda x, y: b.convert(b.elementwise(op, as_pred(b, x), as_pred(b, y)), x.dtype)
    raise Unliftable("H2P224", f"{name} is not a function that combines two values")


def selector(b: Builder, name: str) -> Body:
    """The comparison that `np.<name>` stands for."""
    direction = DIRECTIONS.get(name)
    if direction is None:
        raise Unliftable("H2P224", f"{name} is not a comparison")
    return lambda x, y: b.compare(direction, x, y)
