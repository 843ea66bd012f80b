"""StableHLO portable artifacts."""

from __future__ import annotations

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from hlo2penguin.mlir.parse import bytecode

__all__ = ["portable_artifact"]


def portable_artifact(module: ir.Module, version: str | None = None) -> bytes:
    """The module serialized for a StableHLO version, the current one unless given.

    Raises ValueError, with MLIR's reason, where the version is not one, or the module holds ops that it lacks.
    """
    target = version or stablehlo.get_current_version()
    messages: list[str] = []

    def keep(diagnostic: ir.Diagnostic) -> bool:
        messages.append(diagnostic.message)
        return True

    handler = module.context.attach_diagnostic_handler(keep)
    try:
        with module.context:
            # A copy, as serializing turns the module itself into VHLO.
            copy = ir.Module.parse(bytecode(module))
            return stablehlo.serialize_portable_artifact(copy, target)
    except (ValueError, ir.MLIRError) as error:
        raise ValueError((messages or [str(error)])[0]) from error
    finally:
        handler.detach()
