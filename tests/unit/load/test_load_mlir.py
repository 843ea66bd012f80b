"""MLIR: errors with places, dialects, CHLO."""

import pytest
from load_programs import STABLEHLO, every_op, kinds, only, refused, where

from hlo2penguin.load import load


def test_parse_error_has_line_column_and_text() -> None:
    line = "    %0 = stablehlo.add %x, %y : tensor<2xf32>"
    (problem,) = refused(f"module {{\n  func.func @main(%x: tensor<2xf32>) {{\n{line}\n  }}\n}}\n")
    assert problem.code == "H2P002"
    assert "undeclared SSA value" in problem.cause
    assert (problem.place.file, problem.place.line, problem.place.column) == ("<text>", 3, 28)
    assert problem.place.text == line


def test_verifier_errors_come_all_at_once_with_the_ops_own_place() -> None:
    t = "tensor<4xf32>"
    bad = f'%1 = "stablehlo.transpose"(%x) {{permutation = array<i64: 1>}} : ({t}) -> {t} loc("t"("a.py":3:2))'
    problems = refused(STABLEHLO.replace("  return", f"  {bad}\n  return"))
    assert len(problems) == 2
    assert all((p.place.file, p.place.line, p.place.column, p.place.name) == ("a.py", 3, 2, "t") for p in problems)
    assert "permutation" in problems[0].cause
    assert problems[1].op.startswith('%1 = "stablehlo.transpose"')


def test_invalid_module_from_bytecode_or_another_dialect() -> None:
    (problem,) = refused('module {\n  "nowhere.op"() : () -> ()\n}\n')
    assert "unregistered dialect" in problem.cause
    assert refused(b"ML\xefR\x0drubbish")[0].code == "H2P002"
    assert refused(b"ML\xefR\x0dStableHLO_v1.0.0\x00")[0].code == "H2P002"


@pytest.mark.parametrize("op", ['"mhlo.abs"(%a)', "mhlo.abs %a", "mhlo.abs%a", '"mh\\6Co.abs"(%a)'])
def test_an_mhlo_op_is_found_however_it_is_written(op: str) -> None:
    type = "(tensor<4xf32>) -> tensor<4xf32>" if '"' in op else "tensor<4xf32>"
    text = (
        "module attributes {mhlo.num_partitions = 1 : i32} {\nfunc.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
    )
    assert load(f"{text}  %0 = {op} : {type}\n  return %0 : tensor<4xf32>\n}}\n}}\n").format == "mhlo"


def test_attributes_of_mhlo_make_no_program_mhlo() -> None:
    text = STABLEHLO.replace("func.func", "module attributes {mhlo.num_partitions = 1 : i32} {\nfunc.func", 1) + "}\n"
    assert load(text).format == "stablehlo"


def test_dialect_of_mixed_programs() -> None:
    assert load(STABLEHLO).format == "stablehlo"
    assert load(STABLEHLO.replace("stablehlo.", "mhlo.")).format == "mhlo"
    both = STABLEHLO.replace("  return", "  %1 = mhlo.erf %0 : tensor<4xf32>\n  return")
    assert load(both).format == "stablehlo"
    assert load(both.replace("mhlo.erf", "mhlo.abs")).format == "mhlo"
    assert load("module {}").format == "stablehlo"


def test_shardy_parses() -> None:
    loaded = load(
        'sdy.mesh @mesh = <["x"=4]>\n'
        "func.func @main(%x: tensor<8xf32>) -> tensor<2xf32> {\n"
        '  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>]'
        ' manual_axes={"x"} (%y: tensor<2xf32>) {\n    sdy.return %y : tensor<2xf32>\n'
        "  } : (tensor<8xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
    )
    assert "sdy.manual_computation" in kinds(loaded)


