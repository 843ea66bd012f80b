"""Small programs and helpers for the tests of load."""

from __future__ import annotations

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.load import Loaded, load
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, Provenance
from hlo2penguin.mlir.hlo_import import proto_of_text
from hlo2penguin.mlir.kinds import kind

STABLEHLO = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32> loc("net/neg"("net.py":7:3))
  return %0 : tensor<4xf32>
}
"""

HLO = """\
HloModule net, input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, must-alias) }, \
frontend_attributes={transposable_weight_idx="1"}

sum.1 {
  l.2 = f32[] parameter(0)
  r.3 = f32[] parameter(1)
  ROOT s.4 = f32[] add(l.2, r.3), metadata={op_name="body/add"}
}

scale.5 {
  p.6 = f32[2,3] parameter(0)
  ROOT n.7 = f32[2,3] negate(p.6), metadata={op_type="aten" op_name="layer/neg" source_file="net.py" source_line=12}
}

ENTRY main.20 {
  x.8 = f32[2,3] parameter(0), frontend_attributes={neff_input_names="input0"}, metadata={op_name="weight"}
  y.9 = f32[2] parameter(1)
  z.10 = f32[] constant(0)
  c.11 = f32[2,3] call(x.8), to_apply=scale.5
  r.12 = f32[2] reduce(c.11, z.10), dimensions={1}, to_apply=sum.1, frontend_attributes={stream_id="1"}
  a.13 = f32[2] add(r.12, y.9)
  ROOT t.14 = (f32[2,3], f32[2]) tuple(c.11, a.13)
}
"""


def every_op(module: ir.Module) -> list[ir.OpView]:
    """All ops of the module, outside in, in order."""
    found: list[ir.OpView] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        found.append(op.opview)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def kinds(loaded: Loaded) -> list[str]:
    """Kinds of the ops, without module, functions and returns."""
    return [k for op in every_op(loaded.module) if not (k := kind(op)).startswith(("builtin.", "func.", "return"))]


def only(loaded: Loaded, name: str) -> ir.OpView:
    """The one op of that kind."""
    (op,) = [op for op in every_op(loaded.module) if kind(op) == name]
    return op


def where(op: ir.OpView) -> Provenance:
    return Decoder().location(op.operation.location)


def hlo(body: str, computations: str = "", header: str = "") -> str:
    """An HLO module whose entry computation has these lines."""
    return f"HloModule m{header}\n{computations}\nENTRY e {{\n{body}\n}}\n"


def proto(text: str) -> bytes:
    return proto_of_text(text)


def refused(source: object) -> tuple[Diagnostic, ...]:
    """The diagnostics with which `source` is refused."""
    try:
        load(source)
    except Refused as error:
        return error.diagnostics
    raise AssertionError("was loaded")
