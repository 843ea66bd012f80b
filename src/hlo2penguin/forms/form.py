"""A statement form: constructor, keywords in printed order, the literal of each, and the evidence for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hlo2penguin.forms.callables import CALLABLES
from hlo2penguin.forms.evidence import Evidence
from hlo2penguin.forms.literals import BY_VALUE, LITERALS, QUOTES, Literal, Spelling, quoted

__all__ = ["Constructor", "Form", "Keyword", "keyword", "tag"]


@dataclass(frozen=True, slots=True)
class Constructor:
    """The class a statement builds: module path and name.

    `tensor_first`: the destination's variable is minted before the op's (real output: OffloadedMemCpy).
    """

    module: str
    name: str
    tensor_first: bool = False


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword argument; `fixed` is its only value where the form allows just one."""

    name: str
    literal: Literal
    evidence: Evidence
    optional: bool = False
    fixed: Any = None


def keyword(name: str, literal: str, evidence: Evidence, *, optional: bool = False, fixed: Any = None) -> Keyword:
    """A keyword whose literal type is given by name."""
    return Keyword(name, LITERALS[literal], evidence, optional, fixed)


def tag(value: str, evidence: Evidence) -> Keyword:
    """The `xla_op` pair with a constant value."""
    return Keyword("xla_op", LITERALS["single"], evidence, fixed=value)


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of statement.

    `heavy` forms take `op="NeuronTensorOp"` first under the profile field of that name. `note` is for the reference
    page. `ops` names the op kinds and custom-call targets that print so. `by_value` says that equal values are spelled
    alike, which 1, 1.0 and True are not.
    """

    name: str
    constructor: Constructor
    keywords: tuple[Keyword, ...]
    ops: tuple[str, ...] = ()
    note: str = ""
    heavy: bool = False
    _by_name: dict[str, Keyword] = field(init=False, repr=False, compare=False, default_factory=dict[str, Keyword])
    _parts: list[_Part] = field(init=False, repr=False, compare=False, default_factory=list["_Part"])
    by_value: bool = field(init=False, repr=False, compare=False, default=False)

    def __post_init__(self) -> None:
        self._by_name.update({keyword.name: keyword for keyword in self.keywords})
        self._parts.extend(_part(keyword) for keyword in self.keywords)
        free = {keyword.literal.name for keyword in self.keywords if keyword.fixed is None}
        object.__setattr__(self, "by_value", free <= BY_VALUE)

    @property
    def evidence(self) -> Evidence:
        """Weakest evidence of the keywords that every statement of the form has."""
        return min(keyword.evidence for keyword in self.keywords if not keyword.optional)

    def evidence_of(self, values: Mapping[str, Any]) -> Evidence:
        """Weakest evidence of one statement: its keywords and the functions it names."""
        found = [self.evidence]
        for name, value in values.items():
            here = self._by_name[name]
            found.append(here.evidence)
            if here.literal.name == "callable":
                found.append(CALLABLES[value])
        return min(found)

    def pairs(self, values: Mapping[str, Any], spelling: Spelling) -> list[str]:
        """The `key=value` texts in printed order; optional keywords that `values` lacks are left out.

        Raises KeyError for a missing required keyword: a mistake of the emitter, not of the program.
        """
        found: list[str] = []
        for part in self._parts:
            if part.text:
                found.append(part.text)
            elif part.fixed is not None:
                found.append(part.key + part.render(part.fixed, spelling))
            elif part.name in values:
                found.append(part.key + part.render(values[part.name], spelling))
            elif not part.optional:
                raise KeyError(f"{self.name}: keyword {part.name} is missing")
        return found


@dataclass(frozen=True, slots=True)
class _Part:
    """A keyword made ready for printing; `text` is its whole `key=value` where that is always the same."""

    name: str
    key: str
    text: str
    fixed: Any
    render: Callable[[Any, Spelling], str]
    optional: bool


def _part(keyword: Keyword) -> _Part:
    text = ""
    if keyword.fixed is not None and keyword.literal.name in ("single", "double"):
        text = f"{keyword.name}={quoted(keyword.fixed, QUOTES[keyword.literal.name])}"
    return _Part(keyword.name, f"{keyword.name}=", text, keyword.fixed, keyword.literal.render, keyword.optional)
