# pyright: basic
"""HLO into StableHLO: XLA's own text parser and importer.

Both abort the process on some malformed programs (a parameter number out of range, a missing operand), which no
exception handler catches; `load.isolation` is there for that.
"""

from __future__ import annotations

from jaxlib import _hlo, _jax

__all__ = ["HloError", "proto_of_text", "stablehlo_of_proto"]


class HloError(Exception):
    """HLO that XLA does not accept; the message is XLA's own."""


def proto_of_text(text: str) -> bytes:
    """HLO text as a serialized HloModuleProto. XLA gives ids of its own and makes repeated names unique."""
    try:
        return _hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()
    except (RuntimeError, ValueError) as error:
        raise HloError(str(error).strip()) from None


def stablehlo_of_proto(proto: bytes) -> bytes:
    """A serialized HloModuleProto as MLIR bytecode of a StableHLO module, not yet verified.

    The same import as `xla_computation_to_mlir_module`, which answers with text: bytecode is faster to write and parse.
    """
    try:
        return _jax.mlir.hlo_to_stablehlo(proto)
    except (RuntimeError, ValueError) as error:
        raise HloError(str(error).strip()) from None
