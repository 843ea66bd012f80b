"""`hlo2penguin run`."""

from __future__ import annotations

import os
import sys

import click

from hlo2penguin.cli.common import diagnostics_format, refusals


@click.command("run")
@click.argument("program", type=click.Path(exists=False))
@click.option(
    "--input",
    "inputs",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE.npy",
    help="One array per input, in order. Default: random ones made from --seed.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of random inputs.")
@click.option("-o", "--output", type=click.Path(file_okay=False), help="Directory for one .npy per output.")
@click.option("--devices", type=click.IntRange(min=1), help="Devices to run on (default: as many as collectives name).")
@click.option("--coordinator", metavar="HOST:PORT", help="Address of process 0, for several processes.")
@click.option(
    "--process-id", type=click.IntRange(min=0), default=0, show_default=True, help="Number of this process, from 0."
)
@click.option(
    "--num-processes", type=click.IntRange(min=1), default=1, show_default=True, help="How many processes there are."
)
@click.option(
    "--platform", type=click.Choice(["cpu", "gpu", "tpu"]), help="What to run on (default: the best that JAX offers)."
)
@click.option("--lift-literal", is_flag=True, help="Follow the bodies of Expm1 and Log1p fusions instead of their tag.")
@diagnostics_format
def command(
    program: str,
    inputs: tuple[str, ...],
    seed: int,
    output: str | None,
    devices: int | None,
    coordinator: str | None,
    process_id: int,
    num_processes: int,
    platform: str | None,
    lift_literal: bool,
    diagnostics: str,
) -> None:
    """Run Penguin text (ours or a vendor dump) on XLA.

    The text is parsed, never executed: it is lifted to StableHLO, which runs. Prints dtype and shape of each output.
    Programs with collectives run on several devices of one machine, or in several processes that meet at
    --coordinator.

    \b
    Example:
      hlo2penguin run penguin.py --input x.npy --input w.npy -o results
    """
    import numpy as np

    from hlo2penguin.diagnostics import Diagnostic, Refused
    from hlo2penguin.penguin import read
    from hlo2penguin.runtime import run
    from hlo2penguin.save import save_files

    with refusals(diagnostics):
        function = read(program)
        try:
            arrays = [np.load(path, allow_pickle=False) for path in inputs] or None
        except ValueError as error:
            raise Refused(Diagnostic("H2P305", f"an input cannot be read: {error}", "give plain .npy files")) from error
        results = run(
            function,
            arrays,
            seed=seed,
            devices=devices,
            directory=os.path.dirname(program),
            literal=lift_literal,
            platform=platform,
            coordinator=coordinator,
            process_id=process_id,
            num_processes=num_processes,
        )
        names = [tensor.name for tensor in function.outputs]
        if output:
            save_files({f"{name}.npy": array for name, array in zip(names, results, strict=True)}, output)
    for name, array in zip(names, results, strict=True):
        click.echo(f"{name}: {array.dtype}{list(array.shape)}")
    sys.exit(0)
