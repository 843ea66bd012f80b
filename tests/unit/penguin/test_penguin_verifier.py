"""One test per rule of the verifier: the smallest program that breaks it, and a sound one that does not."""

import pytest
from penguin_builder import Builder

from hlo2penguin.forms import FORMS
from hlo2penguin.penguin import Alias, DependencyEdge, Tensor, TensorView, read_text, verify, write
from hlo2penguin.penguin.rules import RULES


def codes(builder: Builder) -> list[str]:
    return [diagnostic.code for diagnostic in verify(builder.function)]


@pytest.fixture
def b() -> Builder:
    return Builder()


def sound() -> Builder:
    """Two ops, a constant, an alias, an edge, and a fusion whose body writes the header's destination."""
    b = Builder()
    x = b.input((4, 8))
    one = b.tensor((4, 8), name="constant.1", value=1.0)
    e = b.tensor((4, 8))
    first = b.bare("unary", [x], [e], {"op": "np.exp"})
    out = b.tensor((4, 8), name="output0")
    b.bare("fusion", [e, one], [out], {"op": "Elementwise", "hilo_fusion_op": "Elementwise"})
    last = b.bare("binary", [e, one], [out], {"op": "np.subtract"})
    b.function.edges.append(DependencyEdge(first.var, last.var))
    b.function.aliases.append(Alias("output0", "input0", "may"))
    b.build(out)
    return b


def test_a_sound_program_has_no_problems():
    assert codes(sound()) == []
    assert verify(read_text(write(sound().function))) == []


def test_every_form_has_rules():
    assert RULES.keys() == FORMS.keys()


def test_diagnostics_name_file_and_line():
    b = sound()
    b.function.next_id += 1
    text = write(b.function)
    [diagnostic] = verify(read_text(text, "p.py"))
    assert (diagnostic.code, diagnostic.place.file) == ("H2P157", "p.py")
    assert text.split("\n")[diagnostic.place.line - 1].startswith("v7 = ")


def stranger(shape=(2,)) -> Tensor:
    return Tensor(90, 90, "stranger", shape, "float32", TensorView(shape, "N", (0,)))


def test_source_not_declared(b):
    b.op("unary", [stranger()], (2,), op="np.exp")
    assert codes(b) == ["H2P150"]


def test_source_declared_after_the_op(b):
    late = stranger()
    b.op("unary", [late], (2,), op="np.exp")
    late.var, late.id = b._next()
    b.function.statements.append(late)
    b.function.inputs.append(late)
    assert codes(b) == ["H2P150"]


def test_destination_not_declared(b):
    x = b.input((2,))
    b.bare("unary", [x], [stranger()], {"op": "np.exp"})
    assert codes(b) == ["H2P151"]


def test_two_writers(b):
    x = b.input((2,))
    y = b.op("unary", [x], (2,), op="np.exp")
    b.bare("unary", [x], [y], {"op": "np.exp"})
    assert codes(b) == ["H2P152"]


def test_tensor_without_a_writer(b):
    b.tensor((2,))
    assert codes(b) == ["H2P153"]


def test_header_alone_writes_nothing(b):
    x = b.input((2,))
    b.bare("fusion", [x], [b.tensor((2,))], {"op": "Elementwise", "hilo_fusion_op": "Elementwise"})
    assert codes(b) == ["H2P153"]


@pytest.mark.parametrize("fields", [{"value": 1.0}, {"init": "c.npy"}, None])
def test_written_input_or_constant(b, fields):
    x = b.input((2,))
    target = b.tensor((2,), **fields) if fields else x
    b.bare("unary", [x], [target], {"op": "np.exp"})
    assert codes(b) == ["H2P154"]


def test_use_before_writing(b):
    x = b.input((2,))
    y = b.tensor((2,))
    b.op("unary", [y], (2,), op="np.exp")
    b.bare("unary", [x], [y], {"op": "np.exp"})
    assert codes(b) == ["H2P155"]


