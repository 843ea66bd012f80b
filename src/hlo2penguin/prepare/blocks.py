"""Blocks as lists of steps, decoded once, so that unrolling a loop does not decode its body again per iteration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.folding import FOLDABLE, LARGEST, is_integer

__all__ = ["Body", "Step", "Template", "bodies_of", "inner_operations", "step_of", "template_of"]

# Kinds of which one copy serves all iterations where they depend on constants only: no arithmetic moves.
_FIXED = frozenset({"constant", "iota", "broadcast_in_dim", "convert", "reshape"})


@dataclass(frozen=True, slots=True)
class Template:
    """What creating a copy of an op needs besides its operands.

    `captures` are the uses inside the op's regions of values from outside: index of the op in walk order, operand
    number, value. `attributes` of None: the bindings cannot read them, copy the op itself.
    """

    name: str
    results: list[ir.Type]
    attributes: dict[str, ir.Attribute] | None
    location: ir.Location
    regions: bool
    captures: list[tuple[int, int, ir.Value]]


@dataclass(slots=True)
class Step:
    """One op of a block.

    `foldable`: its one result is followed when all operands are known. `fixed`: it gives the same in every execution
    of the block, so one copy is enough.
    """

    op: ir.OpView
    kind: str
    operands: list[ir.Value]
    results: list[ir.Value]
    type: TensorType
    foldable: bool
    fixed: bool = False
    template: Template | None = None


@dataclass(slots=True)
class Body:
    """One block: arguments, steps without the terminator, and what the terminator hands out."""

    arguments: list[ir.Value]
    steps: list[Step] = field(default_factory=list[Step])
    returns: list[ir.Value] = field(default_factory=list[ir.Value])


_NO_RESULT = TensorType((), "", ranked=False)


def step_of(op: ir.OpView, decoder: Decoder) -> Step:
    """The op with operands, results and the type of its first result."""
    name = kind(op)
    results: list[ir.Value] = list(op.operation.results)
    type = decoder.value(results[0]) if results else _NO_RESULT
    followed = is_integer(type) or name in ("convert", "constant")
    foldable = name in FOLDABLE and len(results) == 1 and type.is_static and type.size <= LARGEST and followed
    return Step(op, name, list(op.operation.operands), results, type, foldable)


def bodies_of(op: ir.OpView, decoder: Decoder) -> list[Body]:
    """The one block of each region of `op`."""
    return [_body(region.blocks[0], decoder) for region in op.operation.regions]


def _body(block: ir.Block, decoder: Decoder) -> Body:
    body = Body(list(block.arguments))
    body.steps = [step_of(op, decoder) for op in block.operations]
    body.returns = body.steps.pop().operands
    fixed: set[ir.Value] = set()
    for step in body.steps:
        step.fixed = step.kind in _FIXED and fixed.issuperset(step.operands)
        fixed.update(step.results if step.fixed else ())
    return body


def template_of(step: Step, location: Callable[[Step], ir.Location]) -> Template:
    """The step's template, made once; `location` says where its copies come from."""
    if step.template is None:
        op = step.op.operation
        attributes = _attributes(op)
        regions = len(op.regions) > 0
        captures = _captures(op) if regions else []
        step.template = Template(op.name, [r.type for r in step.results], attributes, location(step), regions, captures)
    return step.template


def _attributes(op: ir.Operation) -> dict[str, ir.Attribute] | None:
    try:
        return {name: op.attributes[name] for name in op.attributes}
    except TypeError:  # Complex constants.
        return None


def inner_operations(op: ir.Operation) -> list[ir.Operation]:
    """Every op inside the regions of `op`, in walk order."""
    found: list[ir.Operation] = []

    def visit(inner: ir.OpView | ir.Operation) -> ir.WalkResult:
        found.append(inner.operation)
        return ir.WalkResult.ADVANCE

    op.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found[1:]


def _captures(op: ir.Operation) -> list[tuple[int, int, ir.Value]]:
    inner = inner_operations(op)
    inside: set[ir.Value] = set()
    for each in (op, *inner):
        for region in each.regions:
            for block in region.blocks:
                inside.update(block.arguments)
        if each is not op:
            inside.update(each.results)
    return [
        (number, position, value)
        for number, each in enumerate(inner)
        for position, value in enumerate(each.operands)
        if value not in inside
    ]
