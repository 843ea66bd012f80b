"""Options that several commands share, and how refusals reach the person."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import click

from hlo2penguin.diagnostics import Refused, render
from hlo2penguin.diagnostics.source_lines import with_source_lines
from hlo2penguin.options import Options
from hlo2penguin.profile import PROFILES

__all__ = ["conversion_options", "diagnostics_format", "end_quietly", "input_argument", "refusals", "split_input"]

_SWITCHES = (
    click.option(
        "--dialect",
        type=click.Choice(["auto", "stablehlo", "mhlo"]),
        default="auto",
        show_default=True,
        help="Dialect (and printer variant) to work in; auto keeps the input's, HLO goes the StableHLO way.",
    ),
    click.option(
        "--profile",
        "profile_name",
        type=click.Choice(list(PROFILES)),
        default="observed",
        show_default=True,
        help="Whom to follow where sources differ: real output (observed), or the documents to the letter.",
    ),
    click.option("--strict", is_flag=True, help="Refuse statement forms that are this project's own."),
    click.option(
        "--fuse",
        type=click.Choice(["all", "default", "none"]),
        default="default",
        show_default=True,
        help="Every fusion on, each switch as it is, or every fusion off.",
    ),
    click.option("--neuron-op-fusion/--no-neuron-op-fusion", default=True, help="NeuronOpFusion as a whole."),
    click.option(
        "--fuse-dot-logistic/--no-fuse-dot-logistic",
        default=None,
        help="Sub-passes DotLogistic and MulRedSqrt (default: on, in profile documented off).",
    ),
    click.option(
        "--general-elementwise-fusion/--no-general-elementwise-fusion",
        default=False,
        help="Sub-passes Expm1, Log1p and elementwise clusters.",
    ),
    click.option("--schedule-fusion/--no-schedule-fusion", default=False, help="Pair reduce_scatter with all_gather."),
    click.option(
        "--fusion-form",
        type=click.Choice(["auto", "fusion", "composite"]),
        default="auto",
        help="Clusters as mhlo.fusion or stablehlo.composite; auto follows the dialect.",
    ),
    click.option(
        "--unroll-limit",
        type=click.IntRange(min=0),
        default=100_000,
        show_default=True,
        metavar="N",
        help="Operations after unrolling beyond which a counted loop is refused.",
    ),
    click.option(
        "--target",
        type=click.Choice(["trn1", "trn2", "trn3"]),
        default="trn1",
        show_default=True,
        help="The chip: decides the text's model-type and what `ops --check` warns about.",
    ),
)


def conversion_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the conversion switches; the command gets them as one `options: Options`."""

    @functools.wraps(function)
    def command(*args: Any, profile_name: str, **given: Any) -> Any:
        switches = {name: given.pop(name) for name in _names if name in given}
        given["options"] = Options(profile=PROFILES[profile_name], **switches)
        return function(*args, **given)

    _names = [
        "dialect",
        "strict",
        "fuse",
        "neuron_op_fusion",
        "fuse_dot_logistic",
        "general_elementwise_fusion",
        "schedule_fusion",
        "fusion_form",
        "unroll_limit",
        "target",
    ]
    for option in reversed(_SWITCHES):
        command = option(command)
    return command


input_argument = click.argument("input", type=click.Path(exists=False, allow_dash=True))
"""The program: a path, or `-` for standard input."""

diagnostics_format = click.option(
    "--diagnostics-format",
    "diagnostics",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How problems are written to standard error.",
)


@contextmanager
def refusals(format: Any = "text") -> Generator[None, None, None]:
    """Turns Refused into its diagnostics on standard error and exit status 1."""
    try:
        yield
    except Refused as refused:
        click.echo(render(with_source_lines(refused.diagnostics, _program()), format), err=True)
        sys.exit(1)


def _program() -> str:
    """The file that the running command is about, for places in it."""
    context = click.get_current_context(silent=True)
    return str(context.params.get("input") or "") if context else ""


SEPARATOR = "// -----"


def split_input(path: str) -> list[str]:
    """Parts of a text file between lines that are exactly `// -----`."""
    with click.open_file(path) as file:
        lines = file.read().split("\n")
    parts: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == SEPARATOR:
            parts.append([])
        else:
            parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def end_quietly() -> None:
    """Leaves the process without tearing down MLIR objects one by one; output is flushed first."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def without_remarks(options: Options) -> Options:
    """The same options with remarks off: nothing is collected that nobody asked for."""
    return replace(options, remarks=False)
