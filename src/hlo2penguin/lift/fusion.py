"""Fusion headers: inert, but for the two tags whose bodies are exactly an expansion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hlo2penguin.penguin.model import Op, Tensor

__all__ = ["Expansion", "expansions"]


@dataclass(frozen=True, slots=True)
class Expansion:
    """A tagged body: `op` is what it stands for, applied to `source`; `inner` and `outer` are its two statements."""

    op: str
    source: Tensor
    inner: Op
    outer: Op


def expansions(ops: Sequence[Op], ones: frozenset[int]) -> dict[int, Expansion | None]:
    """Statements (by op variable) that a tag makes part of expm1 or log1p: None for an inner one, which is dropped.

    `ones` are the variables of constants whose every element is 1. The tag keeps what the program said before it was
    expanded; following the body instead costs up to 739 units in the last place in f32 near zero.
    """
    found: dict[int, Expansion | None] = {}
    headers = [n for n, op in enumerate(ops) if op.values.get("hilo_fusion_op") in ("Expm1", "Log1p")]
    if not headers:
        return found
    uses = Counter(tensor.var for op in ops for tensor in op.srcs)
    for number in headers:
        match = _match(ops[number], ops[number + 1 : number + 3], ones)
        if match is not None and uses[match.inner.dsts[0].var] == 1:
            found[match.inner.var] = None
            found[match.outer.var] = match
    return found


def _match(header: Op, body: Sequence[Op], ones: frozenset[int]) -> Expansion | None:
    if len(body) != 2 or len(header.dsts) != 1 or len(header.srcs) != 1:
        return None
    inner, outer = body
    source = header.srcs[0]
    if len(inner.dsts) != 1 or _variables(outer.dsts) != _variables(header.dsts):
        return None
    between = inner.dsts[0].var
    match header.values["hilo_fusion_op"], _name(inner), _name(outer):
        case "Expm1", ("unary", "np.exp"), ("binary", "np.subtract"):
            fits = _variables(inner.srcs) == [source.var] and outer.srcs[0].var == between and outer.srcs[1].var in ones
            op = "exponential_minus_one"
        case "Log1p", ("binary", "np.add"), ("unary", "np.log"):
            summands = set(_variables(inner.srcs))
            fits = source.var in summands and bool(summands & ones) and _variables(outer.srcs) == [between]
            op = "log_plus_one"
        case _:
            return None
    return Expansion(op, source, inner, outer) if fits else None


def _name(op: Op) -> tuple[str, object]:
    return op.form.name, op.values.get("op")


def _variables(tensors: Sequence[Tensor]) -> list[int]:
    return [tensor.var for tensor in tensors]
