"""What the preparation passes share: options, memo tables, and what they have to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hlo2penguin.diagnostics import Diagnostic, Remark
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.options import Options


@dataclass(slots=True)
class PrepareState:
    """State of one preparation.

    `problems` collects refusals, raised together after the last pass. `names` are the instruction names of a program
    that was HLO, which the inliner continues; None elsewhere. `dialect` is the one that new ops take where no op at
    hand decides. `kinds` are those of the module's ops, where a pass has come to know them all.
    """

    options: Options
    decoder: Decoder
    remarks: list[Remark]
    problems: list[Diagnostic]
    names: Any = None
    dialect: str = "stablehlo"
    kinds: set[str] | None = None
