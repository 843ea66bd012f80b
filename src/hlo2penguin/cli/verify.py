"""`hlo2penguin verify`."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from hlo2penguin.cli.common import conversion_options, refusals
from hlo2penguin.options import Options
from hlo2penguin.report.words import counted

if TYPE_CHECKING:
    from hlo2penguin.runtime import Verdict


@click.command("verify")
@click.argument("inputs", nargs=-1, required=True, type=click.Path(exists=True), metavar="INPUT…")
@click.option(
    "--oracle",
    type=click.Choice(["xla", "interpreter"]),
    default="xla",
    show_default=True,
    help="What computes the expected values: XLA, or StableHLO's reference interpreter in a child process.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of random inputs.")
@click.option("--bisect", is_flag=True, help="Name the first statement whose value departs.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "jsonl"]),
    default="table",
    show_default=True,
    help="One line per program for people, or one JSON object per line.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Worker processes.")
@conversion_options
def command(
    inputs: tuple[str, ...], oracle: str, seed: int, bisect: bool, form: str, jobs: int, options: Options
) -> None:
    """Convert, read the text back, lift, run, and compare with the source program on XLA.

    A directory stands for the programs in it. Exit status 1 where any is wrong or failed.

    \b
    Example:
      hlo2penguin verify model.mlir --fuse=all
    """
    from hlo2penguin.runtime import input_files, verify_many

    with refusals():
        _require_jax()
    files = input_files(inputs)
    verdicts = verify_many(files, options, oracle=oracle, seed=seed, bisect=bisect, jobs=jobs)  # pyright: ignore[reportArgumentType]
    counts = Counter(_show(_with_progress(verdicts, len(files)), form))
    if form == "table" and len(files) > 1:
        click.echo(", ".join(f"{count} {status}" for status, count in counts.items()))
    sys.exit(1 if counts["wrong"] or counts["error"] else 0)


def _require_jax() -> None:
    """Without JAX nothing can be verified: said once, and not as a verdict on each program."""
    from hlo2penguin.runtime.xla import without_jax

    if importlib.util.find_spec("jax") is None:
        raise without_jax("verifying")


def _show(verdicts: Iterable[Verdict], form: str) -> Iterable[str]:
    for verdict in verdicts:
        click.echo(verdict.to_json() if form == "jsonl" else _line(verdict))
        yield verdict.status


def _line(verdict: Verdict) -> str:
    worst = max((output.max_ulp for output in verdict.outputs), default=0)
    compared = f"{counted(len(verdict.outputs), 'output')}, max {worst:g} ULP"
    detail = compared if verdict.outputs else verdict.message.split("\n")[0]
    if not detail.startswith(f"{verdict.input}:"):
        detail = f"{verdict.input}: {detail}"
    lines = [f"{verdict.status:9} {verdict.code:12} {detail}"]
    if verdict.note:
        lines.append(f"          note: {verdict.note}")
    if (departure := verdict.departure) is not None:
        where = f"{departure.tensor} ({departure.form}, {departure.tensor_op_name})"
        lines.append(f"          departs at line {departure.line}: {where}")
    return "\n".join(lines)


def _with_progress(verdicts: Iterable[Verdict], total: int) -> Iterable[Verdict]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    hidden = total < 2 or not console.is_terminal
    return track(verdicts, "verify", total=total, console=console, disable=hidden, transient=True)