def test_ids_that_do_not_increase(b):
    b.input((2,)).id = 5
    b.input((2,)).id = 5
    b.function.next_id = 6
    assert codes(b) == ["H2P156"]


def test_closing_id(b):
    b.input((2,))
    b.function.next_id = 7
    assert codes(b) == ["H2P157"]


def test_name_twice(b):
    b.input((2,))
    b.input((2,)).name = "input0"
    assert codes(b) == ["H2P158"]


@pytest.mark.parametrize("variable", [1, 0])
def test_variable_twice(b, variable):
    b.input((2,))
    b.input((2,)).var = variable
    assert codes(b) == ["H2P159"]


def test_marks_of_foreign_tensors(b):
    b.function.outputs.append(stranger())
    assert codes(b) == ["H2P160"]


def test_input_marked_twice(b):
    b.function.inputs.append(b.input((2,)))
    assert codes(b) == ["H2P160"]


def test_parameter_that_is_no_input(b):
    b.input((2,))
    b.function.parameters.add(1)
    assert codes(b) == ["H2P160"]


def test_an_output_may_be_returned_twice(b):
    x = b.input((2,))
    y = b.op("unary", [x], (2,), op="np.exp")
    b.build(y, y)
    assert codes(b) == []


@pytest.mark.parametrize("alias", [Alias("output0", "input7", "must"), Alias("output7", "input0", "must")])
def test_alias_of_unknown_names(alias):
    b = sound()
    b.function.aliases = [alias]
    assert codes(b) == ["H2P161"]


@pytest.mark.parametrize(
    ("shape", "dtype", "found"),
    [
        ((4, 8), "float32", []),
        ((8, 4), "float32", []),
        ((4, 4), "float32", ["H2P162"]),
        ((4, 8), "int32", ["H2P162"]),
    ],
)
def test_alias_shares_storage(shape, dtype, found):
    b = sound()
    b.input(shape, dtype)
    b.function.aliases = [Alias("output0", "input1", "must")]
    assert codes(b) == found


@pytest.mark.parametrize("edge", [(90, 4), (4, 90), (1, 4), (4, 4), (8, 4)])
def test_edges(edge):
    b = sound()
    assert [op.var for op in b.function.ops] == [4, 6, 7]
    b.function.edges = [DependencyEdge(*edge)]
    assert codes(b) == ["H2P163"]


@pytest.mark.parametrize(
    "view",
    [
        TensorView((2, 4), "NC", (0, 1)),
        TensorView((4, 2), "CN", (0, 1)),
        TensorView((4, 2), "NC", (1, 0)),
    ],
)
def test_view(b, view):
    b.input((4, 2)).view = view
    assert codes(b) == ["H2P164"]


@pytest.mark.parametrize(
    ("dtype", "good", "bad"),
    [
        ("float32", 1.0, 1),
        ("bfloat16", 0.5, True),
        ("int8", -128, -129),
        ("uint8", 255, 256),
        ("uint8", True, 1.0),
        ("bool", True, 1),
        ("int32", 2**31 - 1, 2**31),
        ("uint32", 0, -1),
        ("int64", -(2**63), 2**63),
        ("int8", 1, False),
    ],
)
def test_single_values(dtype, good, bad):
    for value, found in ((good, []), (bad, ["H2P165"])):
        b = Builder()
        b.tensor((2,), dtype, value=value)
        assert codes(b) == found


def test_kernel_alias(b):
    x, y = b.input((2,)), b.input((2,))
    op = b.bare("native_kernel", [x], [b.tensor((2,))], {"use_opaque_access": True, "kernel_config": ""})
    op.aliases = (x,)
    assert codes(b) == []
    op.aliases = (y,)
    assert codes(b) == ["H2P166"]


