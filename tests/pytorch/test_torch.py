# ruff: noqa: E402 (nothing of it can be imported where PyTorch is absent)
"""`hlo2penguin.torch`, where PyTorch and torchax are installed (`pip install 'hlo2penguin[torch]'`)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

import torch_models

import hlo2penguin as h2p
from hlo2penguin import torch as front
from hlo2penguin.penguin import read_text

pytestmark = pytest.mark.filterwarnings("ignore")


def _inputs(name: str) -> Any:
    if name == "ViT":
        return torch.randn(2, 3, 8, 8)
    return torch.randint(0, 11, (2, 6))


@pytest.mark.parametrize("name", ["ViT", "Llama"])
def test_modules_compute_what_torch_computes(name: str, tmp_path: Path) -> None:
    torch.manual_seed(0)
    module, given = getattr(torch_models, name)().eval(), _inputs(name)
    program = front.convert(module, (given,), options=h2p.Options(fuse="all"))
    function = h2p.read(program.save(str(tmp_path)))
    state = {key: value.numpy() for key, value in module.state_dict().items()}
    weights = function.inputs[:-1]
    assert [tensor.name for tensor in weights] == [key for key, _ in module.named_parameters()]
    data = given.numpy() if given.is_floating_point() else given.numpy().astype(np.int32)
    results = h2p.run(function, [*(state[tensor.name] for tensor in weights), data], directory=str(tmp_path))
    with torch.no_grad():
        expected = module(given)
    values = list(expected.values()) if isinstance(expected, dict) else [expected]
    assert len(results) == len(values)
    for result, value in zip(results, values, strict=True):
        np.testing.assert_allclose(result, value.numpy(), rtol=2e-5, atol=2e-5)


def _names(program: h2p.Program) -> tuple[list[str], list[str]]:
    function = read_text(program.text)
    return [tensor.name for tensor in function.inputs], [tensor.name for tensor in function.outputs]


class Odd(torch.nn.Module):
    """Lists of parameters, buffers that change, constants, keyword arguments, nested results."""

    def __init__(self) -> None:
        super().__init__()
        self.scales = torch.nn.ParameterList([torch.nn.Parameter(torch.ones(4))])
        self.register_buffer("count", torch.zeros(()))

    def forward(self, x: Any, *, shift: Any) -> Any:
        self.count.add_(1)
        return {"sum": (x * self.scales[0] + shift).sum(), "parts": [x + torch.tensor([1.0, 2.0, 3.0, 4.0])]}


def test_names_of_parameters_buffers_arguments_and_results() -> None:
    program = front.convert(Odd(), (torch.ones(2, 4),), {"shift": torch.ones(4)})
    assert _names(program) == (["scales_0", "count", "x", "shift"], ["output.sum", "output.parts_0", "output.count"])


def test_takes_what_torch_export_returned() -> None:
    exported = torch.export.export(Odd(), (torch.ones(2, 4),), {"shift": torch.ones(4)})
    assert _names(front.convert(exported))[0] == ["scales_0", "count", "x", "shift"]


def test_statements_name_the_module_they_come_from() -> None:
    program = front.convert(torch_models.Llama().eval(), (_inputs("Llama"),))
    assert "layers.1.attention.qkv/" in program.text


def test_dynamic_shapes_are_refused() -> None:
    exported = torch.export.export(torch.nn.ReLU(), (torch.ones(3, 4),), dynamic_shapes=({0: torch.export.Dim("n")},))
    with pytest.raises(h2p.Refused) as refused:
        front.convert(exported)
    assert refused.value.code == "NCC_EMOD025"


def test_operations_without_a_lowering_are_refused_with_their_place() -> None:
    @torch.library.custom_op("h2p_test::twice", mutates_args=())
    def twice(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @twice.register_fake
    def _(x: torch.Tensor) -> torch.Tensor:
        return torch.empty_like(x)

    class Calls(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return twice(x)

    with pytest.raises(h2p.Refused) as refused:
        front.convert(Calls(), (torch.ones(2),))
    (problem,) = refused.value.diagnostics
    assert problem.code == "H2P004"
    assert "h2p_test.twice" in problem.cause
    assert Path(problem.place.file).name == "test_torch.py"
