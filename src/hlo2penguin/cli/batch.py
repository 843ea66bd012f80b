"""`hlo2penguin batch`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from hlo2penguin.cli.common import conversion_options, diagnostics_format, refusals
from hlo2penguin.options import Options
from hlo2penguin.report.words import counted

if TYPE_CHECKING:
    from hlo2penguin.batch import Result, Task


@click.command("batch")
@click.argument("inputs", nargs=-1, required=True, metavar="DIR|GLOB…")
@click.option("--out", required=True, type=click.Path(file_okay=False), help="Where each input's folder goes.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=None, help="Worker processes (default: the machine's cores)."
)
@click.option("--dask", metavar="ADDRESS", help="Send the tasks to the Dask cluster at tcp://…")
@click.option("--verify", is_flag=True, help="Also run each program and compare with XLA.")
@click.option("--cache/--no-cache", default=True, help="Skip what an earlier run did with the same bytes and options.")
@diagnostics_format
@conversion_options
def command(
    inputs: tuple[str, ...],
    out: str,
    jobs: int | None,
    dask: str | None,
    verify: bool,
    cache: bool,
    diagnostics: str,
    options: Options,
) -> None:
    """Convert many programs: whole compile caches, resumable.

    A directory stands for every file below it. Each program gets a folder of its own under --out; one that is refused,
    or that crashes a worker, does not stop the others. What was done before with the same bytes and options is not
    done again. Exit status 1 where any failed.

    \b
    Example:
      hlo2penguin batch /var/tmp/neuron-compile-cache --out converted --jobs 8
    """
    from hlo2penguin.batch import find_inputs, plan

    with refusals(diagnostics):
        tasks = plan(find_inputs(inputs), out, options, verify)
        results = _run(tasks, jobs or os.cpu_count() or 1, dask, cache)
    _print_summary(results)
    sys.exit(1 if any(result.failed for result in results) else 0)


def _run(tasks: Sequence[Task], jobs: int, dask: str | None, cache: bool) -> Sequence[Result]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from hlo2penguin.batch import run_batch

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.speed:.1f}/s"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("convert", total=len(tasks))
        return run_batch(tasks, jobs=jobs, dask=dask, cache=cache, on_result=lambda _: progress.advance(bar))


def _print_summary(results: Sequence[Result]) -> None:
    counts = Counter(result.status for result in results)
    codes = Counter((result.status, result.code) for result in results if result.code)
    for status, count in sorted(counts.items()):
        click.echo(f"{status:10} {count:6}")
    for (status, code), count in sorted(codes.items()):
        example = next(result for result in results if (result.status, result.code) == (status, code))
        click.echo(f"  {status} {code} × {count}: {example.input}: {example.message}"[:200])
    cached = sum(result.cached for result in results)
    ops = counted(sum(result.operations for result in results), "op")
    click.echo(f"{counted(len(results), 'input')}, {cached:,} from the cache, {ops}")
