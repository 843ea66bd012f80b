"""Small programs for the tests of this room, numbered as real files are."""

from __future__ import annotations

from hlo2penguin.forms import FORMS
from hlo2penguin.forms.text import Style, layout
from hlo2penguin.penguin import DebugLocation, Function, Op, Tensor, TensorView


class Builder:
    """Builds a Function statement by statement."""

    def __init__(self, style: Style | None = None, **fields) -> None:
        self.function = Function("memory-bound", 0, '{"Traffic":0}', style or Style(), **fields)
        self.variable = 1

    def _next(self) -> tuple[int, int]:
        self.function.next_id += 1
        self.variable += 1
        return self.variable - 1, self.function.next_id - 1

    def tensor(self, shape, dtype="float32", name=None, **fields) -> Tensor:
        variable, id = self._next()
        view = TensorView(shape, layout(len(shape)), tuple(range(len(shape))))
        tensor = Tensor(variable, id, name or f"t.{id}", shape, dtype, view, **fields)
        self.function.statements.append(tensor)
        return tensor

    def input(self, shape, dtype="float32", **fields) -> Tensor:
        fields.setdefault("attrs", {"CrossPassTensor": ""})
        tensor = self.tensor(shape, dtype, f"input{len(self.function.inputs)}", **fields)
        self.function.inputs.append(tensor)
        return tensor

    def bare(self, form, srcs, dsts, values=None, **fields) -> Op:
        """An op on tensors that exist."""
        variable, id = self._next()
        fields.setdefault("location", DebugLocation(f"_{form}.{id}", "", 0, 0, id))
        op = Op(variable, id, FORMS[form], tuple(srcs), tuple(dsts), values or {}, **fields)
        self.function.statements.append(op)
        return op

    def op(self, form, srcs, shape, dtype="float32", /, **values) -> Tensor:
        """An op with one result of its own."""
        result = self.tensor(shape, dtype)
        self.bare(form, srcs, [result], values)
        return result

    def build(self, *outputs: Tensor) -> Function:
        self.function.outputs.extend(outputs)
        return self.function
