"""Custom calls, by target name."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hlo2penguin.forms.callables import UNARY
from hlo2penguin.forms.elementwise import ACTIVATIONS
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.printer.emit.backend_config import bad_config, config_text, entries, flags, integer
from hlo2penguin.printer.emit.origin import constant_of
from hlo2penguin.printer.emit.reduction import emit_top_k
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["EMITTERS", "TARGETS", "UNPRINTABLE"]

Emitter = Callable[[Op, Statements], None]


def _result(op: Op, statements: Statements) -> TensorType:
    results = op.operation.results
    if not len(results):
        target = statements.get(op, "call_target_name")
        raise Unsupported("NCC_PYP055", f"{target} has no result", "give the call the result that its target has")
    return statements.type(results[0])


def _dtype(op: Op, statements: Statements) -> dict[str, object]:
    return {"dtype": statements.dtype(_result(op, statements))}


def _dimension(op: Op, statements: Statements, rank: int, default: int | None = None) -> int:
    found = integer(op, statements, "axis", "dim")
    dimension = default if found is None and not config_text(op, statements) else found
    if dimension is None or not -rank <= dimension < rank:
        raise bad_config(op, statements, f"a dimension of a tensor of rank {rank}")
    return dimension % rank


# Functions of one operand


def _activation(target: str) -> Emitter:
    label = ACTIVATIONS[target]

    def emit(op: Op, statements: Statements) -> None:
        if not statements.profile.activation_calls and target != "mhlo.erf":
            raise Unsupported("NCC_PYP055", f"{target} has no documented form", "use the profile `observed`")
        operands, results = op.operation.operands, op.operation.results
        if len(operands) != 1 or len(results) != 1:
            raise Unsupported(
                "NCC_PYP055", f"{target} with {len(operands)} operands and {len(results)} results", "one of each"
            )
        statements.emit(op, "unary", {"op": UNARY[label]})

    return emit


def _softmax(form: str) -> Emitter:
    def emit(op: Op, statements: Statements) -> None:
        rank = len(_result(op, statements).shape)
        statements.emit(op, form, {"axis": _dimension(op, statements, rank, -1)})

    return emit


def _arg_extreme(form: str) -> Emitter:
    def emit(op: Op, statements: Statements) -> None:
        rank = len(statements.type(op.operation.operands[0]).shape)
        statements.emit(op, form, {"axis": _dimension(op, statements, rank)})

    return emit


# Top-k, dropout, normalisation, resizing


def _aws_top_k(op: Op, statements: Statements) -> None:
    k = integer(op, statements, "k")
    if k is None:
        raise bad_config(op, statements, "the decimal number k")
    emit_top_k(op, statements, k)


def _mhlo_top_k(op: Op, statements: Statements) -> None:
    attributes: dict[str, Any] = statements.get(op, "mhlo.attributes") or {}
    if not isinstance(attributes.get("k"), int):
        raise Unsupported("NCC_PYP055", "mhlo.topk without the attribute k", "export top_k with its attributes")
    emit_top_k(op, statements, attributes["k"], largest=attributes.get("largest", True))


def _dropout(op: Op, statements: Statements) -> None:
    statements.emit(op, "dropout", {**_dtype(op, statements), "predicates": ()})


def _rms_norm(form: str, weight: int) -> Emitter:
    """`weight` is the number of the weight's operand; the last operand is epsilon."""

    def emit(op: Op, statements: Statements) -> None:
        operands = op.operation.operands[:]
        types = [statements.type(operand) for operand in operands]
        epsilon = constant_of(operands[-1], statements) if operands and types[-1].size == 1 else None
        if epsilon is None or isinstance(epsilon.item(), bool):
            raise Unsupported(
                "NCC_PYP055",
                f"'{op.operation.name}' op RmsNorm: epsilon is not a scalar. "
                "Expected a single scalar constant value for epsilon parameter.",
                "pass epsilon as a constant in the last operand",
            )
        if len(operands) != weight + 2:
            raise Unsupported("NCC_PYP055", f"{form} with {len(operands)} operands", f"give it {weight + 2}")
        dimension = _dimension(op, statements, len(types[0].shape))
        extent = types[0].shape[dimension]
        if types[weight].size != extent:
            raise Unsupported(
                "NCC_PYP055",
                "Operation AwsNeuronRmsNorm encountered size mismatch along the specified (normalization) dimension "
                f"{dimension}. The input has {extent} elements there, the weight {types[weight].size}.",
                "give a weight of the dimension's size",
            )
        values = {
            "epsilon": float(epsilon.item()),
            "reduce_dims": (dimension,),
            "src_shapes": tuple(type.shape for type in types),
        }
        statements.emit(op, form, values)

    return emit


