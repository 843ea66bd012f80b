import numpy as np
import pytest
from lift_programs import Program, evaluate

from hlo2penguin.diagnostics import Refused

X = np.array([[3, 1, 2], [6, 5, 4]], np.float32)


def scalar(value, dtype=np.float32):
    return np.asarray(dtype(value))


REDUCE = {
    "np.add": (0, np.float32, X.sum(1)),
    "np.multiply": (1, np.float32, X.prod(1)),
    "np.maximum": (-np.inf, np.float32, X.max(1)),
    "np.minimum": (np.inf, np.float32, X.min(1)),
    "np.bitwise_or": (0, np.int32, [3, 7]),
    "np.bitwise_and": (-1, np.int32, [0, 4]),
    "np.bitwise_xor": (0, np.int32, [0, 7]),
}


@pytest.mark.parametrize("name", REDUCE)
def test_reduce(name: str) -> None:
    init, dtype, expected = REDUCE[name]
    result = ((2,), "float32" if dtype is np.float32 else "int32")
    arrays = [X.astype(dtype), scalar(init, dtype)]
    (found,) = evaluate("reduce", arrays, result, op=name, xla_op=name, init_value=0, reduce_dims=(1,))
    assert found.tolist() == list(expected)


def test_reduce_starts_at_its_operand_not_at_the_keyword() -> None:
    values = {"op": "np.add", "xla_op": "np.add", "init_value": 0.0, "reduce_dims": (0, 1)}
    assert evaluate("reduce", [X, scalar(100)], ((), "float32"), **values)[0] == 121


def test_reduce_of_booleans_stored_as_uint8() -> None:
    x = np.array([[1, 0], [0, 0]], np.uint8)
    values = {"op": "np.logical_or", "xla_op": "np.logical_or", "init_value": False, "reduce_dims": (1,)}
    assert evaluate("reduce", [x, scalar(0, np.uint8)], ((2,), "uint8"), **values)[0].tolist() == [1, 0]


def test_reduce_with_an_unknown_function_is_refused() -> None:
    values = {"op": "np.exp", "xla_op": "np.exp", "init_value": 0.0, "reduce_dims": (1,)}
    with pytest.raises(Refused) as caught:
        evaluate("reduce", [X, scalar(0)], ((2,), "float32"), **values)
    assert caught.value.code == "H2P224"


def test_reduce_window() -> None:
    values = {"op": "np.maximum", "xla_op": "np.maximum", "use_init_operand": False}
    window = {"stride": (1, 2), "padding": (0, 0, 1, 0), "window_shape": (2, 2)}
    (found,) = evaluate("reduce_window", [X, scalar(-np.inf)], ((1, 2), "float32"), **values, **window)
    assert found.tolist() == [[6, 5]]


def test_reduce_window_with_dilations() -> None:
    x = np.arange(5, dtype=np.float32)
    values = {"op": "np.add", "xla_op": "np.add", "use_init_operand": True, "stride": (1,), "padding": (0, 0)}
    dilations = {"window_shape": (2,), "base_dilation": (2,), "window_dilation": (4,)}
    (found,) = evaluate("reduce_window", [x, scalar(10)], ((5,), "float32"), **values, **dilations)
    assert found.tolist() == [10 + 2, 10, 10 + 4, 10, 10 + 6]


SCATTER = {
    "index_vector_dim": 1,
    "update_scatter_dims": (0,),
    "update_window_dims": (1,),
    "inserted_window_dims": (0,),
    "scatter_dims_to_operand_dims": (0,),
    "unique_indices": False,
}


@pytest.mark.parametrize(("name", "expected"), [("np.add", [13, 21, 32]), ("np.copyto", [10, 20, 30])])
def test_scatter(name: str, expected: list[float]) -> None:
    arrays = [X, np.array([[0]], np.int32), np.array([[10, 20, 30]], np.float32)]
    (found,) = evaluate("scatter", arrays, ((2, 3), "float32"), op=name, xla_op=name, scatter_kind=name, **SCATTER)
    assert found.tolist() == [expected, [6, 5, 4]]


