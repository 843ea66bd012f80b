"""Replica groups that are named through a mesh become lists of device numbers.

Newer StableHLO says `replica_group_mesh_axes<mesh = @mesh, axes = [axis_ref<name = "x">]>`: one group per position on
the other axes, each running over the named axes, the first of them slowest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from hlo2penguin.mlir.constants import constant_attribute
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.program import collect, refuse
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_broadcast"})


def run(module: ir.Module, state: PrepareState) -> None:
    """Rewrites in place."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        attribute = op.operation.attributes.get("replica_groups")
        if attribute is None or isinstance(attribute, ir.DenseElementsAttr):
            continue
        groups = _groups(str(attribute), module)
        if groups is None:
            help = "write the replica groups as lists of device numbers"
            refuse(state, op, "NCC_PYP055", f"replica groups {attribute} are not understood", help)
            continue
        i64 = ir.IntegerType.get_signless(64, module.context)
        type = ir.RankedTensorType.get(list(groups.shape), i64, loc=op.operation.location)
        op.operation.attributes["replica_groups"] = constant_attribute(groups, type)


@dataclass(frozen=True, slots=True)
class _Mesh:
    """Axis names with sizes, and the devices in row-major order of the axes."""

    axes: dict[str, int]
    devices: list[int]


def _groups(text: str, module: ir.Module) -> np.ndarray[tuple[int, int], np.dtype[np.int64]] | None:
    named = re.search(r"mesh = @\"?([\w.\-]+)", text)
    mesh = _mesh(named[1], module) if named else None
    axes = re.findall(r'axis_ref<name = "([^"]+)"([^>]*(?:<[^>]*>)?)', text)
    if mesh is None or any(name not in mesh.axes or rest.strip() for name, rest in axes):
        return None
    order = list(mesh.axes)
    inner = [order.index(name) for name, _ in axes]
    outer = [position for position in range(len(order)) if position not in inner]
    devices = np.array(mesh.devices, np.int64).reshape(list(mesh.axes.values()))
    members = int(np.prod([devices.shape[position] for position in inner], dtype=np.int64))
    return devices.transpose([*outer, *inner]).reshape(-1, members)


def _mesh(name: str, module: ir.Module) -> _Mesh | None:
    for op in module.body.operations:
        if kind(op) != "sdy.mesh" or ir.StringAttr(op.operation.attributes["sym_name"]).value != name:
            continue
        text = str(op.operation.attributes["mesh"])
        axes = {axis: int(size) for axis, size in re.findall(r'"([^"]+)"=(\d+)', text)}
        listed = re.search(r"device_ids=\[([^\]]*)\]", text)
        count = int(np.prod(list(axes.values()), dtype=np.int64))
        devices = [int(number) for number in listed[1].split(",")] if listed else list(range(count))
        return _Mesh(axes, devices)
    return None
