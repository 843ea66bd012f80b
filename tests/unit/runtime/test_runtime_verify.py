import json
import sys
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import hlo2penguin as h2p
from hlo2penguin.runtime import input_files, verify, verify_many
from hlo2penguin.runtime.compare import Comparison
from hlo2penguin.runtime.inputs import nudged
from hlo2penguin.runtime.verdict import Verdict
from hlo2penguin.runtime.verify import Trial

SIMPLE = """
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  %2 = stablehlo.compare GT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %1, %2 : tensor<4xf32>, tensor<4xi1>
}
"""
CHECKED = """
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = stablehlo.constant dense<[EXPECTED, 4.0]> : tensor<2xf32>
  %0 = stablehlo.multiply %a, %a : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %0 : tensor<2xf32>
}
"""
GELU = """
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @AwsNeuronGelu(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
REDUCE = """
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<GROUPS> : tensor<TYPExi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


SORT = """
func.func @main(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, OPERANDS : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
  return %0 : tensor<4x7xf32>
}
"""
COMPOUND = """
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %d = stablehlo.add %m, %a : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  return %0 : tensor<f32>
}
"""


def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the lift read `np.tanh` as `np.sin`: what a wrong conversion looks like from here."""
    from hlo2penguin.lift import elementwise

    monkeypatch.setitem(elementwise._UNARY, "np.tanh", "sine")


def test_a_conversion_is_verified() -> None:
    verdict = verify(SIMPLE, name="simple")
    assert (verdict.status, verdict.code, verdict.input) == ("verified", "", "simple")
    assert [output.name for output in verdict.outputs] == ["output0", "output1"]
    assert all(output.max_ulp == 0 for output in verdict.outputs)
    assert verdict.seconds > 0


@pytest.mark.parametrize("options", [h2p.Options(fuse="all"), h2p.Options(dialect="mhlo", fuse="all")])
def test_options_are_those_of_convert(options: h2p.Options) -> None:
    assert verify(SIMPLE, options).status == "verified"


def test_booleans_printed_as_uint8() -> None:
    from dataclasses import replace

    options = h2p.Options(profile=replace(h2p.OBSERVED, i1_dtype="uint8"))
    assert verify(SIMPLE, options).status == "verified"


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_what_a_profile_drops_from_the_text_is_not_judged(dialect: Literal["stablehlo", "mhlo"]) -> None:
    documented = h2p.Options(profile=h2p.DOCUMENTED, dialect=dialect)
    observed = h2p.Options(dialect=dialect)
    kept, swapped = SORT.replace("OPERANDS", "%a, %b"), SORT.replace("OPERANDS", "%b, %a")
    assert [verify(text, observed).status for text in (kept, swapped)] == ["verified"] * 2
    assert verify(kept, documented).status == "verified"
    verdict = verify(swapped, documented, name="swapped")
    assert (verdict.status, verdict.code) == ("refused", "H2P311")
    assert "profile `documented` prints comparison_dir=lt where the program means comparison_dir=gt" in verdict.message
    assert "sort" in verdict.message.split("[ERROR]")[0]
    verdict = verify(COMPOUND, documented)
    assert (verdict.status, verdict.code) == ("refused", "H2P311")
    assert "profile `documented` prints as a single operation" in verdict.message
    assert "reduce" in verdict.message.split("[ERROR]")[0]
    assert verify(COMPOUND, observed).code == "NCC_PYP055"


def test_a_wrong_conversion_is_found_and_bisected(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    verdict = verify(SIMPLE, bisect=True)
    assert (verdict.status, verdict.code) == ("wrong", "H2P350")
    assert [output.ok for output in verdict.outputs] == [False, True]
    assert verdict.departure is not None
    assert verdict.departure.form == "unary"
    assert "tanh" in verdict.departure.tensor_op_name
    assert verdict.departure.line > 0
    record = json.loads(verdict.to_json())
    assert record["departure"]["hlo_id"] == verdict.departure.hlo_id
    assert record["outputs"][0]["max_ulp"] > 64


def test_a_module_that_checks_itself_is_judged_by_its_own_values() -> None:
    assert verify(CHECKED.replace("EXPECTED", "1.0")).status == "verified"


def test_an_expected_value_that_the_source_itself_misses_is_noted() -> None:
    verdict = verify(CHECKED.replace("EXPECTED", "1.5"))
    assert verdict.status == "verified"
    assert "misses its own expected value" in verdict.note


def test_a_self_checking_module_that_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    from hlo2penguin.lift import elementwise

    monkeypatch.setitem(elementwise._BINARY, "np.multiply", "add")
    assert verify(CHECKED.replace("EXPECTED", "1.0")).status == "wrong"


def test_the_reference_interpreter_is_another_oracle() -> None:
    verdict = verify(SIMPLE, oracle="interpreter")
    assert verdict.status == "verified"


def test_an_interpreter_that_dies_is_an_error_of_the_tool() -> None:
    program = """
    func.func @main() -> tensor<4xui32> {
      %s = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
      %0:2 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
      return %0#1 : tensor<4xui32>
    }
    """
    verdict = verify(program, oracle="interpreter")
    assert (verdict.status, verdict.code) == ("error", "H2P307")
    assert "rng_bit_generator" in verdict.message


@pytest.mark.parametrize("distribution", ["UNIFORM", "NORMAL"])
@pytest.mark.parametrize(("dtype", "low", "high"), [("f32", "0.5", "2.0"), ("bf16", "0.5", "2.0"), ("i32", "3", "9")])
def test_random_numbers_are_compared_by_their_bounds(
    distribution: str, dtype: str, low: str, high: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (distribution, dtype) == ("NORMAL", "i32"):
        return
    program = f"""
    func.func @main() -> tensor<4xDTYPE> {{
      %a = stablehlo.constant dense<{low}> : tensor<DTYPE>
      %b = stablehlo.constant dense<{high}> : tensor<DTYPE>
      %s = stablehlo.constant dense<4> : tensor<1xi64>
      %0 = stablehlo.rng %a, %b, %s, distribution = {distribution}
        : (tensor<DTYPE>, tensor<DTYPE>, tensor<1xi64>) -> tensor<4xDTYPE>
      return %0 : tensor<4xDTYPE>
    }}
    """.replace("DTYPE", dtype)
    assert verify(program).status == "verified"
    other = [np.array([3, 1, 2, 0])]
    monkeypatch.setattr(Trial, "found", lambda trial, inputs: [[array.astype(np.int32) for array in other]])
    assert verify(program).status == "wrong"


def test_calls_that_xla_lacks_get_the_lifts_definitions() -> None:
    assert verify(GELU).status == "verified"


@pytest.mark.parametrize(("groups", "type"), [("[[0, 1], [2, 3]]", "2x2"), ("[[2, 0, 3, 1]]", "1x4"), ("", "0x0")])
def test_collectives_run_on_as_many_devices_as_they_need(groups: str, type: str) -> None:
    verdict = verify(REDUCE.replace("GROUPS", groups).replace("TYPE", type))
    assert verdict.status == "verified", verdict.message


def test_more_devices_than_this_process_shows_mean_a_new_process() -> None:
    groups = str([list(range(12))])
    verdict = verify(REDUCE.replace("GROUPS", groups).replace("TYPE", "1x12"))
    assert verdict.status == "verified", verdict.message


@pytest.mark.parametrize(
    ("source", "code"), [("not a program\n", "H2P001"), ("module { func.func @main( }\n", "H2P002")]
)
def test_bad_input_is_refused_with_its_code(source: str, code: str) -> None:
    verdict = verify(source)
    assert (verdict.status, verdict.code) == ("refused", code)
    assert verdict.message


def test_a_crash_of_the_tool_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(sys.modules["hlo2penguin.runtime.verify"], "convert", fail)
    verdict = verify(SIMPLE)
    assert (verdict.status, verdict.code) == ("error", "H2P399")
    assert "boom" in verdict.message


@pytest.mark.parametrize(("error", "status"), [(0.0, "verified"), (10.0, "wrong")])
def test_rounding_that_the_program_amplifies_is_no_error(
    error: float, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chaotic map, run on one side from inputs that differ in their last bit."""
    plain = Trial.found

    def found(trial: Trial, inputs: list) -> list:
        return [[array + np.float32(error) for array in plain(trial, [nudged(inputs[0], seed=9)])[0]]]

    monkeypatch.setattr(Trial, "found", found)
    steps = "\n".join(
        f"  %m{n} = stablehlo.multiply %x{n}, %x{n} : tensor<64xf32>\n"
        f"  %s{n} = stablehlo.subtract %one, %m{n} : tensor<64xf32>\n"
        f"  %d{n} = stablehlo.add %s{n}, %s{n} : tensor<64xf32>\n"
        f"  %x{n + 1} = stablehlo.subtract %d{n}, %one : tensor<64xf32>"
        for n in range(40)
    )
    chaotic = f"""
    func.func @main(%x0: tensor<64xf32>) -> tensor<64xf32> {{
      %one = stablehlo.constant dense<1.0> : tensor<64xf32>
    {steps}
      return %x40 : tensor<64xf32>
    }}
    """
    verdict = verify(chaotic)
    assert verdict.status == status
    assert bool(verdict.note) == (status == "verified")
    assert max(output.max_abs for output in verdict.outputs) > 1e-2


