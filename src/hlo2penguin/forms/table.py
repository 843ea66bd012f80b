"""The op table: what prints how, and on what evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hlo2penguin.forms.callables import BINARY, BITWISE, CALLABLES, COMPARE, LOGICAL, UNARY
from hlo2penguin.forms.elementwise import ACTIVATIONS
from hlo2penguin.forms.evidence import Evidence
from hlo2penguin.forms.form import Form

__all__ = ["NO_STATEMENT", "Row", "rows"]

NO_STATEMENT = {
    "AwsNeuronControlDep": "its predecessors become dependency edges of the statement that reads its value",
    "after_all": "a token has no tensor",
    "constant": "declares a SingleValueTensor, or a Tensor whose values are in a .npy file",
    "create_token": "a token has no tensor",
    "exponential_minus_one": "expanded under --general-elementwise-fusion, else refused (NCC_PYP054)",
    "func.return": "aliasTensors and markOutput lines",
    "log_plus_one": "expanded under --general-elementwise-fusion, else refused (NCC_PYP054)",
}
"""Op kinds and custom-call targets that print no statement of their own, with what stands for them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One op kind or custom-call target and one form that it prints as.

    `evidence` is the weakest of the form's keywords and of the function named, `functions` what `op=` may be where it
    is a function, `keywords` the form's in printed order, optional ones in brackets.
    """

    op: str
    form: str
    evidence: Evidence
    functions: tuple[str, ...]
    keywords: tuple[str, ...]
    note: str


_CBRT = {"unary": ("np.abs",), "binary": ("np.power", "np.divide", "np.multiply")}


def _functions(op: str, form: str) -> tuple[str, ...]:
    if op == "cbrt":
        return _CBRT[form]
    special = {
        "clamp": ("np.minimum", "np.maximum"),
        "compare": tuple(COMPARE.values()),
        "divide": ("np.divide", "np.int_div"),
        "select": ("np.select",),
        **{name: (LOGICAL[name], BITWISE[name]) for name in BITWISE},
        **{target: (UNARY[label],) for target, label in ACTIVATIONS.items()},
    }
    if op in special:
        return special[op]
    found = UNARY.get(op) or BINARY.get(op)
    return (found,) if found else ()


def rows(forms: Iterable[Form]) -> list[Row]:
    """One row per op and form, sorted by op."""
    found: list[Row] = []
    for form in forms:
        keywords = tuple(f"[{keyword.name}]" if keyword.optional else keyword.name for keyword in form.keywords)
        for op in form.ops:
            functions = _functions(op, form.name) if form.name in ("unary", "binary", "ternary") else ()
            evidence = min([form.evidence, *(CALLABLES[function] for function in functions)])
            found.append(Row(op, form.name, evidence, functions, keywords, form.note))
    return sorted(found, key=lambda row: (row.op.lower(), row.form))
