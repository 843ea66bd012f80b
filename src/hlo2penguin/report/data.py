"""From a program to the report's data (`schema`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from hlo2penguin.diagnostics import Diagnostic, Place, Remark
from hlo2penguin.metrics import INTENSITY_THRESHOLD
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session
from hlo2penguin.report.follow import Run, follow
from hlo2penguin.report.links import Links
from hlo2penguin.report.listing import list_module, operations
from hlo2penguin.report.places import Places, Standing
from hlo2penguin.report.schema import (
    VERSION,
    ClusterData,
    MetricsData,
    OpData,
    Pane,
    PlaceData,
    ProblemData,
    RemarkData,
    ReportData,
    TargetData,
)
from hlo2penguin.report.statements import lines_of_ops
from hlo2penguin.report.structure import Cluster, Node, Structure, scope_of, structure_of, type_text
from hlo2penguin.version import __version__

__all__ = ["report_data"]


_FRAMES = frozenset({"func.func", "func.return", "mhlo.return", "stablehlo.return"})
"""Ops whose lines stand for nothing in the source."""


def report_data(source: Any, options: Options, name: str | None = None) -> ReportData:
    """Everything that a report shows of `source`, whether it converts or is refused."""
    stages = _Stages()
    run = follow(source, options, stages.look, name)
    panes = stages.panes
    if run.printed is not None:
        panes.append(_penguin(run.printed.text, stages.structure))
    if not panes:
        panes.append(Pane(id="source", title="Source", language="text", lines=run.text.splitlines(), spans=[]))
    metrics = run.session.metrics
    return ReportData(
        version=VERSION,
        generator=f"hlo2penguin {__version__}",
        source=run.source,
        status="converted" if run.stage == "print" else "refused",
        stage=run.stage,
        dialect=run.session.dialect,
        options=_options(options),
        target=options.target,
        targets=[
            TargetData(name=target, ridge=ridge, bound=metrics.model_type(target))
            for target, ridge in INTENSITY_THRESHOLD.items()
        ],
        metrics=_metrics(run),
        panes=panes,
        ops=stages.ops,
        clusters=stages.clusters,
        remarks=[_remark(remark, stages.places) for remark in run.session.remarks],
        problems=[_problem(problem, stages.places) for problem in run.problems],
    )


class _Stages:
    """What the stages left: a pane each for the first and the last, and the ops and clusters of the last."""

    def __init__(self) -> None:
        self.panes: list[Pane] = []
        self.ops: list[OpData] = []
        self.clusters: list[ClusterData] = []
        self.structure = Structure()
        self.places = Places()

    def look(self, stage: str, session: Session, links: Links) -> None:
        """Keeps what the report shows of a stage; no op of the module is kept, for later stages erase some."""
        if stage == "prepare":
            return
        decoder = session.decoder
        ops = operations(session.module)
        listing = list_module(session.module, ops)
        structure = structure_of(session.module, decoder, links)
        numbers = {node.operation: number for number, node in enumerate(structure.nodes)}
        links_of = [links.of(op.location) for op in ops]
        self.places = Places()
        for op, found in zip(ops, links_of, strict=True):
            self.places.add(decoder.location(op.location), Standing(op.name, numbers.get(op, -1), found))
        spans = [
            [first, last, numbers.get(ops[op], -1), *links_of[op]]
            for first, last, op in listing.spans
            if ops[op].name not in _FRAMES
        ]
        self.ops = _ops(structure.nodes)
        self.clusters = [_cluster(cluster, structure.nodes) for cluster in structure.clusters]
        for pane in self.panes:
            for span in pane["spans"]:
                span[2] = -1
        name, title = ("imported", "Imported MLIR") if stage == "load" else ("fused", "Fused MLIR")
        self.panes.append(Pane(id=name, title=title, language="mlir", lines=listing.lines, spans=spans))
        if stage == "fuse":
            self.structure = structure


def _penguin(text: str, structure: Structure) -> Pane:
    lines = text.rstrip("\n").split("\n")
    spans: list[list[int]] = []
    for line, owner in lines_of_ops(lines, structure):
        links = structure.nodes[owner].links if owner >= 0 else structure.clusters[-1 - owner].links
        spans.append([line, line, max(owner, -1), *links])
    return Pane(id="penguin", title="Penguin", language="python", lines=lines, spans=spans)


def _options(options: Options) -> dict[str, str]:
    """Every switch that is not at its default, by name."""
    default = Options()
    changed = {field.name for field in fields(Options) if getattr(options, field.name) != getattr(default, field.name)}
    shown = {name: str(getattr(options, name)) for name in sorted(changed - {"profile"})}
    return {"profile": options.profile.name, **shown}


def _metrics(run: Run) -> MetricsData | None:
    if run.stage in ("", "load"):
        return None
    metrics = run.session.metrics
    return MetricsData(macs=metrics.mac_count, traffic=metrics.traffic, intensity=metrics.arithmetic_intensity)


def _ops(nodes: Sequence[Node]) -> list[OpData]:
    """Ops by their instruction's name; those that a pass made in the place of one say their kind too."""
    copies = Counter(node.where.instruction for node in nodes)
    return [_op(node, copies[node.where.instruction] > 1) for node in nodes]


def _op(node: Node, shared: bool) -> OpData:
    where = node.where
    name = where.instruction or where.op_name or node.kind
    return OpData(
        kind=node.kind,
        name=f"{name} ({node.kind})" if shared and node.kind not in name else name,
        scope=list(scope_of(where.op_name)),
        types=[type_text(type) for type in node.result_types],
        cluster=node.cluster,
        inputs=list(dict.fromkeys(number for number, _ in node.operands if number >= 0)),
        read=node.bytes_read,
        written=node.bytes_written,
        macs=node.macs,
        place=PlaceData(file=where.file, line=where.line, column=where.column, name=where.op_name),
        links=list(node.links),
    )


def _cluster(cluster: Cluster, nodes: Sequence[Node]) -> ClusterData:
    members = [nodes[number] for number in cluster.members]
    return ClusterData(
        kind=cluster.kind,
        ops=cluster.members,
        read=cluster.bytes_read,
        written=cluster.bytes_written,
        saved=max(0, sum(node.bytes_written for node in members) - cluster.bytes_written),
        macs=sum(node.macs for node in members),
        links=list(cluster.links),
    )


def _place(place: Place) -> PlaceData:
    return PlaceData(file=place.file, line=place.line, column=place.column, name=place.name)


def _standing(found: Iterable[Standing]) -> tuple[list[int], list[int]]:
    """Numbers and links of ops, each once."""
    found = list(found)
    numbers = dict.fromkeys(standing.number for standing in found if standing.number >= 0)
    return list(numbers), list(dict.fromkeys(link for standing in found for link in standing.links))


def _remark(remark: Remark, places: Places) -> RemarkData:
    ops, links = _standing(places.find(remark.place))
    return RemarkData(
        kind=remark.kind,
        rule=remark.rule,
        name=remark.name,
        message=remark.message,
        place=_place(remark.place),
        blocker=None if remark.blocker is None else _place(remark.blocker),
        facts=[list(fact) for fact in remark.facts],
        ops=ops,
        links=links,
    )


def _problem(problem: Diagnostic, places: Places) -> ProblemData:
    ops, links = _standing(places.find(problem.place, problem.op))
    return ProblemData(
        code=problem.code,
        severity=problem.severity,
        cause=problem.cause,
        help=problem.help,
        op=problem.op,
        text=problem.place.text,
        place=_place(problem.place),
        ops=ops,
        links=links,
    )
