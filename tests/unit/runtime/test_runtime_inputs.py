import ml_dtypes
import numpy as np
import pytest

from hlo2penguin.diagnostics import Refused
from hlo2penguin.forms import FORMS
from hlo2penguin.penguin.model import Function, Op, Tensor, TensorView
from hlo2penguin.runtime.inputs import fitted_inputs, index_bounds, nudged, random_inputs


def tensor(number: int, shape: tuple[int, ...], dtype: str = "float32") -> Tensor:
    return Tensor(number, number, f"input{number}", shape, dtype, TensorView(shape, "", tuple(range(len(shape)))))


def op(number: int, form: str, srcs: list[Tensor], dst: Tensor, **values: object) -> Op:
    return Op(number, number, FORMS[form], tuple(srcs), (dst,), dict(values), None)


def program(*inputs: Tensor, ops: tuple[Op, ...] = ()) -> Function:
    return Function(None, 0, None, inputs=list(inputs), statements=[*inputs, *ops])


def test_the_same_seed_gives_the_same_inputs_and_devices_differ() -> None:
    function = program(tensor(1, (4,)), tensor(2, (4,), "bfloat16"), tensor(3, (50,), "bool"))
    first, again = random_inputs(function, 3), random_inputs(function, 3)
    for x, y in zip(first, again, strict=True):
        np.testing.assert_array_equal(x, y)
    assert first[1].dtype == ml_dtypes.bfloat16
    assert set(first[2].tolist()) == {True, False}
    assert first[0].tolist() != random_inputs(function, 4)[0].tolist()
    assert first[0].tolist() != random_inputs(function, 3, device=1)[0].tolist()


def test_draws() -> None:
    function = program(tensor(1, (1000,)))
    assert random_inputs(function, draw="positive")[0].min() > 0
    assert np.abs(random_inputs(function, draw="small")[0]).max() < 0.1


def test_indices_stay_inside_what_they_index() -> None:
    data, raw = tensor(1, (9, 3)), tensor(2, (200, 1), "int32")
    moved, out = tensor(3, (200, 1), "int32"), tensor(4, (200, 3))
    ops = (
        op(5, "memcpy", [raw], moved, dtype="int32"),
        op(6, "gather", [data, moved], out, start_index_map=(0,)),
    )
    function = program(data, raw, ops=ops)
    assert index_bounds(function)[2] == 9
    indices = random_inputs(function)[1]
    assert indices.min() == 0
    assert indices.max() == 8


def test_nudging_moves_floats_by_their_last_bits_and_nothing_else() -> None:
    arrays = [np.array([1.0, 0.0, np.inf, -2.0], np.float32), np.array([5]), np.ones(30, ml_dtypes.bfloat16)]
    floats, integers, narrow = nudged(arrays)
    steps = floats.view(np.int32) - arrays[0].view(np.int32)
    assert [step in (1, 2) for step in steps] == [True, False, False, True]
    assert floats[[1, 2]].tolist() == [0.0, np.inf]
    assert integers.tolist() == [5]
    assert set((narrow.view(np.int16) - arrays[2].view(np.int16)).tolist()) == {1, 2}
    assert nudged(arrays, step=-1)[0][0] < 1


def test_inputs_are_shared_or_stacked_by_device() -> None:
    function = program(tensor(1, (2,)))
    one = np.array([1, 2], np.float32)
    assert [list(map(np.ndarray.tolist, device)) for device in fitted_inputs(function, [one], 2, range(2))] == [
        [[1, 2]]
    ] * 2
    stack = np.array([[1, 2], [3, 4]], np.float32)
    assert fitted_inputs(function, [stack], 2, range(2))[1][0].tolist() == [3, 4]
    assert fitted_inputs(function, [stack], 4, range(2, 4))[0][0].tolist() == [1, 2]


def test_raw_bytes_and_booleans_are_taken_for_what_the_text_says() -> None:
    function = program(tensor(1, (1,), "bfloat16"), tensor(2, (1,), "uint8"))
    raw = np.array([1.5], ml_dtypes.bfloat16).view("V2")
    ((x, flag),) = fitted_inputs(function, [raw, np.array([True])], 1, range(1))
    assert x.tolist() == [1.5]
    assert flag.dtype == np.uint8


def test_arrays_that_do_not_fit_are_refused_all_at_once() -> None:
    function = program(tensor(1, (2,)), tensor(2, (2,)))
    with pytest.raises(Refused) as caught:
        fitted_inputs(function, [np.ones(3, np.float32), np.ones(2)], 1, range(1))
    assert [problem.code for problem in caught.value.diagnostics] == ["H2P305", "H2P305"]
    with pytest.raises(Refused, match="2 inputs, 1 were given"):
        fitted_inputs(function, [np.ones(2, np.float32)], 1, range(1))
