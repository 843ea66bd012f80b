"""Running a Penguin program: read, lift, compile with XLA, execute."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.lift import lift
from hlo2penguin.penguin import Function, read
from hlo2penguin.runtime.inputs import fitted_inputs, random_inputs
from hlo2penguin.runtime.xla import Engine, connect, provide_devices

__all__ = ["run"]


def run(
    program: Function | str | os.PathLike[str],
    inputs: Sequence[np.ndarray[Any, Any]] | None = None,
    *,
    seed: int = 0,
    devices: int | None = None,
    directory: str | os.PathLike[str] | None = None,
    constants: Mapping[str, np.ndarray[Any, Any]] | None = None,
    literal: bool = False,
    platform: str | None = None,
    coordinator: str | None = None,
    process_id: int = 0,
    num_processes: int = 1,
) -> list[np.ndarray[Any, Any]]:
    """Runs a Penguin program on XLA and gives its outputs.

    `program` is a model, a path, or the text itself. Without `inputs`, random ones made from `seed` are taken.
    `directory` and `constants` say where the program's constants are, `literal` how tagged expansions are lifted (see
    `lift`). `platform` is `cpu`, `gpu` or `tpu`; by default the best that JAX offers.

    `devices` is how many the program runs on, by default as many as its collectives speak of. On more than one, each
    array of `inputs` holds one device's data (then all get the same) or a stack of all devices' data, and each output
    is a stack along a leading device axis. With `coordinator` (`host:port`) the devices are those of `num_processes`
    processes, of which this is number `process_id`; outputs are then those of this process's devices.

    Raises Refused: the reader's and the lift's problems, H2P300 without jax, H2P301 to H2P306 where the program does
    not fit the devices or the inputs.
    """
    function = program if isinstance(program, Function) else read(program)
    lifted = lift(function, directory, literal=literal, constants=constants)
    count = lifted.partitions if devices is None else devices
    if count < lifted.partitions:
        cause = f"the program's collectives speak of {lifted.partitions} devices, {count} were given"
        raise Refused(Diagnostic("H2P306", cause, "give --devices", Place(function.source)))
    if count % num_processes:
        cause = f"{count} devices do not divide into {num_processes} processes"
        raise Refused(Diagnostic("H2P306", cause, "give --devices", Place(function.source)))
    provide_devices(count // num_processes)
    if coordinator is not None:
        connect(coordinator, process_id, num_processes)
    engine = Engine(count, platform)
    executable = engine.compile(lifted.module)
    local = range(engine.first, engine.first + len(engine.local))
    if inputs is None:
        per_device = [random_inputs(function, seed, device=number) for number in local]
    else:
        per_device = fitted_inputs(function, inputs, count, local)
    results = executable(per_device)
    return results[0] if count == 1 else [np.stack(column) for column in zip(*results, strict=True)]
