"""StableHLO on XLA through JAX: the only file that imports jax, so that its version differences end here."""

from __future__ import annotations

# pyright: basic
import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.manual import marked_manual

__all__ = ["Engine", "Executable", "connect", "provide_devices", "without_jax"]

Arrays = list[np.ndarray[Any, Any]]


def _jax() -> Any:
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    try:
        return importlib.import_module("jax")
    except ImportError as error:
        raise without_jax("running a program") from error


def without_jax(work: str) -> Refused:
    """The refusal of `work` where JAX is not installed."""
    cause = f"{work} needs jax, which is not installed"
    return Refused(Diagnostic("H2P300", cause, "pip install 'hlo2penguin[run]'"))


_MOST_DEVICES = 1024


def provide_devices(count: int) -> None:
    """Asks that the CPU of this process show as `count` devices; without effect once JAX has started.

    What is more than a CPU is made for is not asked for: a text may name any number.
    """
    if 1 < count <= _MOST_DEVICES:
        try:
            _jax().config.update("jax_num_cpu_devices", count)
        except RuntimeError:
            return


def connect(coordinator: str, process_id: int, num_processes: int) -> None:
    """Joins this process to `num_processes - 1` others at `coordinator` (`host:port`), which process 0 serves."""
    jax = _jax()
    try:
        jax.config.update("jax_cpu_collectives_implementation", "gloo")
        jax.distributed.initialize(coordinator, num_processes, process_id)
    except Exception as error:  # JAX raises what its transport raises.
        help = "start every process with the same coordinator and its own process id"
        raise Refused(Diagnostic("H2P302", f"cannot join {coordinator}: {error}", help)) from error


@dataclass(frozen=True, slots=True)
class Executable:
    """A compiled program on `devices`, of which `local` belong to this process."""

    loaded: Any
    devices: tuple[Any, ...]
    local: tuple[Any, ...]
    jax: Any

    def __call__(self, inputs: Sequence[Sequence[np.ndarray[Any, Any]]]) -> list[Arrays]:
        """Runs once: one list of inputs per local device, one list of outputs per local device."""
        jax = self.jax
        with jax.enable_x64(True):
            mesh = jax.sharding.Mesh(np.array(self.devices), ("device",))
            whole = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
            arguments: list[Any] = []
            for shards in zip(*inputs, strict=True):
                placed = [jax.device_put(shard, device) for shard, device in zip(shards, self.local, strict=True)]
                # Each device holds its own data; only the local shape matters to the executable.
                arguments.append(jax.make_array_from_single_device_arrays(shards[0].shape, whole, placed))
            results = self.loaded.execute_sharded(arguments).disassemble_into_single_device_arrays()
            columns = [[np.asarray(shard) for shard in shards] for shards in results]
        return [[column[number] for column in columns] for number in range(len(self.local))]


class Engine:
    """XLA on the devices that JAX offers: GPU or TPU where there is one, else CPU; or `platform`.

    `devices` are all that a program runs on, `local` those of this process, `first` the number of the first of them.
    """

    def __init__(self, devices: int = 1, platform: str | None = None) -> None:
        self.jax = _jax()
        try:
            offered = self.jax.devices(platform) if platform else self.jax.devices()
        except RuntimeError as error:
            raise Refused(Diagnostic("H2P303", f"JAX offers no {platform}: {error}")) from error
        if len(offered) < devices:
            cause = f"the program needs {devices} devices, {offered[0].platform} shows {len(offered)}"
            help = "run it in a process of its own, or set XLA_FLAGS=--xla_force_host_platform_device_count"
            raise Refused(Diagnostic("H2P301", cause, help))
        self.devices = _even_share(offered, devices, self.jax.process_count())
        process = self.jax.process_index()
        self.local = tuple(device for device in self.devices if device.process_index == process)
        self.first = next((n for n, device in enumerate(self.devices) if device in self.local), 0)

    def compile(self, module: ir.Module) -> Executable:
        """Compiles `@main` of a StableHLO module, one partition per device.

        Intermediate results keep the precision that the program gives them. Raises Refused with XLA's message.
        """
        client = importlib.import_module("jaxlib.xla_client")
        count = len(self.devices)
        options = client.CompileOptions()
        options.num_replicas, options.num_partitions = 1, count
        build = options.executable_build_options
        build.num_partitions = count
        build.use_spmd_partitioning = count > 1
        numbers = np.array([[device.id for device in self.devices]])
        build.device_assignment = client.DeviceAssignment.create(numbers)
        options.env_option_overrides = [("xla_allow_excess_precision", False)]
        backend = self.devices[0].client
        try:
            program = marked_manual(module, count)
            loaded = backend.compile_and_load(program, client.DeviceList(self.devices), options)
        except (RuntimeError, ValueError) as error:
            raise Refused(Diagnostic("H2P304", f"XLA cannot compile the program: {_first_line(error)}")) from error
        return Executable(loaded, self.devices, self.local, self.jax)


def _even_share(offered: Sequence[Any], count: int, processes: int) -> tuple[Any, ...]:
    """The first `count` devices, as many of each process: a process may show more than it is to use."""
    if count % processes:
        return tuple(offered[:count])
    per_process = [[d for d in offered if d.process_index == process] for process in range(processes)]
    return tuple(device for devices in per_process for device in devices[: count // processes])


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n", 1)[0]
