"""`hlo2penguin ops`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from hlo2penguin.cli.common import conversion_options, diagnostics_format
from hlo2penguin.diagnostics import render
from hlo2penguin.diagnostics.source_lines import with_source_lines
from hlo2penguin.options import Options
from hlo2penguin.report.words import counted


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

    The table says per op kind and custom-call target which form it prints as and on what evidence: real (seen in the
    vendor's output), documented, or ours. With --check nothing is written: errors are what convert would refuse,
    warnings what the vendor's compiler is known to reject for --target.

    \b
    Example:
      hlo2penguin ops --check model.mlir --target=trn2
    """
    if checked is not None:
        _check(checked, diagnostics, options)
        return
    from hlo2penguin.report.op_table import HEADINGS, op_table, to_markdown

    if markdown:
        click.echo(to_markdown(), nl=False)
        return
    _print_table(HEADINGS, op_table())


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """The table at the width of the terminal, nothing cut off; each note once, below."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in headings[:-1]:
        table.add_column(heading, overflow="fold", no_wrap=heading in ("evidence", "lift"))
    for row in rows:
        table.add_row(*row[:-1])
    console = Console(highlight=False)
    console.print(table, markup=False)
    for name, note in dict.fromkeys((row[1] or row[0], row[-1]) for row in rows if row[-1]):
        console.print(f"\n{name}: {note}", markup=False)


def _check(model: str, diagnostics: str, options: Options) -> None:
    from hlo2penguin.report.check import check

    found = check(model, options)
    if found:
        click.echo(render(with_source_lines(found, model), diagnostics))  # pyright: ignore[reportArgumentType]
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    counts = f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}"
    click.echo(f"{counts} for {options.target}", err=True)
    sys.exit(1 if errors else 0)
