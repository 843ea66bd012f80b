"""The op table: op kind, form, evidence, printed keywords, lift, notes; one source for terminal and documentation."""

from __future__ import annotations

from hlo2penguin.forms import FORMS, Form
from hlo2penguin.forms.callables import BINARY, BITWISE, CALLABLES, COMPARE, UNARY
from hlo2penguin.lift import is_lifted

__all__ = ["HEADINGS", "op_table", "to_markdown"]

HEADINGS = ("op", "form", "evidence", "keywords", "lift", "notes")


def op_table() -> list[tuple[str, ...]]:
    """One row per op kind (or custom-call target) and form, in form order."""
    return [row for form in FORMS.values() for row in _rows(form)]


def _rows(form: Form) -> list[tuple[str, ...]]:
    keywords = " ".join(f"[{keyword.name}]" if keyword.optional else keyword.name for keyword in form.keywords)
    lifted = "yes" if is_lifted(form.name) else "refused"
    if form.name in ("unary", "binary"):
        return [
            (kind, form.name, str(min(form.evidence, CALLABLES[callable])), f"op={callable} xla_op", lifted, "")
            for kind, callable in _elementwise(form.name)
        ]
    return [(op, form.name, str(form.evidence), keywords, lifted, form.note) for op in form.ops]


def _elementwise(form: str) -> list[tuple[str, str]]:
    if form == "unary":
        return [*UNARY.items(), ("not", BITWISE["not"])]
    compares = [(f"compare {direction}", callable) for direction, callable in COMPARE.items()]
    bits = [(name, callable) for name, callable in BITWISE.items() if name != "not"]
    return [*BINARY.items(), ("divide", "np.divide"), *bits, *compares]


def to_markdown() -> str:
    """The table as Markdown."""
    lines = [HEADINGS, tuple("---" for _ in HEADINGS), *op_table()]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
