"""Elementwise ops, conversions, iota, constants, and the two ops that print as several statements."""

from __future__ import annotations

import numpy as np

from hlo2penguin.forms.callables import BINARY, BITWISE, COMPARE, LOGICAL, UNARY
from hlo2penguin.mlir.constants import NUMPY_DTYPES, constant_attribute
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.printer.emit.origin import elements_of
from hlo2penguin.printer.statement import Op, Statements, Temporary, Unsupported

__all__ = ["BY_SIGNATURE", "EMITTERS", "is_integer", "logical_callable"]


def is_integer(type: TensorType) -> bool:
    """Whether elements are integers (i1 is not)."""
    return type.dtype.lstrip("su").startswith("i") and type.dtype != "i1"


def logical_callable(name: str, type: TensorType, statements: Statements) -> str:
    """`and`, `or`, `xor`, `not`: logical on i1, bitwise on integers (OQ-22)."""
    logical = type.dtype == "i1" and statements.profile.unknown_elementwise_logical == "logical"
    return (LOGICAL if logical or (name == "not" and type.dtype == "i1") else BITWISE)[name]


def _unary(callable: str):
    def emit(op: Op, statements: Statements) -> None:
        statements.emit(op, "unary", {"op": callable})

    return emit


def _binary(callable: str):
    def emit(op: Op, statements: Statements) -> None:
        statements.emit(op, "binary", {"op": callable})

    return emit


def _divide(op: Op, statements: Statements) -> None:
    integer = is_integer(statements.type(op.operation.results[0]))
    statements.emit(op, "binary", {"op": "np.int_div" if integer else "np.divide"})


def _bits(name: str):
    form = "unary" if name == "not" else "binary"

    def emit(op: Op, statements: Statements) -> None:
        type = statements.type(op.operation.results[0])
        statements.emit(op, form, {"op": logical_callable(name, type, statements)})

    return emit


def _compare(op: Op, statements: Statements) -> None:
    # The comparison type is not printed: only types that the operands' dtype implies can be said.
    if statements.get(op, "compare_type") == "TOTALORDER":
        raise Unsupported(
            "NCC_PYP055",
            "a TOTALORDER comparison orders NaN and signed zeros, which the printed comparison does not",
            "compare with type FLOAT",
        )
    statements.emit(op, "binary", {"op": COMPARE[statements.get(op, "comparison_direction")]})


def _select(op: Op, statements: Statements) -> None:
    statements.emit(op, "ternary", {"op": "np.select"})


def _clamp(op: Op, statements: Statements) -> None:
    """Minimum, then maximum, as the documents say; the other way round where that would give other values."""
    low, operand, high = (statements.operand(value) for value in op.operation.operands)
    type = statements.type(op.operation.results[0])
    if _bounds_cross(op, statements):
        [raised] = statements.emit(
            op, "binary", {"op": "np.maximum"}, srcs=[low, operand], results=[Temporary(type, "maximum")]
        )
        statements.emit(op, "binary", {"op": "np.minimum"}, srcs=[raised, high])
        return
    step = Temporary(type, "minimum")
    [capped] = statements.emit(op, "binary", {"op": "np.minimum"}, srcs=[operand, high], results=[step])
    statements.emit(op, "binary", {"op": "np.maximum"}, srcs=[low, capped])


def _bounds_cross(op: Op, statements: Statements) -> bool:
    """Whether constant bounds have a lower one above the upper one, which then wins; said where they are not known."""
    low, _, high = op.operation.operands
    lower, upper = elements_of(low, statements), elements_of(high, statements)
    if lower is None or upper is None:
        message = "clamp prints as maximum(low, minimum(x, high)): other values where low is above high"
        statements.remark(op, "ClampBounds", message)
        return False
    return bool(np.any(lower > upper))


def _cbrt(op: Op, statements: Statements) -> None:
    result = op.operation.results[0]
    type = statements.type(result)
    operand = statements.operand(op.operation.operands[0])
    third = constant_attribute(np.full(type.shape, 1 / 3, NUMPY_DTYPES[type.dtype]), result.type)
    exponent = statements.constant(third, type)

    def step(base: str, *srcs: int) -> int:
        form = "unary" if len(srcs) == 1 else "binary"
        [variable] = statements.emit(op, form, {"op": f"np.{base}"}, srcs=srcs, results=[Temporary(type, base)])
        return variable

    magnitude = step("abs", operand)
    power = step("power", magnitude, exponent)
    sign = step("divide", operand, magnitude)
    statements.emit(op, "binary", {"op": "np.multiply"}, srcs=[power, sign])


def _cast(form: str):
    def emit(op: Op, statements: Statements) -> None:
        result = statements.type(op.operation.results[0])
        source = statements.type(op.operation.operands[0])
        if (
            form == "convert"
            and result.dtype == "i1"
            and statements.profile.i1_dtype == "uint8"
            and source.dtype != "i1"
        ):
            raise Unsupported(
                "H2P031",
                "with i1 printed as uint8, a conversion to i1 cannot be told from one to u8",
                "print i1 as bool",
            )
        statements.emit(op, form, {"dtype": statements.dtype(result)})

    return emit


def _iota(op: Op, statements: Statements) -> None:
    type = statements.type(op.operation.results[0])
    values = {"iota_dim": statements.get(op, "iota_dimension"), "shape": type.shape, "dtype": statements.dtype(type)}
    statements.emit(op, "iota", values)


def _reduce_precision(op: Op, statements: Statements) -> None:
    names = ("exponent_bits", "mantissa_bits")
    statements.emit(op, "reduce_precision", {name: statements.get(op, name) for name in names})


def _constant(op: Op, statements: Statements) -> None:
    result = op.operation.result
    type = statements.type(result)  # refuses complex numbers, whose attribute the bindings cannot even read
    try:
        statements.constant(op.operation.attributes["value"], type, result)
    except ValueError as error:
        raise Unsupported("NCC_PYP003", f"Error opening const-file: {error}", "export with inline constants") from error


def _expm1(op: Op, statements: Statements) -> None:
    raise Unsupported(
        "NCC_PYP054",
        f"{op.operation.name} must be expanded by NeuronOpFusion before printing",
        "convert with --general-elementwise-fusion",
    )


_ACTIVATIONS = ("gelu", "gelu_apprx_tanh", "gelu_dx", "silu", "silu_dx")
_EXPANDED = ("exponential_minus_one", "log_plus_one")

EMITTERS = {
    **{name: _unary(callable) for name, callable in UNARY.items() if name not in _ACTIVATIONS},
    **{name: _binary(callable) for name, callable in BINARY.items()},
    **{name: _bits(name) for name in LOGICAL},
    **dict.fromkeys(_EXPANDED, _expm1),
    "divide": _divide,
    "compare": _compare,
    "select": _select,
    "clamp": _clamp,
    "cbrt": _cbrt,
    "convert": _cast("convert"),
    "bitcast": _cast("bitcast"),
    "bitcast_convert": _cast("bitcast_convert"),
    "iota": _iota,
    "reduce_precision": _reduce_precision,
    "constant": _constant,
}

BY_SIGNATURE = frozenset(EMITTERS) - {"clamp", "cbrt", "constant"}
