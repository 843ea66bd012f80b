"""The few fields of XLA's `hlo.proto` and `xla_data.proto` that loading reads or writes.

Built at import without generated code. Fields that are not listed survive parsing and serialization untouched.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence
from typing import Protocol, cast

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError

__all__ = ["HloComputation", "HloInstruction", "HloModule", "Shape", "instructions", "new_instruction", "read"]


class Shape(Protocol):
    """ShapeProto: `dimensions` of an array, `tuple_shapes` of a tuple."""

    element_type: int
    dimensions: MutableSequence[int]
    tuple_shapes: MutableSequence[Shape]

    def CopyFrom(self, other: Shape) -> None: ...


class _Metadata(Protocol):
    op_name: str


class HloInstruction(Protocol):
    """HloInstructionProto."""

    name: str
    opcode: str
    shape: Shape
    metadata: _Metadata
    parameter_number: int
    tuple_index: int
    id: int
    operand_ids: MutableSequence[int]
    control_predecessor_ids: MutableSequence[int]

    def CopyFrom(self, other: HloInstruction) -> None: ...


class HloComputation(Protocol):
    """HloComputationProto."""

    name: str
    instructions: MutableSequence[HloInstruction]
    id: int
    root_id: int


class _Entry(Protocol):
    key: str
    value: str


class _FrontendAttributes(Protocol):
    map: MutableSequence[_Entry]


class HloModule(Protocol):
    """HloModuleProto."""

    name: str
    computations: MutableSequence[HloComputation]
    frontend_attributes: _FrontendAttributes

    def SerializeToString(self) -> bytes: ...


class _HloWrapper(Protocol):
    hlo_module: HloModule


# Message: {field: (number, type)}; a type with brackets is repeated, a capitalised one is a message of this table.
_SCHEMA: dict[str, dict[str, tuple[int, str]]] = {
    "HloProto": {"hlo_module": (1, "HloModuleProto")},
    "HloModuleProto": {
        "name": (1, "string"),
        "computations": (3, "[HloComputationProto]"),
        "frontend_attributes": (19, "FrontendAttributes"),
    },
    "HloComputationProto": {
        "name": (1, "string"),
        "instructions": (2, "[HloInstructionProto]"),
        "id": (5, "int64"),
        "root_id": (6, "int64"),
    },
    "HloInstructionProto": {
        "name": (1, "string"),
        "opcode": (2, "string"),
        "shape": (3, "ShapeProto"),
        "metadata": (7, "OpMetadata"),
        "parameter_number": (9, "int64"),
        "tuple_index": (13, "int64"),
        "id": (35, "int64"),
        "operand_ids": (36, "[int64]"),
        "control_predecessor_ids": (37, "[int64]"),
    },
    "ShapeProto": {"element_type": (2, "int32"), "dimensions": (3, "[int64]"), "tuple_shapes": (4, "[ShapeProto]")},
    "OpMetadata": {"op_name": (2, "string")},
    "FrontendAttributes": {"map": (1, "[Entry]")},
    "Entry": {"key": (1, "string"), "value": (2, "string")},
}

_PACKAGE = "hlo2penguin.hlo"
_SCALARS = {
    "string": descriptor_pb2.FieldDescriptorProto.TYPE_STRING,
    "int32": descriptor_pb2.FieldDescriptorProto.TYPE_INT32,
    "int64": descriptor_pb2.FieldDescriptorProto.TYPE_INT64,
}


def _pool() -> descriptor_pool.DescriptorPool:
    file = descriptor_pb2.FileDescriptorProto(name="hlo2penguin_hlo.proto", package=_PACKAGE, syntax="proto3")
    for message, fields in _SCHEMA.items():
        descriptor = file.message_type.add(name=message)
        for name, (number, kind) in fields.items():
            repeated = kind.startswith("[")
            kind = kind.strip("[]")
            label = "LABEL_REPEATED" if repeated else "LABEL_OPTIONAL"
            field = descriptor.field.add(
                name=name, number=number, label=getattr(descriptor_pb2.FieldDescriptorProto, label)
            )
            if kind in _SCALARS:
                field.type = _SCALARS[kind]
            else:
                field.type = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE
                field.type_name = f".{_PACKAGE}.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return pool


_POOL = _pool()
_HloProto = message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"{_PACKAGE}.HloProto"))
_HloModuleProto = message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"{_PACKAGE}.HloModuleProto"))
_HloInstructionProto = message_factory.GetMessageClass(_POOL.FindMessageTypeByName(f"{_PACKAGE}.HloInstructionProto"))


def read(data: bytes) -> HloModule | None:
    """The module of a serialized HloModuleProto or HloProto; None for other bytes."""
    try:
        module = cast(HloModule, _HloModuleProto.FromString(data))
        if _plausible(module):
            return module
    except DecodeError:
        pass
    try:
        module = cast(_HloWrapper, _HloProto.FromString(data)).hlo_module
        return module if _plausible(module) else None
    except DecodeError:
        return None


def _plausible(module: HloModule) -> bool:
    return bool(module.computations) and all(
        computation.instructions and computation.instructions[0].opcode for computation in module.computations
    )


def instructions(module: HloModule) -> Iterator[HloInstruction]:
    """Every instruction of every computation, in the module's order."""
    for computation in module.computations:
        yield from computation.instructions


def new_instruction(name: str, unique_id: int, opcode: str) -> HloInstruction:
    """An instruction without operands."""
    return cast(HloInstruction, _HloInstructionProto(name=name, opcode=opcode, id=unique_id))