def _image(op: Op, statements: Statements) -> TensorType:
    type = _result(op, statements)
    if len(type.shape) != 4:
        target = statements.get(op, "call_target_name")
        raise Unsupported("NCC_PYP055", f"{target} of rank {len(type.shape)}", "resize tensors of layout NHWC")
    return type


def _resize_nearest(op: Op, statements: Statements) -> None:
    type = _image(op, statements)
    values: dict[str, object] = {"shape": type.shape[1:3], "dtype": statements.dtype(type)}
    switches = flags(op, statements)
    if statements.profile.resize_statement == "kernel-call":
        statements.emit(op, "resize_nearest_kernel", {**values, "kernel_config": switches})
    else:
        values["kernel_config"] = json.dumps(switches, separators=(",", ":"))
        statements.emit(op, "resize_nearest", values)


def _resize_bilinear(op: Op, statements: Statements) -> None:
    _image(op, statements)
    statements.emit(op, "resize_bilinear", flags(op, statements))


# Kernels


def _collective_matmul(op: Op, statements: Statements) -> None:
    config = entries(op, statements, ",")
    if config is None:
        raise bad_config(op, statements, "a list key=value,key=value")
    statements.emit(op, "collective_matmul", {**_dtype(op, statements), "backend_config": config})


def _mlp_nki(op: Op, statements: Statements) -> None:
    statements.emit(op, "mlp_nki", _dtype(op, statements))


def _native_kernel(op: Op, statements: Statements) -> None:
    config = config_text(op, statements)
    if not config:
        raise Unsupported("NCC_PYP007", "a native kernel without backend_config", "give the kernel's configuration")
    operands = op.operation.operands[:]
    aliased: list[tuple[int, int]] = []
    for outputs, operand, inputs in statements.get(op, "output_operand_aliases") or ():
        if inputs or len(outputs) > 1 or operand >= len(operands):
            raise Unsupported(
                "NCC_PYP007",
                "a native kernel's alias joins elements of nested tuples",
                "alias whole operands and results",
            )
        aliased.append((outputs[0] if outputs else 0, operand))
    results = statements.emit(op, "native_kernel", {"use_opaque_access": True, "kernel_config": config})
    if aliased and results:
        tensors = [statements.operand(operands[operand]) for _, operand in sorted(aliased)]
        statements.text.kernel_aliases(statements.writers[results[0]], tensors)


def _custom_op(op: Op, statements: Statements) -> None:
    config = entries(op, statements, ";")
    names = ("name", "path", "ulib_to_ucode_version", "ulib_to_isa_version")
    if config is None or any(config.get(name, "") == "" for name in names):
        raise bad_config(op, statements, f"a list key=value;… with {', '.join(names)}")
    text = {name: str(config[name]) for name in names}
    type = _result(op, statements)
    values = {
        "function_name": text["name"],
        "name": text["name"],
        "lib_file_name": text["path"].rstrip("/").rpartition("/")[2] or text["path"],
        "ulib_to_ucode_version": text["ulib_to_ucode_version"],
        "ulib_to_isa_version": text["ulib_to_isa_version"],
        "dtype": statements.dtype(type),
        "shape": type.shape,
    }
    statements.emit(op, "custom_op", values)


