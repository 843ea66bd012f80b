"""`hlo2penguin convert`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from hlo2penguin.cli.common import (
    SEPARATOR,
    conversion_options,
    diagnostics_format,
    input_argument,
    refusals,
    split_input,
)
from hlo2penguin.diagnostics import Refused, render, to_opt_yaml
from hlo2penguin.options import Options
from hlo2penguin.report.words import counted

if TYPE_CHECKING:
    from hlo2penguin.pipeline import Program

STAGES = ("load", "prepare", "fuse", "all")


@click.command("convert")
@input_argument
@click.option(
    "-o",
    "--output",
    default="-",
    show_default=True,
    metavar="DIR/penguin.py",
    help="Where the text goes; constants stand beside it. `-`: text to standard output.",
)
@click.option(
    "--emit-dir", type=click.Path(file_okay=False), help="Directory for constants (default: beside the text)."
)
@click.option("--remarks", "remarks_file", type=click.Path(dir_okay=False), help="Write remarks as LLVM .opt.yaml.")
@click.option("--print-ir-after", multiple=True, type=click.Choice(STAGES), help="Print MLIR after a stage, to stderr.")
@click.option("--timing", is_flag=True, help="Print seconds per stage.")
@click.option("-v", "--verbose", is_flag=True, help="Print every remark.")
@click.option("-q", "--quiet", is_flag=True, help="No summary.")
@click.option("--split-input-file", is_flag=True, help="Convert each part between `// -----` lines on its own.")
@diagnostics_format
@conversion_options
def command(
    input: str,
    output: str,
    emit_dir: str | None,
    remarks_file: str | None,
    print_ir_after: tuple[str, ...],
    timing: bool,
    verbose: bool,
    quiet: bool,
    split_input_file: bool,
    diagnostics: str,
    options: Options,
) -> None:
    """Convert a program to Penguin text.

    INPUT is MLIR text or bytecode, a StableHLO portable artifact, HLO text, an HLO proto, or `-`. Constants that are
    not one value go into .npy files beside the text. A program that is refused leaves no file; each of its problems is
    told with its place and what helps.

    \b
    Examples:
      hlo2penguin convert model.mlir -o out/penguin.py
      hlo2penguin convert model.hlo_module.pb -o out/penguin.py --fuse=all
    """
    options = replace(options, print_ir_after=print_ir_after, remarks=bool(remarks_file or verbose or not quiet))
    if split_input_file:
        _convert_parts(input, options, diagnostics)
    with refusals(diagnostics):
        program = _convert(input, options)
        if output == "-":
            sys.stdout.write(program.text)
            _save_constants(program, emit_dir)
        elif emit_dir and os.path.abspath(emit_dir) != os.path.abspath(os.path.dirname(output)):
            _save_constants(program, emit_dir)
            replace(program, constants={}).save(os.path.dirname(output), os.path.basename(output))
        else:
            program.save(os.path.dirname(output), os.path.basename(output))
        if remarks_file:
            from hlo2penguin.save import save

            save(to_opt_yaml(program.remarks), {}, os.path.dirname(remarks_file), os.path.basename(remarks_file))
    if verbose:
        for remark in program.remarks:
            click.echo(f"{remark.place}: {remark.rule}: {remark.message}", err=True)
    if timing:
        for stage, seconds in program.timing.items():
            click.echo(f"{stage:8} {seconds * 1e3:9.1f} ms", err=True)
    if not quiet and output != "-":
        click.echo(_summary(program), err=True)


def _convert(source: str, options: Options) -> Program:
    """Converts with a progress bar where the terminal is one and the work takes longer than a second."""
    from hlo2penguin.pipeline import STAGES as ORDER
    from hlo2penguin.pipeline import convert

    def dump(stage: str, text: str) -> None:
        click.echo(f"// ----- IR after {stage} -----\n{text}", err=True)

    if not sys.stderr.isatty():
        return convert(source, options, dump=dump)
    from hlo2penguin.cli.progress import stage_progress

    with stage_progress(ORDER) as report:
        return convert(source, options, dump=dump, on_stage=report)


def _convert_parts(input: str, options: Options, diagnostics: str) -> None:
    from hlo2penguin.pipeline import convert

    refused = False
    for index, part in enumerate(split_input(input)):
        if index:
            click.echo(SEPARATOR)
        try:
            click.echo(convert(part, options, name=input).text, nl=False)
        except Refused as problem:
            refused = True
            click.echo(render(problem.diagnostics, diagnostics))  # pyright: ignore[reportArgumentType]
    sys.exit(1 if refused else 0)


def _save_constants(program: Program, emit_dir: str | None) -> None:
    if emit_dir:
        from hlo2penguin.save import save_files

        save_files(program.constants, emit_dir)
    elif program.constants:
        lost = counted(len(program.constants), "constant")
        click.echo(f"note: not written: {lost}; give -o DIR/penguin.py or --emit-dir DIR", err=True)


def _summary(program: Program) -> str:
    clusters: dict[str, int] = {}
    for remark in program.remarks:
        if remark.kind == "Passed" and remark.rule.startswith("fuse"):
            kind = dict(remark.facts).get("kind", remark.rule)
            clusters[kind] = clusters.get(kind, 0) + 1
    fused = ", ".join(f"{count} {kind}" for kind, count in sorted(clusters.items())) or "none"
    metrics = program.metrics
    size = sum(array.nbytes for array in program.constants.values())
    constants = f"{counted(len(program.constants), 'constant file')} ({counted(size, 'byte')})"
    return (
        f"{counted(program.operations, 'op')}; fusions: {fused}; {constants}; "
        f"{counted(metrics.mac_count, 'MAC')}, {counted(metrics.traffic, 'byte')} of traffic; "
        f"{sum(program.timing.values()):.2f} s"
    )
