"""What a Penguin text builds: one Function of tensors and ops, as plain data.

Classes and fields follow the vendor's names where public documents give them. Nothing here executes anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from hlo2penguin.forms.form import Form
from hlo2penguin.forms.text import Style

__all__ = ["Alias", "DebugLocation", "DependencyEdge", "Function", "Op", "Tensor", "TensorView"]


@dataclass(frozen=True, slots=True)
class TensorView:
    """How a tensor is laid out: shape, layout letters, and a permutation that real texts always give as identity."""

    shape: tuple[int, ...]
    layout: str
    transpose: tuple[int, ...]


@dataclass(slots=True)
class Tensor:
    """A tensor: input, constant, result or output.

    `var` is its Python variable number; `dtype` a numpy-style name (`float32`, `bfloat16`, `bool`). `init` is the
    file of a constant, beside the program. `value` is the one element of a SingleValueTensor. `attrs` holds
    `CrossPassTensor` and the like in printed order. `line` is where the text declares it, 0 for a model that was not
    read.
    """

    var: int
    id: int
    name: str
    shape: tuple[int, ...]
    dtype: str
    view: TensorView
    attrs: dict[str, str | bool] = field(default_factory=dict[str, "str | bool"])
    init: str | None = None
    value: float | None = None
    line: int = field(default=0, compare=False)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same text: values are compared as they are written, so that NaN is equal to NaN."""
        return isinstance(other, Tensor) and self._said() == other._said()

    def _said(self) -> tuple[object, ...]:
        declared = (self.var, self.id, self.name, self.shape, self.dtype, self.view, self.attrs, self.init)
        return *declared, repr(self.value)

    @property
    def is_constant(self) -> bool:
        """Whether the text gives the tensor's value."""
        return self.init is not None or self.value is not None


@dataclass(frozen=True, slots=True)
class DebugLocation:
    """`dl=`: names are empty and numbers 0 where the text has none; `parent` and `kernel` occur in later stages."""

    tensor_op_name: str
    file: str = ""
    line: int = 0
    column: int = 0
    hlo_id: int = 0
    parent: str | None = None
    kernel: str | None = None


@dataclass(slots=True)
class Op:
    """One statement: a form, sources, destinations, the form's keyword values, frontend attributes, location.

    `heavy_keyword` says that the text has `op="NeuronTensorOp"`. `aliases` are the tensors of a native kernel's
    alias line.
    """

    var: int
    id: int
    form: Form
    srcs: tuple[Tensor, ...]
    dsts: tuple[Tensor, ...]
    values: dict[str, Any]
    location: DebugLocation | None
    frontend_attributes: dict[str, str] = field(default_factory=dict[str, str])
    heavy_keyword: bool = False
    aliases: tuple[Tensor, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DependencyEdge:
    """The op with variable `dst` runs after the one with variable `src` (ORDERED)."""

    src: int
    dst: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Alias:
    """Output and input names that share storage."""

    output: str
    input: str
    kind: Literal["must", "may"]
    line: int = field(default=0, compare=False)


@dataclass(slots=True)
class Function:
    """A Penguin program.

    `inputs` are in the order marked; `parameters` the indices of those marked `is_parameter_tensor`. `statements` are
    all tensors (inputs included) and ops in print order, which is id order. `edges` are in print order, each printed
    after its `dst` op. `next_id` is the closing `v0.id`. `metrics` is the JSON text of hlo-metrics. `source` names the
    text for diagnostics: the file that was read.
    """

    model_type: str | None
    mac_count: int
    metrics: str | None
    style: Style = field(default_factory=Style)
    control_dependencies: bool = False
    inputs: list[Tensor] = field(default_factory=list[Tensor])
    parameters: set[int] = field(default_factory=set[int])
    statements: list[Tensor | Op] = field(default_factory=list["Tensor | Op"])
    edges: list[DependencyEdge] = field(default_factory=list[DependencyEdge])
    aliases: list[Alias] = field(default_factory=list[Alias])
    outputs: list[Tensor] = field(default_factory=list[Tensor])
    next_id: int = 1
    source: str = field(default="", compare=False)

    @property
    def ops(self) -> list[Op]:
        """The ops in program order."""
        return [statement for statement in self.statements if isinstance(statement, Op)]

    @property
    def tensors(self) -> list[Tensor]:
        """The tensors in program order, inputs first."""
        return [statement for statement in self.statements if isinstance(statement, Tensor)]
