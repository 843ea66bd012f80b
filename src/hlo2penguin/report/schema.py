"""The report's data, version 1: what the page shows, as one JSON object.

Lines, ops, clusters, remarks and problems are numbered by their place in their list, from 0. *Links* are numbers of ops
of the imported program: things that share one come from the same source op. Nothing in it depends on when or how fast
the report was made.
"""

from __future__ import annotations

from typing import Literal, TypedDict

__all__ = [
    "VERSION",
    "ClusterData",
    "MetricsData",
    "OpData",
    "Pane",
    "PlaceData",
    "ProblemData",
    "RemarkData",
    "ReportData",
    "TargetData",
]

VERSION = 1


class PlaceData(TypedDict):
    """Where in the source; empty or 0 where not known."""

    file: str
    line: int
    column: int
    name: str


class Pane(TypedDict):
    """One text. `spans` are `[first line, last line, op, link…]`: op is -1 where it is not one of `ops`.

    A span within another is the more exact one. `id` is `source`, `imported`, `fused` or `penguin`.
    """

    id: str
    title: str
    language: Literal["mlir", "python", "text"]
    lines: list[str]
    spans: list[list[int]]


class OpData(TypedDict):
    """One op of `@main` after fusion, or as far as the program came: bytes read and written, multiply-accumulates.

    `inputs` are numbers of ops. `cluster` is -1 for an op on its own.
    """

    kind: str
    name: str
    scope: list[str]
    types: list[str]
    cluster: int
    inputs: list[int]
    read: int
    written: int
    macs: int
    place: PlaceData
    links: list[int]


class ClusterData(TypedDict):
    """One fusion. `read` and `written` cross its border; `saved` bytes of intermediates are no longer written."""

    kind: str
    ops: list[int]
    read: int
    written: int
    saved: int
    macs: int
    links: list[int]


class RemarkData(TypedDict):
    """One remark of a pass. `ops` and `links` are what stands at its place."""

    kind: Literal["Passed", "Missed", "Analysis"]
    rule: str
    name: str
    message: str
    place: PlaceData
    blocker: PlaceData | None
    facts: list[list[str]]
    ops: list[int]
    links: list[int]


class ProblemData(TypedDict):
    """Why the program was refused, or what the target is known to reject (`severity` warning), and what to do."""

    code: str
    severity: Literal["error", "warning", "note"]
    cause: str
    help: str
    op: str
    text: str
    place: PlaceData
    ops: list[int]
    links: list[int]


class TargetData(TypedDict):
    """A target's ridge: operations per byte from which a program is compute-bound, and what this one is there."""

    name: str
    ridge: float
    bound: str


class MetricsData(TypedDict):
    """Of the whole program, as the text's Function attributes have them. `intensity` is operations per byte."""

    macs: int
    traffic: int
    intensity: float


class ReportData(TypedDict):
    """Everything. `stage` is the last that went well: empty, `load`, `prepare`, `fuse` or `print`."""

    version: int
    generator: str
    source: str
    status: Literal["converted", "refused"]
    stage: str
    dialect: str
    options: dict[str, str]
    target: str
    targets: list[TargetData]
    metrics: MetricsData | None
    panes: list[Pane]
    ops: list[OpData]
    clusters: list[ClusterData]
    remarks: list[RemarkData]
    problems: list[ProblemData]
