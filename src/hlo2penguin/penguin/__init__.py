"""What the text means: model, reader, verifier, writer. Nothing of the text is ever executed."""

from hlo2penguin.penguin.constants import load_constant
from hlo2penguin.penguin.diff import Difference, diff, diff_text
from hlo2penguin.penguin.model import Alias, DebugLocation, DependencyEdge, Function, Op, Tensor, TensorView
from hlo2penguin.penguin.reader import read, read_text
from hlo2penguin.penguin.verifier import verify
from hlo2penguin.penguin.writer import write

__all__ = [
    "Alias",
    "DebugLocation",
    "DependencyEdge",
    "Difference",
    "Function",
    "Op",
    "Tensor",
    "TensorView",
    "diff",
    "diff_text",
    "load_constant",
    "read",
    "read_text",
    "verify",
    "write",
]
