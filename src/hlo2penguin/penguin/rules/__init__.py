"""What each form demands of its op: counts, dtypes, shapes, keyword values. One file per family, as in `forms`."""

from __future__ import annotations

from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules import (
    collective,
    contraction,
    custom_call,
    elementwise,
    fusion,
    indexing,
    reduction,
    shape,
)
from hlo2penguin.penguin.rules.common import Problems, Rules

__all__ = ["RULES", "problems_of"]

RULES: Rules = {
    **elementwise.RULES,
    **shape.RULES,
    **contraction.RULES,
    **reduction.RULES,
    **indexing.RULES,
    **collective.RULES,
    **custom_call.RULES,
    **fusion.RULES,
}
"""Every form's counts and rule."""

_DTYPE_OF_SECOND = frozenset({"rng_bit_generator"})


def problems_of(op: Op) -> Problems:
    """The problems of one op, as code and cause; a wrong number of tensors hides the others."""
    srcs, dsts, rule = RULES[op.form.name]
    counted = False
    for what, wanted, found in (("sources", srcs, op.srcs), ("destinations", dsts, op.dsts)):
        if wanted is not None and len(found) != wanted:
            yield "H2P170", f"{len(found)} {what}, the form has {wanted}"
            counted = True
    if counted:
        return
    yield from _printed_types(op)
    if rule is not None:
        yield from rule(op)


def _printed_types(op: Op) -> Problems:
    """`src_shape` and `dtype` repeat what the tensors say."""
    if "src_shape" in op.values and op.srcs and op.values["src_shape"] != op.srcs[0].shape:
        yield "H2P172", f"src_shape={op.values['src_shape']}, and {op.srcs[0].name} has shape {op.srcs[0].shape}"
    if "dtype" in op.values and op.dsts:
        tensor = op.dsts[1 if op.form.name in _DTYPE_OF_SECOND else 0]
        if op.values["dtype"] != tensor.dtype:
            yield "H2P171", f"dtype={op.values['dtype']}, and {tensor.name} is {tensor.dtype}"
