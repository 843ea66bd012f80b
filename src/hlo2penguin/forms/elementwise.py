"""Forms of elementwise ops, conversions and iota."""

from hlo2penguin.forms.callables import BINARY, BITWISE, UNARY
from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED, OURS
from hlo2penguin.forms.form import Form, keyword, tag

OP = keyword("op", "callable", DOCUMENTED)
DTYPE = keyword("dtype", "dtype", DOCUMENTED)

ACTIVATIONS = {
    "AwsNeuronErf": "erf",
    "AwsNeuronGelu": "gelu",
    "AwsNeuronGeluApprxTanh": "gelu_apprx_tanh",
    "AwsNeuronGeluBackward": "gelu_dx",
    "AwsNeuronSilu": "silu",
    "AwsNeuronSiluBackward": "silu_dx",
    "mhlo.erf": "erf",
}
"""Custom-call target to the label of the function of one operand that it is."""

_LABELS = frozenset(ACTIVATIONS.values()) - {"erf"}
_UNARY_OPS = (*(op for op in UNARY if op not in _LABELS), "not", "cbrt", *ACTIVATIONS)
_BINARY_OPS = (*BINARY, "divide", "compare", *(op for op in BITWISE if op != "not"), "clamp", "cbrt")

FORMS = (
    Form(
        "unary",
        NEURON_TENSOR_OP,
        (OP, tag("mhlo.unary", DOCUMENTED)),
        _UNARY_OPS,
        note="the function of one operand is in `op`; cbrt prints as abs, power, divide, multiply",
    ),
    Form(
        "binary",
        NEURON_TENSOR_OP,
        (OP, tag("mhlo.binary", DOCUMENTED)),
        _BINARY_OPS,
        note="arithmetic, comparisons, logic and shifts; clamp prints as minimum, then maximum",
    ),
    Form(
        "ternary",
        NEURON_TENSOR_OP,
        (OP, tag("mhlo.ternary", DOCUMENTED)),
        ("select",),
        note="operands pred, on_true, on_false",
    ),
    Form("convert", NEURON_TENSOR_OP, (DTYPE, tag("mhlo.convert", DOCUMENTED)), ("convert",)),
    Form("bitcast_convert", NEURON_TENSOR_OP, (DTYPE, tag("mhlo.bitcast_convert", OURS)), ("bitcast_convert",)),
    Form("bitcast", NEURON_TENSOR_OP, (DTYPE, tag("mhlo.bitcast", OURS)), ("bitcast",)),
    Form(
        "iota",
        NEURON_TENSOR_OP,
        (
            keyword("op", "callable", DOCUMENTED, fixed="ir.iota"),
            keyword("iota_dim", "int", DOCUMENTED),
            keyword("shape", "tuple", DOCUMENTED),
            DTYPE,
            tag("mhlo.iota", DOCUMENTED),
        ),
        ("iota",),
    ),
    Form(
        "reduce_precision",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.reduce_precision", OURS),
            keyword("exponent_bits", "int", OURS),
            keyword("mantissa_bits", "int", OURS),
        ),
        ("reduce_precision",),
    ),
)
