"""MLIR text and the lines of its ops."""

from hlo2penguin.load import load
from hlo2penguin.report.listing import list_module, operations

NESTED = """
func.func @main(%x: tensor<4x4xf32>, %p: tensor<i1>) -> tensor<4xf32> attributes {note = "} loc(\\"op\\":1:0)"} {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %r = "stablehlo.if"(%p) ({
    %a = stablehlo.add %s, %s : tensor<4xf32> loc("a.py":3:7)
    stablehlo.return %a : tensor<4xf32>
  }, {
    %b = stablehlo.negate %s {note = "{"} : tensor<4xf32> loc("x"("b.py":4:7))
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
"""


def listed():
    module = load(NESTED).module
    ops = operations(module)
    return module, ops, list_module(module, ops)


def test_every_printed_op_has_its_lines():
    _, ops, listing = listed()
    for first, _last, op in listing.spans:
        mnemonic = ops[op].name.removeprefix("func.")
        assert mnemonic in listing.lines[first], (ops[op].name, listing.lines[first])
    named = {ops[op].name for _, _, op in listing.spans}
    assert named == {
        "func.func", "func.return", "stablehlo.constant", "stablehlo.reduce", "stablehlo.if", "stablehlo.add",
        "stablehlo.negate", "stablehlo.return",
    }  # fmt: skip


def test_an_op_with_regions_spans_them():
    _, ops, listing = listed()
    ((first, last),) = [span[:2] for span in listing.spans if ops[span[2]].name == "stablehlo.if"]
    assert '"stablehlo.if"' in listing.lines[first]
    assert listing.lines[last].lstrip().startswith("}) : (tensor<i1>)")
    inside = [span for span in listing.spans if ops[span[2]].name in ("stablehlo.add", "stablehlo.negate")]
    assert len(inside) == 2
    assert all(first < start <= end < last for start, end, _ in inside)


def test_lines_have_no_locations_and_the_module_keeps_its_own():
    module, _, listing = listed()
    before = load(NESTED).module.operation.get_asm(enable_debug_info=True)
    assert module.operation.get_asm(enable_debug_info=True) == before
    assert listing.lines == load(NESTED).module.operation.get_asm().rstrip("\n").split("\n")


def test_long_constants_are_left_out():
    values = ", ".join(f"{i}.0" for i in range(100))
    text = f"func.func @main() -> tensor<100xf32> {{\n %c = stablehlo.constant dense<[{values}]> : tensor<100xf32>\n"
    module = load(text + " return %c : tensor<100xf32>\n}").module
    listing = list_module(module, operations(module))
    assert max(map(len, listing.lines)) < 120
    assert len(listing.spans) == 3
