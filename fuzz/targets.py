"""What is fuzzed. A target takes bytes; whatever it raises but `Refused` is a finding, and so is the process's end."""

from __future__ import annotations

from collections.abc import Callable

from hlo2penguin.diagnostics import Refused
from hlo2penguin.options import Options

__all__ = ["TARGETS", "run"]

_OPTIONS = Options(fuse="all", unroll_limit=2_000)


def load_any(data: bytes) -> None:
    """The loader, which tells what bytes are by itself."""
    from hlo2penguin.load import load

    load(data)


def load_hlo_text(data: bytes) -> None:
    """The importer of HLO text, whatever the sniffer would say."""
    from hlo2penguin.load.hlo import import_text

    import_text(data.decode("utf-8", "replace"), "<text>")


def load_hlo_proto(data: bytes) -> None:
    """The importer of HLO protos, whatever the sniffer would say.

    What is Python in it runs here first, as the import runs in a child, whose coverage nobody sees.
    """
    from hlo2penguin.load import hlo_proto
    from hlo2penguin.load.hlo import import_proto
    from hlo2penguin.load.names import InstructionNames
    from hlo2penguin.load.tokens import drop_tokens

    module = hlo_proto.read(data)
    if module is not None:
        drop_tokens(module, InstructionNames.of((i.name, i.id) for i in hlo_proto.instructions(module)))
        import_proto(data, "<bytes>")


def convert(data: bytes) -> None:
    """All four stages with every fusion on; what is printed must read back as it is."""
    from hlo2penguin.penguin import read, write
    from hlo2penguin.pipeline import convert

    program = convert(data, _OPTIONS)
    assert write(read(program.text)) == program.text


def read(data: bytes) -> None:
    """The reader and the verifier of Penguin text."""
    from hlo2penguin.penguin import read, verify, write

    text = data.decode("utf-8", "surrogateescape")
    function = read(text if "\n" in text else text + "\n")
    assert write(function) == (text if "\n" in text else text + "\n")
    verify(function)


def lift(data: bytes) -> None:
    """The lift of whatever text the reader takes."""
    from hlo2penguin.lift import lift
    from hlo2penguin.penguin import read

    text = data.decode("utf-8", "replace")
    assert lift(read(text if "\n" in text else text + "\n")).bytecode


TARGETS: dict[str, Callable[[bytes], None]] = {
    "load_text": load_any,
    "load_bytecode": load_any,
    "load_hlo_text": load_hlo_text,
    "load_hlo_proto": load_hlo_proto,
    "convert": convert,
    "read": read,
    "lift": lift,
}
"""Name of a harness to what it runs."""


def run(target: str, data: bytes) -> None:
    """One execution: refusals are what bad input is for, everything else comes out."""
    try:
        TARGETS[target](data)
    except Refused as refused:
        if not refused.diagnostics or not all(d.code and d.cause for d in refused.diagnostics):
            raise AssertionError("a refusal says why") from refused
