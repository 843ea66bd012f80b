"""Counted loops and known branches disappear with the same values; everything else is refused with the reason."""

import numpy as np
import pytest
from prepare_values import execute, random, run, same_values

COUNTED = """func.func @main(%x: tensor<8xf32>) -> (tensor<INT>, tensor<8xf32>) {
  %first = stablehlo.constant dense<FIRST> : tensor<INT>
  %bound = stablehlo.constant dense<BOUND> : tensor<INT>
  %step = stablehlo.constant dense<STEP> : tensor<INT>
  %r:2 = stablehlo.while(%i = %first, %a = %x) : tensor<INT>, tensor<8xf32>
    cond {
      %p = stablehlo.compare DIR, %i, %bound : (tensor<INT>, tensor<INT>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %f = stablehlo.convert %i : (tensor<INT>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %s = stablehlo.add %a, %b : tensor<8xf32>
      %n = stablehlo.add %i, %step : tensor<INT>
      stablehlo.return %n, %s : tensor<INT>, tensor<8xf32>
    }
  return %r#0, %r#1 : tensor<INT>, tensor<8xf32>
}"""


def counted(first, bound, step, direction, dtype="i32") -> str:
    text = COUNTED.replace("FIRST", str(first)).replace("BOUND", str(bound)).replace("STEP", str(step))
    return text.replace("DIR", direction).replace("INT", dtype)


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize(
    ("first", "bound", "step", "direction", "trips"),
    [
        (0, 5, 1, "LT", 5),
        (0, 5, 2, "LT", 3),
        (1, 5, 2, "LE", 3),
        (5, 0, -2, "GT", 3),
        (5, 0, -1, "GE", 6),
        (0, 6, 3, "NE", 2),
        (7, 7, 1, "LT", 0),
        (9, 7, 1, "LT", 0),
        (3, 3, 1, "NE", 0),
        (4, 4, 1, "EQ", 1),
    ],
)
def test_counted_loops_of_every_direction(first, bound, step, direction, trips, dialect):
    text = counted(first, bound, step, direction)
    outcome = same_values(text, "loops", inputs=[random(8)], tolerance=1e-5, dialect=dialect)
    assert "while" not in outcome.text
    assert outcome.count(f"{dialect}.add") == trips
    assert "compare" not in outcome.text
    assert "convert" not in outcome.text


@pytest.mark.parametrize("dtype", ["ui8", "i64", "ui32"])
def test_the_counter_may_have_any_integer_type(dtype):
    outcome = same_values(counted(250, 254, 2, "LT", dtype), "loops", inputs=[random(8)], tolerance=1e-4)
    assert "while" not in outcome.text
    assert outcome.count("stablehlo.add") == 2


def test_a_counter_that_wraps_is_followed_not_computed():
    outcome = same_values(counted(120, -120, 4, "GT", "i8"), "loops", inputs=[random(8)], tolerance=1e-4)
    assert outcome.count("stablehlo.add") == 2


def test_the_limit_counts_operations_and_names_them():
    outcome = run(counted(0, 1000, 1, "LT"), "loops", unroll_limit=500)
    (problem,) = outcome.problems
    assert problem.code == "H2P202"
    assert "1,000 iterations of 2 operations are 2,000 operations" in problem.cause
    assert "500" in problem.cause
    assert problem.place.line == 5
    assert "while" in outcome.text
    assert not run(counted(0, 250, 1, "LT"), "loops", unroll_limit=600).problems


def test_a_loop_without_end_is_refused():
    (problem,) = run(counted(0, 1, 0, "LT"), "loops", unroll_limit=100).problems
    assert problem.code == "H2P202"
    assert "more than 100 iterations" in problem.cause


def test_the_step_may_be_any_arithmetic_and_the_condition_a_conjunction():
    text = """func.func @main(%x: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %two = stablehlo.constant dense<2> : tensor<i32>
      %hundred = stablehlo.constant dense<100> : tensor<i32>
      %nine = stablehlo.constant dense<9> : tensor<i32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %r:3 = stablehlo.while(%i = %one, %n = %zero, %a = %x) : tensor<i32>, tensor<i32>, tensor<f32>
        cond {
          %p = stablehlo.compare LT, %i, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %q = stablehlo.compare LT, %n, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
          %b = stablehlo.and %p, %q : tensor<i1>
          stablehlo.return %b : tensor<i1>
        } do {
          %j = stablehlo.multiply %i, %two : tensor<i32>
          %m = stablehlo.add %n, %one : tensor<i32>
          %s = stablehlo.sine %a : tensor<f32>
          stablehlo.return %j, %m, %s : tensor<i32>, tensor<i32>, tensor<f32>
        }
      return %r#0, %r#2 : tensor<i32>, tensor<f32>
    }"""
    outcome = same_values(text, "loops", inputs=[random()], tolerance=1e-6)
    assert outcome.count("stablehlo.sine") == 7
    assert "multiply" not in outcome.text


