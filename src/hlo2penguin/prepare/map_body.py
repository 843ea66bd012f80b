"""`map` with an elementwise body becomes that body over whole tensors."""

from __future__ import annotations

from hlo2penguin.mlir.constants import NUMPY_DTYPES, array_of
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import create, main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.folding import COMPLEX
from hlo2penguin.prepare.program import collect
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"map"})

_ELEMENTWISE = frozenset(
    {
        *("abs", "cbrt", "ceil", "convert", "cosine", "count_leading_zeros", "erf", "exponential"),
        *("exponential_minus_one", "floor", "is_finite", "log", "log_plus_one", "logistic", "negate", "not", "popcnt"),
        *("round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"),
        *("add", "and", "atan2", "compare", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder"),
        *("shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor", "select", "clamp"),
        *("bitcast_convert", "copy", "reduce_precision"),
    }
)


def run(module: ir.Module, state: PrepareState) -> None:
    """Inlines each map whose body is elementwise; others stay and are refused at printing."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        body = list(op.operation.regions[0].blocks[0].operations)
        if all(kind(inner) in _ELEMENTWISE or _is_plain_constant(inner, state) for inner in body[:-1]):
            _inline(op, body, state)


def _is_plain_constant(op: ir.OpView, state: PrepareState) -> bool:
    return kind(op) == "constant" and state.decoder.value(op.operation.result).dtype in NUMPY_DTYPES.keys() - COMPLEX


def _inline(op: ir.OpView, body: list[ir.OpView], state: PrepareState) -> None:
    emit = Emitter(op, state.decoder)
    shape = emit.shape(op.operation.result)
    block = op.operation.regions[0].blocks[0]
    values: dict[ir.Value, ir.Value] = dict(zip(block.arguments, op.operation.operands, strict=True))
    for inner in body[:-1]:
        result = inner.operation.result
        type = emit.type(shape, result)
        if kind(inner) == "constant":
            array = array_of(inner.operation.attributes["value"], emit.value_type(result))
            values[result] = emit.constant(array, type)
            continue
        attributes = {name: inner.operation.attributes[name] for name in inner.operation.attributes}
        operands = [_whole(emit, values, operand, shape) for operand in inner.operation.operands]
        made = create(
            inner.operation.name, [type], operands, before=op, attributes=attributes, location=inner.operation.location
        )
        values[result] = made.result
    replace(op, [_whole(emit, values, body[-1].operation.operands[0], shape)])


def _whole(emit: Emitter, values: dict[ir.Value, ir.Value], value: ir.Value, shape: tuple[int, ...]) -> ir.Value:
    """The tensor that stands for a scalar of the body; a scalar from outside is broadcast, once."""
    if value not in values:
        values[value] = emit.broadcast(value, [], emit.type(shape, value))
    return values[value]
