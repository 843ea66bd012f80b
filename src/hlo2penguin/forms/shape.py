"""Forms of ops that move or relabel data."""

from hlo2penguin.forms.constructors import NEURON_TENSOR_OP, OFFLOADED_MEMCPY
from hlo2penguin.forms.evidence import OURS, REAL
from hlo2penguin.forms.form import Form, keyword, tag

SRC_SHAPE = keyword("src_shape", "tuple", OURS)
SHAPE = keyword("shape", "tuple", OURS)

FORMS = (
    Form(
        "memcpy",
        OFFLOADED_MEMCPY,
        (keyword("dtype", "dtype", REAL),),
        ("reshape", "copy", "optimization_barrier"),
        note="relabels: same dtype, same number of elements",
    ),
    Form(
        "reshape",
        NEURON_TENSOR_OP,
        (tag("mhlo.reshape", OURS), SRC_SHAPE, SHAPE),
        ("reshape",),
        note="only with memcpy offload switched off",
    ),
    Form("copy", NEURON_TENSOR_OP, (tag("mhlo.copy", OURS),), ("copy",), note="only with memcpy offload switched off"),
    Form(
        "transpose",
        NEURON_TENSOR_OP,
        (tag("mhlo.transpose", REAL), keyword("src_shape", "tuple", REAL), keyword("permutation", "tuple", REAL)),
        ("transpose",),
    ),
    Form(
        "broadcast_in_dim",
        NEURON_TENSOR_OP,
        (tag("mhlo.broadcast_in_dim", OURS), SRC_SHAPE, keyword("broadcast_dims", "tuple", OURS), SHAPE),
        ("broadcast_in_dim",),
    ),
    Form(
        "slice",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.slice", OURS),
            SRC_SHAPE,
            keyword("start_indices", "tuple", OURS),
            keyword("limit_indices", "tuple", OURS),
            keyword("strides", "tuple", OURS),
        ),
        ("slice",),
    ),
    Form(
        "dynamic_slice",
        NEURON_TENSOR_OP,
        (tag("mhlo.dynamic_slice", OURS), SRC_SHAPE, keyword("slice_sizes", "tuple", OURS)),
        ("dynamic_slice",),
        note="start indices are operands",
    ),
    Form(
        "dynamic_update_slice",
        NEURON_TENSOR_OP,
        (tag("mhlo.dynamic_update_slice", OURS), SRC_SHAPE, keyword("update_shape", "tuple", OURS)),
        ("dynamic_update_slice",),
        note="start indices are operands",
    ),
    Form(
        "pad",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.pad", OURS),
            SRC_SHAPE,
            keyword("edge_padding_low", "tuple", OURS),
            keyword("edge_padding_high", "tuple", OURS),
            keyword("interior_padding", "tuple", OURS),
        ),
        ("pad",),
        note="the padding value is operand 1",
    ),
    Form(
        "concatenate",
        NEURON_TENSOR_OP,
        (tag("mhlo.concatenate", OURS), keyword("dimension", "int", OURS)),
        ("concatenate",),
    ),
    Form("reverse", NEURON_TENSOR_OP, (tag("mhlo.reverse", OURS), keyword("dimensions", "list", OURS)), ("reverse",)),
)
