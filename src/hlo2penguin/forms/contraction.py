"""Forms of dot, convolution and random numbers."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED, OURS, REAL
from hlo2penguin.forms.form import Form, keyword, tag

_CONV_DIMS = (
    ("input_batch_dimension", "int"),
    ("input_feature_dimension", "int"),
    ("input_spatial_dimensions", "list"),
    ("kernel_input_feature_dimension", "int"),
    ("kernel_output_feature_dimension", "int"),
    ("kernel_spatial_dimensions", "list"),
    ("output_batch_dimension", "int"),
    ("output_feature_dimension", "int"),
    ("output_spatial_dimensions", "list"),
    ("feature_group_count", "int"),
    ("batch_group_count", "int"),
)

FORMS = (
    Form(
        "dot",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.dot", REAL),
            keyword("lhs_batching_dims", "list", REAL),
            keyword("lhs_contract_dims", "list", REAL),
            keyword("rhs_batching_dims", "list", REAL),
            keyword("rhs_contract_dims", "list", REAL),
            keyword("lhs_zero_point", "single", DOCUMENTED, optional=True),
            keyword("rhs_zero_point", "single", DOCUMENTED, optional=True),
            keyword("grad_x", "bool", DOCUMENTED, optional=True),
            keyword("grad_y", "bool", DOCUMENTED, optional=True),
        ),
        ("dot", "dot_general"),
        heavy=True,
    ),
    Form(
        "convolution",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.convolution", OURS),
            keyword("window_strides", "tuple", OURS),
            keyword("padding", "tuple", OURS),
            keyword("lhs_dilation", "tuple", OURS),
            keyword("rhs_dilation", "tuple", OURS),
            keyword("window_reversal", "bools", OURS, optional=True),
            *(keyword(name, literal, OURS) for name, literal in _CONV_DIMS),
        ),
        ("convolution",),
        note="padding is low, high per spatial dimension",
    ),
    Form(
        "rng",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.rng", OURS),
            keyword("distribution", "single", OURS),
            keyword("shape", "tuple", OURS),
            keyword("dtype", "dtype", OURS),
        ),
        ("rng",),
    ),
    Form(
        "rng_bit_generator",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.rng_bit_generator", OURS),
            keyword("algorithm", "single", OURS),
            keyword("shape", "tuple", OURS),
            keyword("dtype", "dtype", OURS),
        ),
        ("rng_bit_generator",),
        note="destinations: new state, random bits",
    ),
)
