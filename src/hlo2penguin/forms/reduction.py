"""Forms whose nested computation collapses to one function name, and sort."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED, OURS
from hlo2penguin.forms.form import Form, keyword, tag

FUNCTION = (keyword("op", "callable", DOCUMENTED), keyword("xla_op", "single", DOCUMENTED))

FORMS = (
    Form(
        "reduce",
        NEURON_TENSOR_OP,
        (*FUNCTION, keyword("init_value", "number", DOCUMENTED), keyword("reduce_dims", "list", DOCUMENTED)),
        ("reduce",),
        note="sources: operand, initial value; `init_value` is the identity of the function",
    ),
    Form(
        "reduce_window",
        NEURON_TENSOR_OP,
        (
            *FUNCTION,
            keyword("use_init_operand", "bool", DOCUMENTED),
            keyword("stride", "window", DOCUMENTED),
            keyword("padding", "window", DOCUMENTED),
            keyword("window_shape", "window", DOCUMENTED),
            keyword("base_dilation", "window", OURS, optional=True),
            keyword("window_dilation", "window", OURS, optional=True),
        ),
        ("reduce_window",),
        note="padding is low, high per dimension; dilations are printed only where not all 1",
    ),
    Form(
        "scatter",
        NEURON_TENSOR_OP,
        (
            *FUNCTION,
            keyword("index_vector_dim", "int", DOCUMENTED),
            keyword("update_scatter_dims", "list", DOCUMENTED),
            keyword("update_window_dims", "list", DOCUMENTED),
            keyword("inserted_window_dims", "list", DOCUMENTED),
            keyword("scatter_dims_to_operand_dims", "list", DOCUMENTED),
            keyword("input_batching_dims", "list", OURS, optional=True),
            keyword("scatter_indices_batching_dims", "list", OURS, optional=True),
            keyword("unique_indices", "bool", DOCUMENTED),
            keyword("scatter_kind", "callable", DOCUMENTED),
        ),
        ("scatter",),
        note="`np.copyto` is assignment (ours)",
    ),
    Form(
        "select_and_scatter",
        NEURON_TENSOR_OP,
        (
            *FUNCTION,
            keyword("window_shape", "window", DOCUMENTED),
            keyword("stride", "window", DOCUMENTED),
            keyword("padding", "window", DOCUMENTED),
            keyword("src_shape", "tuple", DOCUMENTED),
            keyword("scatter_ident", "number", DOCUMENTED),
        ),
        ("select_and_scatter",),
        note="`op` scatters, `xla_op` names the comparison that selects",
    ),
    Form(
        "sort",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.sort", DOCUMENTED),
            keyword("dimension", "int", DOCUMENTED),
            keyword("is_stable", "bool", DOCUMENTED),
            keyword("comparison_dir", "single", DOCUMENTED),
        ),
        ("sort",),
        note="compares the first operand; further operands follow its order",
        heavy=True,
    ),
    Form(
        "argmax",
        NEURON_TENSOR_OP,
        (tag("mhlo.argmax", OURS), keyword("axis", "int", OURS)),
        ("reduce", "AwsNeuronArgMax"),
        note="one destination: index; two: value and index. The first of equal values wins, NaN above all",
    ),
    Form(
        "argmin",
        NEURON_TENSOR_OP,
        (tag("mhlo.argmin", OURS), keyword("axis", "int", OURS)),
        ("reduce", "AwsNeuronArgMin"),
        note="as argmax; NaN wins here too",
    ),
)
