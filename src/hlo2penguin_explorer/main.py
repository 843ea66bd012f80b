"""The adapter; Model Explorer imports this module by name and finds the class in its registry."""

# The viewer is an extra: it need not be there when types are checked.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from typing import Any

from model_explorer import Adapter, AdapterMetadata, ModelExplorerGraphs, graph_builder

__all__ = ["Hlo2PenguinAdapter"]


class Hlo2PenguinAdapter(Adapter):
    """Graphs of XLA programs on their way to Penguin text, and of Penguin text itself."""

    metadata = AdapterMetadata(
        id="hlo2penguin",
        name="hlo2penguin adapter",
        description="XLA programs (MLIR, HLO) as imported, prepared and fused for AWS Trainium; Penguin text.",
        source_repo="https://hlo2penguin.readthedocs.io",
        fileExts=["mlir", "mlirbc", "pb", "hlo", "txt", "py"],
    )

    def __init__(self) -> None:
        super().__init__()

    def convert(self, model_path: str, settings: dict[str, object]) -> ModelExplorerGraphs:
        """The file's graphs, every fusion on. Raises Refused, whose text the viewer shows, where there are none."""
        from hlo2penguin.options import Options
        from hlo2penguin.report.open import open_graphs

        found = open_graphs(model_path, Options(fuse="all"))
        graphs: Any = found.collection["graphs"]
        collection = graph_builder.GraphCollection(found.collection["label"], graphs, graphSorting="name_asc")
        return {"graphCollections": [collection]}
