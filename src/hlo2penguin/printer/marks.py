"""Marks on ops and arguments that show in a tensor's attribute dict, and frontend attributes that show nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hlo2penguin.forms.attributes import attributes_text

__all__ = ["CONSUMED", "MARK_PREFIX", "tensor_attributes"]

MARK_PREFIX = "neuron."
CONSUMED = frozenset(
    {
        *("stream_id", "collective_type", "cc_type_hint", "lhs_zero_point", "rhs_zero_point", "grad_x", "grad_y"),
        *("has_control_deps", "neff_input_names"),
    }
)
"""Frontend attributes that an emitter prints itself or that concern later stages."""

_MARKS = {
    "neuron.CrossPassTensor": "CrossPassTensor",
    "neuron.non_local": "non_local",
    "neuron.no_opt": "no-opt",
    "neuron.remat.value": "remat.value",
    "neuron.transposable": "transposable",
    "neuron.actual_shape": "actual_shape",
}
"""Discardable attribute to the key in the attribute dict, in printed order."""
_FIXED: dict[str, str | bool] = {"CrossPassTensor": "", "non_local": True}
"""Keys that have one value only."""


def tensor_attributes(marks: Mapping[str, Any]) -> str:
    """The attribute dict of a tensor from an op's or argument's `neuron.` attributes; empty for none."""
    entries: dict[str, str | bool] = {}
    for mark, key in _MARKS.items():
        if mark in marks:
            value = _FIXED.get(key, marks[mark])
            entries[key] = value if isinstance(value, bool) else str(value)
    return attributes_text(entries)
