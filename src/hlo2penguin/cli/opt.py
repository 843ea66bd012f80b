"""`hlo2penguin opt`."""

from __future__ import annotations

import os
import sys

import click

from hlo2penguin.cli.common import (
    SEPARATOR,
    conversion_options,
    diagnostics_format,
    input_argument,
    refusals,
    split_input,
)
from hlo2penguin.diagnostics import Refused, Remark, render, to_opt_yaml
from hlo2penguin.options import Options


@click.command("opt")
@input_argument
@click.option(
    "--pass",
    "passes",
    multiple=True,
    metavar="NAME",
    help="A pass to run, in the order given: neuron-op-fusion, schedule-fusion, fusion-to-composite, a "
    "preparation pass, `prepare` (all of them), or `none`. Default: prepare, then the fusion passes.",
)
@click.option("-o", "--output", default="-", show_default=True, metavar="OUT.mlir", help="Where the MLIR goes.")
@click.option("--remarks", "remarks_file", type=click.Path(dir_okay=False), help="Write remarks as LLVM .opt.yaml.")
@click.option("--locations", is_flag=True, help="Print locations too.")
@click.option("--split-input-file", is_flag=True, help="Work on each part between `// -----` lines on its own.")
@diagnostics_format
@conversion_options
def command(
    input: str,
    passes: tuple[str, ...],
    output: str,
    remarks_file: str | None,
    locations: bool,
    split_input_file: bool,
    diagnostics: str,
    options: Options,
) -> None:
    """Run chosen passes on a program and print the MLIR.

    Passes run in the order given, each as often as it is named, and nothing else does.

    \b
    Example:
      hlo2penguin opt --pass=neuron-op-fusion --fuse=all model.mlir
    """
    parts = split_input(input) if split_input_file else [input]
    texts: list[str] = []
    remarks: list[Remark] = []
    refused = False
    with refusals(diagnostics):
        for part in parts:
            try:
                text, said = _run(part, input, passes, options, locations)
                texts.append(text)
                remarks += said
            except Refused as problem:
                if not split_input_file:
                    raise
                refused = True
                texts.append(render(problem.diagnostics, diagnostics) + "\n")  # pyright: ignore[reportArgumentType]
        result = f"{SEPARATOR}\n".join(texts)
        if output == "-":
            sys.stdout.write(result)
        else:
            _write(output, result)
        if remarks_file:
            _write(remarks_file, to_opt_yaml(remarks))
    if refused:
        sys.exit(1)


def _run(
    source: str, name: str, passes: tuple[str, ...], options: Options, locations: bool
) -> tuple[str, list[Remark]]:
    from hlo2penguin.pipeline import Session

    session = Session(options)
    session.load(source, name)
    if not passes:
        session.prepare()
        session.fuse()
    for chosen in passes:
        if not session.run_pass(chosen):
            raise click.UsageError(f"no pass named {chosen!r}; there are: {', '.join(session.pass_names())}")
    return session.module.operation.get_asm(enable_debug_info=locations), session.remarks


def _write(path: str, text: str) -> None:
    from hlo2penguin.save import save

    save(text, {}, os.path.dirname(path), os.path.basename(path))
