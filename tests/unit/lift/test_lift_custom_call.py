import json
import math

import ml_dtypes
import numpy as np
import pytest
from lift_programs import Program, evaluate

from hlo2penguin.diagnostics import Refused
from hlo2penguin.lift import REFUSED

RNG = np.random.default_rng(1)
X = RNG.normal(size=(2, 3, 8)).astype(np.float32)
TOP_K = {"is_barrier": False, "ret_type": "'both'", "dtype": "float32", "indices_dtype": "uint32"}


def test_top_k() -> None:
    x = np.array([[1, 4, 4, -2], [0, -1, 7, 3]], np.float32)
    results = [((2, 2), "float32"), ((2, 2), "uint32")]
    found = evaluate("top_k", [x], *results, k=2, axis=1, is_ascend=False, src_shape=(2, 4), **TOP_K)
    assert [array.tolist() for array in found] == [[[4, 4], [7, 3]], [[1, 2], [2, 3]]]
    found = evaluate("top_k", [x], *results, k=2, axis=1, is_ascend=True, src_shape=(2, 4), **TOP_K)
    assert [array.tolist() for array in found] == [[[-2, 1], [-1, 0]], [[3, 0], [1, 0]]]


def rms(x: np.ndarray, epsilon: float) -> np.ndarray:
    return np.sqrt((x.astype(np.float64) ** 2).mean(-1, keepdims=True) + epsilon)


def test_rms_norm_takes_epsilon_from_its_operand() -> None:
    weight = RNG.normal(size=8).astype(np.float32)
    shapes = {"src_shapes": ((2, 3, 8), (8,), ()), "reduce_dims": (2,), "epsilon": 0.0}
    (found,) = evaluate("rms_norm", [X, weight, np.asarray(np.float32(0.25))], (X.shape, "float32"), **shapes)
    np.testing.assert_allclose(found, X / rms(X, 0.25) * weight, rtol=1e-5)


def test_rms_norm_of_bfloat16_rounds_once() -> None:
    x = X.astype(ml_dtypes.bfloat16)
    weight = np.ones(8, ml_dtypes.bfloat16)
    shapes = {"src_shapes": ((2, 3, 8), (8,), ()), "reduce_dims": (2,), "epsilon": 1e-6}
    (found,) = evaluate("rms_norm", [x, weight, np.asarray(np.float32(1e-6))], (X.shape, "bfloat16"), **shapes)
    wide = x.astype(np.float32)
    np.testing.assert_array_equal(found, (wide / rms(wide, 1e-6)).astype(ml_dtypes.bfloat16))


def test_rms_norm_backward_is_the_gradient() -> None:
    weight, gradient = RNG.normal(size=8).astype(np.float32), RNG.normal(size=X.shape).astype(np.float32)
    shapes = {"src_shapes": ((2, 3, 8), (2, 3, 8), (8,), ()), "reduce_dims": (2,), "epsilon": 0.01}
    arrays = [gradient, X, weight, np.asarray(np.float32(0.01))]
    dx, dw = evaluate("rms_norm_backward", arrays, (X.shape, "float32"), ((8,), "float32"), **shapes)
    np.testing.assert_allclose(dw, (gradient * X / rms(X, 0.01)).sum((0, 1)), rtol=1e-4)
    step, wide = 1e-6, X.astype(np.float64)
    for place in [(0, 0, 0), (1, 2, 5)]:
        moved = wide.copy()
        moved[place] += step
        change = (gradient * weight * (moved / rms(moved, 0.01) - wide / rms(wide, 0.01))).sum() / step
        assert dx[place] == pytest.approx(change, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("axis", [0, 2])
def test_softmax(axis: int) -> None:
    (found,) = evaluate("softmax", [X * 100], (X.shape, "float32"), axis=axis)
    powers = np.exp((X * 100).astype(np.float64) - (X * 100).max(axis, keepdims=True))
    np.testing.assert_allclose(found, powers / powers.sum(axis, keepdims=True), rtol=1e-4, atol=1e-7)


def test_softmax_backward() -> None:
    y = np.abs(X) / np.abs(X).sum(1, keepdims=True)
    gradient = RNG.normal(size=X.shape).astype(np.float32)
    (found,) = evaluate("softmax_backward", [gradient, y], (X.shape, "float32"), axis=1)
    np.testing.assert_allclose(found, y * (gradient - (gradient * y).sum(1, keepdims=True)), rtol=1e-4, atol=1e-6)


IMAGE = np.arange(6, dtype=np.float32).reshape(1, 2, 3, 1)


def nearest(align_corners: bool, half_pixel_centers: bool, height: int, width: int) -> list:
    switches = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    (found,) = evaluate(
        "resize_nearest",
        [IMAGE],
        ((1, height, width, 1), "float32"),
        shape=(height, width),
        dtype="float32",
        kernel_name="ResizeNearest",
        kernel_config=json.dumps(switches, separators=(",", ":")),
    )
    return found[0, :, :, 0].tolist()


def test_resize_nearest() -> None:
    assert nearest(False, False, 4, 3) == [[0, 1, 2], [0, 1, 2], [3, 4, 5], [3, 4, 5]]
    assert nearest(False, False, 2, 2) == [[0, 1], [3, 4]]
    assert nearest(False, True, 2, 2) == [[0, 2], [3, 5]]
    assert nearest(True, False, 2, 5) == [[0, 1, 1, 2, 2], [3, 4, 4, 5, 5]]


@pytest.mark.parametrize(
    ("align_corners", "half_pixel_centers", "row"),
    [
        (False, False, [0, 0.5, 1, 1.5, 2, 2]),
        (False, True, [0, 0.25, 0.75, 1.25, 1.75, 2]),
        (True, False, [0, 0.4, 0.8, 1.2, 1.6, 2]),
    ],
)
def test_resize_bilinear(align_corners: bool, half_pixel_centers: bool, row: list[float]) -> None:
    values = {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers}
    (found,) = evaluate("resize_bilinear", [IMAGE], ((1, 2, 6, 1), "float32"), **values)
    np.testing.assert_allclose(found[0, 0, :, 0], row, rtol=1e-6)


def test_sharding_constraint_and_print_leave_data_alone() -> None:
    values = {"target_name": "AwsNeuronLNCShardingConstraint", "sharding": "{devices=[2,1]0,1}"}
    np.testing.assert_array_equal(evaluate("lnc_sharding_constraint", [X], (X.shape, "float32"), **values)[0], X)
    np.testing.assert_array_equal(evaluate("device_print", [X], (X.shape, "float32"), prefix="x")[0], X)


@pytest.mark.parametrize("form", REFUSED)
def test_forms_without_a_meaning_are_refused(form: str) -> None:
    with pytest.raises(Refused) as caught:
        evaluate(form, [X], (X.shape, "float32"))
    assert caught.value.code == "H2P220"
    assert form in str(caught.value)


def test_all_problems_of_a_program_are_reported() -> None:
    program = Program()
    x = program.input(X)
    for form in ("send", "custom_op"):
        program.op(form, [x], [program.tensor(X.shape)])
    with pytest.raises(Refused) as caught:
        program.run(x)
    assert [problem.op for problem in caught.value.diagnostics] == ["send", "custom_op"]
    assert math.prod(problem.place.line for problem in caught.value.diagnostics) > 0
