# pyright: basic
"""Programs that are already written per device, marked so that XLA's partitioner leaves every op alone."""

from __future__ import annotations

import io

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from hlo2penguin.mlir.edit import entry_block, functions, nested_operations
from hlo2penguin.mlir.kinds import kind

__all__ = ["address_partitions", "bytecode", "copy_module", "marked_manual"]


def bytecode(module: ir.Module) -> bytes:
    """The module as MLIR bytecode."""
    buffer = io.BytesIO()
    module.operation.write_bytecode(buffer)
    return buffer.getvalue()


def copy_module(module: ir.Module) -> ir.Module:
    """A copy in the same context."""
    return ir.Module.parse(bytecode(module), module.context)


_GLOBAL_IDS = frozenset({"all_reduce", "all_gather", "reduce_scatter"})
_COLLECTIVES = _GLOBAL_IDS | {"all_to_all", "collective_permute", "collective_broadcast"}


def address_partitions(module: ir.Module) -> None:
    """Collectives between replicas become the same collectives between partitions, in place.

    Those that have a channel say themselves between whom they are.
    """
    context = module.context
    for function in functions(module):
        for number, op in enumerate(nested_operations(function), 1):
            attributes = op.operation.attributes
            if kind(op) not in _COLLECTIVES or "channel_handle" in attributes:
                continue
            attributes["channel_handle"] = stablehlo.ChannelHandle.get(number, 1, context)
            groups = attributes.get("replica_groups")
            if kind(op) in _GLOBAL_IDS and groups is not None and 0 not in ir.ShapedType(groups.type).shape:
                attributes["use_global_device_ids"] = ir.UnitAttr.get(context)


def marked_manual(module: ir.Module, partitions: int) -> bytes:
    """Bytecode of the module for `partitions` devices; `module` itself is not changed."""
    if partitions == 1:
        return bytecode(module)
    copy = copy_module(module)
    with module.context:
        manual = ir.StringAttr.get("{manual}")
        count = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), partitions)
        copy.operation.attributes["mhlo.num_partitions"] = count
        for function in functions(copy):
            _mark_signature(function, manual)
            for op in entry_block(function).operations:
                if op.operation.name.startswith("stablehlo."):
                    op.operation.attributes["mhlo.sharding"] = manual
    return bytecode(copy)


def _mark_signature(function: ir.OpView, manual: ir.Attribute) -> None:
    attributes = function.operation.attributes
    kind = ir.FunctionType(ir.TypeAttr(attributes["function_type"]).value)
    for name, count in (("arg_attrs", len(kind.inputs)), ("res_attrs", len(kind.results))):
        given = attributes.get(name)
        entries = list(ir.ArrayAttr(given)) if given is not None else [ir.DictAttr.get({})] * count
        marked = [{item.name: item.attr for item in ir.DictAttr(entry)} | {"mhlo.sharding": manual} for entry in entries]
        attributes[name] = ir.ArrayAttr.get([ir.DictAttr.get(entry) for entry in marked])
