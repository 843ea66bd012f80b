"""The header statement of a fusion; the body's statements follow it and carry the computation."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED
from hlo2penguin.forms.form import Form, keyword, tag

FORMS = (
    Form(
        "fusion",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.fusion", DOCUMENTED),
            keyword("op", "single", DOCUMENTED),
            keyword("hilo_fusion_op", "single", DOCUMENTED),
            keyword("reduce_dims", "list", DOCUMENTED, optional=True),
        ),
        ("fusion", "composite"),
        note="declares the results, computes nothing; ScheduleFusion has no header",
    ),
)

HEADER_NAMES = {
    "Elementwise": "Elementwise",
    "Expm1": "Elementwise",
    "Log1p": "Elementwise",
    "DotSoftmax": "DotSoftmax",
    "MulRedSqrt": "MulRedSqrt",
    "DotLogistic": "DotFusion",
}
"""Fusion kind to the header's `op`. ScheduleFusion prints its body only."""
