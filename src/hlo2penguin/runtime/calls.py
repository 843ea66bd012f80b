"""Custom calls that XLA lacks, replaced by what they mean: the oracle gets the definitions that the lift uses."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from hlo2penguin.forms.elementwise import ACTIVATIONS
from hlo2penguin.lift import definitions
from hlo2penguin.lift.resize import resize_bilinear, resize_nearest
from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.edit import functions, nested_operations
from hlo2penguin.mlir.kinds import kind

__all__ = ["replace_known_calls"]

Definition = Callable[[Builder, Sequence[Array], Sequence[TensorType], str], Sequence[Array]]
"""From operands, result types and configuration text to results."""

_NUMBER = re.compile(r"-?\d+")


def _number(config: str, default: int = 0) -> int:
    found = _NUMBER.search(config)
    return int(found[0]) if found else default


def _axis(config: str, operand: Array, default: int = -1) -> int:
    return _number(config, default) % len(operand.shape)


def _switches(config: str) -> dict[str, bool]:
    """`"10"`, or JSON with the two names."""
    digits = re.findall(r"[01]", config) if not re.search(r"true|false", config) else []
    values = [digit == "1" for digit in digits] or [word == "true" for word in re.findall(r"true|false", config)]
    return dict(zip(("align_corners", "half_pixel_centers"), values, strict=True))


def _activation(label: str) -> Definition:
    return lambda b, args, _, __: [definitions.ACTIVATIONS[label](b, args[0])]


def _softmax(b: Builder, args: Sequence[Array], _: Any, config: str) -> Sequence[Array]:
    return [definitions.softmax(b, args[0], _axis(config, args[0]))]


def _softmax_backward(b: Builder, args: Sequence[Array], _: Any, config: str) -> Sequence[Array]:
    return [definitions.softmax_backward(b, args[0], args[1], _axis(config, args[0]))]


def _rms_norm(b: Builder, args: Sequence[Array], _: Any, config: str) -> Sequence[Array]:
    x, weight, epsilon = args
    return [definitions.rms_norm(b, x, weight, b.reshape(epsilon, ()), [_axis(config, x)])]


def _rms_norm_backward(b: Builder, args: Sequence[Array], _: Any, config: str) -> Sequence[Array]:
    gradient, x, weight, epsilon = args
    return definitions.rms_norm_backward(b, gradient, x, weight, b.reshape(epsilon, ()), [_axis(config, x)])


def _top_k(b: Builder, args: Sequence[Array], types: Sequence[TensorType], config: str) -> Sequence[Array]:
    axis = len(args[0].shape) - 1
    return definitions.top_k(b, args[0], _number(config), axis, smallest=False, indices_dtype=types[1].dtype)


def _arg_extreme(largest: bool) -> Definition:
    def define(b: Builder, args: Sequence[Array], types: Sequence[TensorType], config: str) -> Sequence[Array]:
        axis = _axis(config, args[0])
        found = definitions.arg_extreme(b, args[0], axis, largest=largest, indices_dtype=types[-1].dtype)
        return [b.reshape(array, type.shape) for array, type in zip(found[-len(types) :], types, strict=True)]

    return define


def _resize_nearest(b: Builder, args: Sequence[Array], types: Sequence[TensorType], config: str) -> Sequence[Array]:
    shape = types[0].shape
    return [resize_nearest(b, args[0], (shape[1], shape[2]), **_switches(config))]


def _resize_bilinear(b: Builder, args: Sequence[Array], types: Sequence[TensorType], config: str) -> Sequence[Array]:
    shape = types[0].shape
    return [resize_bilinear(b, args[0], (shape[1], shape[2]), **_switches(config))]


def _resize_gradient(b: Builder, args: Sequence[Array], types: Sequence[TensorType], config: str) -> Sequence[Array]:
    """The mean over each window, which is the vendor's reading; the gradient of the resize would be the sum."""
    gradient, shape = args[0], types[0].shape
    scale = [outer // inner for outer, inner in zip(gradient.shape, shape, strict=True)]
    split = b.reshape(gradient, [extent for pair in zip(shape, scale, strict=True) for extent in pair])
    dims = list(range(1, 2 * len(shape), 2))
    zero = b.constant(0.0, (), gradient.dtype)
    total = b.reduce(split, zero, dims, lambda x, y: b.elementwise("add", x, y))
    return [b.elementwise("divide", total, b.constant(float(math.prod(scale)), shape, gradient.dtype))]


def _identity(_: Builder, args: Sequence[Array], types: Sequence[TensorType], __: str) -> Sequence[Array]:
    return args[: len(types)]


def _last(_: Builder, args: Sequence[Array], __: Any, ___: str) -> Sequence[Array]:
    """A control dependency passes its last operand on."""
    return args[-1:]


_IDENTITIES = (
    *("AwsNeuronTransferWithStaticRing", "AwsNeuronLNCShardingConstraint", "AwsNeuronDevicePrint", "Sharding"),
    *(f"AwsNeuronModuleMarker{end}-{way}" for end in ("Start", "End") for way in ("Forward", "Backward")),
    *("NeuronBoundaryMarker-Start", "NeuronBoundaryMarker-End"),
)

_DEFINITIONS: dict[str, Definition] = {
    **{target: _activation(label) for target, label in ACTIVATIONS.items() if target != "mhlo.erf"},
    **dict.fromkeys(_IDENTITIES, _identity),
    "AwsNeuronControlDep": _last,
    "AwsNeuronSoftmax": _softmax,
    "AwsNeuronSoftmaxBackward": _softmax_backward,
    "AwsNeuronRmsNorm": _rms_norm,
    "AwsNeuronRmsNormBackward": _rms_norm_backward,
    "AwsNeuronTopK": _top_k,
    "AwsNeuronArgMax": _arg_extreme(True),
    "AwsNeuronArgMin": _arg_extreme(False),
    "ResizeNearest": _resize_nearest,
    "ResizeBilinear": _resize_bilinear,
    "ResizeNearestGrad": _resize_gradient,
}


def replace_known_calls(module: ir.Module) -> None:
    """Rewrites the calls in place; tuple results become their elements. Checks are erased."""
    decoder = Decoder()
    for function in functions(module):
        for op in nested_operations(function):
            if kind(op) != "custom_call":
                continue
            target = str(decoder.get(op, "call_target_name", ""))
            if target.startswith("check."):
                op.operation.erase()
            elif (define := _DEFINITIONS.get(target)) is not None:
                _replace(op, define, decoder)


def _config(op: ir.OpView, decoder: Decoder) -> str:
    for name in ("backend_config", "mhlo.backend_config"):
        if found := decoder.get(op, name):
            return str(found)
    return ""


def _replace(op: ir.OpView, define: Definition, decoder: Decoder) -> None:
    b = Builder(ir.InsertionPoint(op), op.operation.location)
    operands = [value for operand in op.operation.operands for value in _elements(operand)]
    types = [decoder.value(value) for value in operands]
    args = [Array(value, type.shape, type.dtype) for value, type in zip(operands, types, strict=True)]
    results = list(op.operation.results)
    if len(results) == 1 and not decoder.value(results[0]).ranked:
        reads = [use.owner for use in results[0].uses]
        count = ir.TupleType(results[0].type).num_types
        kinds: list[TensorType] = [decoder.type(ir.TupleType(results[0].type).get_type(n)) for n in range(count)]
        values = define(b, args, kinds, _config(op, decoder))
        for read in reads:
            read.operation.result.replace_all_uses_with(values[int(decoder.get(read, "index"))].value)
            read.operation.erase()
    else:
        values = define(b, args, [decoder.value(result) for result in results], _config(op, decoder))
        for result, array in zip(results, values, strict=True):
            result.replace_all_uses_with(array.value)
    op.operation.erase()


def _elements(value: ir.Value) -> list[ir.Value]:
    """The operands of the tuple op behind a tuple, or the value itself."""
    owner = value.owner
    if isinstance(owner, ir.Block) or kind(owner.opview) != "tuple":
        return [value]
    return [element for operand in owner.operands for element in _elements(operand)]
