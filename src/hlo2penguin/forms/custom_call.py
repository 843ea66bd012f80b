"""Forms of custom calls, by target."""

from hlo2penguin.forms.constructors import LNC_SHARDING_CONSTRAINT, NATIVE_KERNEL, NEURON_TENSOR_OP
from hlo2penguin.forms.evidence import DOCUMENTED, OURS
from hlo2penguin.forms.form import Form, keyword, tag

DTYPE = keyword("dtype", "dtype", DOCUMENTED)
AXIS = keyword("axis", "int", OURS)
_RMS = (
    keyword("epsilon", "fixed6", DOCUMENTED),
    keyword("reduce_dims", "list", DOCUMENTED),
    keyword("src_shapes", "shapes", DOCUMENTED),
)
_RESIZE = (
    keyword("shape", "window", DOCUMENTED),
    DTYPE,
    keyword("kernel_name", "single", DOCUMENTED, fixed="ResizeNearest"),
)
_CUSTOM_CALL = (tag("mhlo.custom_call", DOCUMENTED), DTYPE)

FORMS = (
    Form(
        "top_k",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.top_k", DOCUMENTED),
            keyword("k", "int", DOCUMENTED),
            keyword("axis", "int", DOCUMENTED),
            keyword("is_ascend", "bool", DOCUMENTED),
            keyword("is_barrier", "bool", DOCUMENTED),
            keyword("ret_type", "raw_string", DOCUMENTED),
            keyword("src_shape", "window", DOCUMENTED),
            DTYPE,
            keyword("indices_dtype", "dtype", DOCUMENTED),
        ),
        ("AwsNeuronTopK", "topk", "mhlo.topk"),
        note="destinations: values, indices",
        heavy=True,
    ),
    Form(
        "dropout",
        NEURON_TENSOR_OP,
        (tag("mhlo.dropout", DOCUMENTED), DTYPE, keyword("predicates", "empty_list", DOCUMENTED)),
        ("AwsNeuronDropout",),
        note="rate and seed are operands; destinations: output, mask",
        heavy=True,
    ),
    Form(
        "rms_norm",
        NEURON_TENSOR_OP,
        (tag("mhlo.rms_norm", DOCUMENTED), *_RMS),
        ("AwsNeuronRmsNorm",),
        note="sources: input, weight, epsilon",
        heavy=True,
    ),
    Form(
        "rms_norm_backward",
        NEURON_TENSOR_OP,
        (tag("mhlo.rms_norm_backward", DOCUMENTED), *_RMS),
        ("AwsNeuronRmsNormBackward",),
        note="sources: gradient, output, weight, epsilon",
        heavy=True,
    ),
    Form(
        "resize_nearest",
        NEURON_TENSOR_OP,
        (tag("mhlo.resize_nearest", DOCUMENTED), *_RESIZE, keyword("kernel_config", "single", DOCUMENTED)),
        ("ResizeNearest",),
        heavy=True,
    ),
    Form(
        "resize_nearest_kernel",
        NEURON_TENSOR_OP,
        (tag("mhlo.resize_nearest", DOCUMENTED), *_RESIZE, keyword("kernel_config", "config", DOCUMENTED)),
        ("ResizeNearest",),
        note="profile `documented`",
        heavy=True,
    ),
    Form(
        "resize_bilinear",
        NEURON_TENSOR_OP,
        (
            tag("mhlo.resize_bilinear", DOCUMENTED),
            keyword("align_corners", "bool", DOCUMENTED),
            keyword("half_pixel_centers", "bool", DOCUMENTED),
        ),
        ("ResizeBilinear",),
        heavy=True,
    ),
    Form(
        "collective_matmul",
        NEURON_TENSOR_OP,
        (
            *_CUSTOM_CALL,
            keyword("target_name", "double", DOCUMENTED, fixed="AwsNeuronCollectiveMatmul"),
            keyword("backend_config", "config", DOCUMENTED),
        ),
        ("AwsNeuronCollectiveMatmul",),
        heavy=True,
    ),
    Form(
        "mlp_nki",
        NEURON_TENSOR_OP,
        (*_CUSTOM_CALL, keyword("target_name", "double", DOCUMENTED, fixed="AwsNeuronMLPNKI")),
        ("AwsNeuronMLPNKI",),
        heavy=True,
    ),
    Form(
        "custom_op",
        NEURON_TENSOR_OP,
        (
            keyword("target_name", "single", DOCUMENTED, fixed="AwsNeuronCustomOp"),
            keyword("function_name", "single", DOCUMENTED),
            keyword("name", "single", DOCUMENTED),
            keyword("lib_file_name", "single", DOCUMENTED),
            keyword("ulib_to_ucode_version", "single", DOCUMENTED),
            keyword("ulib_to_isa_version", "single", DOCUMENTED),
            DTYPE,
            keyword("shape", "tuple", DOCUMENTED),
        ),
        ("AwsNeuronCustomOp",),
        heavy=True,
    ),
    Form(
        "native_kernel",
        NATIVE_KERNEL,
        (keyword("use_opaque_access", "bool", DOCUMENTED), keyword("kernel_config", "single", DOCUMENTED)),
        ("AwsNeuronCustomNativeKernel",),
        note="followed by an alias line where outputs share operands' storage",
    ),
    Form(
        "lnc_sharding_constraint",
        LNC_SHARDING_CONSTRAINT,
        (
            keyword("target_name", "single", DOCUMENTED, fixed="AwsNeuronLNCShardingConstraint"),
            keyword("sharding", "single", DOCUMENTED),
        ),
        ("AwsNeuronLNCShardingConstraint",),
        note="identity on data",
    ),
    Form(
        "send",
        NEURON_TENSOR_OP,
        (tag("mhlo.send", DOCUMENTED), keyword("peer_id", "int", DOCUMENTED)),
        ("FusedSend",),
        heavy=True,
    ),
    Form(
        "recv",
        NEURON_TENSOR_OP,
        (tag("mhlo.recv", DOCUMENTED), keyword("peer_id", "int", DOCUMENTED)),
        ("FusedRecv",),
        heavy=True,
    ),
    Form(
        "device_print",
        NEURON_TENSOR_OP,
        (tag("mhlo.device_print", DOCUMENTED), keyword("prefix", "single", DOCUMENTED, optional=True)),
        ("AwsNeuronDevicePrint",),
        heavy=True,
    ),
    Form("softmax", NEURON_TENSOR_OP, (tag("mhlo.softmax", OURS), AXIS), ("AwsNeuronSoftmax",)),
    Form(
        "softmax_backward", NEURON_TENSOR_OP, (tag("mhlo.softmax_backward", OURS), AXIS), ("AwsNeuronSoftmaxBackward",)
    ),
)