DATA_DEPENDENT = """func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> (tensor<f32>, tensor<i32>, tensor<i32>) {
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%a = %x) : tensor<f32>
    cond {
      %p = stablehlo.compare LT, %a, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %b = stablehlo.add %a, %ten : tensor<f32>
      stablehlo.return %b : tensor<f32>
    }
  %s = stablehlo.while(%i = %one) : tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %b = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %b : tensor<i32>
    }
  %c = "stablehlo.case"(%n) ({
      stablehlo.return %one : tensor<i32>
    }, {
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
  return %r, %s, %c : tensor<f32>, tensor<i32>, tensor<i32>
}"""


def test_every_unprovable_loop_is_refused_at_once_with_its_reason():
    outcome = run(DATA_DEPENDENT, "loops")
    assert [(p.code, p.place.line) for p in outcome.problems] == [
        ("NCC_PYP055", 4),
        ("NCC_PYP055", 12),
        ("NCC_PYP055", 20),
    ]
    carried, captured, branch = (p.cause for p in outcome.problems)
    assert "carried value 0, whose start is not known" in carried
    assert "argument 1" in captured
    assert "index is not known" in branch
    assert outcome.text == run(DATA_DEPENDENT).text


def test_a_condition_on_a_tensor_names_the_op_in_the_way():
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %ten = stablehlo.constant dense<10.0> : tensor<f32>
      %r = stablehlo.while(%a = %x) : tensor<4xf32>
        cond {
          %s = stablehlo.reduce(%a init: %ten) applies stablehlo.add across dimensions = [0]
            : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
          %p = stablehlo.compare LT, %s, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %b = stablehlo.add %a, %a : tensor<4xf32>
          stablehlo.return %b : tensor<4xf32>
        }
      return %r : tensor<4xf32>
    }"""
    (problem,) = run(text, "loops").problems
    assert "`stablehlo.reduce` (-:5:" in problem.cause
    assert problem.place.line == 3


NESTED = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<3xf32>
    cond {
      %p = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<3xf32>
        cond {
          %p = stablehlo.compare LE, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %k = stablehlo.multiply %i, %j : tensor<i32>
          %even = stablehlo.and %k, %one : tensor<i32>
          %t = "stablehlo.case"(%even) ({
              %u = stablehlo.sine %b : tensor<3xf32>
              stablehlo.return %u : tensor<3xf32>
            }, {
              %u = stablehlo.cosine %b : tensor<3xf32>
              stablehlo.return %u : tensor<3xf32>
            }) : (tensor<i32>) -> tensor<3xf32>
          %m = stablehlo.add %j, %one : tensor<i32>
          stablehlo.return %m, %t : tensor<i32>, tensor<3xf32>
        }
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %s#1 : tensor<i32>, tensor<3xf32>
    }
  return %r#1 : tensor<3xf32>
}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_nested_loops_with_moving_bounds_and_branches(dialect):
    outcome = same_values(NESTED, "loops", inputs=[random(3)], tolerance=1e-6, dialect=dialect)
    odd = sum(i * j % 2 for i in range(4) for j in range(i + 1))
    assert outcome.count(f"{dialect}.cosine") == odd
    assert outcome.count(f"{dialect}.sine") == 10 - odd
    assert "constant" not in outcome.text


def test_the_limit_stops_loops_whose_bounds_grow():
    (problem,) = run(NESTED, "loops", unroll_limit=6).problems
    assert problem.code == "H2P202"
    assert "while" in run(NESTED, "loops", unroll_limit=6).text
    assert run(NESTED, "loops", unroll_limit=6).text == run(NESTED).text


SLICES = """func.func @main(%x: tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<2xf32>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %s = %init) : tensor<i32>, tensor<5x2xf32>, tensor<2xf32>
    cond {
      %p = stablehlo.compare LT, %i, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 2]
        : (tensor<5x2xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
      %flat = stablehlo.reshape %row : (tensor<1x2xf32>) -> tensor<2xf32>
      %t = stablehlo.add %s, %flat : tensor<2xf32>
      %back = stablehlo.reshape %t : (tensor<2xf32>) -> tensor<1x2xf32>
      %w = stablehlo.dynamic_update_slice %a, %back, %i, %zero
        : (tensor<5x2xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %w, %t : tensor<i32>, tensor<5x2xf32>, tensor<2xf32>
    }
  return %r#1, %r#2 : tensor<5x2xf32>, tensor<2xf32>
}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_slices_at_known_places_are_static_and_clamped(dialect):
    outcome = same_values(SLICES, "loops", inputs=[random(5, 2)], dialect=dialect, tolerance=1e-6)
    assert "dynamic_slice" not in outcome.text
    assert outcome.count(f"{dialect}.slice") == 7
    assert outcome.count(f"{dialect}.dynamic_update_slice") == 7
    # One constant per index, and the zeros that the sum starts from.
    assert outcome.count(f"{dialect}.constant") == 7 + 1
    assert run(outcome.text, "loops").text == outcome.text


