"""Collectives that carry a token as a trailing scalar operand, brought to the form that the importer takes.

Torch's ZeRO graphs have `(bf16[4,4], bf16[]) reduce-scatter(x, bf16[] token)` and the same for all-gather. Neither op
has a scalar among its data, so the operand is the token whatever its dtype; a scalar of an `all-reduce` is really
reduced and stays.
"""

from __future__ import annotations

from hlo2penguin.load.hlo_proto import HloComputation, HloInstruction, HloModule, new_instruction
from hlo2penguin.load.names import InstructionNames

__all__ = ["drop_tokens"]

_OPCODES = ("all-gather", "reduce-scatter")
_ELEMENT = "get-tuple-element"


def drop_tokens(module: HloModule, names: InstructionNames) -> set[str]:
    """Drops the token operand and result of such collectives in place; the names of the collectives changed.

    Readers of the token result read the token operand instead, so chains of tokens fall away with their tuples.
    """
    changed: set[str] = set()
    for computation in module.computations:
        carriers = {i.id: i for i in computation.instructions if i.opcode in _OPCODES and _carries_token(i)}
        if carriers:
            changed.update(carrier.name for carrier in carriers.values())
            _rewrite(computation, carriers, names)
    return changed


def _carries_token(collective: HloInstruction) -> bool:
    parts = collective.shape.tuple_shapes
    return 2 <= len(parts) == len(collective.operand_ids) and not parts[-1].dimensions and not parts[-1].tuple_shapes


def _rewrite(computation: HloComputation, carriers: dict[int, HloInstruction], names: InstructionNames) -> None:
    same = _elements(computation, carriers)
    tuples = _rebuilt_tuples(computation, carriers, names)

    def resolve(unique_id: int) -> int:
        if unique_id in tuples:
            return tuples[unique_id].id
        passed: set[int] = set()  # a malformed module may have a cycle
        while unique_id in same and unique_id not in passed:
            passed.add(unique_id)
            unique_id = same[unique_id]
        return unique_id

    kept: list[HloInstruction] = []
    for instruction in computation.instructions:
        if instruction.id in same:
            continue
        kept.append(instruction)
        for ids in (instruction.operand_ids, instruction.control_predecessor_ids):
            ids[:] = [resolve(unique_id) for unique_id in ids]
        if instruction.id in tuples:
            tuples[instruction.id].operand_ids.extend([instruction.id, instruction.operand_ids[-1]])
            kept.append(tuples[instruction.id])
    computation.root_id = resolve(computation.root_id)
    for carrier in carriers.values():
        _drop_last(carrier)
    del computation.instructions[:]
    computation.instructions.extend(kept)


def _elements(computation: HloComputation, carriers: dict[int, HloInstruction]) -> dict[int, int]:
    """What each tuple element that falls away reads: the token, or the only array left."""
    same: dict[int, int] = {}
    for instruction in computation.instructions:
        operand = instruction.operand_ids[0] if instruction.operand_ids else -1
        if instruction.opcode == _ELEMENT and (carrier := carriers.get(operand)) is not None:
            if instruction.tuple_index == len(carrier.operand_ids) - 1:
                same[instruction.id] = carrier.operand_ids[-1]
            elif len(carrier.operand_ids) == 2:
                same[instruction.id] = carrier.id
    return same


def _rebuilt_tuples(
    computation: HloComputation, carriers: dict[int, HloInstruction], names: InstructionNames
) -> dict[int, HloInstruction]:
    """A tuple of result and token for each two-operand collective that is used as a tuple or is the root."""
    used = {i for user in computation.instructions if user.opcode != _ELEMENT for i in user.operand_ids}
    used.add(computation.root_id)
    rebuilt: dict[int, HloInstruction] = {}
    for carrier in carriers.values():
        if carrier.id in used and len(carrier.operand_ids) == 2:
            rebuilt[carrier.id] = new_instruction(*names.fresh("tuple"), "tuple")
            rebuilt[carrier.id].shape.CopyFrom(carrier.shape)
    return rebuilt


def _drop_last(collective: HloInstruction) -> None:
    del collective.operand_ids[-1]
    del collective.shape.tuple_shapes[-1]
    if len(collective.operand_ids) == 1:
        only = new_instruction("", 0, "")
        only.shape.CopyFrom(collective.shape.tuple_shapes[0])
        collective.shape.CopyFrom(only.shape)
