"""Rules of fusion headers."""

from __future__ import annotations

from hlo2penguin.forms.fusion import HEADER_NAMES
from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import Problems, Rules, value

__all__ = ["RULES"]


def _fusion(op: Op) -> Problems:
    """DotLogistic's header may name the kind or DotFusion (OQ-34)."""
    kind, name = op.values["hilo_fusion_op"], op.values["op"]
    if HEADER_NAMES.get(kind, kind if kind == "DotFusion" else None) != name:
        yield value(f"op={name!r} with hilo_fusion_op={kind!r} is no header")
    if ("reduce_dims" in op.values) and kind != "MulRedSqrt":
        yield value(f"reduce_dims in a header of kind {kind!r}")


RULES: Rules = {"fusion": (None, None, _fusion)}
