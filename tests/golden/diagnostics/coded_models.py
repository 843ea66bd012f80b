"""Texts, models and constants for the codes of reading, verifying and lifting Penguin text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from refused_programs import BASE, CALL, main

from hlo2penguin import Refused, convert, lift, read
from hlo2penguin.diagnostics import Diagnostic
from hlo2penguin.penguin import Alias, DependencyEdge, Function, Tensor, TensorView, verify

Problems = tuple[Diagnostic, ...]


def refused(work: Callable[..., object], *arguments: Any, **options: Any) -> Problems:
    """What `work` is refused for."""
    try:
        work(*arguments, **options)
    except Refused as refusal:
        return refusal.diagnostics
    return ()


def text() -> str:
    return convert(BASE, name="base.mlir").text


def model() -> Function:
    return read(text(), name="penguin.py")


# Reading

BYTES: dict[str, Callable[[bytes], bytes]] = {
    "H2P120-encoding": lambda data: data.replace(b"_dot_", b"\xff_dot_"),
    "H2P121-mark": lambda data: b"\xef\xbb\xbf" + data,
    "H2P123-nul": lambda data: data.replace(b"v0.id", b"\0v0.id"),
    "H2P125-line": lambda data: data.replace(b"v0.id", b"#" * (16 << 20) + b"v0.id"),
    "H2P129-many": lambda data: data.replace(b"v0.markOutput(v11)\n", b"v0.nothing()\n" * 200),
}
"""What becomes of a text's bytes. The very long line must not be shown."""


def read_bytes(case: str, folder: Path) -> Problems:
    (folder / "penguin.py").write_bytes(BYTES[case](text().encode()))
    problems = refused(read, "penguin.py")
    return problems[-2:] if case == "H2P129-many" else problems


# Constants

CONSTANT = main(
    "%c = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>\n"
    "%y = stablehlo.add %x, %c : tensor<2x2xf32>\nreturn %y : tensor<2x2xf32>",
    "%x: tensor<2x2xf32>",
    "tensor<2x2xf32>",
)
NAME = "constant.1.npy"


def objects(path: Path) -> None:
    np.save(path, np.array([[1, 2], [3, "x"]], dtype=object), allow_pickle=True)


FILES: dict[str, Callable[[Path], object]] = {
    "H2P130-absent": lambda path: path.unlink(),
    "H2P132-format": lambda path: path.write_bytes(b"PK\x03\x04" + bytes(60)),
    "H2P133-objects": objects,
    "H2P134-header": lambda path: np.save(path, np.zeros((2, 3), np.float32)),
    "H2P135-size": lambda path: path.write_bytes(path.read_bytes()[:-1]),
}
"""What becomes of a constant's file."""


def lift_constants(case: str, folder: Path) -> Problems:
    convert(CONSTANT).save(str(folder))
    FILES[case](folder / NAME)
    return refused(lift, read("penguin.py"), ".")


def lift_name(_: Path) -> Problems:
    return refused(lift, read(convert(CONSTANT).text.replace(NAME, f"../{NAME}"), name="penguin.py"), ".")


def lift_booleans(folder: Path) -> Problems:
    program = CONSTANT.replace("xf32", "xi1").replace("[1.0, 2.0], [3.0, 4.0]", "[true, false], [true, true]")
    convert(program).save(str(folder))
    path = folder / NAME
    path.write_bytes(path.read_bytes()[:-1] + b"\2")
    return refused(lift, read("penguin.py"), ".")


# Verifying: what is done to a sound model


def stranger() -> Tensor:
    return Tensor(90, 90, "stranger", (2,), "float32", TensorView((2,), "N", (0,)))


def _set(pick: Callable[[Function], Any], **fields: Any) -> Callable[[Function], None]:
    def change(function: Function) -> None:
        for name, value in fields.items():
            setattr(pick(function), name, value(function) if callable(value) else value)

    return change