def test_outputs_without_numbers_are_noted() -> None:
    program = """
    func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %a = stablehlo.abs %x : tensor<4xf32>
      %n = stablehlo.negate %a : tensor<4xf32>
      %s = stablehlo.sqrt %n : tensor<4xf32>
      return %s, %a : tensor<4xf32>, tensor<4xf32>
    }
    """
    verdict = verify(program)
    assert verdict.status == "verified"
    assert verdict.note == "mostly NaN or infinite, which agrees easily: output0"
    assert verify(program.replace("sqrt %n", "sqrt %a")).note == ""


def test_many_files_in_order_and_directories(tmp_path: Path) -> None:
    (tmp_path / "b.mlir").write_text(SIMPLE)
    (tmp_path / "a.mlir").write_text("nonsense\n")
    (tmp_path / "README.md").write_text("not a program")
    files = input_files([tmp_path])
    assert [Path(file).name for file in files] == ["a.mlir", "b.mlir"]
    verdicts = list(verify_many([tmp_path], jobs=2))
    assert [(Path(v.input).name, v.status) for v in verdicts] == [("a.mlir", "refused"), ("b.mlir", "verified")]


def test_verdicts_as_json_lines() -> None:
    output = Comparison("output0", "float32", (2,), True, 1.0, float("inf"))
    record = json.loads(Verdict("x.mlir", "verified", outputs=(output,), seconds=1.23456).to_json())
    assert record["input"] == "x.mlir"
    assert record["code"] is None
    assert record["seconds"] == 1.235
    assert record["outputs"][0]["max_ulp"] == 1.0
    assert record["outputs"][0]["max_abs"] is None
    assert np.isfinite(record["outputs"][0]["max_ulp"])
