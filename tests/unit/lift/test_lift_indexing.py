import numpy as np
from lift_programs import evaluate


def test_gather_rows() -> None:
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    indices = np.array([[2], [0]], np.int32)
    (found,) = evaluate(
        "gather",
        [x, indices],
        ((2, 3), "float32"),
        offset_dims=(1,),
        collapsed_slice_dims=(0,),
        start_index_map=(0,),
        index_vector_dim=1,
        slice_sizes=(1, 3),
        indices_are_sorted=False,
    )
    np.testing.assert_array_equal(found, x[[2, 0]])


def test_gather_along_an_axis() -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    indices = np.array([[[2], [1]], [[0], [0]]], np.int32)
    (found,) = evaluate(
        "gather",
        [x, indices],
        ((2, 2), "float32"),
        offset_dims=(),
        collapsed_slice_dims=(1,),
        start_index_map=(1,),
        operand_batching_dims=(0,),
        start_indices_batching_dims=(0,),
        index_vector_dim=2,
        slice_sizes=(1, 1),
        indices_are_sorted=False,
    )
    np.testing.assert_array_equal(found, np.take_along_axis(x, indices[..., 0], axis=1))
