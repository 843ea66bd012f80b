"""Optimisation remarks: what a pass did, what it nearly did and why not, in LLVM's `.opt.yaml` form."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hlo2penguin.diagnostics.diagnostic import Place

RemarkKind = Literal["Passed", "Missed", "Analysis"]


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark of one pass.

    `rule` is the pass or sub-pass (`fuseMulRedSqrt`), `name` the stable identifier of the event (`ReduceFeedsRsqrt`),
    `message` the sentence for people, `place` where it happened, `blocker` the op that stood in the way, if any.
    `facts` are further key/value pairs in printed order (members, live-ins, bytes saved).
    """

    kind: RemarkKind
    rule: str
    name: str
    message: str
    place: Place = Place()
    blocker: Place | None = None
    function: str = "main"
    facts: tuple[tuple[str, str], ...] = ()


def to_opt_yaml(remarks: Iterable[Remark]) -> str:
    """All remarks as the YAML stream that LLVM's opt-viewer reads; every remark has a `DebugLoc`."""
    return "".join(_document(remark) for remark in remarks)


def _document(remark: Remark) -> str:
    lines = [
        f"--- !{remark.kind}",
        f"Pass:            {_scalar(remark.rule)}",
        f"Name:            {_scalar(remark.name)}",
        f"DebugLoc:        {_debug_loc(remark.place)}",
        f"Function:        {_scalar(remark.function)}",
        "Args:",
        f"  - String:          {_scalar(remark.message)}",
    ]
    for key, value in remark.facts:
        lines += [f"  - String:          {_scalar(f'; {key}: ')}", f"  - {key}: {_scalar(value)}"]
    if remark.blocker is not None:
        lines += [
            f"  - String:          {_scalar('; blocked by ')}",
            f"  - Blocker:         {_scalar(str(remark.blocker) or 'unknown')}",
            f"    DebugLoc:        {_debug_loc(remark.blocker)}",
        ]
    return "\n".join([*lines, "...", ""])


def _debug_loc(place: Place) -> str:
    return f"{{ File: {_scalar(place.file or '<unknown>')}, Line: {place.line}, Column: {place.column} }}"


def _scalar(text: str) -> str:
    """A double-quoted YAML scalar; JSON strings are YAML strings."""
    return json.dumps(text)