def test_scatter_with_batching_dims() -> None:
    operand = np.zeros((2, 3), np.float32)
    arrays = [operand, np.array([[[1]], [[2]]], np.int32), np.array([[5], [7]], np.float32)]
    values = {
        "index_vector_dim": 2,
        "update_scatter_dims": (0, 1),
        "update_window_dims": (),
        "inserted_window_dims": (1,),
        "scatter_dims_to_operand_dims": (1,),
        "input_batching_dims": (0,),
        "scatter_indices_batching_dims": (0,),
        "unique_indices": True,
    }
    names = {"op": "np.add", "xla_op": "np.add", "scatter_kind": "np.add"}
    assert evaluate("scatter", arrays, ((2, 3), "float32"), **names, **values)[0].tolist() == [[0, 5, 0], [0, 0, 7]]


def test_select_and_scatter() -> None:
    operand = np.array([[1, 9, 2, 3]], np.float32)
    source = np.array([[10, 20]], np.float32)
    values = {"window_shape": (1, 2), "stride": (1, 2), "padding": (0, 0, 0, 0), "src_shape": (1, 4)}
    (found,) = evaluate(
        "select_and_scatter",
        [operand, source, scalar(0)],
        ((1, 4), "float32"),
        op="np.add",
        xla_op="np.greater_equal",
        scatter_ident=0.0,
        **values,
    )
    assert found.tolist() == [[0, 10, 0, 20]]


ODD = np.array([2, np.nan, -np.inf, 0.0, -0.0, 1], np.float32)


@pytest.mark.parametrize(
    ("direction", "expected"), [("lt", [-np.inf, 0, 0, 1, 2, np.nan]), ("gt", [np.nan, 2, 1, 0, 0, -np.inf])]
)
def test_sort(direction: str, expected: list[float]) -> None:
    (found,) = evaluate("sort", [ODD], ((6,), "float32"), dimension=0, is_stable=True, comparison_dir=direction)
    np.testing.assert_array_equal(found, expected)


def test_zeros_of_either_sign_keep_their_order() -> None:
    (found,) = evaluate("sort", [ODD], ((6,), "float32"), dimension=0, is_stable=True, comparison_dir="lt")
    assert np.signbit(found[1:3]).tolist() == [False, True]


def test_sort_carries_further_operands() -> None:
    keys, payload = np.array([[2, 1], [3, 3]], np.int32), np.array([[10, 20], [30, 40]], np.float32)
    results = [((2, 2), "int32"), ((2, 2), "float32")]
    found = evaluate("sort", [keys, payload], *results, dimension=1, is_stable=True, comparison_dir="lt")
    assert [array.tolist() for array in found] == [[[1, 2], [3, 3]], [[20, 10], [30, 40]]]


def test_argsort_has_lost_its_iota() -> None:
    results = [((3,), "float32"), ((3,), "int32")]
    found = evaluate("sort", [X[0]], *results, dimension=0, is_stable=True, comparison_dir="lt")
    assert [array.tolist() for array in found] == [[1, 2, 3], [1, 2, 0]]


@pytest.mark.parametrize(
    ("form", "row", "place"),
    [
        ("argmax", [1, 5, 5, 2], 1),
        ("argmin", [4, 1, 1, 2], 1),
        ("argmax", [1, np.nan, 9, np.nan], 1),
        ("argmin", [1, np.nan, -9, np.nan], 1),
        ("argmax", [-np.inf, -np.inf], 0),
    ],
)
def test_arg_extremes(form: str, row: list[float], place: int) -> None:
    x = np.array([row], np.float32)
    (index,) = evaluate(form, [x], ((1,), "int32"), axis=1)
    assert index.tolist() == [place]
    value, index = evaluate(form, [x], ((1,), "float32"), ((1,), "uint32"), axis=1)
    np.testing.assert_array_equal(value, [row[place]])
    assert index.tolist() == [place]


def test_argmax_of_integers() -> None:
    (index,) = evaluate("argmax", [np.array([-128, -128, -127], np.int8)], ((), "int64"), axis=0)
    assert index == 2


def test_an_initial_value_of_another_dtype_is_refused() -> None:
    program = Program()
    x, init = program.input(X), program.constant(0, (), "int32")
    values = {"op": "np.add", "xla_op": "np.add", "init_value": 0.0, "reduce_dims": (1,)}
    program.op("reduce", [x, init], [out := program.tensor((2,))], **values)
    with pytest.raises(Refused, match="initial value"):
        program.run(out)
