import numpy as np
import pytest
from lift_programs import evaluate

from hlo2penguin.diagnostics import Refused

X = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize(
    ("form", "values"), [("memcpy", {"dtype": "float32"}), ("reshape", {"src_shape": (2, 3, 4), "shape": (6, 4)})]
)
def test_reshape(form: str, values: dict) -> None:
    (found,) = evaluate(form, [X], ((6, 4), "float32"), **values)
    np.testing.assert_array_equal(found, X.reshape(6, 4))


def test_copy() -> None:
    np.testing.assert_array_equal(evaluate("copy", [X], (X.shape, "float32"))[0], X)


def test_memcpy_of_another_size_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        evaluate("memcpy", [X], ((5,), "float32"), dtype="float32")
    assert caught.value.code == "H2P222"


def test_transpose() -> None:
    (found,) = evaluate("transpose", [X], ((4, 2, 3), "float32"), src_shape=X.shape, permutation=(2, 0, 1))
    np.testing.assert_array_equal(found, X.transpose(2, 0, 1))


def test_transpose_that_does_not_fit_its_result_is_refused_at_its_line() -> None:
    with pytest.raises(Refused) as caught:
        evaluate("transpose", [X], ((2, 3, 4), "float32"), src_shape=X.shape, permutation=(2, 0, 1))
    assert caught.value.code == "H2P222"
    assert caught.value.diagnostics[0].place.line == 3
    assert caught.value.diagnostics[0].op == "transpose"


def test_broadcast_in_dim() -> None:
    x = np.arange(3, dtype=np.float32)
    (found,) = evaluate("broadcast_in_dim", [x], ((3, 2), "float32"), src_shape=(3,), broadcast_dims=(0,), shape=(3, 2))
    np.testing.assert_array_equal(found, np.stack([x, x], axis=1))


def test_slice() -> None:
    values = {"start_indices": (0, 1, 0), "limit_indices": (1, 3, 4), "strides": (1, 1, 3)}
    (found,) = evaluate("slice", [X], ((1, 2, 2), "float32"), src_shape=X.shape, **values)
    np.testing.assert_array_equal(found, X[0:1, 1:3, 0:4:3])


def test_dynamic_slice_clamps_its_start() -> None:
    starts = [np.int32(9), np.int32(1), np.int32(-1)]
    (found,) = evaluate(
        "dynamic_slice", [X, *map(np.asarray, starts)], ((1, 2, 2), "float32"), src_shape=X.shape, slice_sizes=(1, 2, 2)
    )
    np.testing.assert_array_equal(found, X[1:2, 1:3, 0:2])


def test_dynamic_update_slice() -> None:
    update = np.full((1, 1, 2), -1, np.float32)
    arrays = [X, update, np.asarray(np.int32(1)), np.asarray(np.int32(0)), np.asarray(np.int32(2))]
    (found,) = evaluate("dynamic_update_slice", arrays, (X.shape, "float32"), src_shape=X.shape, update_shape=(1, 1, 2))
    expected = X.copy()
    expected[1, 0, 2:] = -1
    np.testing.assert_array_equal(found, expected)


def test_pad_with_negative_edges_and_interior() -> None:
    x = np.array([[1, 2, 3]], np.float32)
    (found,) = evaluate(
        "pad",
        [x, np.asarray(np.float32(9))],
        ((2, 5), "float32"),
        src_shape=(1, 3),
        edge_padding_low=(0, 1),
        edge_padding_high=(1, -1),
        interior_padding=(0, 1),
    )
    assert found.tolist() == [[9, 1, 9, 2, 9], [9, 9, 9, 9, 9]]


def test_concatenate() -> None:
    (found,) = evaluate("concatenate", [X, X[:, :1]], ((2, 4, 4), "float32"), dimension=1)
    np.testing.assert_array_equal(found, np.concatenate([X, X[:, :1]], axis=1))


def test_reverse() -> None:
    (found,) = evaluate("reverse", [X], (X.shape, "float32"), dimensions=(0, 2))
    np.testing.assert_array_equal(found, X[::-1, :, ::-1])
