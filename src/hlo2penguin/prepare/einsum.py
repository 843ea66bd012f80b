"""`einsum` becomes dot_general with the reductions and the transpose around it; `unary_einsum` needs only those."""

from __future__ import annotations

from dataclasses import dataclass

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import DotDims
from hlo2penguin.mlir.edit import main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.program import collect, refuse
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"einsum", "unary_einsum"})

_CODE = "NCC_PYP055"


def run(module: ir.Module, state: PrepareState) -> None:
    """Expands in place; a label twice in one operand (a diagonal) is refused."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        config = str(state.decoder.get(op, "einsum_config"))
        ranks = [len(state.decoder.value(operand).shape) for operand in op.operation.operands]
        labels = _labels(config, ranks, len(state.decoder.value(op.operation.result).shape))
        if labels is None or any(len(set(names)) != len(names) for names in labels):
            help = "write it with each label once per operand, as dot_general and transposes"
            refuse(state, op, _CODE, f'einsum "{config}" has no counterpart in Penguin', help)
            continue
        emit = Emitter(op, state.decoder)
        terms = [_Term(value, names) for value, names in zip(op.operation.operands, labels, strict=False)]
        one = kind(op) == "unary_einsum"
        replace(op, [_unary(emit, terms[0], labels[-1]) if one else _binary(emit, op, terms, labels[-1])])


@dataclass(frozen=True, slots=True)
class _Term:
    """A value and the label of each of its dimensions."""

    value: ir.Value
    labels: str


def _labels(config: str, ranks: list[int], result_rank: int) -> list[str] | None:
    """Labels of the operands and the result; an ellipsis becomes capital Greek letters, from the right."""
    inputs, arrow, output = config.replace(" ", "").partition("->")
    parts = [*inputs.split(","), output]
    if not arrow or len(parts) != len(ranks) + 1:
        return None
    found: list[str] = []
    for part, rank in zip(parts, [*ranks, result_rank], strict=True):
        missing = rank - len(part.replace("...", ""))
        if missing < 0 or (missing and "..." not in part):
            return None
        found.append(part.replace("...", "".join(chr(0x391 + position) for position in reversed(range(missing)))))
    return found


def _reduced(emit: Emitter, term: _Term, kept: str) -> _Term:
    """The term summed over the labels that are not kept."""
    dims = [dim for dim, label in enumerate(term.labels) if label not in kept]
    labels = "".join(label for label in term.labels if label in kept)
    return _Term(emit.sum(term.value, dims), labels)


def _unary(emit: Emitter, term: _Term, output: str) -> ir.Value:
    reduced = _reduced(emit, term, output)
    return emit.transpose(reduced.value, [reduced.labels.index(label) for label in output])


def _binary(emit: Emitter, op: ir.OpView, terms: list[_Term], output: str) -> ir.Value:
    lhs = _reduced(emit, terms[0], output + terms[1].labels)
    rhs = _reduced(emit, terms[1], output + terms[0].labels)
    shared = [label for label in lhs.labels if label in rhs.labels]
    batch = [label for label in shared if label in output]
    contracted = [label for label in shared if label not in output]
    free = [label for label in (*lhs.labels, *rhs.labels) if label not in shared]
    extents = dict(zip(rhs.labels, emit.shape(rhs.value), strict=True))
    extents.update(zip(lhs.labels, emit.shape(lhs.value), strict=True))
    labels = [*batch, *free]
    type = ir.RankedTensorType.get(
        [extents[label] for label in labels],
        ir.RankedTensorType(op.operation.result.type).element_type,
        loc=op.operation.location,
    )
    dims = DotDims(
        *(tuple(term.labels.index(label) for label in batch) for term in (lhs, rhs)),
        *(tuple(term.labels.index(label) for label in contracted) for term in (lhs, rhs)),
    )
    attributes = {"dot_dimension_numbers": emit.dims(dims)}
    if (precision := op.operation.attributes.get("precision_config")) is not None:
        attributes["precision_config"] = precision
    result = emit.op("dot_general", type, [lhs.value, rhs.value], **attributes)
    return emit.transpose(result, [labels.index(label) for label in output])
