"""Running preparation passes on programs of text and comparing what programs compute before and after."""

import importlib
from dataclasses import dataclass

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Remark
from hlo2penguin.mlir.context import ir, new_context, run_passes
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.options import Options
from hlo2penguin.prepare.state import PrepareState
from hlo2penguin.runtime.xla import Engine


@dataclass(frozen=True)
class Outcome:
    text: str
    remarks: list[Remark]
    problems: list[Diagnostic]

    def count(self, name: str) -> int:
        """Ops of this full name."""
        return self.text.count(f"{name} ") + self.text.count(f'"{name}"') + self.text.count(f"{name}(")


def run(text: str, *passes: str, dialect: str = "stablehlo", **options) -> Outcome:
    """The program after `passes`, verified; MHLO when asked for (the text is StableHLO all the same)."""
    module = ir.Module.parse(text, new_context())  # Passes must not rely on a context that happens to be entered.
    if dialect == "mhlo":
        run_passes(module, "stablehlo-legalize-to-hlo")
    state = PrepareState(Options(**options), Decoder(), [], [], None, dialect)
    for name in passes:
        importlib.import_module(f"hlo2penguin.prepare.{name}").run(module, state)
    module.operation.verify()
    return Outcome(str(module), state.remarks, state.problems)


def execute(text: str, inputs: list[np.ndarray], devices: int = 1) -> list[list[np.ndarray]]:
    """Outputs per device; every device gets the same inputs unless `inputs` holds one list per device."""
    per_device = inputs if inputs and isinstance(inputs[0], list) else [inputs] * devices
    with new_context():
        module = ir.Module.parse(text)
        if "mhlo." in text.replace("mhlo.frontend_attributes", ""):
            run_passes(module, "hlo-legalize-to-stablehlo")
        return Engine(devices, "cpu").compile(module)(per_device)


def same_values(
    text: str, *passes: str, inputs: list[np.ndarray], tolerance: float = 0.0, dialect="stablehlo", **options
):
    """Runs the passes and checks that every output keeps its value; gives the outcome for further checks."""
    before = execute(run(text).text, inputs)[0]
    outcome = run(text, *passes, dialect=dialect, **options)
    assert not outcome.problems, outcome.problems
    after = execute(outcome.text, inputs)[0]
    assert len(before) == len(after)
    for expected, actual in zip(before, after, strict=True):
        assert expected.dtype == actual.dtype
        np.testing.assert_allclose(
            actual.astype(np.float64), expected.astype(np.float64), rtol=tolerance, atol=tolerance, equal_nan=True
        )
    return outcome


def random(*shape: int, dtype=np.float32, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)
