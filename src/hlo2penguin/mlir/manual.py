# pyright: basic
"""Programs that are already written per device, marked so that XLA's partitioner leaves every op alone."""

from __future__ import annotations

import io

from jaxlib.mlir import ir

from hlo2penguin.mlir.edit import entry_block, functions

__all__ = ["bytecode", "marked_manual"]


def bytecode(module: ir.Module) -> bytes:
    """The module as MLIR bytecode."""
    buffer = io.BytesIO()
    module.operation.write_bytecode(buffer)
    return buffer.getvalue()


def marked_manual(module: ir.Module, partitions: int) -> bytes:
    """Bytecode of the module for `partitions` devices; `module` itself is not changed."""
    if partitions == 1:
        return bytecode(module)
    copy = ir.Module.parse(bytecode(module), module.context)
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
