"""Remarks as rows of a table: rule, place, what happened, why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hlo2penguin.diagnostics import Place, Remark

__all__ = ["Row", "rows"]

WHAT = {"Passed": "fused", "Missed": "missed", "Analysis": "note"}


@dataclass(frozen=True, slots=True)
class Row:
    """One remark for people; `why` names what stood in the way, or a cluster's members."""

    rule: str
    place: str
    what: str
    why: str


def rows(remarks: Iterable[Remark], rule: str | None = None, at: str | None = None) -> list[Row]:
    """Remarks of `rule` (any part of its name, case ignored) at source place `at` (`file:line`), as rows."""
    wanted = rule.lower() if rule else ""
    return [_row(remark) for remark in remarks if wanted in remark.rule.lower() and (at is None or _stands_at(remark, at))]


def _stands_at(remark: Remark, at: str) -> bool:
    file, _, line = at.rpartition(":")
    places = [place for place in (remark.place, remark.blocker) if place is not None]
    return any(_same_file(place, file) and str(place.line) == line for place in places)


def _same_file(place: Place, file: str) -> bool:
    return place.file == file or place.file.endswith("/" + file)


def _row(remark: Remark) -> Row:
    facts = dict(remark.facts)
    members = f"members: {facts['members']}" if "members" in facts else ""
    blocked = f"blocked by {remark.blocker}" if remark.blocker is not None and str(remark.blocker) else ""
    why = "; ".join(part for part in (remark.message, blocked, members) if part)
    return Row(remark.rule, str(remark.place), WHAT[remark.kind], why)
