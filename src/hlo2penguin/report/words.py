"""Numbers with their nouns."""

__all__ = ["counted"]


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 op`, `1,200 ops`; `plural` where it is not the noun and an s."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
