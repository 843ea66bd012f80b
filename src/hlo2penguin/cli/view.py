"""`hlo2penguin view`."""

from __future__ import annotations

import json
import os
import sys

import click

from hlo2penguin.cli.common import conversion_options, diagnostics_format, input_argument, refusals
from hlo2penguin.diagnostics import render
from hlo2penguin.options import Options


@click.command("view")
@input_argument
@click.option(
    "-o",
    "--output",
    default="graph.json",
    show_default=True,
    metavar="GRAPH.json",
    help="Where the graphs go, the mapping beside them as GRAPH.sync.json. `-`: graphs to standard output.",
)
@diagnostics_format
@conversion_options
def command(input: str, output: str, diagnostics: str, options: Options) -> None:
    """Write the graphs of a program for Model Explorer: imported, prepared and fused.

    A program that is refused gets the graphs up to where it stopped, its problems in red, and exit status 1. Penguin
    text gives the graph of its statements.

    \b
    Example:
      hlo2penguin view model.mlir -o graph.json && model-explorer graph.json
    """
    from hlo2penguin.report.open import open_graphs
    from hlo2penguin.save import save_files

    with refusals(diagnostics):
        found = open_graphs(input, options)
        graphs = json.dumps(found.collection, separators=(",", ":")) + "\n"
        if output == "-":
            click.echo(graphs, nl=False)
        else:
            stem, _ = os.path.splitext(os.path.basename(output))
            files = {os.path.basename(output): graphs.encode()}
            if found.sync["mappingEntries"]:
                files[f"{stem}.sync.json"] = (json.dumps(found.sync, separators=(",", ":")) + "\n").encode()
            save_files(files, os.path.dirname(output))
            click.echo(", ".join(os.path.join(os.path.dirname(output), name) for name in files), err=True)
    errors = [problem for problem in found.problems if problem.severity == "error"]
    if errors:
        click.echo(render(errors, diagnostics), err=True)  # pyright: ignore[reportArgumentType]
        sys.exit(1)
