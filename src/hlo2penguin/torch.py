"""PyTorch modules in, Penguin text out, through `torch.export` and torchax (extra `torch`).

`import hlo2penguin` imports neither PyTorch nor JAX; this module does.
"""

# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false
from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

try:
    import torch
    from torch._ops import OpOverloadPacket
    from torch.export import ExportedProgram
    from torch.export.graph_signature import InputKind, OutputKind
    from torch.utils import _pytree as pytree
except ImportError as error:
    raise ImportError("hlo2penguin.torch needs PyTorch: pip install 'hlo2penguin[torch]'") from error

import jax

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.jax import argument_path, convert_lowered
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Program

__all__ = ["convert"]

CODE = "H2P004"
"""The PyTorch program has what StableHLO cannot be made from."""


@contextmanager
def _named_tensor_overloads() -> Generator[None, None, None]:
    """torchax names overloads with `Dimname`, which newer PyTorch dropped; nothing calls them, so a word serves."""
    original = OpOverloadPacket.__getattr__

    def lenient(packet: Any, key: str) -> Any:
        try:
            return original(packet, key)
        except AttributeError:
            if key.startswith("__"):
                raise
            return f"{packet}.{key}"

    OpOverloadPacket.__getattr__ = lenient
    try:
        yield
    finally:
        OpOverloadPacket.__getattr__ = original


try:
    with _named_tensor_overloads():
        import torchax
        from torchax import decompositions
        from torchax import export as torchax_export
        from torchax.ops import mappings, ops_registry

        _ENVIRONMENT = torchax.default_env()
except ImportError as error:
    raise ImportError("hlo2penguin.torch needs torchax: pip install 'hlo2penguin[torch]'") from error


def convert(
    module: torch.nn.Module | ExportedProgram,
    args: tuple[Any, ...] = (),
    kwargs: Mapping[str, Any] | None = None,
    *,
    options: Options | None = None,
) -> Program:
    """Converts a module called with `args` and `kwargs`, or what `torch.export.export` returned, to Penguin text.

    Parameters and buffers become inputs with their names in the state dict (`blocks.0.attn.q.weight`), in the order
    of `torch.export`, then come the arguments. Outputs have the names of keys where the module returns any, else
    `output<i>`; buffers that the module changes follow as `output.<buffer>`. 64-bit integers become 32-bit ones, as
    JAX has them. Call `module.eval()` first where dropout and batch norms shall be those of inference.

    Raises Refused for a program that cannot be printed; what PyTorch raises while it traces the module goes through.
    """
    exported = module if isinstance(module, ExportedProgram) else torch.export.export(module, args, dict(kwargs or {}))
    exported = exported.run_decompositions().run_decompositions(decompositions.DECOMPOSITIONS)
    _refuse_unknown(exported)
    order, results = _results(exported)
    slots = _slots(exported)
    shapes = OrderedDict((slot.name, slot.shape) for slot in slots if slot.shape is not None)

    def program(inputs: Mapping[str, Any]) -> list[Any]:
        values = [slot.constant if slot.shape is None else inputs[slot.name] for slot in slots]
        found = _Interpreter(exported.graph_module).run(*values, enable_io_processing=False)
        return [found[index] for index in order]

    name = type(module).__name__
    lowered = jax.jit(program, keep_unused=True).lower(shapes)
    return convert_lowered(lowered, options, name, lambda path: argument_path(path).partition(".")[2], results)


class _Interpreter(torchax_export.JaxInterpreter):
    """Runs the graph on JAX values; each op carries the path of the module that it comes from."""

    def run_node(self, node: torch.fx.Node) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        stack = node.meta.get("nn_module_stack")
        path = next(reversed(stack.values()))[0] if stack else ""
        with jax.named_scope("/".join(part for part in (path, node.name) if part)):
            return super().run_node(node)


@dataclass(frozen=True, slots=True)
class _Slot:
    """One placeholder of the graph: an input of this shape, or a constant."""

    name: str
    shape: jax.ShapeDtypeStruct | None = None
    constant: Any = None


def _slots(exported: ExportedProgram) -> list[_Slot]:
    placeholders = [node for node in exported.graph.nodes if node.op == "placeholder"]
    specs = exported.graph_signature.input_specs
    return [_slot(exported, node, spec) for node, spec in zip(placeholders, specs, strict=True)]


def _slot(exported: ExportedProgram, node: torch.fx.Node, spec: Any) -> _Slot:
    value = node.meta["val"]
    if spec.kind is InputKind.CONSTANT_TENSOR:
        return _Slot(spec.target, constant=_ENVIRONMENT.t2j_copy(exported.constants[spec.target]))
    name = spec.target if spec.kind in (InputKind.PARAMETER, InputKind.BUFFER) else node.name
    if not isinstance(value, torch.Tensor):
        return _Slot(name, constant=value)
    if not all(isinstance(extent, int) for extent in value.shape):
        cause = f"input {name} has a shape that is known at run time only: {tuple(value.shape)}"
        raise Refused(Diagnostic("NCC_EMOD025", cause, "export without dynamic_shapes", Place(name=name)))
    return _Slot(name, jax.ShapeDtypeStruct(tuple(value.shape), mappings.t2j_dtype(value.dtype)))


def _results(exported: ExportedProgram) -> tuple[list[int], list[str]]:
    """Positions among the graph's results of what the program returns, and their paths: user outputs, then buffers."""
    specs = list(enumerate(exported.graph_signature.output_specs))
    returned = [index for index, spec in specs if spec.kind is OutputKind.USER_OUTPUT]
    changed = [(index, spec.target) for index, spec in specs if spec.kind is OutputKind.BUFFER_MUTATION]
    tree = pytree.tree_unflatten(returned, exported.call_spec.out_spec)
    paths = [f"result{pytree.keystr(path)}" for path, _ in pytree.tree_flatten_with_path(tree)[0]]
    return [*returned, *(index for index, _ in changed)], [*paths, *(f"result['{name}']" for _, name in changed)]


def _refuse_unknown(exported: ExportedProgram) -> None:
    """Refuses with every op that torchax has no lowering for."""
    missing = OrderedDict((str(node.target), node) for node in _calls(exported) if not _is_known(node.target))
    if missing:
        help = "write it with other operations, or register a lowering with torchax"
        raise Refused(
            Diagnostic(CODE, f"torchax has no lowering for {name}", help, _place(node))
            for name, node in missing.items()
        )


def _calls(exported: ExportedProgram) -> Iterator[torch.fx.Node]:
    return (node for node in exported.graph.nodes if node.op == "call_function")


def _is_known(target: Any) -> bool:
    if not isinstance(target, torch._ops.OpOverload):
        return True
    known = ops_registry.all_aten_ops
    return target in known or target.overloadpacket in known


_FRAME = re.compile(r'File "([^"]+)", line (\d+)')


def _place(node: torch.fx.Node) -> Place:
    """The innermost line of the user's program that the op comes from."""
    frames: Sequence[tuple[str, str]] = _FRAME.findall(node.meta.get("stack_trace") or "")
    own = [frame for frame in frames if "/site-packages/torch/" not in frame[0]] or [("", "0")]
    return Place(own[-1][0], int(own[-1][1]), 0, node.name)
