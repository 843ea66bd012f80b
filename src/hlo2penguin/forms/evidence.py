"""What a printed form rests on."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["DOCUMENTED", "OURS", "REAL", "Evidence"]


class Evidence(IntEnum):
    """Ordered from weakest to strongest, so that `min` gives the evidence of a whole."""

    OURS = 0
    """Chosen by this project; no source says it."""
    DOCUMENTED = 1
    """Stated by public documents or logs."""
    REAL = 2
    """Seen in text that the vendor's tool printed."""

    def __str__(self) -> str:
        return self.name.lower()


OURS, DOCUMENTED, REAL = Evidence.OURS, Evidence.DOCUMENTED, Evidence.REAL
