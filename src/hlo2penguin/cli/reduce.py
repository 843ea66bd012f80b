"""`hlo2penguin reduce`."""

from __future__ import annotations

import os
import sys

import click

from hlo2penguin.cli.common import diagnostics_format, input_argument, refusals
from hlo2penguin.report.words import counted


@click.command("reduce")
@input_argument
@click.option(
    "--test",
    "test",
    required=True,
    metavar="COMMAND",
    help="Shell command that fails on the program; {} stands for the file's name, else it comes last.",
)
@click.option("--expect", default="", metavar="REGEX", help="What the failing command must write.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="A command that takes longer fails, too.",
)
@click.option("--limit", type=click.IntRange(min=1), default=10_000, show_default=True, help="Candidates to try.")
@click.option("-o", "--output", default="-", show_default=True, metavar="SMALL.mlir", help="Where the result goes.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing while at work.")
@diagnostics_format
def command(
    input: str,
    test: str,
    expect: str,
    timeout: float | None,
    limit: int,
    output: str,
    quiet: bool,
    diagnostics: str,
) -> None:
    """Find the smallest program that still fails a test: fewer outputs, ops and inputs, smaller shapes and constants.

    The result is MLIR text, whatever the input was.

    \b
    Examples:
      hlo2penguin reduce model.mlir --test 'hlo2penguin verify' -o small.mlir
      hlo2penguin reduce model.hlo_module.pb -o small.mlir \\
          --expect NCC_PYP055 --test 'hlo2penguin convert {} -o /dev/null'
    """
    from hlo2penguin.reduce import command_test, reduce_text, start_text
    from hlo2penguin.save import save

    def progress(what: str, ops: int) -> None:
        if not quiet:
            click.echo(f"{counted(ops, 'op'):>10}: {what}", err=True)

    with refusals(diagnostics):
        found = reduce_text(start_text(input), command_test(test, timeout, expect), limit, progress)
        if output == "-":
            sys.stdout.write(found.text)
        else:
            save(found.text, {}, os.path.dirname(output), os.path.basename(output))
    if not quiet:
        ending = "" if found.complete else "; stopped at the limit"
        tried = counted(found.tried, "candidate")
        click.echo(f"{counted(found.before, 'op')} to {found.after:,}, {tried} tried{ending}", err=True)