F, I32, P = "float32", "int32", "bool"
NO_DIMS = {"lhs_batching_dims": (), "rhs_batching_dims": ()}
GATHER = {
    "offset_dims": (1,),
    "collapsed_slice_dims": (0,),
    "start_index_map": (0,),
    "index_vector_dim": 1,
    "slice_sizes": (1, 8),
    "indices_are_sorted": False,
}
SCATTER = {
    "op": "np.add",
    "xla_op": "np.add",
    "index_vector_dim": 1,
    "update_scatter_dims": (0,),
    "update_window_dims": (1,),
    "inserted_window_dims": (0,),
    "scatter_dims_to_operand_dims": (0,),
    "unique_indices": False,
    "scatter_kind": "np.add",
}
WINDOW = {
    "op": "np.maximum",
    "xla_op": "np.maximum",
    "use_init_operand": False,
    "stride": (1, 2),
    "padding": (0, 0, 1, 1),
    "window_shape": (1, 2),
}
SELECT = {
    "op": "np.add",
    "xla_op": "np.greater_equal",
    "window_shape": (1, 2),
    "stride": (1, 2),
    "padding": (0, 0, 0, 0),
    "src_shape": (4, 8),
    "scatter_ident": 0.0,
}
CONV = {
    "window_strides": (2, 1),
    "padding": (1, 1, 0, 0),
    "lhs_dilation": (1, 1),
    "rhs_dilation": (1, 2),
    "input_batch_dimension": 0,
    "input_feature_dimension": 3,
    "input_spatial_dimensions": (1, 2),
    "kernel_input_feature_dimension": 2,
    "kernel_output_feature_dimension": 3,
    "kernel_spatial_dimensions": (0, 1),
    "output_batch_dimension": 0,
    "output_feature_dimension": 3,
    "output_spatial_dimensions": (1, 2),
    "feature_group_count": 2,
    "batch_group_count": 1,
}
TOP_K = {
    "k": 3,
    "axis": 1,
    "is_ascend": False,
    "is_barrier": False,
    "ret_type": "'both'",
    "src_shape": (4, 8),
    "dtype": F,
    "indices_dtype": "uint32",
}
COLLECTIVE = {"replica_groups": ((0, 1), (2, 3)), "dtype": F, "has_token": False}
CUSTOM_OP = dict.fromkeys(
    ("function_name", "name", "lib_file_name", "ulib_to_ucode_version", "ulib_to_isa_version"), "a"
)

