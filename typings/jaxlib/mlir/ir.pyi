"""Types of the MLIR bindings as far as this project uses them; the stubs in the wheel leave most of them unknown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from types import TracebackType
from typing import Any, Self, overload

class MLIRError(Exception):
    message: str
    error_diagnostics: list[DiagnosticInfo]

class DiagnosticSeverity(Enum):
    ERROR = 0
    WARNING = 1
    NOTE = 2
    REMARK = 3

class DiagnosticInfo:
    severity: DiagnosticSeverity
    location: Location
    message: str
    notes: list[DiagnosticInfo]

class Diagnostic:
    severity: DiagnosticSeverity
    location: Location
    message: str
    notes: tuple[Diagnostic, ...]

class DiagnosticHandler:
    attached: bool
    def detach(self) -> None: ...

class DialectRegistry: ...

class Context:
    allow_unregistered_dialects: bool
    emit_error_diagnostics: bool
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
    def append_dialect_registry(self, registry: DialectRegistry) -> None: ...
    def get_dialect_descriptor(self, dialect_name: str) -> object: ...
    def attach_diagnostic_handler(self, callback: Callable[[Diagnostic], bool]) -> DiagnosticHandler: ...
    def enable_multithreading(self, enable: bool) -> None: ...

class Location:
    context: Context
    attr: Attribute
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    @staticmethod
    def unknown(context: Context | None = None) -> Location: ...
    @staticmethod
    def name(name: str, childLoc: Location | None = None, context: Context | None = None) -> Location: ...
    @staticmethod
    def file(filename: str, line: int, col: int, context: Context | None = None) -> Location: ...
    @staticmethod
    def fused(
        locations: Sequence[Location], metadata: Attribute | None = None, context: Context | None = None
    ) -> Location: ...
    @staticmethod
    def callsite(callee: Location, frames: Sequence[Location], context: Context | None = None) -> Location: ...
    @staticmethod
    def from_attr(attribute: Attribute, context: Context | None = None) -> Location: ...
    def emit_error(self, message: str) -> None: ...

class NameLoc(Location):
    name_str: str
    child_loc: Location

class FusedLoc(Location):
    locations: list[Location]
    metadata: Attribute | None

class CallSiteLoc(Location):
    callee: Location
    caller: Location

class FileLineColLoc(Location):
    filename: str
    start_line: int
    start_col: int

class UnknownLoc(Location): ...

class Attribute:
    context: Context
    type: Type
    def __init__(self, cast_from: Attribute) -> None: ...
    @staticmethod
    def parse(asm: str, context: Context | None = None) -> Attribute: ...

class StringAttr(Attribute):
    value: str
    value_bytes: bytes
    @staticmethod
    def get(value: str, context: Context | None = None) -> StringAttr: ...

class FlatSymbolRefAttr(Attribute):
    value: str
    @staticmethod
    def get(value: str, context: Context | None = None) -> FlatSymbolRefAttr: ...

class SymbolRefAttr(Attribute):
    value: list[str]
    @staticmethod
    def get(symbols: Sequence[str], context: Context | None = None) -> SymbolRefAttr: ...

class IntegerAttr(Attribute):
    value: int
    def __int__(self) -> int: ...
    @staticmethod
    def get(type: Type, value: int) -> IntegerAttr: ...

class FloatAttr(Attribute):
    value: float
    @staticmethod
    def get(type: Type, value: float, loc: Location | None = None) -> FloatAttr: ...

class BoolAttr(Attribute):
    value: bool
    @staticmethod
    def get(value: bool, context: Context | None = None) -> BoolAttr: ...

class UnitAttr(Attribute):
    @staticmethod
    def get(context: Context | None = None) -> UnitAttr: ...

class TypeAttr(Attribute):
    value: Type
    @staticmethod
    def get(value: Type, context: Context | None = None) -> TypeAttr: ...

class ArrayAttr(Attribute):
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Attribute]: ...
    def __getitem__(self, index: int) -> Attribute: ...
    @staticmethod
    def get(attributes: Sequence[Attribute], context: Context | None = None) -> ArrayAttr: ...

class NamedAttribute:
    name: str
    attr: Attribute

class DictAttr(Attribute):
    def __contains__(self, name: str) -> bool: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[NamedAttribute]: ...
    @overload
    def __getitem__(self, name: str) -> Attribute: ...
    @overload
    def __getitem__(self, name: int) -> NamedAttribute: ...
    @staticmethod
    def get(value: Mapping[str, Attribute] = ..., context: Context | None = None) -> DictAttr: ...

class _DenseArray(Attribute):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    @classmethod
    def get(cls, values: Sequence[int], context: Context | None = None) -> Self: ...

class DenseI64ArrayAttr(_DenseArray): ...
class DenseI32ArrayAttr(_DenseArray): ...
class DenseBoolArrayAttr(_DenseArray): ...

class DenseElementsAttr(Attribute):
    is_splat: bool
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def get_splat_value(self) -> IntegerAttr | FloatAttr | BoolAttr: ...
    @staticmethod
    def get(
        array: object,
        type: Type | None = None,
        signless: bool = True,
        shape: Sequence[int] | None = None,
        context: Context | None = None,
    ) -> DenseElementsAttr: ...
    @staticmethod
    def get_splat(shaped_type: Type, element_attr: Attribute) -> DenseElementsAttr: ...

class DenseIntElementsAttr(DenseElementsAttr): ...
class DenseFPElementsAttr(DenseElementsAttr): ...
class DenseResourceElementsAttr(Attribute): ...

class Type:
    context: Context
    def __init__(self, cast_from: Type) -> None: ...
    @staticmethod
    def parse(asm: str, context: Context | None = None) -> Type: ...

class IntegerType(Type):
    width: int
    is_signless: bool
    is_unsigned: bool
    @staticmethod
    def get_signless(width: int, context: Context | None = None) -> IntegerType: ...
    @staticmethod
    def get_unsigned(width: int, context: Context | None = None) -> IntegerType: ...

class FloatType(Type):
    width: int

class F32Type(Type):
    @staticmethod
    def get(context: Context | None = None) -> F32Type: ...

class F64Type(Type):
    @staticmethod
    def get(context: Context | None = None) -> F64Type: ...

class BF16Type(Type):
    @staticmethod
    def get(context: Context | None = None) -> BF16Type: ...

class ComplexType(Type):
    element_type: Type

class ShapedType(Type):
    shape: list[int]
    element_type: Type
    rank: int
    has_static_shape: bool
    @staticmethod
    def get_dynamic_size() -> int: ...

class RankedTensorType(ShapedType):
    encoding: Attribute | None
    @staticmethod
    def get(
        shape: Sequence[int], element_type: Type, encoding: Attribute | None = None, loc: Location | None = None
    ) -> RankedTensorType: ...

class TupleType(Type):
    num_types: int
    def get_type(self, index: int) -> Type: ...
    @staticmethod
    def get_tuple(elements: Sequence[Type], context: Context | None = None) -> TupleType: ...

class FunctionType(Type):
    inputs: list[Type]
    results: list[Type]
    @staticmethod
    def get(inputs: Sequence[Type], results: Sequence[Type], context: Context | None = None) -> FunctionType: ...

class Value:
    context: Context
    type: Type
    location: Location
    owner: Operation | Block
    uses: Iterator[OpOperand]
    def set_type(self, type: Type) -> None: ...
    def replace_all_uses_with(self, value: Value) -> None: ...
    def replace_all_uses_except(self, value: Value, exceptions: Operation | Sequence[Operation]) -> None: ...
    def get_name(self) -> str: ...

class OpResult(Value):
    result_number: int
    owner: Operation  # pyright: ignore[reportIncompatibleVariableOverride]

class BlockArgument(Value):
    arg_number: int
    owner: Block  # pyright: ignore[reportIncompatibleVariableOverride]

class OpOperand:
    owner: OpView
    operand_number: int

class OpOperandList(Sequence[Value]):
    def __setitem__(self, index: int, value: Value) -> None: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Value]: ...

class OpResultList(Sequence[OpResult]):
    types: list[Type]
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> OpResult: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[OpResult]: ...

class OpAttributeMap:
    def __contains__(self, name: str) -> bool: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __getitem__(self, name: str) -> Attribute: ...
    def __setitem__(self, name: str, attr: Attribute) -> None: ...
    def __delitem__(self, name: str) -> None: ...
    def items(self) -> list[tuple[str, Attribute]]: ...
    @overload
    def get(self, name: str) -> Attribute | None: ...
    @overload
    def get(self, name: str, default: Attribute) -> Attribute: ...

class RegionSequence(Sequence[Region]):
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Region: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Region]: ...

class BlockList(Sequence[Block]):
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Block]: ...
    def append(self, *args: Type, arg_locs: Sequence[Location] | None = None) -> Block: ...

class OperationList:
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[OpView]: ...
    def __getitem__(self, index: int) -> OpView: ...

class Region:
    blocks: BlockList
    owner: OpView
    def __iter__(self) -> Iterator[Block]: ...

class Block:
    arguments: Sequence[BlockArgument]
    operations: OperationList
    owner: OpView
    region: Region
    def append(self, operation: Operation | OpView) -> None: ...
    def append_to(self, region: Region) -> None: ...
    def add_argument(self, type: Type, loc: Location) -> BlockArgument: ...
    def erase_argument(self, index: int) -> None: ...
    @staticmethod
    def create_at_start(
        parent: Region, arg_types: Sequence[Type] = ..., arg_locs: Sequence[Location] | None = None
    ) -> Block: ...
    def create_after(self, *args: Type, arg_locs: Sequence[Location] | None = None) -> Block: ...

class WalkResult(Enum):
    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2

class WalkOrder(Enum):
    PRE_ORDER = 0
    POST_ORDER = 1

class _OperationBase:
    name: Any
    context: Context
    operands: OpOperandList
    results: OpResultList
    result: OpResult
    attributes: OpAttributeMap
    regions: RegionSequence
    location: Location
    parent: OpView | None
    block: Block
    operation: Operation
    attached: bool
    def erase(self) -> None: ...
    def clone(self, ip: InsertionPoint | None = None) -> Operation: ...
    def move_before(self, other: _OperationBase) -> None: ...
    def move_after(self, other: _OperationBase) -> None: ...
    def detach_from_parent(self) -> None: ...
    def is_before_in_block(self, other: _OperationBase) -> bool: ...
    def replace_uses_of_with(self, old: Value, new: Value) -> None: ...
    def verify(self) -> bool: ...
    def walk(self, callback: Callable[[Operation], WalkResult], walk_order: WalkOrder = ...) -> None: ...
    def get_asm(
        self,
        binary: bool = False,
        large_elements_limit: int | None = None,
        large_resource_limit: int | None = None,
        enable_debug_info: bool = False,
        pretty_debug_info: bool = False,
        print_generic_op_form: bool = False,
        use_local_scope: bool = False,
        use_name_loc_as_prefix: bool = False,
        assume_verified: bool = False,
        skip_regions: bool = False,
    ) -> str: ...
    def write_bytecode(self, file: Any, desired_version: int | None = None) -> None: ...

class Operation(_OperationBase):
    name: str
    opview: OpView
    @staticmethod
    def create(
        name: str,
        results: Sequence[Type] | None = None,
        operands: Sequence[Value] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        successors: Sequence[Block] | None = None,
        regions: int = 0,
        loc: Location | None = None,
        ip: InsertionPoint | None = None,
        infer_type: bool = False,
    ) -> Operation: ...
    @staticmethod
    def parse(source: str, *, source_name: str = "", context: Context | None = None) -> OpView: ...

class OpView(_OperationBase):
    OPERATION_NAME: str
    def __init__(self, operation: Operation) -> None: ...

class InsertionPoint:
    block: Block
    ref_operation: Operation | None
    def __init__(self, before: Block | Operation | OpView) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_: object) -> None: ...
    def insert(self, operation: Operation) -> None: ...
    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint: ...
    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint: ...
    @staticmethod
    def after(operation: Operation | OpView) -> InsertionPoint: ...

class Module:
    context: Context
    operation: Operation
    body: Block
    @staticmethod
    def parse(asm: str | bytes, context: Context | None = None) -> Module: ...
    @staticmethod
    def create(loc: Location | None = None) -> Module: ...
