"""`hlo2penguin diff`."""

from __future__ import annotations

import sys

import click

from hlo2penguin.cli.common import diagnostics_format, refusals


@click.command("diff")
@click.argument("left", type=click.Path(exists=False))
@click.argument("right", type=click.Path(exists=False))
@diagnostics_format
def command(left: str, right: str, diagnostics: str) -> None:
    """Compare two Penguin programs by structure, ids and variable numbers aside.

    Statements are aligned by what they do and what they read; prints nothing where the programs are the same. Exit
    status 1 where they differ.

    \b
    Example:
      hlo2penguin diff ours/penguin.py vendor/penguin.py
    """
    from hlo2penguin.penguin import diff_text, read

    with refusals(diagnostics):
        text = diff_text(read(left), read(right))
    click.echo(text, nl=False)
    sys.exit(1 if text else 0)
