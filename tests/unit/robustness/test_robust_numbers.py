"""Numbers that no program has, in places where a text may write any: refused, and at once."""

import time

import pytest

from hlo2penguin import Refused, convert, lift, read
from hlo2penguin.runtime import verify

PROGRAM = """func.func @main(%x: tensor<4x8xf32>, %i: tensor<2x1xi32>, %m: tensor<1x4x4x1xf32>) -> ({results}) {{
  %y = {op}
  return %y : {results}
}}
"""
GROUPS = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
OPS = {
    "iota_dim=1": ("stablehlo.iota dim = 1 : tensor<4x8xf32>", "tensor<4x8xf32>"),
    "exponent_bits=5": ("stablehlo.reduce_precision %x, format = e5m10 : tensor<4x8xf32>", "tensor<4x8xf32>"),
    "index_vector_dim=1": (
        '"stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], '
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}>"
        " : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>",
        "tensor<2x8xf32>",
    ),
    "axis=1": (
        'stablehlo.custom_call @AwsNeuronArgMax(%x) {backend_config = "1"} : (tensor<4x8xf32>) -> tensor<4xi32>',
        "tensor<4xi32>",
    ),
    "replica_groups=[[0,1]]": (
        f'"stablehlo.all_gather"(%x) <{{all_gather_dim = 0 : i64, {GROUPS}}}> : (tensor<4x8xf32>) -> tensor<8x8xf32>',
        "tensor<8x8xf32>",
    ),
    "split_count=2": (
        '"stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, '
        f"{GROUPS}}}> : (tensor<4x8xf32>) -> tensor<4x8xf32>",
        "tensor<4x8xf32>",
    ),
}


def text(op, results):
    return convert(PROGRAM.format(op=op, results=results)).text


@pytest.mark.parametrize("number", [2**31, 2**40, 2**63 - 1, 2**63, 10**30])
@pytest.mark.parametrize("keyword", OPS)
def test_a_keyword_of_any_size(keyword, number):
    printed = text(*OPS[keyword])
    assert keyword in printed
    name = keyword.partition("=")[0]
    other = f"{name}=[[0,{number}]]" if name == "replica_groups" else f"{name}={number}"
    for damaged in (
        printed.replace(keyword, other, 1),
        printed.replace(keyword, other, 1).replace("replica_groups=[[0,1]]", "replica_groups=[]"),
    ):
        start = time.perf_counter()
        with pytest.raises(Refused):
            lift(read(damaged))
        assert time.perf_counter() - start < 5


def test_an_image_that_nobody_has():
    call = 'stablehlo.custom_call @ResizeNearest(%m) {backend_config = "00"} : (tensor<1x4x4x1xf32>) -> '
    type = "tensor<1x1099511627776x8x1xf32>"
    with pytest.raises(Refused, match="an image of 1099511627776 pixels") as caught:
        lift(read(text(call + type, type)))
    assert caught.value.code == "H2P222"


def test_more_devices_than_a_machine_shows_are_asked_for_once():
    op = '"stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>}>'
    type = "tensor<16384x8xf32>"
    verdict = verify(PROGRAM.format(op=f"{op} : (tensor<4x8xf32>) -> {type}", results=type))
    assert (verdict.status, verdict.code) == ("refused", "H2P301")
    assert verdict.seconds < 60