CHLO = """\
func.func @main(%x: tensor<8xf32>, %i: tensor<8xi32>) -> (tensor<8xf32>, tensor<3xf32>, tensor<3xi32>, tensor<8xi32>) {{
  %0 = {0}.negate %x : tensor<8xf32>
  %1 = chlo.erf %0 : tensor<8xf32> -> tensor<8xf32> loc("gelu#erf.4@40"("net.py":3:4))
  %2 = chlo.tan %1 : tensor<8xf32> -> tensor<8xf32> loc("wave"("net.py":4:4))
  %3 = chlo.mulhi %i, %i : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  %4, %5 = chlo.top_k(%2, k = 3) : tensor<8xf32> -> (tensor<3xf32>, tensor<3xi32>) loc("best"("net.py":5:4))
  return %2, %4, %5, %3 : tensor<8xf32>, tensor<3xf32>, tensor<3xi32>, tensor<8xi32>
}}
"""


def _calls(text: str) -> dict[str, str]:
    """Custom-call targets and the text of their `mhlo.attributes`."""
    calls = [op.operation.attributes for op in every_op(load(text).module) if "custom_call" in op.operation.name]
    return {a["call_target_name"].value: str(a["mhlo.attributes"]) for a in calls}


def test_chlo_in_stablehlo_keeps_erf_and_top_k() -> None:
    loaded = load(CHLO.format("stablehlo"))
    assert not any(op.operation.name.startswith(("chlo.", "mhlo.")) for op in every_op(loaded.module))
    assert _calls(CHLO.format("stablehlo")) == {"mhlo.erf": "{}", "mhlo.topk": "{k = 3 : i64, largest = true}"}
    erf = where(next(op for op in every_op(loaded.module) if "custom_call" in op.operation.name))
    assert (erf.op_name, erf.instruction, erf.hlo_id, erf.file, erf.line) == ("gelu", "erf.4", 40, "net.py", 3)
    assert where(only(loaded, "tan")).op_name == "wave"
    assert loaded.module.operation.verify()


def test_chlo_in_mhlo_becomes_mhlo() -> None:
    loaded = load(CHLO.format("mhlo"))
    assert loaded.format == "mhlo"
    assert all(op.operation.name.startswith(("mhlo.", "func.", "builtin.")) for op in every_op(loaded.module))
    assert {"erf", "topk", "tan"} <= set(kinds(loaded))
    assert where(only(loaded, "topk")).op_name == "best"


def test_composites_of_jax_export_are_erf_and_top_k_too() -> None:
    text = """\
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %v = stablehlo.slice %x [0:2] : (tensor<8xf32>) -> tensor<2xf32>
  %i = stablehlo.constant dense<0> : tensor<2xi32>
  return %v, %i : tensor<2xf32>, tensor<2xi32>
}
func.func @main(%x: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<8xf32>) {
  %0 = stablehlo.composite "chlo.erf" %x {decomposition = @f} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.composite "own.thing" %0 {decomposition = @f} : (tensor<8xf32>) -> tensor<8xf32>
  %2:2 = stablehlo.composite "chlo.top_k" %1 {composite_attributes = {k = 2 : i64}, decomposition = @g}
      : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %2#0, %2#1, %1 : tensor<2xf32>, tensor<2xi32>, tensor<8xf32>
}
"""
    assert _calls(text) == {"mhlo.erf": "{}", "mhlo.topk": "{k = 2 : i64, largest = true}"}
    assert kinds(load(text)).count("composite") == 1


@pytest.mark.parametrize("dtype", ["i32", "complex<f32>"])
def test_chlo_kernels_that_crash_on_other_types_are_refused(dtype: str) -> None:
    t = f"tensor<8x{dtype}>"
    op = f'  %0 = "chlo.broadcast_polygamma"(%x, %x) : ({t}, {t}) -> {t}'
    (problem,) = refused(f"func.func @main(%x: {t}) -> {t} {{\n{op}\n  return %0 : {t}\n}}\n")
    assert "floats only" in problem.cause
    assert problem.place.line == 2


def test_what_chlo_cannot_express_is_refused() -> None:
    t = "tensor<8xcomplex<f32>>"
    (problem,) = refused(
        f"func.func @main(%x: {t}) -> {t} {{\n  %0 = chlo.bessel_i1e %x : {t} -> {t}\n  return %0 : {t}\n}}\n"
    )
    assert "chlo.bessel_i1e" in problem.cause
