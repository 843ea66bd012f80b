"""The op table: op kind, form, evidence, printed keywords, lift, notes; one source for terminal and documentation."""

from __future__ import annotations

from hlo2penguin.forms import FORMS
from hlo2penguin.forms.table import NO_STATEMENT, rows
from hlo2penguin.lift import REFUSED

__all__ = ["HEADINGS", "op_table", "to_markdown"]

HEADINGS = ("op", "form", "evidence", "keywords", "lift", "notes")


def op_table() -> list[tuple[str, ...]]:
    """One row per op kind (or custom-call target) and form, then what prints no statement of its own."""
    table = [
        (
            row.op,
            row.form,
            str(row.evidence),
            " ".join((*(f"op={function}" for function in row.functions), *row.keywords)),
            "refused" if row.form in REFUSED else "yes",
            row.note,
        )
        for row in rows(FORMS.values())
    ]
    return [*table, *((op, "", "", "", "", note) for op, note in NO_STATEMENT.items())]


def to_markdown() -> str:
    """The table as Markdown."""
    lines = [HEADINGS, tuple("---" for _ in HEADINGS), *op_table()]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