def _first(function: Function) -> Any:
    return function.ops[0]


def _result(function: Function) -> Any:
    return function.ops[0].dsts[0]


def _whole(function: Function) -> Any:
    return function


def _move_first_op_to_the_end(function: Function) -> None:
    op = function.ops[0]
    function.statements.remove(op)
    function.statements.append(op)
    op.id, function.next_id = function.next_id, function.next_id + 1


def _permute(function: Function) -> None:
    op = next(op for op in function.ops if op.form.name == "transpose")
    op.values = MappingProxyType({**op.values, "permutation": (0, 0)})


def _add(function: Function) -> None:
    op = function.ops[0]
    op.values = MappingProxyType({**op.values, "op": "np.add"})


def _constant(function: Function) -> Any:
    return next(s for s in function.statements if isinstance(s, Tensor) and s.value is not None)


CHANGES: dict[str, Callable[[Function], object]] = {
    "H2P150-source": _set(_first, srcs=lambda f: (stranger(),)),
    "H2P151-destination": _set(_first, dsts=lambda f: (stranger(),)),
    "H2P152-writers": _set(lambda f: f.ops[1], dsts=lambda f: f.ops[0].dsts),
    "H2P153-unwritten": lambda f: f.statements.remove(f.ops[0]),
    "H2P154-input": _set(_first, dsts=lambda f: (f.inputs[1],)),
    "H2P155-order": _move_first_op_to_the_end,
    "H2P156-id": _set(_first, id=1),
    "H2P157-closing": _set(_whole, next_id=99),
    "H2P158-name": _set(_result, name="input0"),
    "H2P159-variable": _set(_first, var=1),
    "H2P160-output": lambda f: f.outputs.append(stranger()),
    "H2P161-alias": lambda f: f.aliases.append(Alias("output1", "input7", "may")),
    "H2P162-alias": lambda f: f.aliases.append(Alias("output1", "input1", "may")),
    "H2P163-edge": lambda f: f.edges.append(DependencyEdge(f.ops[1].var, f.ops[0].var)),
    "H2P164-view": _set(_result, view=TensorView((4, 8), "CN", (0, 1))),
    "H2P165-value": _set(_constant, value=True),
    "H2P166-kernel": _set(_first, aliases=lambda f: (f.inputs[1],)),
    "H2P170-sources": _set(_first, srcs=()),
    "H2P171-dtype": _set(_result, dtype="int32"),
    "H2P172-shape": _set(_result, shape=(8, 4), view=TensorView((8, 4), "NC", (0, 1))),
    "H2P173-permutation": _permute,
    "H2P174-function": _add,
}


def verify_changed(case: str, _: Path) -> Problems:
    function = model()
    CHANGES[case](function)
    return tuple(verify(function))


# Lifting


def _zero_point(function: Function) -> None:
    op = function.ops[-1]
    op.values = MappingProxyType({**op.values, "lhs_zero_point": "3"})


LIFTED: dict[str, Callable[[Function], object]] = {
    "H2P221-sources": _set(_first, srcs=()),
    "H2P223-dtype": _set(lambda f: f.inputs[0], dtype="float8_e5m2_x4"),
    "H2P224-function": _add,
    "H2P226-order": lambda f: f.statements.remove(f.ops[0]),
    "H2P227-quantised": _zero_point,
}


def lift_changed(case: str, _: Path) -> Problems:
    function = model()
    LIFTED[case](function)
    return refused(lift, function)


def lift_kernel(_: Path) -> Problems:
    call = main(CALL.format("AwsNeuronDropout", 'backend_config = "0.5"'))
    return refused(lift, read(convert(call).text, name="penguin.py"))


def lift_without_constants(_: Path) -> Problems:
    return refused(lift, read(convert(CONSTANT).text, name="penguin.py"))


def lift_to_version(_: Path) -> Problems:
    return refused(lift(model()).portable, "newest")
