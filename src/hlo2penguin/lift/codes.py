"""Codes of the lift's refusals."""

from typing import Final

__all__ = ["CODES"]

CODES: Final[dict[str, str]] = {
    "H2P220": "form has no meaning as StableHLO",
    "H2P221": "statement has another number of sources or destinations than its form",
    "H2P222": "statement's shapes, dtypes or keywords disagree",
    "H2P223": "dtype has no StableHLO element type",
    "H2P224": "function is not known, or does not fit the form",
    "H2P225": "constant is missing or is not what the text says",
    "H2P226": "tensor is used before a statement gives it a value",
    "H2P227": "quantised product",
    "H2P228": "program cannot be written for the asked StableHLO version",
}
"""Code to meaning; the diagnostic itself says which statement and why."""
