"""`hlo2penguin report`."""

from __future__ import annotations

import json
import os
import sys

import click

from hlo2penguin.cli.common import conversion_options, input_argument, refusals
from hlo2penguin.options import Options
from hlo2penguin.report.words import counted


@click.command("report")
@input_argument
@click.option(
    "-o",
    "--output",
    default="report.html",
    show_default=True,
    metavar="FILE.html",
    help="Where the page goes. `-`: standard output.",
)
@click.option(
    "--format",
    "format",
    type=click.Choice(["html", "json"]),
    default="html",
    show_default=True,
    help="The page, or its data alone.",
)
@conversion_options
def command(input: str, output: str, format: str, options: Options) -> None:
    """Write one HTML file that shows a program on its way to Penguin text.

    Source, fused MLIR and text side by side and linked, the graph of clusters, remarks, costs and a roofline. The file
    opens without a network. A program that is refused gets a report too, and exit status 1.

    \b
    Example:
      hlo2penguin report model.mlir -o report.html
    """
    from hlo2penguin.report.data import report_data
    from hlo2penguin.report.html import page
    from hlo2penguin.save import save

    data = report_data(input, options)
    text = page(data) if format == "html" else json.dumps(data, indent=1) + "\n"
    if output == "-":
        click.echo(text, nl=False)
    else:
        with refusals():
            save(text, {}, os.path.dirname(output), os.path.basename(output))
    errors = sum(problem["severity"] == "error" for problem in data["problems"])
    if data["status"] == "refused":
        click.echo(f"refused: {counted(errors, 'problem')}; the report shows what to do", err=True)
        sys.exit(1)
    if output != "-":
        parts = {"cluster": data["clusters"], "remark": data["remarks"], "problem": data["problems"]}
        click.echo(f"{output}: {', '.join(counted(len(part), noun) for noun, part in parts.items())}", err=True)
