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

__all__ = ["FORMS", "Form"]

FORMS: dict[str, Form] = {
    form.name: form
    for family in (elementwise, shape, contraction, reduction, indexing, collective, custom_call, fusion)
    for form in family.FORMS
}
"""Every form by name."""
