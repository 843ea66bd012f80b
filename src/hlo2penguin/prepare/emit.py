"""Writing the ops that replace an op: in its dialect, at its place and location."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from hlo2penguin.mlir.constants import NUMPY_DTYPES, constant_attribute
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, DotDims, GatherDims, TensorType
from hlo2penguin.mlir.edit import create, i64_array
from hlo2penguin.mlir.kinds import dialect_of
from hlo2penguin.prepare.folding import Known

__all__ = ["Emitter"]


class Emitter:
    """Creates ops in front of `op`."""

    def __init__(self, op: ir.OpView, decoder: Decoder) -> None:
        self.before = op
        self.decoder = decoder
        self.dialect = dialect_of(op)
        self.context = op.operation.context
        if self.dialect not in ("stablehlo", "mhlo"):
            self.dialect = "stablehlo"

    def shape(self, value: ir.Value) -> tuple[int, ...]:
        """Shape of a value."""
        return self.decoder.value(value).shape

    def type(self, shape: Sequence[int], like: ir.Value) -> ir.Type:
        """The tensor type of `shape` with the element type of `like`."""
        return ir.RankedTensorType.get(list(shape), ir.RankedTensorType(like.type).element_type, loc=self._location)

    def ints(self, values: Sequence[int]) -> ir.Attribute:
        """Integers as the dialect spells them."""
        return i64_array(values, self.dialect, self.context)

    def i64(self, value: int) -> ir.Attribute:
        """`value : i64`."""
        return ir.IntegerAttr.get(ir.IntegerType.get_signless(64, self.context), value)

    def dims(self, dims: DotDims | GatherDims) -> ir.Attribute:
        """Dimension numbers of a dot_general or a gather."""
        mnemonic, names = _DIMS[type(dims)]
        fields: list[tuple[int, ...] | int] = [getattr(dims, name) for name in dims.__slots__]
        texts = [f"{name} = {v if isinstance(v, int) else list(v)}" for name, v in zip(names, fields, strict=True)]
        return ir.Attribute.parse(f"#{self.dialect}.{mnemonic}<{', '.join(texts)}>", self.context)

    def op(self, name: str, type: ir.Type, operands: Sequence[ir.Value], **attributes: ir.Attribute) -> ir.Value:
        """One op of one result."""
        made = create(f"{self.dialect}.{name}", [type], operands, before=self.before, attributes=attributes)
        return made.result

    def same(self, name: str, *operands: ir.Value) -> ir.Value:
        """An op whose result has the type of its first operand."""
        return self.op(name, operands[0].type, operands)

    def constant(self, array: Known, type: ir.Type) -> ir.Value:
        """A constant; an array of one element fills the whole type."""
        return self.op("constant", type, [], value=constant_attribute(array, type))

    def fill(self, number: float, type: ir.Type) -> ir.Value:
        """A constant with `number` in every element."""
        return self.constant(np.array([number]).astype(NUMPY_DTYPES[self.decoder.type(type).dtype]), type)

    def broadcast(self, value: ir.Value, dims: Sequence[int], type: ir.Type) -> ir.Value:
        """`broadcast_in_dim`."""
        return self.op("broadcast_in_dim", type, [value], broadcast_dimensions=self.ints(dims))

    def reshape(self, value: ir.Value, shape: Sequence[int]) -> ir.Value:
        """`reshape`; nothing where the shape is the same."""
        return value if self.shape(value) == tuple(shape) else self.op("reshape", self.type(shape, value), [value])

    def transpose(self, value: ir.Value, permutation: Sequence[int]) -> ir.Value:
        """`transpose`; nothing for the identity."""
        if list(permutation) == list(range(len(permutation))):
            return value
        shape = self.shape(value)
        type = self.type([shape[dim] for dim in permutation], value)
        return self.op("transpose", type, [value], permutation=self.ints(permutation))

    def sum(self, value: ir.Value, dims: Sequence[int]) -> ir.Value:
        """The sum over `dims`; nothing where there are none."""
        if not dims:
            return value
        shape = [extent for dim, extent in enumerate(self.shape(value)) if dim not in dims]
        init = self.fill(0, self.type([], value))
        attributes = {"dimensions": self.ints(dims)}
        return self.region_op("reduce", self.type(shape, value), [value, init], attributes, "add")

    def region_op(
        self, name: str, type: ir.Type, operands: Sequence[ir.Value], attributes: dict[str, ir.Attribute], combiner: str
    ) -> ir.Value:
        """An op with one region that combines two scalars of the operand's dtype by the op `combiner`."""
        made = create(f"{self.dialect}.{name}", [type], operands, before=self.before, attributes=attributes, regions=1)
        scalar = self.type([], operands[0])

        def body(block: ir.Block) -> list[ir.Value]:
            return [self._inside(combiner, block, [scalar], list(block.arguments)).result]

        self.fill_region(made, [scalar, scalar], body)
        return made.result

    def fill_region(
        self, made: ir.Operation, arguments: Sequence[ir.Type], body: Callable[[ir.Block], list[ir.Value]]
    ) -> None:
        """Gives the first region of `made` a block; `body` fills it and says what it returns."""
        block = made.regions[0].blocks.append(*arguments, arg_locs=[self._location] * len(arguments))
        self._inside("return", block, [], body(block))

    def _inside(self, name: str, block: ir.Block, types: list[ir.Type], operands: list[ir.Value]) -> ir.Operation:
        point = ir.InsertionPoint(block)
        return ir.Operation.create(
            f"{self.dialect}.{name}", results=types, operands=operands, loc=self._location, ip=point
        )

    @property
    def _location(self) -> ir.Location:
        return self.before.operation.location

    def value_type(self, value: ir.Value) -> TensorType:
        """Shape and dtype of a value."""
        return self.decoder.value(value)


_DIMS: dict[type[DotDims | GatherDims], tuple[str, tuple[str, ...]]] = {
    DotDims: (
        "dot",
        (
            *("lhs_batching_dimensions", "rhs_batching_dimensions"),
            *("lhs_contracting_dimensions", "rhs_contracting_dimensions"),
        ),
    ),
    GatherDims: ("gather", tuple(GatherDims.__slots__)),
}
