"""Metrics of small programs with figures worked out by hand."""

import json

import pytest

from hlo2penguin import convert
from hlo2penguin.metrics import Metrics


def metrics_of(body: str, arguments: str, result: str) -> Metrics:
    return convert(f"func.func @main({arguments}) -> {result} {{\n{body}\n}}\n").metrics


def test_dot_counts_m_n_k_and_the_bytes_of_inputs_and_outputs():
    metrics = metrics_of(
        "%d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] "
        ": (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>\nreturn %d : tensor<2x5xf32>",
        "%a: tensor<2x3xf32>, %b: tensor<3x5xf32>",
        "tensor<2x5xf32>",
    )
    assert metrics.mac_count == 2 * 3 * 5
    assert metrics.traffic == 4 * (6 + 15 + 10)


def test_batched_dot_counts_the_batch():
    metrics = metrics_of(
        "%d = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] "
        ": (tensor<4x2x3xbf16>, tensor<4x3x5xbf16>) -> tensor<4x2x5xbf16>\nreturn %d : tensor<4x2x5xbf16>",
        "%a: tensor<4x2x3xbf16>, %b: tensor<4x3x5xbf16>",
        "tensor<4x2x5xbf16>",
    )
    assert metrics.mac_count == 4 * 2 * 3 * 5


def test_convolution_counts_in_bounds_taps_only():
    # 1-D, width 4, kernel 3, padding 1 on both sides: outputs 0 and 3 see two taps, the middle two see three.
    metrics = metrics_of(
        "%c = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
        "window = {stride = [1], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<2x4x5xf32>, tensor<3x5x7xf32>) -> tensor<2x4x7xf32>\nreturn %c : tensor<2x4x7xf32>",
        "%x: tensor<2x4x5xf32>, %w: tensor<3x5x7xf32>",
        "tensor<2x4x7xf32>",
    )
    assert metrics.mac_count == (2 + 3 + 3 + 2) * 2 * 5 * 7


def test_each_distinct_constant_counts_once():
    metrics = metrics_of(
        "%a = stablehlo.constant dense<1.0> : tensor<f32>\n%b = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%c = stablehlo.constant dense<2.0> : tensor<f32>\n%d = stablehlo.add %a, %b : tensor<f32>\n"
        "%e = stablehlo.add %d, %c : tensor<f32>\n%f = stablehlo.add %e, %x : tensor<f32>\nreturn %f : tensor<f32>",
        "%x: tensor<f32>",
        "tensor<f32>",
    )
    assert metrics.traffic == 4 + 4 + 2 * 4


@pytest.mark.parametrize(
    ("target", "intensity", "kind"),
    [
        ("trn1", 315.1, "memory-bound"),
        ("trn1", 511.9, "compute-bound"),
        ("trn2", 260.6, "memory-bound"),
        ("trn2", 526.5, "compute-bound"),
        ("trn3", 216.6, "memory-bound"),
        ("trn3", 242.5, "compute-bound"),
    ],
)
def test_model_type_lies_in_the_brackets_seen_in_real_logs(target, intensity, kind):
    assert Metrics(int(intensity * 500_000), 1_000_000).model_type(target) == kind


@pytest.mark.parametrize(
    ("macs", "traffic", "text"), [(1160, 2328, "0.99656355381011963"), (0, 10, "0.0"), (5, 0, "0.0"), (4, 2, "4.0")]
)
def test_intensity_prints_as_a_float32_with_17_digits(macs, traffic, text):
    json_text = Metrics(macs, traffic).to_json()
    assert f'"ArithmeticIntensity":{text},' in json_text
    keys = list(json.loads(json_text))
    assert keys == sorted(keys)
    assert len(keys) == 12
