"""Lift of collectives: groups are partition ids, so each carries a channel and takes its ids as global device ids.

Empty groups mean all devices. How many those are shows in the shapes, except for all_reduce: that is left in the mode
(channel, no global ids) in which empty groups mean all. The others are written out, as MLIR's verifier divides by the
size of a group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hlo2penguin.lift.reducers import reducer
from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable
from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.penguin.model import Op

__all__ = ["LIFTS", "partition_count"]

Attributes = dict[str, ir.Attribute]
MAX_DEVICES = 1 << 20
"""Groups are written out one number per device, so an absurd number must not come so far."""

One = Callable[[Builder, Statement, Array, TensorType, Attributes], Array]


def partition_count(ops: Iterable[Op]) -> int:
    """How many partitions the collectives speak of, at least: by their ids, or by how much a shape changes."""
    count = 1
    for op in ops:
        groups = op.values.get("replica_groups")
        if groups:
            count = max(count, 1 + max((member for group in groups for member in group), default=0))
        elif groups is not None and op.srcs and op.dsts:
            count = max(count, _group_size(op.values, op.srcs[0].shape, op.dsts[0].shape))
    return count


def _group_size(values: Mapping[str, Any], source: tuple[int, ...], result: tuple[int, ...]) -> int:
    """Members of a group, by the shapes; 0 where they do not tell."""
    if "split_count" in values:
        return values["split_count"]
    for name in ("all_gather_dim", "reduce_scatter_dim"):
        if name in values:
            dim: int = values[name]
            extents = source[dim], result[dim]
            return max(extents) // min(extents) if min(extents) else 0
    return 0


def _per_operand(one: One, *, global_ids: bool) -> LiftFunction:
    """A statement of several operands is one collective each. A token (a last scalar with `has_token`) is passed on."""

    def lift(b: Builder, s: Statement) -> Sequence[Array]:
        groups: Sequence[Sequence[int]] = s.values["replica_groups"]
        for group in groups:
            for member in group:
                _checked(member + 1)
        has_token = s.values["has_token"] and len(s.args) > 1 and s.args[-1].shape == ()
        args = s.args[:-1] if has_token else s.args
        if len(s.results) not in (len(args), len(s.args)):
            raise Unliftable("H2P221", f"{len(args)} operands for {len(s.results)} destinations")
        found: list[Array] = []
        for number, (arg, result) in enumerate(zip(args, s.results, strict=False)):
            attributes: Attributes = {"channel_handle": b.channel(s.channel + number)}
            size = _group_size(s.values, arg.shape, result.shape)
            members = groups or ([range(_checked(size))] if size else [])
            if global_ids and members:
                attributes["use_global_device_ids"] = b.unit()
            if s.form != "collective_permute":
                attributes["replica_groups"] = b.matrix(members, max(map(len, members), default=0))
            found.append(one(b, s, arg, result, attributes))
        return [*found, *s.args[len(found) : len(s.results)]]

    return lift


def _checked(devices: int) -> int:
    if devices > MAX_DEVICES:
        raise Unliftable("H2P222", f"replica groups of {devices} devices; at most {MAX_DEVICES} are lifted")
    return devices


def _hint(s: Statement) -> str:
    name = s.values.get("cc_type_hint")
    if not name:
        raise Unliftable("H2P224", f"{s.form} without cc_type_hint: the text does not say what combines the values")
    return name


def _all_reduce(b: Builder, s: Statement, arg: Array, result: TensorType, attributes: Attributes) -> Array:
    scalar = TensorType((), arg.dtype)
    body = reducer(b, _hint(s))
    return b.op("all_reduce", [arg], [result], attributes, body, body_types=[scalar, scalar])[0]


def _reduce_scatter(b: Builder, s: Statement, arg: Array, result: TensorType, attributes: Attributes) -> Array:
    attributes["scatter_dimension"] = b.i64(s.values["reduce_scatter_dim"])
    scalar = TensorType((), arg.dtype)
    body = reducer(b, _hint(s))
    return b.op("reduce_scatter", [arg], [result], attributes, body, body_types=[scalar, scalar])[0]


def _all_gather(b: Builder, s: Statement, arg: Array, result: TensorType, attributes: Attributes) -> Array:
    attributes["all_gather_dim"] = b.i64(s.values["all_gather_dim"])
    return b.op("all_gather", [arg], [result], attributes)[0]


def _all_to_all(b: Builder, s: Statement, arg: Array, result: TensorType, attributes: Attributes) -> Array:
    for name in ("split_dimension", "concat_dimension", "split_count"):
        attributes[name] = b.i64(s.values[name])
    return b.op("all_to_all", [arg], [result], attributes)[0]


def _collective_permute(b: Builder, s: Statement, arg: Array, result: TensorType, attributes: Attributes) -> Array:
    """The groups are (source, target) pairs."""
    attributes["source_target_pairs"] = b.matrix(s.values["replica_groups"], 2)
    return b.op("collective_permute", [arg], [result], attributes)[0]


LIFTS: dict[str, LiftFunction] = {
    "all_reduce": _per_operand(_all_reduce, global_ids=True),
    "all_gather": _per_operand(_all_gather, global_ids=True),
    "reduce_scatter": _per_operand(_reduce_scatter, global_ids=True),
    "all_to_all": _per_operand(_all_to_all, global_ids=False),
    "collective_permute": _per_operand(_collective_permute, global_ids=False),
}
