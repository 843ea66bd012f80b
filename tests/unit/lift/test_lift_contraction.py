import numpy as np
import pytest
from lift_programs import evaluate

from hlo2penguin.diagnostics import Refused

RNG = np.random.default_rng(0)
DOT = {"lhs_batching_dims": (), "rhs_batching_dims": (), "lhs_contract_dims": (1,), "rhs_contract_dims": (0,)}


def test_dot() -> None:
    a, b = RNG.normal(size=(2, 3)).astype(np.float32), RNG.normal(size=(3, 4)).astype(np.float32)
    (found,) = evaluate("dot", [a, b], ((2, 4), "float32"), **DOT)
    np.testing.assert_allclose(found, a @ b, rtol=1e-5)


def test_batched_dot_with_a_wider_result() -> None:
    a, b = RNG.normal(size=(5, 2, 3)).astype(np.float16), RNG.normal(size=(5, 3, 4)).astype(np.float16)
    dims = {"lhs_batching_dims": (0,), "rhs_batching_dims": (0,), "lhs_contract_dims": (2,), "rhs_contract_dims": (1,)}
    (found,) = evaluate("dot", [a, b], ((5, 2, 4), "float32"), **dims)
    np.testing.assert_allclose(found, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-5)


def test_zero_points() -> None:
    a = np.ones((2, 3), np.float32)
    (found,) = evaluate("dot", [a, a.T], ((2, 2), "float32"), **DOT, lhs_zero_point="0", rhs_zero_point="0")
    assert found.tolist() == [[3, 3], [3, 3]]
    with pytest.raises(Refused) as caught:
        evaluate("dot", [a, a.T], ((2, 2), "float32"), **DOT, lhs_zero_point="3")
    assert caught.value.code == "H2P227"


CONV = {
    "input_batch_dimension": 0,
    "input_feature_dimension": 2,
    "input_spatial_dimensions": (1,),
    "kernel_input_feature_dimension": 1,
    "kernel_output_feature_dimension": 2,
    "kernel_spatial_dimensions": (0,),
    "output_batch_dimension": 0,
    "output_feature_dimension": 2,
    "output_spatial_dimensions": (1,),
}


def convolve(x, w, stride, padding, lhs_dilation, rhs_dilation, groups, batch_groups, reverse):
    """One spatial dimension, by the definition."""
    if reverse:
        w = w[::-1]
    taps, group_inputs, outputs = w.shape
    wide = np.zeros((x.shape[0], (x.shape[1] - 1) * lhs_dilation + 1, x.shape[2]), np.float64)
    wide[:, ::lhs_dilation] = x
    wide = np.pad(wide, ((0, 0), padding, (0, 0)))
    span = (taps - 1) * rhs_dilation + 1
    count = (wide.shape[1] - span) // stride + 1
    batch = x.shape[0] // batch_groups
    out = np.zeros((batch, count, outputs))
    for n, i, o in np.ndindex(out.shape):
        first = (o // (outputs // groups)) * group_inputs
        row = n + batch * (o // (outputs // batch_groups)) if batch_groups > 1 else n
        for k in range(taps):
            out[n, i, o] += wide[row, i * stride + k * rhs_dilation, first : first + group_inputs] @ w[k, :, o]
    return out


@pytest.mark.parametrize(
    ("stride", "padding", "lhs", "rhs", "groups", "batch_groups", "reverse"),
    [
        (1, (0, 0), 1, 1, 1, 1, False),
        (2, (1, 2), 1, 2, 1, 1, False),
        (1, (2, 0), 2, 1, 1, 1, True),
        (1, (0, 0), 1, 1, 2, 1, False),
        (1, (0, 0), 1, 1, 1, 2, False),
    ],
)
def test_convolution(stride, padding, lhs, rhs, groups, batch_groups, reverse) -> None:
    x = RNG.normal(size=(2, 9, 4)).astype(np.float32)
    w = RNG.normal(size=(3, 4 // groups, 6)).astype(np.float32)
    expected = convolve(x, w, stride, padding, lhs, rhs, groups, batch_groups, reverse)
    more = {"window_reversal": (True,)} if reverse else {}
    (found,) = evaluate(
        "convolution",
        [x, w],
        (expected.shape, "float32"),
        window_strides=(stride,),
        padding=padding,
        lhs_dilation=(lhs,),
        rhs_dilation=(rhs,),
        feature_group_count=groups,
        batch_group_count=batch_groups,
        **CONV,
        **more,
    )
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_rng_stays_in_its_bounds() -> None:
    bounds = [np.asarray(np.float32(2)), np.asarray(np.float32(3))]
    (found,) = evaluate("rng", bounds, ((100,), "float32"), distribution="UNIFORM", shape=(100,), dtype="float32")
    assert found.min() >= 2
    assert found.max() <= 3
    assert len(set(found.tolist())) > 50


def test_rng_bit_generator_advances_its_state() -> None:
    state = np.array([1, 2], np.uint64)
    results = [((2,), "uint64"), ((8,), "uint32")]
    new, bits = evaluate("rng_bit_generator", [state], *results, algorithm="THREE_FRY", shape=(8,), dtype="uint32")
    assert new.tolist() != state.tolist()
    assert len(set(bits.tolist())) == 8
