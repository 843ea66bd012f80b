"""`hlo2penguin explain`."""

from __future__ import annotations

import os
import textwrap
from typing import TYPE_CHECKING

import click

from hlo2penguin.cli.common import conversion_options, diagnostics_format, input_argument, refusals
from hlo2penguin.options import Options

if TYPE_CHECKING:
    from hlo2penguin.report.explain import Finding


@click.command("explain")
@input_argument
@click.option("--rule", metavar="NAME", help="Only remarks of rules with NAME in their name.")
@click.option("--at", metavar="FILE:LINE", help="Only remarks at, or blocked at, that source line.")
@click.option("--remarks", "remarks_file", type=click.Path(dir_okay=False), help="Also write them as LLVM .opt.yaml.")
@diagnostics_format
@conversion_options
def command(
    input: str, rule: str | None, at: str | None, remarks_file: str | None, diagnostics: str, options: Options
) -> None:
    """Show what fused, what nearly did, and why not.

    Findings of one rule and reason are told once, with every place. Places are those of the source where the program
    has them, else of the program's own text; ops at one place are listed together, each with what blocked it in
    brackets.

    \b
    Example:
      hlo2penguin explain model.mlir --rule MulRedSqrt
    """
    from hlo2penguin.pipeline import Session
    from hlo2penguin.report.explain import findings

    with refusals(diagnostics):
        session = Session(options)
        session.load(input)
        session.prepare()
        session.fuse()
        if remarks_file:
            from hlo2penguin.diagnostics import to_opt_yaml
            from hlo2penguin.save import save

            save(to_opt_yaml(session.remarks), {}, os.path.dirname(remarks_file), os.path.basename(remarks_file))
    more = "" if rule or at or options.fuse != "default" else "; --fuse=all tries more"
    _print(findings(session.remarks, rule, at), f"nothing fused, and nothing came near{more}")


def _print(found: list[Finding], otherwise: str) -> None:
    """One block per finding, folded to the width of the terminal; nothing is cut off, colours only on a terminal."""
    from rich.console import Console
    from rich.text import Text

    from hlo2penguin.report.explain import common_root, places_text, summary

    console = Console(highlight=False)

    def show(text: str, indent: int = 0, style: str = "") -> None:
        margin = " " * indent
        for line in textwrap.wrap(text, console.width - indent, break_on_hyphens=False):
            console.print(Text(margin + line.replace(_TOGETHER, " "), style))

    if not found:
        show(otherwise)
        return
    root = common_root(found)
    if root:
        show(f"below {root}" if root.endswith("/") else root)
        console.print()
    for finding in found:
        count = len(finding.occurrences)
        heading = Text.assemble((finding.what, _STYLES[finding.what]), (f" {finding.rule}", "bold"))
        console.print(heading + (f", {count} places" if count > 1 else ""))
        show(finding.why, 2)
        if finding.members:
            show(f"members: {finding.members}", 2)
        for places, names in places_text(finding.occurrences, root):
            show(places, 4, "dim")
            show(names.replace(" (", f"{_TOGETHER}("), 6, "dim")
    console.print()
    show(summary(found))


_TOGETHER = "\xa0"
"""Stands for a space at which no line is folded."""

_STYLES = {"fused": "green", "missed": "yellow", "note": "cyan"}
