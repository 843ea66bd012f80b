"""Inputs: given ones fitted to the program, or random ones that exercise it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.lift.statement import ELEMENT_TYPES
from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.penguin.model import Function, Op, Tensor
from hlo2penguin.runtime.compare import bits_of

__all__ = ["DRAWS", "Draw", "fitted_inputs", "index_bounds", "nudged", "numpy_dtype", "random_inputs"]

Arrays = list[np.ndarray[Any, Any]]


def numpy_dtype(dtype: str) -> np.dtype[Any]:
    """The numpy dtype of a dtype of the text."""
    return NUMPY_DTYPES[ELEMENT_TYPES[dtype]]


_GATHERED = {"gather": 1, "scatter": 1, "dynamic_slice": 1, "dynamic_update_slice": 2}
"""Forms that index their first source: position of the first index source."""


def _bound(op: Op) -> int:
    """An exclusive limit for the op's indices that keeps them inside the first source."""
    shape = op.srcs[0].shape
    indexed = op.values.get("start_index_map") or op.values.get("scatter_dims_to_operand_dims") or range(len(shape))
    return max(1, min((shape[dim] for dim in indexed), default=1))


def index_bounds(function: Function) -> dict[int, int]:
    """Integer tensors (by variable) from which indices are computed, with the smallest limit of their uses."""
    bounds: dict[int, int] = {}
    for op in reversed(function.ops):
        first = _GATHERED.get(op.form.name)
        if first is not None:
            limit = _bound(op)
            for tensor in op.srcs[first : first + 1] if op.form.name == "scatter" else op.srcs[first:]:
                bounds[tensor.var] = min(limit, bounds.get(tensor.var, limit))
        limits = [bounds[tensor.var] for tensor in op.dsts if tensor.var in bounds]
        if limits:
            for tensor in op.srcs:
                if "int" in tensor.dtype:
                    bounds[tensor.var] = min(*limits, bounds.get(tensor.var, limits[0]))
    return bounds


Draw = Literal["normal", "positive", "small"]
"""How random floats are spread: normal; between 0.1 and 1, where logarithms and roots are defined; normal / 100."""

DRAWS: tuple[Draw, ...] = ("normal", "positive", "small")


def random_inputs(function: Function, seed: int = 0, *, draw: Draw = "normal", device: int = 0) -> Arrays:
    """One array per input, the same for the same seed, draw and device number.

    Integers are small; those that indices come from stay inside what they index, where the text shows it.
    """
    generator = np.random.default_rng([seed, device])
    bounds = index_bounds(function)
    return [_random(generator, tensor, bounds, draw) for tensor in function.inputs]


def _random(
    generator: np.random.Generator, tensor: Tensor, bounds: Mapping[int, int], draw: Draw
) -> np.ndarray[Any, Any]:
    dtype = numpy_dtype(tensor.dtype)
    if tensor.dtype == "bool":
        return generator.integers(0, 2, tensor.shape).astype(dtype)
    if "int" in tensor.dtype:
        low = 0 if tensor.var in bounds or tensor.dtype.startswith("u") or draw == "positive" else -8
        return generator.integers(low, bounds.get(tensor.var, 9), tensor.shape).astype(dtype)
    if draw == "positive" or tensor.dtype == "float8_e8m0fnu":
        return generator.uniform(0.1, 1.0, tensor.shape).astype(dtype)
    values = generator.standard_normal(tensor.shape, np.float32)
    return (values / 100 if draw == "small" else values).astype(dtype)


def nudged(arrays: Sequence[np.ndarray[Any, Any]], seed: int = 0, step: int = 1) -> Arrays:
    """The arrays with each float moved by one or two units in the last place, by chance, towards larger magnitude.

    A negative `step` moves them towards zero.
    """
    generator = np.random.default_rng([seed, 1])
    return [_nudge(array, generator, step) for array in arrays]


def _nudge(array: np.ndarray[Any, Any], generator: Any, step: int) -> np.ndarray[Any, Any]:
    if array.dtype.kind not in "fV" or not array.size:
        return array
    bits = bits_of(array)
    steps: np.ndarray[Any, Any] = generator.integers(1, 3, array.shape).astype(bits.dtype)
    moved: np.ndarray[Any, Any] = np.asarray(bits + steps if step > 0 else bits - steps).view(array.dtype)
    with np.errstate(invalid="ignore"):
        before, after = array.astype(np.float64), moved.astype(np.float64)
    plain = np.isfinite(after) & (before != 0) & (after != 0)
    return np.where(plain, moved, array)


def fitted_inputs(
    function: Function, given: Sequence[np.ndarray[Any, Any]], devices: int, local: range
) -> list[Arrays]:
    """One list per device of `local`, from arrays of the inputs' shapes, or stacked along a leading device axis.

    A stack is as long as there are devices, or local devices. Arrays of raw bytes (`|V2`, as `.npy` files hold
    bfloat16) are taken for the input's dtype. Raises Refused with every array that does not fit.
    """
    problems: list[Diagnostic] = []
    if len(given) != len(function.inputs):
        cause = f"the program has {len(function.inputs)} inputs, {len(given)} were given"
        raise Refused(Diagnostic("H2P305", cause, place=Place(function.source)))
    columns: list[Arrays] = []
    for tensor, array in zip(function.inputs, given, strict=True):
        typed = _typed(tensor, np.asarray(array))
        spread = None if typed is None else _per_device(tensor, typed, devices, local)
        if spread is None:
            cause = f"{tensor.name} is {tensor.dtype} {tensor.shape}, the array given is {array.dtype} {array.shape}"
            problems.append(Diagnostic("H2P305", cause, place=Place(function.source, tensor.line, name=tensor.name)))
        else:
            columns.append(spread)
    if problems:
        raise Refused(problems)
    return [[column[number] for column in columns] for number in range(len(local))]


def _typed(tensor: Tensor, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any] | None:
    dtype = numpy_dtype(tensor.dtype)
    if array.dtype == dtype:
        return array
    if array.dtype == np.dtype(f"V{dtype.itemsize}"):
        return array.view(dtype)
    return array.astype(dtype) if {array.dtype.name, tensor.dtype} == {"bool", "uint8"} else None


def _per_device(tensor: Tensor, array: np.ndarray[Any, Any], devices: int, local: range) -> Arrays | None:
    if array.shape == tensor.shape:
        return [array] * len(local)
    if array.shape == (devices, *tensor.shape):
        return [array[number] for number in local]
    return list(array) if array.shape == (len(local), *tensor.shape) else None
