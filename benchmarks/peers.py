"""Other tools on the same program, where they are installed; for information, never a target."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import best
from benchmarks.models import transformer
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.pipeline import convert

__all__ = ["measure"]


def measure(folder: Path, smoke: bool) -> Iterator[tuple[str, float, str, None]]:
    """Seconds of this tool and of each peer that can be imported."""
    model = transformer(1 if smoke else 32, folder)
    yield f"hlo2penguin convert, {model.name}", best(lambda: convert(model.text), 2), "s", None
    for name, module, run in PEERS:
        if importlib.util.find_spec(module) is None:
            continue
        try:
            yield f"peer {name}, {model.name}", run(model.text), "s", None
        except Exception as error:  # a peer's failure is a finding about the peer, not about us
            print(f"peer {name}: {type(error).__name__}: {str(error).splitlines()[0][:90]}")


def _xdsl(text: str) -> float:
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin
    from xdsl.dialects.func import Func
    from xdsl.parser import Parser

    # It knows few of StableHLO's own spellings; the generic one it reads.
    generic = ir.Module.parse(text, new_context()).operation.get_asm(print_generic_op_form=True)

    def once() -> str:
        context = Context(allow_unregistered=True)
        context.load_dialect(Builtin)
        context.load_dialect(Func)
        return str(Parser(context, generic).parse_module())

    return best(once, 2)


def _iree(text: str) -> float:
    from iree.compiler import compile_str

    return best(lambda: compile_str(text, input_type="stablehlo", extra_args=["--compile-to=input"]), 2)


def _coreml(text: str) -> float:
    import coremltools
    from stablehlo_coreml.converter import convert as to_mil

    target = coremltools.target.iOS18
    return best(lambda: to_mil(ir.Module.parse(text, new_context()), minimum_deployment_target=target), 1)


def _xla(text: str) -> float:
    from hlo2penguin.runtime.xla import Engine

    engine, module = Engine(platform="cpu"), ir.Module.parse(text, new_context())
    return best(lambda: engine.compile(module), 1)


PEERS = (
    ("xDSL, parse + print", "xdsl", _xdsl),
    ("IREE, --compile-to=input", "iree", _iree),
    ("StableHLO to CoreML", "stablehlo_coreml", _coreml),
    ("XLA, compile for the CPU", "jax", _xla),
)
