"""The command line. Subcommands load at use; a first argument that is an option is the vendor's command line."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

import hlo2penguin
from hlo2penguin import crash
from hlo2penguin.diagnostics import Diagnostic, render

__all__ = ["main"]

COMMANDS = {
    "convert": "Convert a program to Penguin text.",
    "opt": "Run chosen passes and print the MLIR.",
    "explain": "Show what fused, what nearly did, and why not.",
    "ops": "Show the op table, or what of a program cannot be printed.",
    "lift": "Turn Penguin text into StableHLO.",
    "run": "Run Penguin text on XLA.",
    "verify": "Convert, read back, lift, run, and compare with XLA.",
    "diff": "Compare two Penguin programs by structure.",
    "report": "Write one HTML file: source, IR, text, graph, remarks, costs.",
    "view": "Write Model Explorer graphs.",
    "batch": "Convert many programs: whole compile caches, resumable.",
    "reduce": "Find the smallest program that still fails a test.",
}
"""Subcommand to its one-line help; each lives in a file of its name."""


_CRASH_DIR = click.Option(
    ["--crash-dir"],
    type=click.Path(file_okay=False),
    expose_value=False,  # `crash` finds it in the command line, as the command itself may be what died
    help="Where the reproducer of an internal error goes (default: a new temporary directory).",
)


class _Commands(click.Group):
    """A group that imports a subcommand when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"hlo2penguin.cli.{cmd_name}").command
        if _CRASH_DIR not in command.params:
            command.params.append(_CRASH_DIR)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hlo2penguin.__version__, "-V", "--version", prog_name="hlo2penguin")
def _cli() -> None:
    """XLA programs (StableHLO, MHLO, HLO) in, Penguin Python out, and back.

    What an input is, is told by its bytes: MLIR text or bytecode, a StableHLO portable artifact, HLO text, an HLO
    proto. `-` is standard input. Exit status: 0 done, 1 the input was refused or a check failed, 2 wrong usage.

    \b
    Examples:
      hlo2penguin convert model.mlir -o out/penguin.py
      hlo2penguin explain model.hlo_module.pb
    """


_OWN = {"-h", "--help", "-V", "--version"}


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point. Exit status: 0 done, 1 the input was refused or a check failed, 2 wrong usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    vendor = bool(given) and given[0].startswith("--") and given[0] not in _OWN
    if arguments is None:
        if "-" in given:
            crash.keep_standard_input()
        crash.supervise(given, lambda diagnostic: _show_breakdown(diagnostic, given))
    try:
        with crash.directory_for_workers(given):
            if vendor:
                from hlo2penguin.cli.vendor import command

                command.main(given, prog_name="hlo2penguin")
            _cli.main(given, prog_name="hlo2penguin")
    except Exception as error:
        _show_breakdown(crash.broke_down(error, given), given)
        sys.exit(1)


def _show_breakdown(diagnostic: Diagnostic, arguments: Sequence[str]) -> None:
    """One line on standard error, in the format that the command line asks for."""
    line = " ".join(arguments).replace("--diagnostics-format ", "--diagnostics-format=")
    form = next((form for form in ("json", "github") if f"--diagnostics-format={form}" in line), "text")
    if form != "text":
        click.echo(render([diagnostic], form), err=True)  # pyright: ignore[reportArgumentType]
        return
    op = f" at {diagnostic.op}" if diagnostic.op else ""
    click.echo(f"{str(diagnostic).replace(chr(10), ' ')}{op}; {diagnostic.help}", err=True)
