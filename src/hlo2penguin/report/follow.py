"""A conversion watched from outside: what each stage leaves, and where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.load.sniff import as_text
from hlo2penguin.load.source import fetch
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session
from hlo2penguin.printer import Printed
from hlo2penguin.report.check import target_warnings
from hlo2penguin.report.links import CopiedNames, Links
from hlo2penguin.report.listing import operations

__all__ = ["Look", "Run", "follow"]

Look = Callable[[str, Session, Links], None]
"""Called with `load`, `prepare` or `fuse` after that stage, while the session's module is as the stage left it."""


@dataclass(slots=True)
class Run:
    """What came of a conversion. `stage` is the last that went well; `text` the input where it is text."""

    session: Session
    source: str
    stage: str = ""
    text: str = ""
    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])
    printed: Printed | None = None


def follow(source: Any, options: Options, look: Look, name: str | None = None) -> Run:
    """Converts `source` as far as it goes; problems and the target's warnings are in the result, never raised."""
    session = Session(options)
    run = Run(session, name or str(source))
    warnings: list[Diagnostic] = []
    try:
        fetched = fetch(source, name)
        run.source = fetched.name
        run.text = (as_text(fetched.content) or "") if isinstance(fetched.content, bytes) else ""
        session.load(fetched.content, fetched.name)
        links = _marked(session)
        _arrive(run, "load", look, links)
        session.prepare()
        warnings += target_warnings(session)
        _arrive(run, "prepare", look, links)
        session.fuse()
        _arrive(run, "fuse", look, links)
        run.printed = session.print()
        run.stage = "print"
    except Refused as refused:
        run.problems += refused.diagnostics
    run.problems += warnings
    return run


def _marked(session: Session) -> Links:
    loaded = session.loaded
    assert loaded is not None, "load has been called"
    names = None
    if loaded.names is not None:
        names = loaded.names = CopiedNames(loaded.names.largest_id, loaded.names.suffixes)
    links = Links(session.decoder, names)
    links.mark(operations(session.module))
    return links


def _arrive(run: Run, stage: str, look: Look, links: Links) -> None:
    run.stage = stage
    look(stage, run.session, links)
