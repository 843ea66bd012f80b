"""`hlo2penguin lift`."""

from __future__ import annotations

import os
import sys

import click

from hlo2penguin.cli.common import diagnostics_format, refusals


@click.command("lift")
@click.argument("program", type=click.Path(exists=False))
@click.option("-o", "--output", default="-", show_default=True, metavar="MODEL.mlir", help="Where the StableHLO goes.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "bytecode", "portable"]),
    default="text",
    show_default=True,
    help="MLIR text, MLIR bytecode, or a portable artifact, which other versions of StableHLO read.",
)
@click.option("--lift-literal", is_flag=True, help="Follow the bodies of Expm1 and Log1p fusions instead of their tag.")
@diagnostics_format
def command(program: str, output: str, form: str, lift_literal: bool, diagnostics: str) -> None:
    """Turn Penguin text (ours or a vendor dump) into StableHLO that runs.

    The text is parsed, never executed; its .npy constants are looked for beside it.

    \b
    Example:
      hlo2penguin lift penguin.py -o model.mlir
    """
    from hlo2penguin.lift import lift
    from hlo2penguin.penguin import read

    with refusals(diagnostics):
        lifted = lift(read(program), os.path.dirname(program), literal=lift_literal)
        data = {"text": lambda: lifted.text.encode(), "bytecode": lambda: lifted.bytecode, "portable": lifted.portable}[
            form
        ]()
        if output == "-":
            sys.stdout.buffer.write(data)
            return
        from hlo2penguin.save import save_files

        save_files({os.path.basename(output): data}, os.path.dirname(output))
