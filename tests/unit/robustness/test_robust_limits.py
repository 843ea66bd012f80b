"""Limits: each of these works, or is refused, in bounded time and memory; nothing of ours recurses over the program.

Every case runs in a process of its own, as what is wrong here ends the process. HLO2PENGUIN_STRESS=1 (`make stress`)
takes the full sizes.
"""

import json
import os
import subprocess
import sys

import pytest

FULL = bool(os.environ.get("HLO2PENGUIN_STRESS"))
MEMORY = 6 << 30
CHILD = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
sys.setrecursionlimit(400)
import hlo2penguin
source = sys.stdin.buffer.read()
answer = {{}}
start = time.perf_counter()
try:
    program = hlo2penguin.convert(source, hlo2penguin.Options(fuse="all"))
    answer = {{"operations": program.operations, "text": len(program.text), "constants": len(program.constants)}}
    model = hlo2penguin.read(program.text)
    answer["read"] = len(model.ops)
    answer["lifted"] = len(hlo2penguin.lift(model, constants=program.constants).bytecode)
except hlo2penguin.Refused as refused:
    answer["code"] = refused.code
answer["seconds"] = time.perf_counter() - start
print(json.dumps(answer))
"""


def outcome(text, seconds=60):
    done = subprocess.run(
        [sys.executable, "-c", CHILD.format(memory=MEMORY)],
        input=text.encode(),
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stderr.decode()[-2_000:])
    answer = json.loads(done.stdout)
    assert answer["seconds"] < (seconds * 5 if FULL else seconds)
    return answer


def test_a_deep_chain():
    length = 100_000 if FULL else 10_000
    body = "".join(f"%v{i + 1} = stablehlo.add %v{i}, %v{i} : tensor<4xf32>\n" for i in range(length))
    text = f"func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {{\n{body}return %v{length} : tensor<4xf32>\n}}"
    answer = outcome(text)
    assert answer["operations"] == answer["read"] == length
    assert answer["lifted"] > 0


def test_many_inputs():
    arguments = ", ".join(f"%a{i}: tensor<f32>" for i in range(50_000))
    body = "%0 = stablehlo.add %a0, %a49999 : tensor<f32> return %0 : tensor<f32>"
    text = f"func.func @main({arguments}) -> tensor<f32> {{ {body} }}"
    assert outcome(text)["read"] == 1


def test_many_outputs():
    types = ", ".join(["tensor<f32>"] * 20_000)
    body = "".join(f"%v{i} = stablehlo.add %a, %a : tensor<f32>\n" for i in range(20_000))
    values = ", ".join(f"%v{i}" for i in range(20_000))
    assert (
        outcome(f"func.func @main(%a: tensor<f32>) -> ({types}) {{ {body} return {values} : {types} }}")["read"]
        == 20_000
    )


def test_rank_64():
    tensor = f"tensor<{'1x' * 64}f32>"
    text = f"func.func @main(%x: {tensor}) -> {tensor} {{ %y = stablehlo.add %x, %x : {tensor} return %y : {tensor} }}"
    assert outcome(text)["lifted"] > 0


@pytest.mark.parametrize("use", ["%c", "%d"])
def test_a_splat_constant_of_two_gigabytes_is_never_expanded(use):
    tensor, wide = "tensor<536870912xf32>", "tensor<536870912xf64>"
    text = f"""func.func @main(%x: {tensor}) -> {tensor} {{
      %c = stablehlo.constant dense<1.5> : {tensor}
      %e = stablehlo.convert %c : ({tensor}) -> {wide}
      %d = stablehlo.convert %e : ({wide}) -> {tensor}
      %y = stablehlo.add %x, {use} : {tensor}
      return %y : {tensor}
    }}"""
    answer = outcome(text, 30)
    assert answer["constants"] == 0
    assert answer["lifted"] < 10_000


def test_a_long_location_prints_and_the_reader_says_where_it_stops():
    length = 100_000_000 if FULL else 17_000_000
    text = f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %y = stablehlo.add %x, %x : tensor<4xf32> loc("{"a" * length}")
      return %y : tensor<4xf32>
    }}"""
    answer = outcome(text)
    assert answer["text"] > length
    assert answer["code"] == "H2P125"


def test_a_thousand_nested_regions_are_a_refusal_of_the_region():
    parts = ["func.func @main(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> { "]
    parts += [f'%r{i} = "stablehlo.if"(%p) ({{ ' for i in range(1_000)]
    parts.append("stablehlo.return %x : tensor<4xf32>")
    for i in reversed(range(1_000)):
        parts.append(" }, { stablehlo.return %x : tensor<4xf32> }) : (tensor<i1>) -> tensor<4xf32> ")
        parts.append(f"{'stablehlo.' if i else ''}return %r{i} : tensor<4xf32>")
    assert outcome("".join([*parts, "}"]))["code"] == "NCC_PYP055"


