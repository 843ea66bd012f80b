"""What the rules of all families share. A rule is a generator of problems: code and cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from hlo2penguin.penguin.model import Op, Tensor

__all__ = [
    "Problem",
    "Problems",
    "Rule",
    "Rules",
    "axis",
    "dimensions",
    "dims",
    "equal_dtype",
    "equal_shape",
    "function",
    "identity",
    "number",
    "promotable",
    "result_dtype",
    "result_shape",
    "shape_is",
    "value",
]

Problem = tuple[str, str]
Problems = Iterator[Problem]
Rule = Callable[[Op], Problems]
Rules = dict[str, tuple[int | None, int | None, Rule | None]]
"""Form to number of sources, number of destinations (None: any) and its rule."""


def value(cause: str) -> Problem:
    """A keyword's value is wrong."""
    return "H2P173", cause


def equal_shape(tensors: Sequence[Tensor]) -> Problems:
    """All tensors have the first one's shape."""
    for tensor in tensors[1:]:
        yield from shape_is(tensor, tensors[0].shape)


def equal_dtype(tensors: Sequence[Tensor]) -> Problems:
    """All tensors have the first one's dtype."""
    for tensor in tensors[1:]:
        if tensor.dtype != tensors[0].dtype:
            yield "H2P171", f"{tensor.name} is {tensor.dtype} and {tensors[0].name} is {tensors[0].dtype}"


def promotable(tensors: Sequence[Tensor]) -> Problems:
    """All tensors are floats, or integers, or booleans: reductions may accumulate in a wider dtype."""
    for tensor in tensors[1:]:
        if _category(tensor.dtype) != _category(tensors[0].dtype):
            yield "H2P171", f"{tensor.name} is {tensor.dtype} and {tensors[0].name} is {tensors[0].dtype}"


def _category(dtype: str) -> str:
    """uint8 may be i1."""
    return "integer" if dtype.startswith(("int", "uint")) or dtype == "bool" else "float"


def identity(op: Op) -> Problems:
    """First source and first destination have one type."""
    pair = (op.srcs[0], op.dsts[0])
    yield from equal_shape(pair)
    yield from equal_dtype(pair)


def shape_is(tensor: Tensor, shape: tuple[int, ...]) -> Problems:
    """The tensor has the shape."""
    if tensor.shape != shape:
        yield "H2P172", f"{tensor.name} has shape {tensor.shape}, the op gives {shape}"


def result_shape(op: Op, shape: tuple[int, ...]) -> Problems:
    """The first destination has the shape."""
    yield from shape_is(op.dsts[0], shape)


def result_dtype(op: Op) -> Problems:
    """The first destination has the source's dtype."""
    yield from equal_dtype((op.srcs[0], op.dsts[0]))


def function(op: Op, keyword: str, known: Iterable[str]) -> Problems:
    """The function that a keyword names is one of the form's."""
    if op.values[keyword] not in known:
        yield "H2P174", f"{keyword}={op.values[keyword]} is no function of this form"


def axis(op: Op, keyword: str, rank: int) -> Problems:
    """A keyword's dimension is one of `rank`."""
    if not 0 <= op.values[keyword] < rank:
        yield value(f"{keyword}={op.values[keyword]} is no dimension of rank {rank}")


def dimensions(op: Op, keyword: str) -> tuple[int, ...]:
    """A keyword's numbers; an absent keyword has none."""
    return op.values.get(keyword, ())


def number(op: Op, keyword: str) -> int:
    """A keyword's number."""
    return op.values[keyword]


def dims(op: Op, keyword: str, rank: int) -> Problems:
    """A keyword's dimensions are distinct and of `rank`; an absent keyword has none."""
    found = dimensions(op, keyword)
    if len(set(found)) != len(found) or any(not 0 <= dim < rank for dim in found):
        yield value(f"{keyword}={found} are no distinct dimensions of rank {rank}")
