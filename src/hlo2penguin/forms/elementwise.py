"""Forms of elementwise ops, conversions and iota."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED, OURS
from hlo2penguin.forms.form import Form, keyword, tag

OP = keyword("op", "callable", DOCUMENTED)
DTYPE = keyword("dtype", "dtype", DOCUMENTED)

FORMS = (
    Form("unary", NEURON_TENSOR_OP, (OP, tag("mhlo.unary", DOCUMENTED)), note="the function of one operand is in `op`"),
    Form("binary", NEURON_TENSOR_OP, (OP, tag("mhlo.binary", DOCUMENTED)),
         note="arithmetic, comparisons, logic and shifts; clamp prints as minimum, then maximum"),
    Form("ternary", NEURON_TENSOR_OP, (OP, tag("mhlo.ternary", DOCUMENTED)), ("select",),
         note="operands pred, on_true, on_false"),
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
        (tag("mhlo.reduce_precision", OURS), keyword("exponent_bits", "int", OURS), keyword("mantissa_bits", "int", OURS)),
        ("reduce_precision",),
    ),
)