GOOD = {
    "unary": ([(4, 8)], [(4, 8)], {"op": "np.exp"}),
    "unary predicate": ([(4, 8)], [((4, 8), P)], {"op": "np.is_finite"}),
    "binary": ([(4, 8), (4, 8)], [(4, 8)], {"op": "np.add"}),
    "binary comparison": ([(4, 8), (4, 8)], [((4, 8), "uint8")], {"op": "np.less"}),
    "binary bound": ([(4, 8), ()], [(4, 8)], {"op": "np.minimum"}),
    "binary of the IR module": ([((2,), I32), ((2,), I32)], [((2,), I32)], {"op": "ir.int_div"}),
    "ternary": ([((4, 8), P), (4, 8), (4, 8)], [(4, 8)], {"op": "np.select"}),
    "ternary scalar": ([((), P), (4, 8), (4, 8)], [(4, 8)], {"op": "ir.select"}),
    "convert": ([(4, 8)], [((4, 8), I32)], {"dtype": I32}),
    "bitcast_convert": ([(4, 8)], [((4, 8, 4), "uint8")], {"dtype": "uint8"}),
    "bitcast": ([(4, 8)], [((8, 4), I32)], {"dtype": I32}),
    "iota": ([], [((4, 8), I32)], {"iota_dim": 1, "shape": (4, 8), "dtype": I32}),
    "reduce_precision": ([(4, 8)], [(4, 8)], {"exponent_bits": 5, "mantissa_bits": 10}),
    "memcpy": ([(4, 8)], [(2, 16)], {"dtype": F}),
    "reshape": ([(4, 8)], [(32,)], {"src_shape": (4, 8), "shape": (32,)}),
    "copy": ([(4, 8)], [(4, 8)], {}),
    "transpose": ([(4, 8, 2)], [(2, 4, 8)], {"src_shape": (4, 8, 2), "permutation": (2, 0, 1)}),
    "broadcast_in_dim": ([(1, 8)], [(4, 3, 8)], {"src_shape": (1, 8), "broadcast_dims": (0, 2), "shape": (4, 3, 8)}),
    "slice": (
        [(4, 8)],
        [(2, 3)],
        {"src_shape": (4, 8), "start_indices": (2, 1), "limit_indices": (4, 7), "strides": (1, 2)},
    ),
    "dynamic_slice": ([(4, 8), ((), I32), ((), I32)], [(2, 8)], {"src_shape": (4, 8), "slice_sizes": (2, 8)}),
    "dynamic_update_slice": (
        [(4, 8), (2, 8), ((), I32), ((), I32)],
        [(4, 8)],
        {"src_shape": (4, 8), "update_shape": (2, 8)},
    ),
    "pad": (
        [(4, 8), ()],
        [(7, 7)],
        {"src_shape": (4, 8), "edge_padding_low": (0, -1), "edge_padding_high": (0, 0), "interior_padding": (1, 0)},
    ),
    "concatenate": ([(4, 8), (4, 2)], [(4, 10)], {"dimension": 1}),
    "reverse": ([(4, 8)], [(4, 8)], {"dimensions": (1, 0)}),
    "dot": (
        [(5, 4, 8), (8, 5, 3)],
        [(5, 4, 3)],
        {"lhs_batching_dims": (0,), "rhs_batching_dims": (1,), "lhs_contract_dims": (2,), "rhs_contract_dims": (0,)},
    ),
    "dot of another dtype": (
        [((4,), "bfloat16"), ((4,), "bfloat16")],
        [()],
        {**NO_DIMS, "lhs_contract_dims": (0,), "rhs_contract_dims": (0,)},
    ),
    "convolution": ([(2, 8, 8, 4), (3, 3, 2, 6)], [(2, 4, 4, 6)], CONV),
    "rng": ([(), ()], [(4, 8)], {"distribution": "UNIFORM", "shape": (4, 8), "dtype": F}),
    "rng_bit_generator": (
        [((2,), "uint64")],
        [((2,), "uint64"), ((4,), "uint32")],
        {"algorithm": "DEFAULT", "shape": (4,), "dtype": "uint32"},
    ),
    "gather": ([(4, 8), ((5, 1), I32)], [(5, 8)], GATHER),
    "gather with batching": (
        [(4, 8), ((4, 3, 1), I32)],
        [(4, 3)],
        {
            "offset_dims": (),
            "collapsed_slice_dims": (1,),
            "start_index_map": (1,),
            "index_vector_dim": 2,
            "operand_batching_dims": (0,),
            "start_indices_batching_dims": (0,),
            "slice_sizes": (1, 1),
            "indices_are_sorted": False,
        },
    ),
    "reduce": ([(4, 8, 2), ()], [(8,)], {"op": "np.add", "xla_op": "np.add", "init_value": 0.0, "reduce_dims": (0, 2)}),
    "reduce in a wider dtype": (
        [((4, 8), "bfloat16"), ()],
        [(8,)],
        {"op": "np.add", "xla_op": "np.add", "init_value": 0.0, "reduce_dims": (0,)},
    ),
    "reduce_window": ([(4, 8), ()], [(4, 5)], WINDOW),
    "scatter": ([(4, 8), ((5, 1), I32), (5, 8)], [(4, 8)], SCATTER),
    "scatter assignment": (
        [(4, 8), ((5, 1), I32), (5, 8)],
        [(4, 8)],
        {**SCATTER, "op": "np.copyto", "xla_op": "np.copyto", "scatter_kind": "np.copyto"},
    ),
    "select_and_scatter": ([(4, 8), (4, 4), ()], [(4, 8)], SELECT),
    "sort": ([(4, 8)], [(4, 8), ((4, 8), I32)], {"dimension": 1, "is_stable": True, "comparison_dir": "lt"}),
    "argmax": ([(4, 8)], [((4,), "uint32")], {"axis": 1}),
    "argmin": ([(4, 8)], [(4, 1), ((4, 1), I32)], {"axis": 1}),
    "all_reduce": ([(4, 8)], [(4, 8)], COLLECTIVE),
    "all_reduce of several": ([(4, 8), ((2,), F), ()], [(4, 8), (2,)], {**COLLECTIVE, "has_token": True}),
    "collective_permute": ([(4, 8)], [(4, 8)], {**COLLECTIVE, "replica_groups": ((0, 1), (1, 0))}),
    "all_gather": ([(4, 8)], [(4, 16)], {**COLLECTIVE, "all_gather_dim": 1}),
    "all_gather of all": ([(4, 8)], [(4, 64)], {**COLLECTIVE, "replica_groups": (), "all_gather_dim": 1}),
    "reduce_scatter": ([(4, 8)], [(2, 8)], {**COLLECTIVE, "reduce_scatter_dim": 0}),
    "all_to_all": ([(4, 8)], [(2, 16)], {**COLLECTIVE, "split_dimension": 0, "concat_dimension": 1, "split_count": 2}),
    "top_k": ([(4, 8)], [(4, 3), ((4, 3), "uint32")], TOP_K),
    "dropout": ([(4, 8), (), ()], [(4, 8), ((4, 8), P)], {"dtype": F, "predicates": ()}),
    "rms_norm": (
        [(4, 8), (8,), ()],
        [(4, 8)],
        {"epsilon": 1e-6, "reduce_dims": (1,), "src_shapes": ((4, 8), (8,), ())},
    ),
    "rms_norm_backward": (
        [(4, 8), (4, 8), (8,), ()],
        [(4, 8), (8,)],
        {"epsilon": 1e-6, "reduce_dims": (1,), "src_shapes": ((4, 8), (4, 8), (8,), ())},
    ),
    "resize_nearest": ([(1, 2, 3, 4)], [(1, 5, 6, 4)], {"shape": (5, 6), "dtype": F, "kernel_config": "{}"}),
    "resize_nearest_kernel": ([(1, 2, 3, 4)], [(1, 5, 6, 4)], {"shape": (5, 6), "dtype": F, "kernel_config": {}}),
    "resize_bilinear": ([(1, 2, 3, 4)], [(1, 5, 6, 4)], {"align_corners": True, "half_pixel_centers": False}),
    "collective_matmul": ([(4, 8), (8, 4)], [(4, 4)], {"dtype": F, "backend_config": {}}),
    "mlp_nki": ([(4, 8)], [(4, 8)], {"dtype": F}),
    "custom_op": ([(4, 8)], [(2,)], {**CUSTOM_OP, "dtype": F, "shape": (2,)}),
    "native_kernel": ([(4, 8)], [(2,)], {"use_opaque_access": True, "kernel_config": ""}),
    "lnc_sharding_constraint": ([(4, 8)], [(4, 8)], {"sharding": "{replicated}"}),
    "send": ([(4, 8)], [(4, 8)], {"peer_id": 1}),
    "recv": ([(4, 8)], [(4, 8)], {"peer_id": 1}),
    "device_print": ([(4, 8)], [(4, 8)], {}),
    "softmax": ([(4, 8)], [(4, 8)], {"axis": 1}),
    "softmax_backward": ([(4, 8), (4, 8)], [(4, 8)], {"axis": 1}),
}


