# pyright: basic
"""StableHLO portable artifacts."""

from __future__ import annotations

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

__all__ = ["portable_artifact"]


def portable_artifact(module: ir.Module, version: str | None = None) -> bytes:
    """The module serialized for a StableHLO version, the current one unless given.

    Raises ValueError where the version is not one, or the module holds ops that it lacks.
    """
    target = version or stablehlo.get_current_version()
    with module.context:
        return stablehlo.serialize_portable_artifact(module, target)
