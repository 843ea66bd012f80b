"""Remarks for people: grouped by what happened and why, with every place where it did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hlo2penguin.diagnostics import Place, Remark

__all__ = ["Finding", "Occurrence", "common_file", "findings", "place_text", "summary"]

WHAT = {"Passed": "fused", "Missed": "missed", "Analysis": "note"}


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place where a thing happened, and the op that stood in the way there."""

    place: Place
    blocker: Place | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule did or missed, why, and where; `members` are those of the cluster."""

    rule: str
    what: str
    why: str
    members: str
    occurrences: tuple[Occurrence, ...]


def findings(remarks: Iterable[Remark], rule: str | None = None, at: str | None = None) -> list[Finding]:
    """Remarks of `rule` (any part of its name, case ignored) at source place `at` (`file:line`), grouped, in order."""
    wanted = rule.lower() if rule else ""
    groups: dict[tuple[str, str, str, str], list[Occurrence]] = {}
    for remark in remarks:
        if wanted in remark.rule.lower() and (at is None or _stands_at(remark, at)):
            members = dict(remark.facts).get("members", "")
            key = (remark.rule, WHAT[remark.kind], remark.message, members)
            groups.setdefault(key, []).append(Occurrence(remark.place, _told(remark)))
    return [Finding(*key, tuple(occurrences)) for key, occurrences in groups.items()]


def _told(remark: Remark) -> Place | None:
    """The blocker, where it is another op than the one the remark is about."""
    return remark.blocker if remark.blocker is not None and remark.blocker != remark.place else None


def _stands_at(remark: Remark, at: str) -> bool:
    file, _, line = at.rpartition(":")
    places = [place for place in (remark.place, remark.blocker) if place is not None]
    return any(_same_file(place, file) and str(place.line) == line for place in places)


def _same_file(place: Place, file: str) -> bool:
    return place.file == file or place.file.endswith("/" + file)


def common_file(found: Iterable[Finding]) -> str:
    """The file that every place with a line is in; empty where there are several or none."""
    files = {
        place.file
        for finding in found
        for occurrence in finding.occurrences
        for place in (occurrence.place, occurrence.blocker)
        if place is not None and place.line
    }
    return files.pop() if len(files) == 1 else ""


def place_text(place: Place, file: str) -> str:
    """`line:column name`, after the file where it is not `file`."""
    if not place.line:
        return place.name or place.file or "unknown place"
    where = f"{place.line}:{place.column}" if place.column else str(place.line)
    return " ".join(part for part in (where if place.file == file else f"{place.file}:{where}", place.name) if part)


def summary(found: Iterable[Finding]) -> str:
    """How many clusters were formed and how many were missed by little."""
    found = list(found)
    clusters = sum(len(finding.occurrences) for finding in found if finding.what == "fused" and finding.members)
    missed = sum(len(finding.occurrences) for finding in found if finding.what == "missed")
    return f"{_count(clusters, 'cluster', 's')}, {_count(missed, 'near miss', 'es')}"


def _count(number: int, noun: str, plural: str) -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"
