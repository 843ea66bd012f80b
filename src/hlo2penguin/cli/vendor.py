"""The vendor's command line: `hlo2penguin --input X --out-dir D --output penguin.py --target-instance=trn2 …`.

Flags that concern this tool act; other known ones are accepted with one note; unknown ones are wrong usage.
Booleans take `--x`, `--x=false` and `--no-x`.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field, replace

import click

from hlo2penguin.cli.common import refusals
from hlo2penguin.options import Options, Target

TRUE, FALSE = {"true", "1", "yes", "on"}, {"false", "0", "no", "off"}

SWITCHES = {
    "neuron-op-fusion": "neuron_op_fusion",
    "fuse-dot-logistic": "fuse_dot_logistic",
    "general-elementwise-fusion": "general_elementwise_fusion",
    "schedule-fusion": "schedule_fusion",
}
"""Vendor switch to the option it sets."""

TARGETS: dict[str, Target] = {
    **dict.fromkeys(("inf1", "trn1", "inf2", "trn1n"), "trn1"),
    **dict.fromkeys(("gen3", "trn2", "trn2n"), "trn2"),
    **dict.fromkeys(("core_v4", "trn3"), "trn3"),
}

IGNORED_SWITCHES = frozenset(
    [
        "mlir-canonicalizer",
        "preserve-control-deps",
        "verify-supported-ops",
        "canonicalize-conv",
        "lower-complex",
        "lower-complex-extra",
        "remove-opt-barriers",
        "remat",
        "coalesce-collectives",
        "convert-fs-patterns-to-cc",
        "fold-iota",
        "schedule",
        "analyze-schedule",
        "hoist-compute",
        "disable-memcast-motion",
        "verify-aliasing",
        "emit-tensor-level-ops",
        "emit-experimental-tensor-level-ops",
        "disable-emit-tensor-ops-cast",
        "disable-emit-tensor-ops-transpose",
        "disable-emit-tensor-ops-slice",
        "disable-emit-tensor-ops-concat",
        "emit-tensor-level-dropout-ops",
        "enable-experimental-cc-control-deps",
        "drop-collective-tokens",
        "partition",
        "verify-hlo",
        "native-to-custom-softmax",
        "no-dbg",
    ]
)
IGNORED_VALUES = frozenset(
    [
        "broadcast-num-elements-to-fold",
        "constant-decomposition-threshold",
        "ml-dtypes-version",
        "logical-nc-config",
        "hlo-dbg-fn",
        "framework-dbg-fn",
        "verbose",
        "logfile",
        "logfile-verbose",
        "modular-flow-mac-target",
        "partitioner-opts",
    ]
)
VALUES = frozenset({"input", "out-dir", "output", "target-instance"})


@dataclass(slots=True)
class Line:
    """A parsed command line."""

    values: dict[str, str] = field(default_factory=lambda: {"input": "-", "out-dir": "", "output": "/dev/null"})
    switches: dict[str, bool] = field(default_factory=dict[str, bool])
    ignored: list[str] = field(default_factory=list[str])


def parse(arguments: list[str]) -> Line:
    """Reads the vendor's flags; raises click.UsageError for what is not one of them."""
    line = Line()
    rest = iter(arguments)
    for argument in rest:
        if not argument.startswith("--"):
            raise click.UsageError(f"unexpected argument {argument!r} in the vendor's command line")
        name, given, value = argument[2:].partition("=")
        known_values = VALUES | IGNORED_VALUES
        if name in known_values:
            if not given:
                value = next(rest, "")
                if not value:
                    raise click.UsageError(f"--{name} needs a value")
            line.values[name] = value
            if name in IGNORED_VALUES:
                line.ignored.append(f"--{name}")
            continue
        _parse_switch(line, name, value if given else None)
    return line


def _parse_switch(line: Line, name: str, value: str | None) -> None:
    known = {*SWITCHES, *IGNORED_SWITCHES, "stablehlo-lowering", "disable-emit-tensor-ops-memcpy"}
    negated = name.removeprefix("no-") if name not in known else name
    if negated not in known:
        raise click.UsageError(
            f"unknown flag --{name}. Flags without a command are the vendor's; for this tool's: hlo2penguin --help"
        )
    if value is not None and value.lower() not in TRUE | FALSE:
        raise click.UsageError(f"--{name} takes true or false, not {value!r}")
    on = value is None or value.lower() in TRUE
    line.switches[negated] = on if negated == name else not on
    if negated in IGNORED_SWITCHES:
        line.ignored.append(f"--{name}")


def options_of(line: Line) -> Options:
    """The options that a vendor command line stands for."""
    instance = line.values.get("target-instance", "trn1")
    if instance not in TARGETS:
        raise click.UsageError(f"unknown target instance {instance!r}; there are: {', '.join(TARGETS)}")
    options = Options(target=TARGETS[instance])
    options = replace(options, **{SWITCHES[name]: on for name, on in line.switches.items() if name in SWITCHES})
    if "stablehlo-lowering" in line.switches:
        options = replace(options, dialect="stablehlo" if line.switches["stablehlo-lowering"] else "mhlo")
    return replace(options, offload_memcpy=not line.switches.get("disable-emit-tensor-ops-memcpy", False))


@click.command(
    "hlo2penguin",
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Convert as the vendor's tool is called."""
    from hlo2penguin.pipeline import convert

    line = parse(list(arguments))
    options = options_of(line)
    if line.ignored:
        click.echo(f"note: accepted without effect: {' '.join(dict.fromkeys(line.ignored))}", err=True)
    output = line.values["output"]
    directory = line.values["out-dir"] or os.path.dirname(output) or "."
    with refusals():
        program = convert(line.values["input"], options)
        if output == "/dev/null":
            return
        if not output:
            sys.stdout.write(program.text)
            return
        program.save(directory, os.path.basename(output))