def module(attribute):
    return (
        f"module attributes {{mhlo.a = {attribute}}} "
        "{ func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> } }"
    )


def located(location):
    return f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %y = stablehlo.add %x, %x : tensor<4xf32> loc({location})
      return %y : tensor<4xf32> }}"""


DEEP = 100_000
NESTS = {
    "array": module("[" * DEEP + "]" * DEEP),
    "dictionary": module("{a=" * DEEP + "1" + "}" * DEEP),
    "tuple": f"func.func @main(%x: {'tuple<' * DEEP}tensor<f32>{'>' * DEEP}) -> () {{ return }}",
    "elements": module("dense<" + "[" * DEEP + "1.0" + "]" * DEEP + "> : tensor<f32>"),
    "modules": "module {" * DEEP + "}" * DEEP,
    "call sites": located("callsite(" * DEEP + '"a"' + ' at "b")' * DEEP),
    "fused locations": located("fused[" * DEEP + '"a"' + "]" * DEEP),
    "named locations": located('"a"(' * DEEP + '"b"' + ")" * DEEP),
    "affine expression": module("affine_map<(d0) -> (" + "(" * DEEP + "d0" + ")" * DEEP + ")>"),
}


@pytest.mark.parametrize("kind", NESTS)
def test_brackets_too_deep_for_a_parser_are_refused(kind):
    from hlo2penguin import Refused, convert

    with pytest.raises(Refused) as caught:
        convert(NESTS[kind])
    assert caught.value.code == "H2P005"
    assert caught.value.diagnostics[0].place.line in (1, 2)


def test_deep_brackets_in_strings_and_comments_do_not_count():
    from hlo2penguin import convert

    quoted = '"' + "([{<" * 5_000 + '"'
    assert convert(f"// {'(' * 5_000}\n" + located(quoted)).operations == 1


@pytest.mark.parametrize("depth", [60, 100, 1_000])
def test_attributes_that_are_read_have_a_limit_of_their_own(depth):
    text = f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
      %y = stablehlo.add %x, %x {{mhlo.frontend_attributes = {{a = {"[" * depth}{"]" * depth}}}}} : tensor<4xf32>
      return %y : tensor<4xf32> }}"""
    assert outcome(text).get("code", "none") in ("none", "H2P005")


@pytest.mark.parametrize("depth", [2, 100, 1_000])
def test_nested_tuples(depth):
    text = f"func.func @main(%x: {'tuple<' * depth}tensor<f32>{'>' * depth}) -> () {{ return }}"
    answer = outcome(text)
    assert answer.get("code") == ("H2P005" if depth > 64 else None)


def test_a_comparator_with_a_long_chain_of_selects():
    chain = "".join(
        f"%n{i} = stablehlo.compare NE, %v{i}, %v{i} : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        f"%v{i + 1} = stablehlo.select %n{i}, %nan, %v{i} : tensor<i1>, tensor<f32>\n"
        for i in range(2_000)
    )
    text = f"""func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {{
      %s = "stablehlo.sort"(%x) <{{dimension = 0 : i64, is_stable = true}}> ({{
      ^bb0(%v0: tensor<f32>, %w: tensor<f32>):
        %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
        {chain}
        %c = stablehlo.compare LT, %v2000, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }}) : (tensor<8xf32>) -> tensor<8xf32>
      return %s : tensor<8xf32>
    }}"""
    assert outcome(text).get("code", "none").startswith(("none", "NCC_PYP02"))


def test_a_long_chain_of_calls():
    length = 100_000 if FULL else 5_000
    parts = [
        f"func.func private @f{i}(%x: tensor<f32>) -> tensor<f32> "
        f"{{ %0 = call @f{i + 1}(%x) : (tensor<f32>) -> tensor<f32> return %0 : tensor<f32> }}\n"
        for i in range(length)
    ]
    parts.append(
        f"func.func private @f{length}(%x: tensor<f32>) -> tensor<f32> {{ return %x : tensor<f32> }}\n"
        "func.func @main(%x: tensor<f32>) -> tensor<f32> "
        "{ %0 = call @f0(%x) : (tensor<f32>) -> tensor<f32> return %0 : tensor<f32> }"
    )
    assert outcome("".join(parts), 30)["operations"] == 1
