# pyright: basic
"""Small edits of a module in place: uses, definitions, creation, erasure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jaxlib.mlir import ir

from hlo2penguin.mlir.kinds import is_function

__all__ = [
    "captures",
    "count_uses",
    "create",
    "definition",
    "entry_block",
    "erase_if_dead",
    "functions",
    "i64_array",
    "main_function",
    "nested_operations",
    "replace",
    "symbol_name",
    "users",
]


def functions(module: ir.Module) -> list[ir.OpView]:
    """Every `func.func` of the module, in order."""
    return [op for op in module.body.operations if is_function(op)]


def symbol_name(function: ir.OpView) -> str:
    """The function's symbol, without `@`."""
    return ir.StringAttr(function.operation.attributes["sym_name"]).value


def main_function(module: ir.Module) -> ir.OpView | None:
    """`@main`, or the only function where there is just one."""
    found = functions(module)
    for function in found:
        if symbol_name(function) == "main":
            return function
    return found[0] if len(found) == 1 else None


def entry_block(function: ir.OpView) -> ir.Block:
    """The function's first block."""
    return function.operation.regions[0].blocks[0]


def definition(value: ir.Value) -> ir.OpView | None:
    """The op that defines `value`; None for a block argument."""
    owner = value.owner
    return None if isinstance(owner, ir.Block) else owner.opview


def users(value: ir.Value) -> list[ir.OpView]:
    """Owners of the uses of `value`, one per use, in use-list order."""
    return [use.owner for use in value.uses]


def create(
    name: str,
    results: Sequence[ir.Type],
    operands: Sequence[ir.Value],
    *,
    before: ir.OpView | ir.Operation,
    attributes: Mapping[str, ir.Attribute] | None = None,
    regions: int = 0,
    location: ir.Location | None = None,
) -> ir.Operation:
    """Creates op `name` in front of `before`, at `before`'s location unless another is given."""
    return ir.Operation.create(
        name,
        results=list(results),
        operands=list(operands),
        attributes=dict(attributes) if attributes else None,
        regions=regions,
        loc=location or before.operation.location,
        ip=ir.InsertionPoint(before),
    )


def replace(op: ir.OpView | ir.Operation, values: Sequence[ir.Value]) -> None:
    """Redirects every use of the op's results to `values` and erases it."""
    for result, value in zip(op.operation.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.operation.erase()


def erase_if_dead(op: ir.OpView | ir.Operation) -> bool:
    """Erases the op where none of its results has a use; says whether it did."""
    if any(next(iter(result.uses), None) is not None for result in op.operation.results):
        return False
    op.operation.erase()
    return True


def i64_array(values: Sequence[int], dialect: str, context: ir.Context) -> ir.Attribute:
    """Integers as the dialect spells them: `array<i64: …>` in StableHLO, a dense 1-D tensor in MHLO."""
    if dialect == "stablehlo":
        return ir.DenseI64ArrayAttr.get(list(values), context)
    listed = list(values) if values else ""
    return ir.Attribute.parse(f"dense<{listed}> : tensor<{len(values)}xi64>", context)


def nested_operations(op: ir.OpView | ir.Operation) -> list[ir.OpView]:
    """Every op inside the regions of `op`, at any depth; an op comes before what its own regions hold."""
    found: list[ir.OpView] = []
    pending = [op]
    while pending:
        for region in pending.pop().operation.regions:
            for block in region.blocks:
                for inner in block.operations:
                    found.append(inner)
                    if len(inner.operation.regions):
                        pending.append(inner)
    return found


def captures(op: ir.OpView | ir.Operation) -> list[tuple[ir.Value, ir.OpView]]:
    """Values that the regions of `op` read but do not define, each with the inner op that reads it."""
    found: list[tuple[ir.Value, ir.OpView]] = []
    local: set[ir.Value] = set()
    pending = [op]
    while pending:
        for region in pending.pop().operation.regions:
            for block in region.blocks:
                local.update(block.arguments)
                for other in block.operations:
                    inner = other.operation
                    found += [(value, other) for value in inner.operands if value not in local]
                    local.update(inner.results)
                    if len(inner.regions):
                        pending.append(other)
    return found


def count_uses(op: ir.OpView | ir.Operation, limit: int) -> int:
    """Number of uses of all results of `op`; counting stops above `limit`."""
    count = 0
    for result in op.operation.results:
        for _ in result.uses:
            count += 1
            if count > limit:
                return count
    return count
