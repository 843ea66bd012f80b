# pyright: basic
"""Op kinds: `"add"` for `stablehlo.add` and `mhlo.add` alike, so that nothing after loading asks for the dialect."""

from __future__ import annotations

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import _chlo_ops_gen, _func_ops_gen, _mhlo_ops_gen, _sdy_ops_gen, _stablehlo_ops_gen

__all__ = ["dialect_of", "is_function", "kind", "kind_of_type"]

_FLAT = ("stablehlo.", "mhlo.")


def kind_of_name(name: str) -> str:
    """The kind of ops of that full name."""
    for prefix in _FLAT:
        if name.startswith(prefix):
            return name[len(prefix) :]
    return name


_KINDS: dict[type, str] = {
    view: kind_of_name(view.OPERATION_NAME)
    for generated in (_stablehlo_ops_gen, _mhlo_ops_gen, _func_ops_gen, _chlo_ops_gen, _sdy_ops_gen)
    for view in vars(generated).values()
    if isinstance(view, type) and hasattr(view, "OPERATION_NAME")
}


def kind(op: ir.OpView | ir.Operation) -> str:
    """The op's mnemonic without `stablehlo.` or `mhlo.`; ops of other dialects keep their full name (`func.return`)."""
    found = _KINDS.get(type(op))
    return found if found is not None else kind_of_name(op.operation.name)


def kind_of_type(view: type) -> str:
    """The kind that all ops of one generated class have; empty for classes that stand for no single op."""
    return _KINDS.get(view, "")


def dialect_of(op: ir.OpView | ir.Operation) -> str:
    """The op's dialect: the text before the first dot of its name."""
    return op.operation.name.partition(".")[0]


def is_function(op: ir.OpView | ir.Operation) -> bool:
    """Whether the op is a `func.func`."""
    return kind(op) == "func.func"
