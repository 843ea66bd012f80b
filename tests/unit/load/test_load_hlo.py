"""HLO text and protos: names, ids, sources, aliases, attributes, normalisation, errors."""

from load_programs import HLO, every_op, hlo, kinds, only, proto, refused, where

from hlo2penguin.load import hlo_proto, load
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function


def _marks(source: object) -> dict[str, tuple[str, int]]:
    """Framework name and id of every op and argument that has an instruction name."""
    decoder, found = Decoder(), {}
    loaded = load(source)
    for op in every_op(loaded.module):
        places = [op.operation.location]
        for region in op.operation.regions:
            for block in region.blocks:
                places += [argument.location for argument in block.arguments]
        for place in map(decoder.location, places):
            if place.instruction:
                found[place.instruction] = (place.op_name, place.hlo_id)
    return found


EXPECTED = {
    "x.8": ("weight", 8),
    "y.9": ("", 9),
    "z.10": ("", 10),
    "c.11": ("", 11),
    "r.12": ("", 12),
    "a.13": ("", 13),
    "p.6": ("", 6),
    "n.7": ("layer/neg", 7),
    "l.2": ("", 2),
    "r.3": ("", 3),
    "s.4": ("body/add", 4),
}


def test_text_every_op_and_argument_carries_name_and_id() -> None:
    assert _marks(HLO) == EXPECTED
    assert _marks(HLO.replace("  ROOT ", "  ROOT %").replace("  n.7", "  %n.7")) == EXPECTED


def test_text_without_unique_suffixes_counts_positions() -> None:
    marks = _marks(hlo("  x = f32[4] parameter(0)\n  n.9 = f32[4] negate(x)\n  ROOT a.9.1 = f32[4] abs(n.9)"))
    assert marks == {"x": ("", 1), "n.9": ("", 2), "a.9.1": ("", 3)}


def test_proto_ids_are_those_of_the_proto() -> None:
    module = hlo_proto.read(proto(HLO))
    assert module is not None
    ids = {instruction.name: instruction.id for instruction in hlo_proto.instructions(module)}
    assert _marks(proto(HLO)) == {name: (EXPECTED[name][0], ids[name]) for name in EXPECTED}
    names = load(proto(HLO)).names
    assert names is not None
    assert names.largest_id == max(ids.values())


def test_names_number_copies_after_the_whole_module() -> None:
    names = load(HLO).names
    assert names is not None
    assert names.largest_id == 14
    assert names.fresh("n.7") == ("n.0", 15)
    assert names.fresh("r.3") == ("r.0", 16)


def test_source_lines() -> None:
    place = where(only(load(HLO), "negate"))
    assert (place.file, place.line, place.op_name) == ("net.py", 12, "layer/neg")


def test_stack_frames_give_source_lines() -> None:
    tables = """
FileNames
1 "model.py"

FunctionNames
1 "layer"
2 "<module>"

FileLocations
1 {file_name_id=1 function_name_id=2 line=20 end_line=20 column=1 end_column=2}
2 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=3 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=1}
"""
    body = '  x = f32[4] parameter(0)\n  ROOT n = f32[4] negate(x), metadata={op_name="neg" stack_frame_id=2}'
    text = hlo(body, computations=tables)
    for source in (text, proto(text)):
        place = where(only(load(source), "negate"))
        assert (place.file, place.line, place.op_name, place.instruction) == ("model.py", 7, "neg", "n")


def test_regions_keep_their_instructions() -> None:
    computations = """
body { p = (s32[], f32[4]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  v = f32[4] get-tuple-element(p), index=1
  w = f32[4] negate(v), metadata={op_name="loop/neg" source_file="f.py" source_line=8}
  ROOT out = (s32[], f32[4]) tuple(next, w) }
cond { q = (s32[], f32[4]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  k = s32[] constant(4)
  ROOT lt = pred[] compare(j, k), direction=LT }
"""
    loaded = load(
        hlo(
            "  x = f32[4] parameter(0)\n  z = s32[] constant(0)\n  t = (s32[], f32[4]) tuple(z, x)\n"
            "  loop = (s32[], f32[4]) while(t), condition=cond, body=body\n"
            "  ROOT r = f32[4] get-tuple-element(loop), index=1",
            computations,
        )
    )
    inside = [where(op) for op in every_op(loaded.module) if op.operation.name == "stablehlo.negate"]
    assert {(p.op_name, p.instruction, p.file, p.line) for p in inside} == {("loop/neg", "w", "f.py", 8)}
    assert where(only(loaded, "while")).instruction == "loop"


def test_aliases_must_and_may() -> None:
    aliases = load(HLO).module.operation.attributes["mhlo.input_output_alias"]
    assert [alias["alias"]["kind"].value for alias in aliases] == ["may_alias", "must_alias"]


