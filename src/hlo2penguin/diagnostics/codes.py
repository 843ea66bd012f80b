"""Every code of this project's own (`H2Pnnn`), with the one thing it means and what to do about it.

Codes of the vendor (`NCC_…`) keep the vendor's meaning and are documented there. A test holds this table and the codes
that the source raises together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["CODES", "GROUPS", "Code", "Group"]


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means, and what helps. The diagnostic itself says where, and what stands there."""

    meaning: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """The codes of one part of the tool."""

    title: str
    codes: Mapping[str, Code]


_SPELLING = (
    "Compare the line with the statement reference; `diff` shows what differs from a text that this tool prints."
)
_DAMAGED = "Take the file again from where it was written; the text and its constants belong together."
_BUG = "This is a bug of this tool. Report it with the program, which `hlo2penguin reduce` makes small."
_ONE_PROGRAM = "One text is one program: check that the file is whole and was not put together from several."

_BROKE = "This is a bug of this tool. Report it with the reproducer that the message names."

GROUPS = (
    Group(
        "Loading",
        {
            "H2P001": Code(
                "the input cannot be read, or is no program that this tool knows",
                "Give MLIR text or bytecode, a StableHLO portable artifact, HLO text or an HLO proto.",
            ),
            "H2P002": Code("the MLIR does not parse or does not verify", "Mend the line that is shown."),
            "H2P003": Code("the HLO is invalid, or XLA cannot import it", "Mend the line that is shown."),
            "H2P005": Code(
                "brackets, tuples or attributes are nested deeper than any program needs",
                "The file is damaged or was made to break its readers; take it again from where it was written.",
            ),
            "H2P004": Code(
                "a PyTorch program has an operation that cannot become StableHLO",
                "Write it with other operations, or register a lowering with torchax.",
            ),
        },
    ),
    Group(
        "Preparing",
        {
            "H2P010": Code("the module has no entry function", "Name the entry function `main`."),
            "H2P011": Code("a function calls itself", "Unroll the recursion in the source."),
            "H2P012": Code(
                "the program cannot be written in the dialect that was asked for", "Convert with `--dialect auto`."
            ),
            "H2P201": Code(
                "only a part of the program is written for one device (`shard_map`); the rest needs a partitioner",
                "Put the whole function under one `shard_map`, or convert what the partitioner leaves.",
            ),
            "H2P202": Code(
                "unrolling a loop would pass the limit on operations",
                "Raise `--unroll-limit`, or make the loop shorter.",
            ),
        },
    ),
    Group(
        "Writing, and many programs",
        {
            "H2P020": Code("the output cannot be written", "Choose a directory that can be written."),
            "H2P021": Code("a pattern given to `batch` names no file", "Give files, directories or glob patterns."),
            "H2P022": Code("Dask is asked for but not installed", "`pip install 'hlo2penguin[dask]'`"),
            "H2P023": Code(
                "another program's constants of the same names stand in the output directory",
                "Give each program a directory of its own, or constants one with `--emit-dir`.",
            ),
            "H2P024": Code(
                "`reduce`: the test does not fail on the program as it is",
                "Give a command that exits with a status other than 0 on it.",
            ),
        },
    ),
    Group(
        "Printing",
        {
            "H2P030": Code("strict mode: the statement's form is this project's own", "Convert without `--strict`."),
            "H2P031": Code(
                "with i1 printed as uint8, a conversion to i1 cannot be told from one to u8",
                "Print i1 as bool (profile field `i1_dtype`).",
            ),
            "H2P032": Code(
                "profile `documented`: a collective has no stream id",
                "Give the op a frontend attribute `stream_id`, or use profile `observed`.",
            ),
            "H2P033": Code("an attribute of a collective is not an integer", "Give a decimal number."),
            "H2P040": Code(
                "warning: 64-bit integers are computed in 32 bits by the vendor's compiler",
                "Keep values within 32 bits, or convert to 32-bit integers to see the same result everywhere.",
            ),
        },
    ),
    Group(
        "Reading Penguin text",
        {
            "H2P101": Code("not a statement of the language", _SPELLING),
            "H2P102": Code("unknown constructor or method", _SPELLING),
            "H2P103": Code("unknown keyword, or an argument without one", _SPELLING),
            "H2P104": Code("keyword given twice", _SPELLING),
            "H2P105": Code("keywords out of order", _SPELLING),
            "H2P106": Code("keyword missing", _SPELLING),
            "H2P107": Code("value is not of the keyword's literal type", _SPELLING),
            "H2P108": Code("line is spelled or placed otherwise than this program is written", _SPELLING),
            "H2P109": Code("unknown operation tag", _SPELLING),
            "H2P110": Code("undefined variable", _ONE_PROGRAM),
            "H2P111": Code("variable defined twice", _ONE_PROGRAM),
            "H2P112": Code("variable of the wrong kind", _SPELLING),
            "H2P113": Code("unknown function, module or module alias", _SPELLING),
            "H2P114": Code("statement that may stand only once, given twice, or missing", _ONE_PROGRAM),
            "H2P120": Code("source is not UTF-8", "Save the text as UTF-8."),
            "H2P121": Code("byte order mark", "Save the text without a byte order mark."),
            "H2P122": Code("carriage return", "Save the text with newlines only."),
            "H2P123": Code("NUL character", _DAMAGED),
            "H2P124": Code("last line has no newline", _DAMAGED),
            "H2P125": Code("line too long", _DAMAGED),
            "H2P126": Code("source cannot be opened", "Check the path."),
            "H2P129": Code("further problems are not shown", "Mend the ones that are shown and read again."),
        },
    ),
    Group(
        "Constants of Penguin text",
        {
            "H2P130": Code(
                "constant's file cannot be opened", "Keep the `.npy` files beside the text, or name their directory."
            ),
            "H2P131": Code(
                "constant's file name leaves the program's directory or is not plain",
                "Only plain file names beside the text are opened.",
            ),
            "H2P132": Code("constant's file is not a .npy file of format 1.0 or 2.0", _DAMAGED),
            "H2P133": Code(
                "constant's file holds Python objects", "Only plain arrays are read: unpickling would run code."
            ),
            "H2P134": Code("constant's header disagrees with the tensor", _DAMAGED),
            "H2P135": Code("constant's file has another size than its header says", _DAMAGED),
            "H2P136": Code("constant's data are no values of its dtype", _DAMAGED),
        },
    ),
    Group(
        "Verifying Penguin text",
        {
            "H2P150": Code("source is not a tensor declared before the op", _ONE_PROGRAM),
            "H2P151": Code("destination is not a tensor declared before the op", _ONE_PROGRAM),
            "H2P152": Code("tensor has more than one writer", _ONE_PROGRAM),
            "H2P153": Code("tensor is never written", _ONE_PROGRAM),
            "H2P154": Code("input or constant is written", _ONE_PROGRAM),
            "H2P155": Code("tensor is used before it is written", _ONE_PROGRAM),
            "H2P156": Code("ids do not increase", _ONE_PROGRAM),
            "H2P157": Code("closing id is not the last id plus one", _ONE_PROGRAM),
            "H2P158": Code("tensor name is not unique", _ONE_PROGRAM),
            "H2P159": Code("variable number is not unique", _ONE_PROGRAM),
            "H2P160": Code("input or output is not a tensor of the function", _ONE_PROGRAM),
            "H2P161": Code("alias names no output or no input", _ONE_PROGRAM),
            "H2P162": Code("alias joins tensors of different size or dtype", _ONE_PROGRAM),
            "H2P163": Code("dependency edge does not join two ops in program order", _ONE_PROGRAM),
            "H2P164": Code("view is not the plain one of the tensor's shape", _SPELLING),
            "H2P165": Code("single value does not fit the tensor's dtype", _SPELLING),
            "H2P166": Code("kernel alias is not one of the op's sources", _SPELLING),
            "H2P170": Code("op has another number of sources or destinations than its form", _SPELLING),
            "H2P171": Code("op's dtypes disagree", _SPELLING),
            "H2P172": Code("op's shapes disagree", _SPELLING),
            "H2P173": Code("op's keyword value is out of range or disagrees with another", _SPELLING),
            "H2P174": Code("op's function does not fit its form", _SPELLING),
        },
    ),
    Group(
        "Lifting to StableHLO",
        {
            "H2P220": Code("form has no meaning as StableHLO", "The statement can be read and compared, not run."),
            "H2P221": Code("statement has another number of sources or destinations than its form", _SPELLING),
            "H2P222": Code("statement's shapes, dtypes or keywords disagree", _SPELLING),
            "H2P223": Code("dtype has no StableHLO element type"),
            "H2P224": Code("function is not known, or does not fit the form", _SPELLING),
            "H2P225": Code("constant is missing or is not what the text says", _DAMAGED),
            "H2P226": Code("tensor is used before a statement gives it a value", _ONE_PROGRAM),
            "H2P227": Code("quantised product", "The statement can be read and compared, not run."),
            "H2P228": Code("program cannot be written for the asked StableHLO version", "Ask for a newer version."),
        },
    ),
    Group(
        "Fusing",
        {
            "H2P240": Code("the order of ops around a cluster cannot be repaired", _BUG),
            "H2P241": Code("a cluster reads a value that an earlier fusion hides", _BUG),
        },
    ),
    Group(
        "Running and verifying",
        {
            "H2P300": Code("running needs JAX, which is not installed", "`pip install 'hlo2penguin[run]'`"),
            "H2P301": Code(
                "fewer devices than the program needs",
                "Run in a process of its own, so that the CPU can show as several devices.",
            ),
            "H2P302": Code(
                "this process cannot join the others",
                "Start every process with the same coordinator and its own process id.",
            ),
            "H2P303": Code(
                "the platform is not there, or an input file is not a plain array",
                "Leave out `--platform`; give plain `.npy` files.",
            ),
            "H2P304": Code("XLA cannot compile the program", "Try `--oracle interpreter`."),
            "H2P305": Code("the inputs given do not fit the program's", "Give one array per input, in order."),
            "H2P306": Code("the number of devices or processes does not fit the program", "Give `--devices`."),
            "H2P307": Code("the reference interpreter cannot run the program", "Use `--oracle xla`."),
            "H2P308": Code("the source program cannot be written in StableHLO"),
            "H2P309": Code(
                "the source and the text cannot be compared: inputs or outputs differ in number or shape", _BUG
            ),
            "H2P310": Code(
                "running the program takes more memory than the machine has",
                "Verify a smaller program, or use a larger machine.",
            ),
            "H2P311": Code(
                "the profile prints a statement that says less than the program, so there is nothing to judge",
                "Verify with the profile `observed`.",
            ),
            "H2P350": Code(
                "the text computes something else than its source",
                "`verify --bisect` names the first statement that departs. " + _BUG,
            ),
            "H2P399": Code("an unexpected error while verifying this input", _BUG),
        },
    ),
    Group(
        "Bugs of this tool",
        {
            "H2P098": Code("the process died: native code broke down", _BROKE),
            "H2P099": Code("an exception that no input should cause", _BROKE),
        },
    ),
)
"""Codes by the part of the tool that they belong to, in order."""

CODES: Mapping[str, Code] = MappingProxyType({code: entry for group in GROUPS for code, entry in group.codes.items()})
"""Every code."""
