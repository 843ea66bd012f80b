"""Structural difference of two programs: what they compute and pass, not how their variables are numbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hlo2penguin.forms.attributes import attributes_text
from hlo2penguin.forms.literals import Spelling, number_text
from hlo2penguin.penguin.align import align
from hlo2penguin.penguin.model import Function, Op, Tensor

__all__ = ["Difference", "diff", "diff_text"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: a line of the first program, of the second, or of both where they stand for each other.

    `left` and `right` are normalised statements; lines are 0 for models that were not read.
    """

    kind: Literal["program", "removed", "added", "changed", "wiring"]
    left: str = ""
    right: str = ""
    left_line: int = 0
    right_line: int = 0


def diff(a: Function, b: Function) -> list[Difference]:
    """The differences of `a` and `b`; empty where they are equal.

    Ignored: ids, variable numbers, names of intermediate tensors, debug locations, printer and separators. Statements
    are aligned by what they are (form, keyword values, operand and result types); of aligned ones the operands must
    stand for each other.
    """
    left, right = _Side(a), _Side(b)
    found = list(_marks(left, right))
    pairs: dict[int, int] = {}
    for tensor, other in zip(a.inputs, b.inputs, strict=False):
        pairs[id(tensor)] = id(other)
    for i, j in align(left.tokens, right.tokens):
        found.extend(_compare(left, right, i, j, pairs))
    found.extend(_ends(left, right, pairs))
    return found


def diff_text(a: Function, b: Function) -> str:
    """The differences as text, statement below statement; empty where there are none."""
    return "".join(_block(difference) for difference in diff(a, b))


_SPELLING = Spelling("dtype", ",", "()", lambda callable: callable)


