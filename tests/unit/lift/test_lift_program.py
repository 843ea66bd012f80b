from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from lift_programs import Program, evaluate

from hlo2penguin.diagnostics import Refused
from hlo2penguin.lift import lift
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.penguin.model import Alias

TINY = np.array([1e-8, -3e-7, 0.0, 0.5], np.float32)


def tagged(kind: str, *, one: float = 1.0, extra_use: bool = False, header: str | None = None) -> Program:
    """A fusion header over the expansion of expm1 or log1p."""
    program = Program()
    x, out = program.input(TINY), program.tensor((4,))
    program.op("fusion", [x], [out], op="Elementwise", hilo_fusion_op=header or kind)
    inner, constant = program.tensor((4,)), program.constant(one, (4,))
    if kind == "Expm1":
        program.op("unary", [x], [inner], op="np.exp")
        program.op("binary", [inner, constant], [out], op="np.subtract")
    else:
        program.op("binary", [x, constant], [inner], op="np.add")
        program.op("unary", [inner], [out], op="np.log")
    program.function.outputs[:] = [out, inner] if extra_use else [out]
    if extra_use:
        program.op("unary", [inner], [last := program.tensor((4,))], op="np.abs")
        program.function.outputs[:] = [out, last]
    return program


@pytest.mark.parametrize(("kind", "reference"), [("Expm1", np.expm1), ("Log1p", np.log1p)])
def test_tagged_expansions_are_the_functions_they_name(kind: str, reference: np.ufunc) -> None:
    program = tagged(kind)
    text = lift(program.function).text
    assert ("exponential_minus_one" if kind == "Expm1" else "log_plus_one") in text
    assert "stablehlo.exponential " not in text
    (found,) = program.run(*program.function.outputs)
    np.testing.assert_allclose(found, reference(TINY), rtol=1e-6)


@pytest.mark.parametrize("kind", ["Expm1", "Log1p"])
def test_literal_follows_the_body(kind: str) -> None:
    program = tagged(kind)
    (found,) = program.run(*program.function.outputs, literal=True)
    assert found[0] == 0
    assert "_one" not in lift(program.function, literal=True).text


@pytest.mark.parametrize(
    "program",
    [
        tagged("Expm1", one=2.0),
        tagged("Expm1", extra_use=True),
        tagged("Expm1", header="Elementwise"),
        tagged("Log1p", header="Expm1"),
    ],
    ids=["another constant", "an inner value in use", "another tag", "the other expansion"],
)
def test_bodies_that_are_not_exactly_the_expansion_are_followed(program: Program) -> None:
    assert "_one" not in lift(program.function).text


def test_a_constant_file_of_ones_counts_as_one(tmp_path: Path) -> None:
    program = tagged("Expm1")
    tensor = next(t for t in program.function.tensors if t.value is not None)
    tensor.value, tensor.init = None, "one.npy"
    np.save(tmp_path / "one.npy", np.ones(4, np.float32))
    assert "exponential_minus_one" in lift(program.function, tmp_path).text


def test_constants_from_a_mapping_or_a_directory(tmp_path: Path) -> None:
    program = Program()
    data = np.array([1.5, 2.5], ml_dtypes.bfloat16)
    tensor = program.tensor((2,), "bfloat16", init="constant.1.npy")
    assert program.run(tensor, constants={"constant.1.npy": data})[0].tolist() == [1.5, 2.5]
    assert program.run(tensor, constants={"constant.1.npy": data.view("V2")})[0].tolist() == [1.5, 2.5]
    np.save(tmp_path / "constant.1.npy", data.view("V2"))
    assert program.run(tensor, directory=tmp_path)[0].tolist() == [1.5, 2.5]
    with pytest.raises(Refused) as caught:
        program.run(tensor)
    assert caught.value.code == "H2P225"
    with pytest.raises(Refused, match="the text says"):
        program.run(tensor, constants={"constant.1.npy": data[:1]})


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(True, "bool"), (-3, "int8"), (2**64 - 1, "uint64"), (0.1, "float32"), (1.5, "bfloat16"), (0.5, "float8_e4m3fn")],
)
def test_single_value_constants(value: float, dtype: str) -> None:
    program = Program()
    (found,) = program.run(program.constant(value, (9,), dtype))
    assert found.shape == (9,)
    np.testing.assert_array_equal(found, np.full(9, value).astype(found.dtype))


def test_a_constant_out_of_range_is_refused() -> None:
    program = Program()
    program.op("copy", [program.constant(300, (2,), "uint8")], [out := program.tensor((2,), "uint8")])
    with pytest.raises(Refused, match="does not fit"):
        program.run(out)


def test_packed_dtypes_have_no_stablehlo_type() -> None:
    program = Program()
    program.function.inputs.append(program.tensor((2,), "float8_e5m2_x4"))
    with pytest.raises(Refused) as caught:
        lift(program.function)
    assert caught.value.code == "H2P223"


def test_names_aliases_and_locations_are_kept() -> None:
    program = Program()
    x = program.input(TINY)
    program.op("unary", [x], [out := program.tensor((4,))], op="np.exp")
    x.name, out.name = "input0", "output0"
    program.function.outputs.append(out)
    program.function.aliases.append(Alias("output0", "input0", "must"))
    lifted = lift(program.function)
    assert lifted.inputs == ("input0",)
    assert 'jax.arg_info = "input0"' in lifted.text
    assert 'jax.result_info = "output0"' in lifted.text
    assert "tf.aliasing_output = 0 : i32" in lifted.text
    assert 'loc("_unary.3"(#' in lifted.module.operation.get_asm(enable_debug_info=True)
    assert program.run(out)[0].tolist() == pytest.approx(np.exp(TINY).tolist())


def test_every_value_can_be_a_result() -> None:
    program = Program()
    x = program.input(TINY)
    program.op("unary", [x], [inner := program.tensor((4,))], op="np.exp")
    program.op("unary", [inner], [out := program.tensor((4,))], op="np.negative")
    program.function.outputs.append(out)
    assert lift(program.function, every_value=True).outputs == (inner.name, out.name, out.name)


def test_bytecode_and_portable_artifacts_hold_the_same_program() -> None:
    program = Program()
    program.op("unary", [program.input(TINY)], [out := program.tensor((4,))], op="scipy.special.erf")
    program.function.outputs.append(out)
    lifted = lift(program.function)
    with new_context():
        assert str(ir.Module.parse(lifted.bytecode)) == lifted.text
    for version in (None, "1.9.0"):
        assert lifted.portable(version).startswith(b"ML\xefR")


def test_use_before_definition_is_refused() -> None:
    program = Program()
    with pytest.raises(Refused) as caught:
        program.run(program.tensor((2,)))
    assert caught.value.code == "H2P226"


def test_zero_sized_tensors() -> None:
    (found,) = evaluate("unary", [np.zeros((0, 3), np.float32)], ((0, 3), "float32"), op="np.exp")
    assert found.shape == (0, 3)


@pytest.mark.parametrize(("version", "reason"), [("nonsense", "version"), ("0.9.0", "tan")])
def test_versions_that_lack_an_op_are_refused(version: str, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    program = Program()
    program.op("unary", [program.input(TINY)], [out := program.tensor((4,))], op="np.tan")
    program.function.outputs.append(out)
    with pytest.raises(Refused, match=reason) as caught:
        lift(program.function).portable(version)
    assert caught.value.code == "H2P228"
    assert capfd.readouterr().err == ""