def test_regions_inside_the_body_see_their_captures():
    text = """func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %init = stablehlo.constant dense<0.0> : tensor<3xf32>
      %f = stablehlo.constant dense<0.0> : tensor<f32>
      %r:2 = stablehlo.while(%i = %zero, %s = %init) : tensor<i32>, tensor<3xf32>
        cond {
          %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %scale = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
          %t = "stablehlo.map"(%s) ({
            ^bb0(%a: tensor<f32>):
              %m = stablehlo.add %a, %scale : tensor<f32>
              stablehlo.return %m : tensor<f32>
            }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
          %n1 = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %n1, %t : tensor<i32>, tensor<3xf32>
        }
      return %r#1 : tensor<3xf32>
    }"""
    outcome = run(text, "loops", "map_body")
    assert "while" not in outcome.text
    np.testing.assert_array_equal(execute(outcome.text, [random(2, 3), np.int32(0)])[0][0], np.full(3, 3, np.float32))


@pytest.mark.parametrize(("index", "value"), [(0, 1.0), (1, 2.0), (2, 3.0), (-1, 3.0), (7, 3.0)])
def test_case_takes_the_last_branch_out_of_range(index, value):
    branches = ", ".join(
        f"{{ %v{b} = stablehlo.constant dense<{b + 1}.0> : tensor<f32>\n stablehlo.return %v{b} : tensor<f32> }}"
        for b in range(3)
    )
    text = f"""func.func @main() -> tensor<f32> {{
      %i = stablehlo.constant dense<{index}> : tensor<i32>
      %r = "stablehlo.case"(%i) ({branches}) : (tensor<i32>) -> tensor<f32>
      return %r : tensor<f32>
    }}"""
    outcome = same_values(text, "loops", inputs=[])
    assert execute(outcome.text, [])[0][0] == value


@pytest.mark.parametrize("flag", ["true", "false"])
def test_if_with_a_known_predicate(flag):
    text = f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %p = stablehlo.constant dense<{flag}> : tensor<i1>
      %r = "stablehlo.if"(%p) ({{
          %a = stablehlo.abs %x : tensor<2xf32>
          stablehlo.return %a : tensor<2xf32>
        }}, {{
          stablehlo.return %x : tensor<2xf32>
        }}) : (tensor<i1>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }}"""
    outcome = same_values(text, "loops", inputs=[random(2)])
    assert outcome.count("stablehlo.abs") == (flag == "true")


def test_copies_keep_the_location_of_what_they_copy():
    text = counted(0, 2, 1, "LT").replace(
        "%s = stablehlo.add %a, %b : tensor<8xf32>", '%s = stablehlo.add %a, %b : tensor<8xf32> loc("body")'
    )
    from hlo2penguin.mlir.context import ir, new_context
    from hlo2penguin.mlir.decode import Decoder
    from hlo2penguin.mlir.edit import entry_block, main_function
    from hlo2penguin.options import Options
    from hlo2penguin.prepare import loops
    from hlo2penguin.prepare.state import PrepareState

    with new_context():
        module = ir.Module.parse(text)
        decoder = Decoder()
        loops.run(module, PrepareState(Options(), decoder, [], []))
        names = [decoder.location(op.location).op_name for op in entry_block(main_function(module)).operations]
    assert names.count("body") == 2