def _lnc_sharding_constraint(op: Op, statements: Statements) -> None:
    sharding = config_text(op, statements)
    if not sharding:
        raise bad_config(op, statements, "a sharding")
    statements.emit(op, "lnc_sharding_constraint", {"sharding": sharding})


def _send_recv(form: str) -> Emitter:
    def emit(op: Op, statements: Statements) -> None:
        peer = integer(op, statements, "channel_id", "peer_id")
        if peer is None:
            raise Unsupported(
                "NCC_PYP036", "the channel id is missing", "give it as a decimal number in backend_config"
            )
        statements.emit(op, form, {"peer_id": peer})

    return emit


def _device_print(op: Op, statements: Statements) -> None:
    prefix = config_text(op, statements)
    statements.emit(op, "device_print", {"prefix": prefix} if prefix else {})


def _control_dependency(op: Op, statements: Statements) -> None:
    if not len(op.operation.operands) or len(op.operation.results) != 1:
        raise Unsupported(
            "NCC_PYP055", "AwsNeuronControlDep without a value to pass on", "its last operand is the value"
        )
    statements.bind_control_dependency(op)


TARGETS: dict[str, Emitter] = {
    "AwsNeuronTopK": _aws_top_k,
    "mhlo.topk": _mhlo_top_k,
    "AwsNeuronDropout": _dropout,
    "AwsNeuronRmsNorm": _rms_norm("rms_norm", 1),
    "AwsNeuronRmsNormBackward": _rms_norm("rms_norm_backward", 2),
    "ResizeNearest": _resize_nearest,
    "ResizeBilinear": _resize_bilinear,
    "AwsNeuronCollectiveMatmul": _collective_matmul,
    "AwsNeuronCustomNativeKernel": _native_kernel,
    "AwsNeuronMLPNKI": _mlp_nki,
    "AwsNeuronCustomOp": _custom_op,
    "AwsNeuronLNCShardingConstraint": _lnc_sharding_constraint,
    "FusedSend": _send_recv("send"),
    "FusedRecv": _send_recv("recv"),
    "AwsNeuronDevicePrint": _device_print,
    "AwsNeuronControlDep": _control_dependency,
    "AwsNeuronSoftmax": _softmax("softmax"),
    "AwsNeuronSoftmaxBackward": _softmax("softmax_backward"),
    "AwsNeuronArgMax": _arg_extreme("argmax"),
    "AwsNeuronArgMin": _arg_extreme("argmin"),
    **{target: _activation(target) for target in ACTIVATIONS},
}
"""Target name to emitter."""

UNPRINTABLE = frozenset(
    {
        *("AwsNeuronDropoutMaskV1", "AwsNeuronExit", "AwsNeuronIntMatmult", "AwsNeuronTransferWithStaticRing"),
        *("AwsNeuronZeroSizedOp", "QuantizeMX", "ResizeNearestGrad", "__op$block_scaled_dot"),
    }
)
"""Targets that the vendor's tools know and that have no statement here (NCC_PYP055)."""


def _check_quantize_mx(op: Op, statements: Statements) -> None:
    try:
        json.loads(config_text(op, statements))
    except ValueError:
        raise Unsupported(
            "NCC_EVRF036", "QuantizeMX: backend_config is missing or is not JSON", "give the configuration as JSON"
        ) from None


def _custom_call(op: Op, statements: Statements) -> None:
    target: str = statements.get(op, "call_target_name")
    if (emit := TARGETS.get(target)) is not None:
        return emit(op, statements)
    if target == "QuantizeMX":
        _check_quantize_mx(op, statements)
    if target in UNPRINTABLE:
        raise Unsupported("NCC_PYP055", f"custom call {target} is not supported", "rewrite the program without it")
    known = ", ".join(sorted(TARGETS))
    raise Unsupported("NCC_EHCA005", f"custom-call target {target} is not recognised", f"known targets: {known}")


EMITTERS = {"custom_call": _custom_call}