class _Side:
    """One program with a token and a text per statement; inputs are compared as marks, not as statements."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.outputs = {id(tensor) for tensor in function.outputs}
        self.inputs = {id(tensor): index for index, tensor in enumerate(function.inputs)}
        self.statements: list[Tensor | Op] = [
            statement
            for statement in function.statements
            if isinstance(statement, Op) or (statement.is_constant and id(statement) not in self.inputs)
        ]
        self.tokens = [self._token(statement) for statement in self.statements]

    def _token(self, statement: Tensor | Op) -> str:
        """Everything of a statement but which tensors it joins."""
        if isinstance(statement, Tensor):
            what = f"in {statement.init}" if statement.value is None else number_text(statement.value)
            return f"constant {what} {_type(statement)}{attributes_text(statement.attrs)}"
        srcs = ", ".join([_type(tensor) for tensor in statement.srcs])
        dsts = ", ".join([_type(tensor) + attributes_text(tensor.attrs) for tensor in statement.dsts])
        extra = "".join(f" {key}={value!r}" for key, value in sorted(statement.frontend_attributes.items()))
        aliases = [index for index, tensor in enumerate(statement.srcs) if tensor in statement.aliases]
        return f"{self.pairs(statement)} ({srcs}) -> ({dsts}){extra}{aliases or ''}"

    @staticmethod
    def pairs(op: Op) -> str:
        return f"{op.form.name} {', '.join(op.form.pairs(op.values, _SPELLING))}"

    def text(self, index: int) -> str:
        """A statement for people: names instead of variables."""
        statement = self.statements[index]
        if isinstance(statement, Tensor):
            return f"{statement.name} {self.tokens[index]}"
        srcs = ", ".join([f"{tensor.name} {_type(tensor)}" for tensor in statement.srcs])
        dsts = ", ".join([f"{tensor.name} {_type(tensor)}" for tensor in statement.dsts])
        extra = "".join(f" {key}={value!r}" for key, value in sorted(statement.frontend_attributes.items()))
        return f"{dsts} = {self.pairs(statement)} ({srcs}){extra}"


def _type(tensor: Tensor) -> str:
    return f"{tensor.dtype}[{','.join(map(str, tensor.shape))}]"


def _compare(left: _Side, right: _Side, i: int | None, j: int | None, pairs: dict[int, int]) -> Iterator[Difference]:
    one = left.statements[i] if i is not None else None
    other = right.statements[j] if j is not None else None
    if i is None or one is None:
        if j is not None and other is not None:
            yield Difference("added", "", right.text(j), 0, other.line)
        return
    if j is None or other is None:
        yield Difference("removed", left.text(i), "", one.line, 0)
        return
    if left.tokens[i] != right.tokens[j]:
        yield Difference("changed", left.text(i), right.text(j), one.line, other.line)
    elif isinstance(one, Op) and isinstance(other, Op) and _rewired(one.srcs, other.srcs, pairs):
        yield Difference("wiring", left.text(i), right.text(j), one.line, other.line)
    results = ((one,), (other,)) if isinstance(one, Tensor) else (one.dsts, _results(other))
    pairs.update({id(a): id(b) for a, b in zip(*results, strict=False)})


def _results(statement: Tensor | Op) -> tuple[Tensor, ...]:
    return (statement,) if isinstance(statement, Tensor) else statement.dsts


def _rewired(left: Sequence[Tensor], right: Sequence[Tensor], pairs: dict[int, int]) -> bool:
    return any(pairs.get(id(a)) != id(b) for a, b in zip(left, right, strict=True))


def _marks(left: _Side, right: _Side) -> Iterator[Difference]:
    """Function attributes and inputs."""
    a, b = left.function, right.function
    for what in ("model_type", "mac_count", "metrics"):
        if getattr(a, what) != getattr(b, what):
            yield Difference("program", f"{what} {getattr(a, what)}", f"{what} {getattr(b, what)}")
    inputs = [
        [
            f"input {tensor.name} {_type(tensor)}{attributes_text(tensor.attrs)}"
            + (" parameter" if index in side.function.parameters else "")
            for index, tensor in enumerate(side.function.inputs)
        ]
        for side in (left, right)
    ]
    yield from _listed(inputs[0], inputs[1])


def _ends(left: _Side, right: _Side, pairs: dict[int, int]) -> Iterator[Difference]:
    """Outputs, aliases and dependency edges."""
    a, b = left.function, right.function
    outputs = [[f"output {tensor.name} {_type(tensor)}" for tensor in side.outputs] for side in (a, b)]
    yield from _listed(outputs[0], outputs[1])
    for one, other, text in zip(a.outputs, b.outputs, outputs[0], strict=False):
        if _type(one) == _type(other) and one.name == other.name and pairs.get(id(one)) != id(other):
            yield Difference("wiring", text, f"{text} of another statement", one.line, other.line)
    aliases = [[f"alias {alias.output} {alias.input} {alias.kind}" for alias in side.aliases] for side in (a, b)]
    yield from _listed(aliases[0], aliases[1])
    edges = [_edges(a), _edges(b)]
    yield from _listed(edges[0], edges[1])


def _edges(function: Function) -> list[str]:
    """Edges by position among the ops."""
    position = {op.var: f"op {index} ({op.form.name})" for index, op in enumerate(function.ops)}
    return [f"edge {position.get(edge.src)} before {position.get(edge.dst)}" for edge in function.edges]


def _listed(left: list[str], right: list[str]) -> Iterator[Difference]:
    for i, j in align(left, right):
        one, other = left[i] if i is not None else "", right[j] if j is not None else ""
        if one != other:
            yield Difference("program", one, other)


def _block(difference: Difference) -> str:
    lines = [f"{difference.kind}{_where(difference)}"]
    if difference.left:
        lines.append(f"  - {difference.left}")
    if difference.right:
        lines.append(f"  + {difference.right}")
    return "\n".join(lines) + "\n"


def _where(difference: Difference) -> str:
    left, right = difference.left_line, difference.right_line
    if not left and not right:
        return ""
    return f" (line {' / '.join(str(line) if line else '-' for line in (left, right))})"
