"""Remarks for people: grouped by what happened and why, with every place where it did."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hlo2penguin.diagnostics import Place, Remark
from hlo2penguin.report.words import counted

__all__ = ["Finding", "Occurrence", "common_root", "findings", "places_text", "summary"]

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


def common_root(found: Iterable[Finding]) -> str:
    """The file that every place with a line is in, else the folder, ending in `/`; empty where there is none."""
    files = {
        place.file
        for finding in found
        for occurrence in finding.occurrences
        for place in (occurrence.place, occurrence.blocker)
        if place is not None and place.line
    }
    if len(files) <= 1:
        return files.pop() if files else ""
    if len({posixpath.isabs(file) for file in files}) > 1:
        return ""
    folder = posixpath.commonpath([posixpath.dirname(file) for file in files])
    return f"{folder}/" if folder.strip("/") else ""


def places_text(occurrences: Iterable[Occurrence], root: str) -> Iterator[tuple[str, str]]:
    """Lines of text, places relative to `root`: those at one position share a line, with their names as a second part.

    Unrolled layers and library functions put many ops at one position.
    """
    groups: dict[tuple[str, str], list[Occurrence]] = {}
    for occurrence in occurrences:
        blocker = occurrence.blocker
        key = (_position(occurrence.place, root), _position(blocker, root) if blocker is not None else "")
        groups.setdefault(key, []).append(occurrence)
    for (where, blocked), group in groups.items():
        if len(group) > 1 and where:
            blocking = f", blocked by {blocked}" if blocked else ""
            yield f"at {where}{blocking}, {len(group)} times:", ", ".join(_names(group))
            continue
        for occurrence in group:
            blocker = occurrence.blocker
            blocking = f", blocked by {_place_text(blocker, root)}" if blocker is not None else ""
            yield f"at {_place_text(occurrence.place, root)}{blocking}", ""


def _names(group: Iterable[Occurrence]) -> Iterator[str]:
    for occurrence in group:
        blocker = occurrence.blocker
        yield occurrence.place.name + (f" ({blocker.name})" if blocker is not None and blocker.name else "")


def _position(place: Place, root: str) -> str:
    """`line:column`, after the file where `root` is not the file; empty where the line is unknown."""
    if not place.line:
        return ""
    if place.file == root:
        return f"{place.line}:{place.column}" if place.column else f"line {place.line}"
    file = place.file.removeprefix(root) if root.endswith("/") else place.file
    return f"{file}:{place.line}" + (f":{place.column}" if place.column else "")


def _place_text(place: Place, root: str) -> str:
    if not place.line:
        return place.name or place.file or "unknown place"
    return " ".join(part for part in (_position(place, root), place.name) if part)


def summary(found: Iterable[Finding]) -> str:
    """How many clusters were formed and how many were missed by little."""
    found = list(found)
    clusters = sum(len(finding.occurrences) for finding in found if finding.what == "fused" and finding.members)
    missed = sum(len(finding.occurrences) for finding in found if finding.what == "missed")
    return f"{counted(clusters, 'cluster')}, {counted(missed, 'near miss', 'near misses')}"