def test_frontend_attributes() -> None:
    loaded = load(HLO)
    assert loaded.frontend_attributes == {"transposable_weight_idx": "1"}
    reduce = only(loaded, "reduce").operation
    assert str(reduce.attributes["mhlo.frontend_attributes"]) == '{stream_id = "1"}'
    main = main_function(loaded.module)
    assert main is not None
    assert 'neff_input_names = "input0"' in str(main.operation.attributes["arg_attrs"])


def test_tuple_parameters_and_results_are_flat() -> None:
    text = hlo(
        "  t = (f32[], f32[2]) parameter(0)\n  a = f32[] get-tuple-element(t), index=0\n"
        "  b = f32[2] get-tuple-element(t), index=1\n  ROOT r = (f32[2], f32[]) tuple(b, a)",
        header=", input_output_alias={ {0}: (0, {1}, may-alias) }",
    )
    loaded = load(text)
    main = main_function(loaded.module)
    assert main is not None
    assert [str(a.type) for a in entry_block(main).arguments] == ["tensor<f32>", "tensor<2xf32>"]
    (alias,) = loaded.module.operation.attributes["mhlo.input_output_alias"]
    assert str(alias["alias"]["parameter_index"]) == "array<i64: 1>"


def test_no_inputs() -> None:
    assert kinds(load(hlo("  ROOT c = f32[2,2] constant({{1,2},{3,4}})"))) == ["constant"]


def test_repeated_names_of_computations_bodies_are_made_unique() -> None:
    body = "{ a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] %s(a, b) }\n"
    loaded = load(
        hlo(
            "  x = f32[2,3] parameter(0)\n  z = f32[] constant(0)\n"
            "  r1 = f32[2] reduce(x, z), dimensions={1}, to_apply=sum\n"
            "  r2 = f32[3] reduce(x, z), dimensions={0}, to_apply=sum.1\n"
            "  ROOT t = (f32[2], f32[3]) tuple(r1, r2)",
            "sum " + body % "add" + "sum.1 " + body % "maximum",
        )
    )
    reducers = [where(op).instruction for op in every_op(loaded.module) if op.operation.name == "stablehlo.maximum"]
    assert set(reducers) == {"c.1"}
    assert kinds(loaded).count("reduce") == 2


def test_unspecified_api_version_is_accepted_and_strings_stay() -> None:
    config = 'api_version=API_VERSION_UNSPECIFIED \\" x'
    text = hlo(
        "  x = f32[4] parameter(0)\n  ROOT c = f32[4] custom-call(x), "
        f'custom_call_target="AwsThing", backend_config="{config}", api_version=API_VERSION_UNSPECIFIED'
    )
    call = only(load(text), "custom_call").operation.attributes
    assert call["backend_config"].value == 'api_version=API_VERSION_UNSPECIFIED " x'
    assert call["call_target_name"].value == "AwsThing"


def test_rewriting_the_version_keeps_columns() -> None:
    line = '  ROOT c = f32[4] custom-call(x), custom_call_target="T", api_version=API_VERSION_UNSPECIFIED, nonsense=1'
    problem = refused(hlo("  x = f32[4] parameter(0)\n" + line))[0]
    assert problem.place.column == line.index("nonsense") + 1


def test_syntax_error_has_xlas_message_and_place() -> None:
    (problem,) = refused(hlo("  x = f32[4] parameter(0)\n  ROOT n = f32[4] frobnicate(x)"))
    assert problem.code == "H2P003"
    assert "frobnicate" in problem.cause
    assert (problem.place.file, problem.place.line, problem.place.column) == ("<text>", 5, 19)
    assert problem.place.text == "  ROOT n = f32[4] frobnicate(x)"


def test_repeated_instruction_names_both_places() -> None:
    first, second = refused(hlo("  x = f32[4] parameter(0)\n  ROOT x = f32[4] negate(x)"))
    assert (first.severity, first.place.line) == ("error", 5)
    assert (second.severity, second.place.line) == ("note", 4)


def test_semantic_error_is_placed_at_the_instruction() -> None:
    body = '  x = f32[4] parameter(0)\n  ROOT s.5 = f32[5] add(x, x), metadata={op_name="a" source_file="a.py"}'
    (problem,) = refused(hlo(body))
    assert "same shape" in problem.cause
    assert (problem.place.line, problem.place.name) == (5, "s.5")
    assert problem.place.text.startswith("  ROOT s.5 =")
    assert problem.op.startswith('%0 = "stablehlo.add"')


def test_proto_that_xla_refuses() -> None:
    module = hlo_proto.read(proto(HLO))
    assert module is not None
    module.computations[0].instructions[2].opcode = "frobnicate"
    (problem,) = refused(module.SerializeToString())
    assert problem.code == "H2P003"
    assert "frobnicate" in problem.cause
