"""The diagnostics of this room: H2P101 to H2P199, each with the one thing it means."""

from __future__ import annotations

__all__ = ["CODES"]

CODES = {
    # Reading: H2P101 to H2P129.
    "H2P101": "not a statement of the language",
    "H2P102": "unknown constructor or method",
    "H2P103": "unknown keyword, or an argument without one",
    "H2P104": "keyword given twice",
    "H2P105": "keywords out of order",
    "H2P106": "keyword missing",
    "H2P107": "value is not of the keyword's literal type",
    "H2P108": "line is spelled or placed otherwise than this program is written",
    "H2P109": "unknown operation tag",
    "H2P110": "undefined variable",
    "H2P111": "variable defined twice",
    "H2P112": "variable of the wrong kind",
    "H2P113": "unknown function, module or module alias",
    "H2P114": "statement that may stand only once, given twice, or missing",
    "H2P120": "source is not UTF-8",
    "H2P121": "byte order mark",
    "H2P122": "carriage return",
    "H2P123": "NUL character",
    "H2P124": "last line has no newline",
    "H2P125": "line too long",
    "H2P126": "source cannot be opened",
    "H2P129": "further problems are not shown",
    # Constants: H2P130 to H2P139.
    "H2P130": "constant's file cannot be opened",
    "H2P131": "constant's file name leaves the program's directory or is not plain",
    "H2P132": "constant's file is not a .npy file of format 1.0 or 2.0",
    "H2P133": "constant's file holds Python objects",
    "H2P134": "constant's header disagrees with the tensor",
    "H2P135": "constant's file has another size than its header says",
    "H2P136": "constant's data are no values of its dtype",
    # Verifying: H2P150 to H2P179.
    "H2P150": "source is not a tensor declared before the op",
    "H2P151": "destination is not a tensor declared before the op",
    "H2P152": "tensor has more than one writer",
    "H2P153": "tensor is never written",
    "H2P154": "input or constant is written",
    "H2P155": "tensor is used before it is written",
    "H2P156": "ids do not increase",
    "H2P157": "closing id is not the last id plus one",
    "H2P158": "tensor name is not unique",
    "H2P159": "variable number is not unique",
    "H2P160": "input or output is not a tensor of the function",
    "H2P161": "alias names no output or no input",
    "H2P162": "alias joins tensors of different size or dtype",
    "H2P163": "dependency edge does not join two ops in program order",
    "H2P164": "view is not the plain one of the tensor's shape",
    "H2P165": "single value does not fit the tensor's dtype",
    "H2P166": "kernel alias is not one of the op's sources",
    "H2P170": "op has another number of sources or destinations than its form",
    "H2P171": "op's dtypes disagree",
    "H2P172": "op's shapes disagree",
    "H2P173": "op's keyword value is out of range or disagrees with another",
    "H2P174": "op's function does not fit its form",
}
"""Code to meaning; the diagnostic itself says which line, what stands there, and what would be right."""
