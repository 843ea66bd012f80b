"""`hlo2penguin ops`."""

from __future__ import annotations

import sys

import click

from hlo2penguin.cli.common import conversion_options, diagnostics_format
from hlo2penguin.diagnostics import render
from hlo2penguin.diagnostics.source_lines import with_source_lines
from hlo2penguin.options import Options


@click.command("ops")
@click.option(
    "--check",
    "checked",
    type=click.Path(exists=False, allow_dash=True),
    metavar="MODEL",
    help="List what of MODEL cannot be printed, and what --target is known to reject.",
)
@click.option("--markdown", is_flag=True, help="Print the table as Markdown, as the reference page has it.")
@diagnostics_format
@conversion_options
def command(checked: str | None, markdown: bool, diagnostics: str, options: Options) -> None:
    """Show the op table, or what of a program cannot be printed.

    \b
    hlo2penguin ops --check model.mlir --target=trn2
    """
    if checked is not None:
        _check(checked, diagnostics, options)
        return
    from hlo2penguin.report.op_table import HEADINGS, op_table, to_markdown

    if markdown:
        click.echo(to_markdown(), nl=False)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*HEADINGS, box=None, pad_edge=False)
    for row in op_table():
        table.add_row(*row)
    Console().print(table, markup=False)


def _check(model: str, diagnostics: str, options: Options) -> None:
    from hlo2penguin.report.check import check

    found = check(model, options)
    if found:
        click.echo(render(with_source_lines(found), diagnostics))  # pyright: ignore[reportArgumentType]
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    click.echo(f"{errors} errors, {len(found) - errors} warnings for {options.target}", err=True)
    sys.exit(1 if errors else 0)