def typed(entry):
    return entry if len(entry) == 2 and isinstance(entry[0], tuple) else (entry, F)


def problems(case: str, *, srcs=None, dsts=None, **values) -> list[str]:
    """Codes that the verifier gives for a GOOD program with something changed."""
    good_srcs, good_dsts, good_values = GOOD[case]
    b = Builder()
    sources = [b.input(*typed(entry)) for entry in (good_srcs if srcs is None else srcs)]
    targets = [b.tensor(*typed(entry)) for entry in (good_dsts if dsts is None else dsts)]
    b.bare(case.split(" ")[0], sources, targets, {**good_values, **values})
    write(b.function)
    return codes(b)


@pytest.mark.parametrize("case", GOOD)
def test_sound_ops(case):
    assert problems(case) == []


def test_every_form_has_a_sound_example():
    assert {case.split(" ")[0] for case in GOOD} | {"fusion"} == FORMS.keys()


@pytest.mark.parametrize("case", [case for case in GOOD if RULES[case.split(" ")[0]][0] not in (None, 0)])
def test_one_source_too_many_or_few(case):
    srcs, _, _ = GOOD[case]
    assert problems(case, srcs=[*srcs, (2,)]) == ["H2P170"]
    assert "H2P170" in problems(case, srcs=srcs[:-1])


