"""Model to text. `write(read(text)) == text` byte for byte, and `read(write(model)) == model`."""

from __future__ import annotations

from hlo2penguin.forms.attributes import attributes_text
from hlo2penguin.forms.literals import quoted
from hlo2penguin.forms.text import Text
from hlo2penguin.penguin.model import DebugLocation, Function, Op, Tensor

__all__ = ["write"]


def write(function: Function) -> str:
    """The program's text, in the order and spelling of real files.

    Tensor views are those of the shape, as in every real file. Raises KeyError for an op that lacks a keyword of its
    form.
    """
    text = Text(function.style, function.control_dependencies)
    text.function(function.model_type, function.mac_count, function.metrics)
    inputs = {id(tensor): index in function.parameters for index, tensor in enumerate(function.inputs)}
    edges: dict[int, list[int]] = {}
    for edge in function.edges:
        edges.setdefault(edge.dst, []).append(edge.src)
    for statement in function.statements:
        if isinstance(statement, Op):
            _op(text, statement, edges)
        else:
            _tensor(text, statement)
            if id(statement) in inputs:
                text.mark_input(statement.var, inputs[id(statement)])
    for alias in function.aliases:
        text.alias_tensors(alias.output, alias.input, alias.kind)
    for output in function.outputs:
        text.mark_output(output.var)
    return text.finish(function.next_id)


def _tensor(text: Text, tensor: Tensor) -> None:
    text.tensor(
        tensor.var,
        tensor.name,
        tensor.shape,
        tensor.id,
        tensor.dtype,
        attributes=attributes_text(tensor.attrs),
        init=tensor.init,
        value=tensor.value,
    )


def _op(text: Text, op: Op, edges: dict[int, list[int]]) -> None:
    text.statement(
        op.var,
        text.call(op.form),
        [tensor.var for tensor in op.srcs],
        [tensor.var for tensor in op.dsts],
        text.pairs(op.form, op.values, op.frontend_attributes, op.heavy_keyword),
        op.id,
        _location(text, op.location),
    )
    for src in edges.get(op.var, ()):
        text.dependency(src, op.var)
    if op.aliases:
        text.kernel_aliases(op.var, [tensor.var for tensor in op.aliases])


def _location(text: Text, location: DebugLocation | None) -> str:
    if location is None:
        return ""
    # What follows the last underscore is mostly an instruction of its own, what comes before it is often said again.
    before, underscore, instruction = location.tensor_op_name.rpartition("_")
    plain = text.debug_location((before + underscore, location.file, location.line), instruction, location.hlo_id)
    if location.parent is None and location.kernel is None:
        return plain
    extra = "".join(
        f", {key}={quoted(value, chr(34))}"
        for key, value in (("parent", location.parent), ("kernel", location.kernel))
        if value is not None
    )
    return f"{plain[:-1]}{extra})"
