"""`hlo2penguin explain`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from hlo2penguin.cli.common import conversion_options, diagnostics_format, input_argument, refusals
from hlo2penguin.options import Options

if TYPE_CHECKING:
    from hlo2penguin.report.explain import Row


@click.command("explain")
@input_argument
@click.option("--rule", metavar="NAME", help="Only remarks of rules whose name holds NAME.")
@click.option("--at", metavar="FILE:LINE", help="Only remarks at (or blocked by) that source line.")
@click.option("--remarks", "remarks_file", type=click.Path(dir_okay=False), help="Also write them as LLVM .opt.yaml.")
@diagnostics_format
@conversion_options
def command(
    input: str, rule: str | None, at: str | None, remarks_file: str | None, diagnostics: str, options: Options
) -> None:
    """Show what fused, what nearly did, and why not.

    \b
    hlo2penguin explain model.mlir --rule MulRedSqrt
    """
    from hlo2penguin.pipeline import Session
    from hlo2penguin.report.explain import rows

    with refusals(diagnostics):
        session = Session(options)
        session.load(input)
        session.prepare()
        session.fuse()
        if remarks_file:
            from hlo2penguin.diagnostics import to_opt_yaml
            from hlo2penguin.save import save

            save(to_opt_yaml(session.remarks), {}, os.path.dirname(remarks_file), os.path.basename(remarks_file))
    found = rows(session.remarks, rule, at)
    if not found:
        click.echo("nothing fused, and nothing came near")
        return
    _print_table(found)


def _print_table(found: list[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("rule", "place", "what", "why", box=None, pad_edge=False)
    for row in found:
        table.add_row(row.rule, row.place, row.what, row.why)
    Console().print(table, markup=False)
