"""mac-count, traffic, arithmetic intensity and model type of a program, as the vendor's Function attributes carry them.

Rules read off real modules: traffic is the bytes of parameters, of outputs that are not must-aliased, and of the entry
computation's constants (each distinct one once); convolutions count in-bounds taps only.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import numpy as np

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import ConvDims, Decoder, DotDims, TensorType
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.kinds import kind

__all__ = ["INTENSITY_THRESHOLD", "Metrics", "byte_size", "count_macs", "count_traffic", "op_macs"]

INTENSITY_THRESHOLD = {"trn1": 400.0, "trn2": 390.0, "trn3": 230.0}
"""Intensity from which a program counts as compute-bound: the middle of each bracket seen in real logs, per target."""

_BITS = {"i1": 8, "i4": 4, "ui4": 4, "i2": 2, "ui2": 2, "complex<f32>": 64, "complex<f64>": 128, "bf16": 16}


@dataclass(frozen=True, slots=True)
class Metrics:
    """`mac_count` multiply-accumulates and `traffic` bytes of one run of the program."""

    mac_count: int
    traffic: int

    @property
    def arithmetic_intensity(self) -> float:
        """2·MAC / Traffic in float32 arithmetic (operations per byte); 0 without traffic."""
        if not self.traffic:
            return 0.0
        return float(np.float32(2 * self.mac_count / self.traffic))

    def model_type(self, target: str) -> str:
        """`compute-bound` or `memory-bound` on `target`."""
        return "compute-bound" if self.arithmetic_intensity >= INTENSITY_THRESHOLD[target] else "memory-bound"

    def to_json(self) -> str:
        """The hlo-metrics text: sorted keys, no spaces; what this stage does not compute is 0 or -1."""
        intensity = f"{self.arithmetic_intensity:.17g}"
        if "." not in intensity and "e" not in intensity:
            intensity += ".0"
        entries = {
            "AliasedOutputSize": 0,
            "ArithmeticIntensity": float(intensity),
            "ConstantSize": 0,
            "HloInputCount": -1,
            "HloMacCount": self.mac_count,
            "HloOutputCount": -1,
            "IfmapSize": 0,
            "OfmapSize": 0,
            "OutputsReadFromCount": -1,
            "PassthroughTensorsCount": -1,
            "RedundantOutputCount": -1,
            "Traffic": self.traffic,
        }
        return (
            "{"
            + ",".join(
                f"{json.dumps(key)}:{intensity if key == 'ArithmeticIntensity' else value}"
                for key, value in entries.items()
            )
            + "}"
        )


def byte_size(type: TensorType) -> int:
    """Bytes of a tensor; i1 takes one byte an element, other types their bits rounded up over the whole tensor."""
    bits = _BITS.get(type.dtype) or int("".join(c for c in type.dtype.split("E")[0] if c.isdigit()) or 0)
    return (type.size * bits + 7) // 8


def count_traffic(module: ir.Module, decoder: Decoder, must_aliased: frozenset[int]) -> int:
    """Bytes moved by `@main` as loaded: `must_aliased` are output numbers that share an input's storage."""
    main = main_function(module)
    if main is None:
        return 0
    block = entry_block(main)
    total = sum(byte_size(decoder.value(argument)) for argument in block.arguments)
    constants: set[int] = set()
    for op in block.operations:
        if kind(op) == "constant":
            type = decoder.value(op.operation.result)
            if "complex" not in type.dtype and (value := hash(op.operation.attributes["value"])) not in constants:
                constants.add(value)
                total += byte_size(type)
    types = [decoder.value(operand) for operand in block.operations[-1].operation.operands]
    return total + sum(byte_size(type) for index, type in enumerate(types) if index not in must_aliased)


def count_macs(module: ir.Module, decoder: Decoder) -> int:
    """Multiply-accumulates of every dot and convolution of `@main`, which holds the whole program."""
    main = main_function(module)
    operations = entry_block(main).operations if main is not None else ()
    return sum(op_macs(op, decoder) for op in operations)


def op_macs(op: ir.OpView, decoder: Decoder) -> int:
    """Multiply-accumulates of a dot or convolution; 0 for every other op, and where a shape is not known."""
    name = kind(op)
    if name not in ("dot_general", "dot", "convolution"):
        return 0
    operands = [decoder.value(operand) for operand in op.operation.operands]
    result = decoder.value(op.operation.result)
    if not (result.is_static and all(type.is_static for type in operands)):
        return 0
    if name == "convolution":
        return _convolution_macs(op, decoder)
    lhs = operands[0].shape
    contracted = lhs[-1:]
    if name == "dot_general":
        dims: DotDims = decoder.get(op, "dot_dimension_numbers")
        contracted = tuple(lhs[d] for d in dims.lhs_contracting)
    return result.size * math.prod(contracted)


def _convolution_macs(op: ir.OpView, decoder: Decoder) -> int:
    dims: ConvDims = decoder.get(op, "dimension_numbers")
    lhs, rhs = (decoder.value(operand).shape for operand in op.operation.operands)
    out = decoder.value(op.operation.results[0]).shape
    spatial = len(dims.input_spatial)
    ones = (1,) * spatial
    strides, lhs_dilation, rhs_dilation = (
        decoder.get(op, name) or ones for name in ("window_strides", "lhs_dilation", "rhs_dilation")
    )
    padding: tuple[tuple[int, int], ...] = decoder.get(op, "padding") or ((0, 0),) * spatial
    taps = 1
    for d in range(spatial):
        taps *= _valid_taps(
            lhs[dims.input_spatial[d]],
            rhs[dims.kernel_spatial[d]],
            out[dims.output_spatial[d]],
            strides[d],
            padding[d][0],
            lhs_dilation[d],
            rhs_dilation[d],
        )
    groups: int = decoder.get(op, "batch_group_count", 1)
    batch = lhs[dims.input_batch] // groups
    return taps * batch * rhs[dims.kernel_output_feature] * rhs[dims.kernel_input_feature]


def _valid_taps(size: int, kernel: int, out: int, stride: int, low: int, dilation: int, kernel_dilation: int) -> int:
    """Pairs of an output position and a kernel tap that read an input element, not padding or a dilation hole."""
    offsets = np.arange(kernel) * kernel_dilation - low
    positions = (np.arange(out) * stride)[:, None] + offsets
    inside = (positions >= 0) & (positions < (size - 1) * dilation + 1) & (positions % dilation == 0)
    return int(inside.sum())
