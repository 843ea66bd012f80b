# pyright: basic
"""MLIR contexts that know every dialect a program may arrive in, built from jaxlib alone."""

from __future__ import annotations

import functools

from jaxlib.mlir import ir
from jaxlib.mlir._mlir_libs import _jax_mlir_ext
from jaxlib.mlir.dialects import chlo, mhlo, sdy, stablehlo

__all__ = ["ir", "new_context", "run_passes"]


@functools.cache
def _registry() -> ir.DialectRegistry:
    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    mhlo.register_mhlo_passes()
    stablehlo.register_stablehlo_passes()
    return registry


def new_context() -> ir.Context:
    """A context of its own for one conversion: dialects that few programs use are loaded when one is met."""
    context = ir.Context()
    # A verifier that finds an error in a thread of MLIR's waits for Python's lock, and parsing waits for that thread.
    context.enable_multithreading(False)
    context.append_dialect_registry(_registry())
    for dialect in (stablehlo, chlo, sdy):
        dialect.register_dialect(context)
    mhlo.register_mhlo_dialect(context)
    context.get_dialect_descriptor("func")
    return context


def run_passes(module: ir.Module, *passes: str, nested: str = "") -> None:
    """Runs MLIR passes by name over `module` in place; `nested` names the op that they work on.

    Raises ir.MLIRError with the passes' diagnostics. The per-pass verifier is off: the pipeline verifies once.
    """
    from jaxlib.mlir.passmanager import PassManager

    body = ",".join(passes)
    text = f"builtin.module({nested}({body}))" if nested else f"builtin.module({body})"
    with module.context:
        manager = PassManager.parse(text)
        manager.enable_verifier(False)
        manager.run(module.operation)
