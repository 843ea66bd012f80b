"""Other tools on the same program, where they are installed; for information, never a target."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import best
from benchmarks.models import transformer

__all__ = ["measure"]


def measure(folder: Path, smoke: bool) -> Iterator[tuple[str, float, str, None]]:
    """Seconds of each peer that can be imported."""
    model = transformer(1 if smoke else 4, folder)
    for name, run in (("xdsl", _xdsl), ("iree.compiler", _iree), ("stablehlo_coreml", _coreml), ("jax", _xla)):
        if importlib.util.find_spec(name.partition(".")[0]) is None:
            continue
        try:
            yield f"peer {name}, {model.name}", run(model.text), "s", None
        except Exception as error:  # a peer's failure is a finding about the peer, not about us
            print(f"peer {name}: {type(error).__name__}: {str(error).splitlines()[0][:90]}")


def _xdsl(text: str) -> float:
    from xdsl.context import Context
    from xdsl.dialects import get_all_dialects
    from xdsl.parser import Parser

    def once() -> str:
        context = Context(allow_unregistered=True)
        for name, factory in get_all_dialects().items():
            context.register_dialect(name, factory)
        return str(Parser(context, text).parse_module())

    return best(once, 2)


def _iree(text: str) -> float:
    from iree.compiler import compile_str

    return best(lambda: compile_str(text, input_type="stablehlo", compile_to="input"), 2)


def _coreml(text: str) -> float:
    import jaxlib.mlir.ir as ir
    from stablehlo_coreml.converter import convert

    from hlo2penguin.mlir.context import new_context

    return best(lambda: convert(ir.Module.parse(text, new_context())), 1)


def _xla(text: str) -> float:
    from hlo2penguin.runtime.xla import compile_text

    return best(lambda: compile_text(text), 1)
