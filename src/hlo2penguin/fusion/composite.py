"""The StableHLO form of a fusion: a composite and its private decomposition function; and `fusion-to-composite`."""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import captures, functions, replace, symbol_name

NAME = "composite.Fused"
"""The composite's `name`, whatever its kind."""
SYMBOL = "hilo.FusedComposite."
GENERATED = "genComposite"
"""Marks a decomposition function: no pass walks it again."""
KIND_ATTRIBUTE = "CompositeKind"
UNKNOWN_KIND = "FusedComposite"
"""Kind of a fusion that has none; printers refuse it."""


def is_decomposition(function: ir.OpView) -> bool:
    """Whether the function is the body of a composite that a fusion pass made."""
    return GENERATED in function.operation.attributes


def decomposition_of(composite: ir.OpView) -> str | None:
    """Symbol of the body, where the composite is a fusion; None for a composite of another origin."""
    attributes = composite.operation.attributes
    return ir.FlatSymbolRefAttr(attributes["decomposition"]).value if KIND_ATTRIBUTE in attributes else None


class Composites:
    """Creates composites in one module; symbols count from 0, those already taken are passed over."""

    def __init__(self, module: ir.Module) -> None:
        self._taken = {symbol_name(function) for function in functions(module)}
        self._next = 0
        self._constant = _constant_attributes(module.context)
        self._end = ir.InsertionPoint(module.body)

    def create(
        self,
        kind: str,
        results: list[ir.Type],
        operands: list[ir.Value],
        location: ir.Location,
        before: ir.OpView,
    ) -> tuple[ir.Operation, ir.Block]:
        """A composite in front of `before`, and the empty body of its decomposition function."""
        symbol, context = self._symbol(), location.context
        composite = ir.Operation.create(
            "stablehlo.composite",
            results,
            operands,
            {
                **self._constant[0],
                "decomposition": ir.FlatSymbolRefAttr.get(symbol, context),
                KIND_ATTRIBUTE: ir.StringAttr.get(kind, context),
            },
            loc=location,
            ip=ir.InsertionPoint(before),
        )
        types = [value.type for value in operands]
        function = ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": ir.StringAttr.get(symbol, context),
                "function_type": ir.TypeAttr.get(ir.FunctionType.get(types, results, context), context),
                **self._constant[1],
            },
            regions=1,
            loc=location,
            ip=self._end,
        )
        body = function.regions[0].blocks.append(*types, arg_locs=[value.location for value in operands])
        return composite, body

    def _symbol(self) -> str:
        while (symbol := f"{SYMBOL}{self._next}") in self._taken:
            self._next += 1
        self._next += 1
        return symbol


def _constant_attributes(context: ir.Context) -> tuple[dict[str, ir.Attribute], dict[str, ir.Attribute]]:
    """Attributes that all composites have in common, and all decomposition functions."""
    true = ir.BoolAttr.get(True, context)
    composite: dict[str, ir.Attribute] = {
        "name": ir.StringAttr.get(NAME, context),
        "composite_attributes": ir.DictAttr.get({}, context),
        "version": ir.IntegerAttr.get(ir.IntegerType.get_signless(32, context), 0),
    }
    private = ir.StringAttr.get("private", context)
    return composite, {"sym_visibility": private, GENERATED: true, "noDelete": true}


def fusion_to_composite(module: ir.Module) -> None:
    """Every `mhlo.fusion` becomes a composite with the fusion's operands, results and kind; inner ones come first.

    Values that a body reads without their being operands become further operands, because a function cannot capture.
    """
    composites = Composites(module)
    for function in functions(module):
        if is_decomposition(function):
            continue
        for fusion in _inner_fusions_first(function):
            _convert(fusion, composites)


def _inner_fusions_first(function: ir.OpView) -> list[ir.OpView]:
    found: list[ir.OpView] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name == "mhlo.fusion":
            found.append(op.opview)
        return ir.WalkResult.ADVANCE

    function.operation.walk(visit, ir.WalkOrder.POST_ORDER)
    return found


def _convert(fusion: ir.OpView, composites: Composites) -> None:
    op = fusion.operation
    block = op.regions[0].blocks[0]
    captured = captures(fusion)
    outside = list(dict.fromkeys(value for value, _ in captured))
    fusion_kind = op.attributes.get("FusionKind")
    name = ir.StringAttr(fusion_kind).value if fusion_kind is not None else UNKNOWN_KIND
    operands = [*op.operands[:], *outside]
    composite, body = composites.create(name, [r.type for r in op.results], operands, op.location, fusion)
    arguments = list(body.arguments)
    for old, new in zip(block.arguments, arguments, strict=False):
        old.replace_all_uses_with(new)
    capture_arguments = dict(zip(outside, arguments[len(op.operands) :], strict=True))
    for value, reader in captured:
        reader.operation.replace_uses_of_with(value, capture_arguments[value])
    *members, terminator = block.operations
    for member in members:
        body.append(member)
    ir.Operation.create(
        "func.return",
        operands=terminator.operation.operands[:],
        loc=terminator.operation.location,
        ip=ir.InsertionPoint(body),
    )
    replace(fusion, composite.results[:])
