"""Rules of collectives. A token may trail the sources, so sources and destinations are compared in pairs."""

from __future__ import annotations

from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import (
    Problems,
    Rules,
    axis,
    equal_dtype,
    equal_shape,
    number,
    promotable,
    shape_is,
    value,
)

__all__ = ["RULES"]


def _counts(op: Op) -> Problems:
    if not op.srcs or not op.dsts:
        yield "H2P170", f"{len(op.srcs)} sources and {len(op.dsts)} destinations"


def _groups(op: Op) -> Problems:
    members = [member for group in op.values["replica_groups"] for member in group]
    if len(set(members)) != len(members) or any(member < 0 for member in members):
        yield value("replica_groups name a replica twice or a negative one")


def _same(op: Op) -> Problems:
    yield from _counts(op)
    for src, dst in zip(op.srcs, op.dsts, strict=False):
        yield from equal_shape((src, dst))
        yield from equal_dtype((src, dst))


def _all_reduce(op: Op) -> Problems:
    yield from _groups(op)
    yield from _counts(op)
    for src, dst in zip(op.srcs, op.dsts, strict=False):
        yield from equal_shape((src, dst))
        yield from promotable((src, dst))


def _permute(op: Op) -> Problems:
    yield from _same(op)
    pairs = op.values["replica_groups"]
    if any(len(pair) != 2 for pair in pairs):
        yield value("a permutation's groups are pairs of source and target")
    elif len({target for _, target in pairs}) != len(pairs) or len({source for source, _ in pairs}) != len(pairs):
        yield value("a replica sends or receives twice")


def _group_size(op: Op) -> int | None:
    """Members of each group; None for the empty list, which means all devices, or groups of several sizes."""
    sizes = {len(group) for group in op.values["replica_groups"]}
    return sizes.pop() if len(sizes) == 1 else None


def _scaled(op: Op, keyword: str, gathers: bool) -> Problems:
    """One dimension grows (or shrinks) by the size of the group."""
    yield from _groups(op)
    yield from _counts(op)
    size = _group_size(op)
    for src, dst in zip(op.srcs, op.dsts, strict=False):
        yield from promotable((src, dst))
        small, large = (src, dst) if gathers else (dst, src)
        dim = number(op, keyword)
        problems = list(axis(op, keyword, len(small.shape)))
        yield from problems
        if problems or len(small.shape) != len(large.shape):
            yield from equal_shape((src, dst))
            return
        if size is not None:
            yield from shape_is(large, (*small.shape[:dim], small.shape[dim] * size, *small.shape[dim + 1 :]))


def _all_gather(op: Op) -> Problems:
    yield from _scaled(op, "all_gather_dim", gathers=True)


def _reduce_scatter(op: Op) -> Problems:
    yield from _scaled(op, "reduce_scatter_dim", gathers=False)


def _all_to_all(op: Op) -> Problems:
    """The tuple form exchanges whole operands and splits nothing."""
    yield from _groups(op)
    yield from _counts(op)
    if len(op.dsts) != 1 or not op.srcs:
        return
    src, dst = op.srcs[0], op.dsts[0]
    yield from equal_dtype((src, dst))
    problems = [
        problem for name in ("split_dimension", "concat_dimension") for problem in axis(op, name, len(src.shape))
    ]
    count, split, concat = (number(op, name) for name in ("split_count", "split_dimension", "concat_dimension"))
    if not problems and (count < 1 or src.shape[split] % count):
        problems.append(value(f"split_count={count} does not divide size {src.shape[split]}"))
    yield from problems
    if not problems:
        shape = list(src.shape)
        shape[split] //= count
        shape[concat] *= count
        yield from shape_is(dst, tuple(shape))


RULES: Rules = {
    "all_reduce": (None, None, _all_reduce),
    "collective_permute": (None, None, _permute),
    "all_gather": (None, None, _all_gather),
    "reduce_scatter": (None, None, _reduce_scatter),
    "all_to_all": (None, None, _all_to_all),
}
