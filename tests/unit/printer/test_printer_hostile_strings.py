"""No string of a program can become anything but a string of the text, or write a file anywhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hlo2penguin.diagnostics import Refused
from hlo2penguin.options import Options
from hlo2penguin.pipeline import convert

NASTY = (
    "plain",
    'it\'s "quoted"',
    "')\nimport os\nos.system('x')\n#",
    '")\n__import__("os")#',
    "\\",
    "\\'",
    "\\n\\x00",
    "\x00\x01\x7f\x85\u2028\u2029\ufeff",
    "../../etc/passwd",
    "/abs/solute.npy",
    "..\\..\\x",
    "a\tb\rc",
    "{devices=[2,1]0,1}",
    "%s%n{0}{x!r}",
    "#name@3",
    "\U0001f4a5 ünïcode",
    "<locals>.f",
)

PROGRAM = """
#loc = loc({op}({file}:7:3))
module @{symbol} {{
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<8xf32>)
      attributes {{input_names = [{first}, "input1"], output_names = [{second}, "output1"]}} {{
    %c = {dialect}.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %0 = {dialect}.tanh %x {{mhlo.frontend_attributes = {{{key} = {value}}}, neuron.no_opt = {value}}}
        : tensor<4xf32> loc(#loc)
    %1 = {dialect}.custom_call @AwsNeuronLNCShardingConstraint(%0) {{backend_config = {config}}}
        : (tensor<4xf32>) -> tensor<4xf32>
    %2 = {dialect}.custom_call @AwsNeuronCustomNativeKernel(%1) {{backend_config = {config}, mhlo.sharding = {value}}}
        : (tensor<4xf32>) -> tensor<4xf32>
    %3 = {dialect}.custom_call @AwsNeuronDevicePrint(%2) {{backend_config = {config}}}
        : (tensor<4xf32>) -> tensor<4xf32>
    %4 = {dialect}.custom_call @AwsNeuronCollectiveMatmul(%3, %c)
        {{api_version = 4 : i32, backend_config = {{{key} = {value}}}}}
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %5 = "{dialect}.all_gather"(%4) <{{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}>
        {{mhlo.frontend_attributes = {{collective_type = {value}}}}} : (tensor<4xf32>) -> tensor<8xf32>
    return %0, %5 : tensor<4xf32>, tensor<8xf32>
  }}
}}
"""

FIELDS = ("op", "file", "symbol", "first", "second", "value", "config")
texts = st.one_of(st.sampled_from(NASTY), st.text(min_size=1, max_size=20))


def mlir_string(text: str) -> str:
    """`text` as a string literal of MLIR: bytes that are not plain in hexadecimal."""
    plain = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in text.encode())
    return f'"{plain}"'


def program(dialect: str, **strings: str) -> str:
    literals = {name: mlir_string(strings.get(name, "plain")) for name in (*FIELDS, "key")}
    return PROGRAM.format(dialect=dialect, **literals)


def shape(text: str) -> list[str]:
    """What kind of statement each one is, with its keywords: everything but strings and HLO ids.

    A name that looks like the mark of an instruction gives its id.
    """
    found: list[str] = []
    for node in ast.parse(text).body:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                inner.value = ""
            elif isinstance(inner, ast.keyword) and inner.arg == "hlo_id":
                inner.value = ast.Constant(0)
        found.append(ast.dump(node))
    return found


def strings_of(text: str) -> set[str]:
    return {n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(strings=st.fixed_dictionaries(dict.fromkeys(FIELDS, texts)))
@example(strings=dict.fromkeys(FIELDS, NASTY[2]))
def test_strings_stay_strings(tmp_path: Path, dialect: str, strings: dict[str, str]):
    key = strings["value"]
    plain = convert(program(dialect), Options(dialect=dialect))
    nasty = convert(program(dialect, **strings, key=key), Options(dialect=dialect))
    assert shape(nasty.text) == shape(plain.text)
    assert {strings["config"], strings["value"], strings["first"], strings["second"]} <= strings_of(nasty.text)
    assert all(re.fullmatch(r"constant\.\d+\.npy", name) for name in nasty.constants)
    target = tmp_path / "out"
    nasty.save(str(target))
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"penguin.py", *nasty.constants}
    assert {path.name for path in target.iterdir()} == {"penguin.py", *nasty.constants}


@pytest.mark.parametrize("text", NASTY)
def test_names_and_files_of_locations_come_through_whole(text: str):
    printed = convert(program("stablehlo", op=text, file=text)).text
    [tanh] = [line for line in printed.splitlines() if "op=np.tanh" in line]
    call = ast.parse(tanh).body[0].value  # pyright: ignore[reportAttributeAccessIssue]
    [location] = [keyword.value for keyword in call.keywords if keyword.arg == "dl"]
    found = {keyword.arg: keyword.value.value for keyword in location.keywords}
    assert found["line"] == 7
    assert found["file"] == text
    expected = "name" if text == "#name@3" else f"{text}_tanh.2"
    assert found["tensor_op_name"].lstrip("_") == expected.lstrip("_")


@pytest.mark.parametrize("text", NASTY)
def test_unknown_targets_of_any_name_are_refused_by_name(text: str):
    call = f"stablehlo.custom_call @{mlir_string(text)}(%x) : (tensor<4xf32>) -> tensor<4xf32>"
    source = f"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{\n %0 = {call}\n return %0 : tensor<4xf32>\n}}"
    with pytest.raises(Refused) as refused:
        convert(source)
    assert refused.value.code == "NCC_EHCA005"
    assert text in refused.value.diagnostics[0].cause


@pytest.mark.parametrize("text", NASTY)
def test_bodies_of_composites_may_have_any_name(text: str):
    symbol = mlir_string(text)
    source = f"""
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %0 = stablehlo.composite "composite.Fused" %x {{CompositeKind = "Elementwise", decomposition = @{symbol}}}
          : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }}
    func.func private @{symbol}(%x: tensor<4xf32>) -> tensor<4xf32> attributes {{genComposite}} {{
      %0 = stablehlo.tanh %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }}"""
    assert convert(source).text.count("NeuronTensorOp(") == 2
