"""Whatever the file is, its graphs: a program on its way to Penguin text, or Penguin text itself."""

from __future__ import annotations

import os

from hlo2penguin.diagnostics import Refused
from hlo2penguin.load.sniff import as_text
from hlo2penguin.load.source import fetch
from hlo2penguin.mlir.context import ir
from hlo2penguin.options import Options
from hlo2penguin.penguin import read_text
from hlo2penguin.report.explorer_form import Sync
from hlo2penguin.report.model_explorer import Exploration, explore
from hlo2penguin.report.penguin_graph import penguin_graph

__all__ = ["is_penguin_text", "open_graphs"]

_SIGN = "neuronxcc.starfish.penguin"
_START = 4096


def is_penguin_text(content: bytes) -> bool:
    """Whether the bytes begin as a Penguin program does: with an import of the vendor's modules."""
    text = as_text(content[:_START])
    return text is not None and text.lstrip().startswith("import ") and _SIGN in text


def open_graphs(path: str, options: Options) -> Exploration:
    """The graphs of the file, or of standard input for `-`. Raises Refused where there is nothing to draw."""
    fetched = fetch(path, None)
    assert not isinstance(fetched.content, ir.Module), "a path was given"
    if is_penguin_text(fetched.content):
        function = read_text(fetched.content.decode(), fetched.name)
        collection = penguin_graph(function, os.path.basename(fetched.name))
        return Exploration(collection, Sync(mappingEntries=[], disableMappingFallback=False), [])
    found = explore(fetched.content, options, fetched.name)
    if not found.collection["graphs"]:
        raise Refused(found.problems)
    return found
