# pyright: basic
"""Programs that are already written per device, marked so that XLA's partitioner leaves every op alone."""

from __future__ import annotations

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from hlo2penguin.mlir.edit import entry_block, functions, nested_operations
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.mlir.parse import bytecode

__all__ = ["address_partitions", "copy_module", "drop_aliases", "marked_manual"]


def copy_module(module: ir.Module) -> ir.Module:
    """A copy in the same context."""
    return ir.Module.parse(bytecode(module), module.context)


_GLOBAL_IDS = frozenset({"all_reduce", "all_gather", "reduce_scatter"})
_COLLECTIVES = _GLOBAL_IDS | {"all_to_all", "collective_permute", "collective_broadcast"}


def address_partitions(module: ir.Module) -> None:
    """Collectives between replicas become the same collectives between partitions, one per operand, in place.

    Those that have a channel say themselves between whom they are. XLA's partitioner takes single operands only.
    """
    context = module.context
    channel = 0
    for function in functions(module):
        for found in nested_operations(function):
            if kind(found) not in _COLLECTIVES:
                continue
            for op in _split(found.operation):
                attributes = op.attributes
                channel += 1
                if "channel_handle" not in attributes:
                    groups = attributes.get("replica_groups")
                    if kind(op) in _GLOBAL_IDS and groups is not None and 0 not in ir.ShapedType(groups.type).shape:
                        attributes["use_global_device_ids"] = ir.UnitAttr.get(context)
                attributes["channel_handle"] = stablehlo.ChannelHandle.get(channel, 1, context)


def _split(op: ir.Operation) -> list[ir.Operation]:
    """One op per operand; the op itself where it has just one."""
    operands, results = list(op.operands), list(op.results)
    if len(operands) == 1 or len(operands) != len(results):
        return [op]
    parts: list[ir.Operation] = []
    for operand, result in zip(operands, results, strict=True):
        part = ir.Operation.create(
            op.name,
            [result.type],
            [operand],
            attributes={name: op.attributes[name] for name in op.attributes},
            regions=len(op.regions),
            loc=op.location,
            ip=ir.InsertionPoint(op),
        )
        if len(op.regions):
            copy = op.clone(ip=ir.InsertionPoint(op))
            copy.regions[0].blocks[0].append_to(part.regions[0])
            copy.erase()
        result.replace_all_uses_with(part.result)
        parts.append(part)
    op.erase()
    return parts


def drop_aliases(module: ir.Module) -> None:
    """Takes off what says that results share arguments' storage, in place: it says nothing about values."""
    if "mhlo.input_output_alias" in module.operation.attributes:
        del module.operation.attributes["mhlo.input_output_alias"]
    for function in functions(module):
        given = function.operation.attributes.get("arg_attrs")
        if given is None:
            continue
        entries = [{item.name: item.attr for item in ir.DictAttr(entry)} for entry in ir.ArrayAttr(given)]
        for entry in entries:
            entry.pop("tf.aliasing_output", None)
            entry.pop("jax.buffer_donor", None)
        with module.context:
            function.operation.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(e) for e in entries])


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
        marked = [
            {item.name: item.attr for item in ir.DictAttr(entry)} | {"mhlo.sharding": manual} for entry in entries
        ]
        attributes[name] = ir.ArrayAttr.get([ir.DictAttr.get(entry) for entry in marked])
