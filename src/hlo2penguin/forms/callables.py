"""Functions that the text refers to (`np.exp`, `m0.iota`, `m9.expit`) and the elementwise tables built from them.

A callable's key is `<prefix>.<name>`: prefix `np`, `ir` (the Penguin IR module) or `scipy.special`. numpy itself lacks
some of the `np.` names (rsqrt, int_div, is_finite, the shifts): they are labels, which the reader knows.
"""

from __future__ import annotations

from hlo2penguin.forms.evidence import DOCUMENTED, OURS, Evidence

__all__ = [
    "BINARY",
    "BITWISE",
    "CALLABLES",
    "COMPARE",
    "LOGICAL",
    "MODULES",
    "MODULE_PREFIXES",
    "OUTSIDE_NUMPY",
    "REDUCERS",
    "UNARY",
]

MODULES = {
    "np": "numpy",
    "ir": "neuronxcc.starfish.penguin.ir.ir",
    "scipy.special": "scipy.special",
}
MODULE_PREFIXES = {path: prefix for prefix, path in MODULES.items()}

UNARY = {
    "abs": "np.abs",
    "ceil": "np.ceil",
    "cosine": "np.cos",
    "count_leading_zeros": "np.count_leading_zeros",
    "erf": "scipy.special.erf",
    "exponential": "np.exp",
    "floor": "np.floor",
    "is_finite": "np.is_finite",
    "log": "np.log",
    "logistic": "scipy.special.expit",
    "negate": "np.negative",
    "popcnt": "np.popcnt",
    "round_nearest_afz": "np.round_nearest_afz",
    "round_nearest_even": "np.rint",
    "rsqrt": "np.rsqrt",
    "sign": "np.sign",
    "sine": "np.sin",
    "sqrt": "np.sqrt",
    "tan": "np.tan",
    "tanh": "np.tanh",
    "gelu": "ir.gelu",
    "gelu_apprx_tanh": "ir.gelu_apprx_tanh",
    "gelu_dx": "ir.gelu_dx",
    "silu": "ir.silu",
    "silu_dx": "ir.silu_dx",
}
"""Op kind (or activation label) to callable, one operand."""

BINARY = {
    "add": "np.add",
    "atan2": "np.arctan2",
    "maximum": "np.maximum",
    "minimum": "np.minimum",
    "multiply": "np.multiply",
    "power": "np.power",
    "remainder": "np.fmod",
    "shift_left": "np.logical_left_shift",
    "shift_right_arithmetic": "np.arith_right_shift",
    "shift_right_logical": "np.logical_right_shift",
    "subtract": "np.subtract",
}
"""Op kind to callable, two operands; divide is `np.int_div` on integers and `np.divide` elsewhere."""

LOGICAL = {"and": "np.logical_and", "or": "np.logical_or", "xor": "np.logical_xor", "not": "np.logical_not"}
"""On i1."""

BITWISE = {"and": "np.bitwise_and", "or": "np.bitwise_or", "xor": "np.bitwise_xor", "not": "np.bitwise_not"}
"""On integers."""

COMPARE = {
    "EQ": "np.equal",
    "NE": "np.not_equal",
    "GE": "np.greater_equal",
    "GT": "np.greater",
    "LE": "np.less_equal",
    "LT": "np.less",
}
"""Comparison direction to callable."""

REDUCERS = {"add": "np.add", "multiply": "np.multiply", "minimum": "np.minimum", "maximum": "np.maximum"}
"""Reduction body to callable; and/or/xor as LOGICAL on i1, else BITWISE. `np.copyto` is assignment (scatter)."""

_OURS = {
    "np.arctan2",
    "np.copyto",
    "np.count_leading_zeros",
    "np.popcnt",
    "np.round_nearest_afz",
    "ir.gelu_apprx_tanh",
}
_DOCUMENTED_ONLY = {"np.divide", "np.int_div", "np.select", "np.arctan", "np.fmod", "ir.iota"}

OUTSIDE_NUMPY = (
    "arith_right_shift",
    "int_div",
    "is_finite",
    "logical_left_shift",
    "logical_right_shift",
    "rsqrt",
    "select",
)
"""Names that numpy lacks or means otherwise; a text may take them from `np` (as we print) or from the IR module."""

CALLABLES: dict[str, Evidence] = {
    key: OURS if key in _OURS else DOCUMENTED
    for key in sorted(
        {*UNARY.values(), *BINARY.values(), *LOGICAL.values(), *BITWISE.values(), *COMPARE.values(), *REDUCERS.values()}
        | _DOCUMENTED_ONLY
        | _OURS
        | {f"ir.{name}" for name in OUTSIDE_NUMPY}
    )
}
"""Every callable that the text may name, with its evidence."""
