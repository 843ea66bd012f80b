"""Forms of gather."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import OURS
from hlo2penguin.forms.form import Form, keyword, tag

FORMS = (
    Form(
        "gather",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.gather", OURS),
            keyword("offset_dims", "list", OURS),
            keyword("collapsed_slice_dims", "list", OURS),
            keyword("start_index_map", "list", OURS),
            keyword("operand_batching_dims", "list", OURS, optional=True),
            keyword("start_indices_batching_dims", "list", OURS, optional=True),
            keyword("index_vector_dim", "int", OURS),
            keyword("slice_sizes", "tuple", OURS),
            keyword("indices_are_sorted", "bool", OURS),
        ),
        ("gather",),
    ),
)