@pytest.mark.parametrize(
    ("case", "changes", "code"),
    [
        ("unary", {"srcs": [(4, 8), (4, 8)]}, "H2P170"),
        ("iota", {"srcs": [(2,)]}, "H2P170"),
        ("dynamic_slice", {"srcs": [(4, 8), ((), I32)]}, "H2P170"),
        ("dynamic_slice", {"srcs": []}, "H2P170"),
        ("dynamic_update_slice", {"srcs": [(4, 8), (2, 8), ((), I32)]}, "H2P170"),
        ("concatenate", {"srcs": []}, "H2P170"),
        ("sort", {"srcs": [(4, 8)] * 3}, "H2P170"),
        ("argmax", {"dsts": [(4,)] * 3}, "H2P170"),
        ("all_reduce", {"srcs": []}, "H2P170"),
        ("unary", {"dsts": [((4, 8), I32)]}, "H2P171"),
        ("unary predicate", {"dsts": [(4, 8)]}, "H2P171"),
        ("binary", {"srcs": [(4, 8), ((4, 8), I32)]}, "H2P171"),
        ("binary", {"dsts": [((4, 8), I32)]}, "H2P171"),
        ("binary comparison", {"dsts": [(4, 8)]}, "H2P171"),
        ("ternary", {"srcs": [(4, 8), (4, 8), (4, 8)]}, "H2P171"),
        ("ternary", {"srcs": [((4, 8), P), ((4, 8), I32), (4, 8)]}, "H2P171"),
        ("convert", {"dtype": "int16"}, "H2P171"),
        ("memcpy", {"dsts": [((4, 8), I32)]}, "H2P171"),
        ("memcpy", {"dtype": I32}, "H2P171"),
        ("transpose", {"dsts": [((2, 4, 8), I32)]}, "H2P171"),
        ("concatenate", {"srcs": [(4, 8), ((4, 2), I32)]}, "H2P171"),
        ("pad", {"srcs": [(4, 8), ((), I32)]}, "H2P171"),
        ("reduce", {"dsts": [((8,), I32)]}, "H2P171"),
        ("scatter", {"srcs": [(4, 8), ((5, 1), I32), ((5, 8), I32)]}, "H2P171"),
        ("rng_bit_generator", {"dtype": "uint64"}, "H2P171"),
        ("top_k", {"indices_dtype": "int32"}, "H2P171"),
        ("all_gather", {"dsts": [((4, 16), I32)]}, "H2P171"),
        ("unary", {"dsts": [(8, 4)]}, "H2P172"),
        ("binary", {"srcs": [(4, 8), (8,)]}, "H2P172"),
        ("binary", {"srcs": [(4, 8), ()]}, "H2P172"),
        ("ternary", {"srcs": [((8,), P), (4, 8), (4, 8)]}, "H2P172"),
        ("convert", {"dsts": [((8, 4), I32)]}, "H2P172"),
        ("bitcast_convert", {"dsts": [((4, 8, 2), "uint8")]}, "H2P172"),
        ("iota", {"shape": (4, 9)}, "H2P172"),
        ("memcpy", {"dsts": [(4, 4)]}, "H2P172"),
        ("reshape", {"shape": (4, 8)}, "H2P172"),
        ("reshape", {"src_shape": (8, 4)}, "H2P172"),
        ("transpose", {"dsts": [(4, 8, 2)]}, "H2P172"),
        ("broadcast_in_dim", {"srcs": [(2, 8)], "src_shape": (2, 8)}, "H2P172"),
        ("slice", {"dsts": [(2, 6)]}, "H2P172"),
        ("dynamic_slice", {"dsts": [(4, 8)]}, "H2P172"),
        ("dynamic_slice", {"srcs": [(4, 8), ((1,), I32), ((), I32)]}, "H2P172"),
        ("dynamic_update_slice", {"update_shape": (1, 8)}, "H2P172"),
        ("pad", {"dsts": [(4, 8)]}, "H2P172"),
        ("concatenate", {"srcs": [(4, 8), (3, 2)]}, "H2P172"),
        ("concatenate", {"dsts": [(4, 9)]}, "H2P172"),
        ("reverse", {"dsts": [(8, 4)]}, "H2P172"),
        ("dot", {"srcs": [(5, 4, 8), (7, 5, 3)]}, "H2P172"),
        ("dot", {"dsts": [(5, 3, 4)]}, "H2P172"),
        ("convolution", {"dsts": [(2, 4, 6, 6)]}, "H2P172"),
        ("convolution", {"feature_group_count": 4}, "H2P172"),
        ("rng", {"shape": (8, 4)}, "H2P172"),
        ("gather", {"dsts": [(8, 5)]}, "H2P172"),
        ("gather", {"dsts": [(5, 8, 1)]}, "H2P172"),
        ("reduce", {"dsts": [(4,)]}, "H2P172"),
        ("reduce", {"srcs": [(4, 8, 2), (1,)]}, "H2P172"),
        ("reduce_window", {"dsts": [(4, 4)]}, "H2P172"),
        ("scatter", {"dsts": [(4, 9)]}, "H2P172"),
        ("select_and_scatter", {"srcs": [(4, 8), (4, 8), ()]}, "H2P172"),
        ("sort", {"dsts": [(4, 8), ((4,), I32)]}, "H2P172"),
        ("argmax", {"dsts": [((8,), I32)]}, "H2P172"),
        ("all_reduce", {"dsts": [(4, 4)]}, "H2P172"),
        ("all_gather", {"dsts": [(8, 8)]}, "H2P172"),
        ("reduce_scatter", {"dsts": [(4, 4)]}, "H2P172"),
        ("all_to_all", {"dsts": [(4, 8)]}, "H2P172"),
        ("top_k", {"dsts": [(4, 3), ((3, 4), "uint32")]}, "H2P172"),
        ("rms_norm", {"src_shapes": ((4, 8), (8,), (1,))}, "H2P172"),
        ("resize_nearest", {"shape": (6, 5)}, "H2P172"),
        ("resize_bilinear", {"dsts": [(1, 5, 6, 3)]}, "H2P172"),
        ("custom_op", {"shape": (3,)}, "H2P172"),
        ("lnc_sharding_constraint", {"dsts": [(2, 8)]}, "H2P172"),
        ("iota", {"iota_dim": 2}, "H2P173"),
        ("reduce_precision", {"exponent_bits": 0}, "H2P173"),
        ("transpose", {"permutation": (0, 0, 1)}, "H2P173"),
        ("broadcast_in_dim", {"broadcast_dims": (0, 3)}, "H2P173"),
        ("broadcast_in_dim", {"broadcast_dims": (0,)}, "H2P173"),
        ("slice", {"limit_indices": (5, 7)}, "H2P173"),
        ("slice", {"strides": (1, 0)}, "H2P173"),
        ("slice", {"strides": (1,)}, "H2P173"),
        ("dynamic_slice", {"slice_sizes": (5, 8), "dsts": [(5, 8)]}, "H2P173"),
        ("pad", {"interior_padding": (-1, 0)}, "H2P173"),
        ("concatenate", {"dimension": 2}, "H2P173"),
        ("reverse", {"dimensions": (1, 1)}, "H2P173"),
        ("dot", {"lhs_contract_dims": (0,)}, "H2P173"),
        ("dot", {"lhs_contract_dims": (1, 2)}, "H2P173"),
        ("dot", {"rhs_contract_dims": (3,)}, "H2P173"),
        ("convolution", {"window_strides": (0, 1)}, "H2P173"),
        ("convolution", {"padding": (1, 1)}, "H2P173"),
        ("convolution", {"input_feature_dimension": 2}, "H2P173"),
        ("rng", {"distribution": "POISSON"}, "H2P173"),
        ("gather", {"slice_sizes": (1, 9)}, "H2P173"),
        ("gather", {"slice_sizes": (2, 8)}, "H2P173"),
        ("gather", {"index_vector_dim": 3}, "H2P173"),
        ("gather", {"start_index_map": (0, 1)}, "H2P173"),
        ("gather", {"collapsed_slice_dims": ()}, "H2P173"),
        ("reduce", {"reduce_dims": (0, 3)}, "H2P173"),
        ("reduce", {"xla_op": "np.multiply"}, "H2P173"),
        ("reduce_window", {"window_shape": (1, 0)}, "H2P173"),
        ("reduce_window", {"padding": (0, 0)}, "H2P173"),
        ("scatter", {"scatter_kind": "np.multiply"}, "H2P173"),
        ("scatter", {"update_scatter_dims": ()}, "H2P173"),
        ("scatter", {"index_vector_dim": 5}, "H2P173"),
        ("scatter", {"scatter_dims_to_operand_dims": (0, 1)}, "H2P173"),
        ("scatter", {"inserted_window_dims": ()}, "H2P173"),
        ("sort", {"comparison_dir": "eq"}, "H2P173"),
        ("sort", {"dimension": 2}, "H2P173"),
        ("argmax", {"axis": -1}, "H2P173"),
        ("all_reduce", {"replica_groups": ((0, 1), (1, 2))}, "H2P173"),
        ("collective_permute", {"replica_groups": ((0, 1, 2),)}, "H2P173"),
        ("collective_permute", {"replica_groups": ((0, 1), (2, 1))}, "H2P173"),
        ("all_gather", {"all_gather_dim": 2}, "H2P173"),
        ("all_to_all", {"split_count": 3}, "H2P173"),
        ("top_k", {"k": 9}, "H2P173"),
        ("rms_norm", {"reduce_dims": (2,)}, "H2P173"),
        ("softmax", {"axis": 2}, "H2P173"),
        ("unary", {"op": "np.add"}, "H2P174"),
        ("binary", {"op": "np.exp"}, "H2P174"),
        ("ternary", {"op": "np.add"}, "H2P174"),
        ("reduce", {"op": "np.exp", "xla_op": "np.exp"}, "H2P174"),
        ("select_and_scatter", {"xla_op": "np.add"}, "H2P174"),
    ],
)
def test_broken_ops(case, changes, code):
    assert code in problems(case, **changes)


@pytest.mark.parametrize(
    ("op", "kind", "extra", "found"),
    [
        ("Elementwise", "Elementwise", {}, []),
        ("Elementwise", "Log1p", {}, []),
        ("DotFusion", "DotFusion", {}, []),
        ("DotFusion", "DotLogistic", {}, []),
        ("MulRedSqrt", "MulRedSqrt", {"reduce_dims": (1,)}, []),
        ("Expm1", "Expm1", {}, ["H2P173"]),
        ("ScheduleFusion", "ScheduleFusion", {}, ["H2P173"]),
        ("Elementwise", "Elementwise", {"reduce_dims": (1,)}, ["H2P173"]),
    ],
)
def test_fusion_headers(b, op, kind, extra, found):
    x = b.input((2,))
    y = b.tensor((2,))
    b.bare("fusion", [x], [y], {"op": op, "hilo_fusion_op": kind, **extra})
    b.bare("unary", [x], [y], {"op": "np.exp"})
    assert codes(b) == found
