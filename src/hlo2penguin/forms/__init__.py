"""The statement grammar as data: one `Form` per statement kind. A keyword is spelled nowhere else."""

from hlo2penguin.forms import (
    collective,
    contraction,
    custom_call,
    elementwise,
    fusion,
    indexing,
    reduction,
    shape,
)
from hlo2penguin.forms.form import Form
from hlo2penguin.forms.table import NO_STATEMENT, Row, rows

__all__ = ["FORMS", "NO_STATEMENT", "Form", "Row", "table"]

FORMS: dict[str, Form] = {
    form.name: form
    for family in (elementwise, shape, contraction, reduction, indexing, collective, custom_call, fusion)
    for form in family.FORMS
}
"""Every form by name."""


def table() -> list[Row]:
    """The op table: one row per op kind or custom-call target and form, sorted by op."""
    return rows(FORMS.values())
