"""The attribute dict of a tensor: which entries there are, and how they are spelled."""

from __future__ import annotations

from collections.abc import Mapping

from hlo2penguin.forms.literals import quoted

__all__ = ["TENSOR_ATTRIBUTES", "attributes_text"]

TENSOR_ATTRIBUTES: dict[str, type[str] | type[bool]] = {
    "CrossPassTensor": str,
    "non_local": bool,
    "no-opt": str,
    "remat.value": str,
    "transposable": bool,
    "actual_shape": str,
}
"""Key to the type of its value, in printed order; `CrossPassTensor` is always the empty string."""


def attributes_text(attributes: Mapping[str, str | bool]) -> str:
    """`{'CrossPassTensor': "", 'transposable': True}`: the dict as `Text.tensor` takes it, empty for no entries."""
    if not attributes:
        return ""
    entries = (
        f"{quoted(key)}: {value if isinstance(value, bool) else quoted(value, chr(34))}"
        for key, value in attributes.items()
    )
    return f"{{{', '.join(entries)}}}"
