"""What the reader takes, and what it refuses with which code and place."""

import ast
import re
import time

import pytest
from penguin_builder import Builder

from hlo2penguin.diagnostics import Refused
from hlo2penguin.forms.text import Style
from hlo2penguin.penguin import Alias, DebugLocation, DependencyEdge, read, read_text, write
from hlo2penguin.penguin.codes import CODES
from hlo2penguin.penguin.model import Tensor, TensorView
from hlo2penguin.penguin.reader import MAX_PROBLEMS
from hlo2penguin.penguin.source import MAX_LINE


@pytest.fixture(scope="module")
def text() -> str:
    """A program with one of everything that the skeleton has."""
    b = Builder()
    x = b.input((4, 8), attrs={"CrossPassTensor": "", "transposable": True})
    y = b.input((8,))
    b.function.parameters.add(1)
    one = b.tensor((4, 8), name="constant.1", value=1.0)
    table = b.tensor((4, 8), name="constant.2", init="constant.2.npy")
    e = b.op("unary", [x], (4, 8), op="np.exp")
    b.op("binary", [e, table], (4, 8), op="np.add")
    wide = b.op("broadcast_in_dim", [y], (4, 8), src_shape=(8,), broadcast_dims=(1,), shape=(4, 8))
    t = b.op("transpose", [wide], (8, 4), src_shape=(4, 8), permutation=(1, 0))
    out = b.tensor((8, 8), name="output0")
    last = b.bare(
        "dot",
        [t, e],
        [out],
        {
            "lhs_batching_dims": (),
            "lhs_contract_dims": (1,),
            "rhs_batching_dims": (),
            "rhs_contract_dims": (0,),
        },
    )
    kernel_out = b.tensor((4, 8), name="output1")
    kernel = b.bare("native_kernel", [e, one], [kernel_out], {"use_opaque_access": True, "kernel_config": "e30="})
    kernel.aliases = (e,)
    b.function.edges.append(DependencyEdge(last.var, kernel.var))
    b.function.aliases.append(Alias("output1", "input0", "must"))
    return write(b.build(out, kernel_out))


def refusals(text: str) -> list[tuple[str, int, int]]:
    with pytest.raises(Refused) as caught:
        read_text(text, "p.py")
    assert all(d.place.file == "p.py" and d.code in CODES for d in caught.value.diagnostics)
    return [(d.code, d.place.line, d.place.column) for d in caught.value.diagnostics]


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


def test_a_program_with_one_of_everything(text):
    function = read_text(text)
    assert write(function) == text
    assert [op.form.name for op in function.ops] == [
        "unary",
        "binary",
        "broadcast_in_dim",
        "transpose",
        "dot",
        "native_kernel",
    ]
    assert function.inputs[0].attrs == {"CrossPassTensor": "", "transposable": True}
    assert function.parameters == {1}
    assert function.ops[-1].aliases == (function.ops[0].dsts[0],)
    assert function.edges == [DependencyEdge(function.ops[-2].var, function.ops[-1].var)]
    constants = [tensor for tensor in function.tensors if tensor.is_constant]
    assert [(tensor.value, tensor.init) for tensor in constants] == [(1.0, None), (None, "constant.2.npy")]
    assert function.metrics == '{"Traffic":0}'
    assert text.split("\n")[function.ops[-1].line - 1].startswith(f"v{function.ops[-1].var} = m0.NativeKernel(")


def test_early_dependency_import_shifts_aliases(text):
    b = Builder(control_dependencies=True)
    x = b.input((2,))
    written = write(b.build(b.op("unary", [x], (2,), op="np.exp")))
    assert "import neuronxcc.starfish.penguin.ir.Dependency as m7\nv0 = m0.Function" in written
    assert "import neuronxcc.starfish.support as m8" in written
    function = read_text(written)
    assert function.control_dependencies
    assert write(function) == written
    assert not read_text(text).control_dependencies


def test_style_is_detected():
    b = Builder(Style("mhlo", ", ", "[]"))
    x = b.input((4, 4))
    init = b.tensor((), value=0.0)
    window = {"use_init_operand": False, "stride": (1, 1), "padding": (0, 0, 0, 0), "window_shape": (1, 2)}
    b.op("reduce_window", [x, init], (4, 3), op="np.add", xla_op="np.add", **window)
    out = b.op("reduce", [x, init], (), op="np.add", xla_op="np.add", init_value=0.0, reduce_dims=(0, 1))
    written = write(b.build(out))
    assert "stride=[1, 1]" in written
    assert "reduce_dims=[0, 1]" in written
    assert "file=" not in written
    assert read_text(written).style == Style("mhlo", ", ", "[]")


def test_labels_that_numpy_lacks_keep_their_module():
    b = Builder()
    x = b.input((2,))
    y = b.op("unary", [x], (2,), op="ir.rsqrt")
    written = write(b.build(b.op("unary", [y], (2,), op="np.rsqrt")))
    assert "op=m0.rsqrt" in written
    assert [op.values["op"] for op in read_text(written).ops] == ["ir.rsqrt", "np.rsqrt"]


def test_locations_of_later_stages():
    b = Builder()
    x = b.input((2,))
    b.bare("unary", [x], [b.tensor((2,))], {"op": "np.exp"}, location=DebugLocation("a", "f.py", 3, 0, 9, "p", "k"))
    b.bare("unary", [x], [b.tensor((2,))], {"op": "np.exp"}, location=None)
    written = write(b.build())
    assert 'hlo_id=9, parent="p", kernel="k"))' in written
    assert [op.location for op in read_text(written).ops] == [DebugLocation("a", "f.py", 3, 0, 9, "p", "k"), None]
    assert refusals(written.replace('kernel="k"', 'engine="k"'))[0][0] == "H2P103"


CASES = {
    "unknown statement": ("H2P101", "v0.markOutput", "while True: pass", "line"),
    "two statements": ("H2P101", "v0.markOutput", "v0.markOutput(v1); v0.markOutput(v1)", "line"),
    "not Python": ("H2P101", "v0.markOutput", "v0.markOutput(", "line"),
    "foreign variable": ("H2P101", "v0.markInput(v1)", "x = m0.Tensor()", "line"),
    "unknown constructor": ("H2P102", "m0.NativeKernel(", "m0.NativeKernels(", "part"),
    "unknown method": ("H2P102", "v0.markInput(v1)", "v0.markInputs(v1)", "line"),
    "unknown keyword": ("H2P103", "permutation=", "permutations=", "part"),
    "positional argument": ("H2P103", "srcs=[v1]", "[v1]", "part"),
    "keyword twice": ("H2P104", "src_shape=(4,8), ", "src_shape=(4,8), src_shape=(4,8), ", "part"),
    "keywords out of order": (
        "H2P105",
        "src_shape=(4,8), permutation=(1,0)",
        "permutation=(1,0), src_shape=(4,8)",
        "part",
    ),
    "keyword missing": ("H2P106", "src_shape=(4,8), permutation", "permutation", "part"),
    "list for a tuple": ("H2P107", "permutation=(1,0)", "permutation=[1,0]", "part"),
    "expression": ("H2P107", "permutation=(1,0)", "permutation=(1,1-1)", "part"),
    "number in another base": ("H2P107", "lhs_contract_dims=[1]", "lhs_contract_dims=[0x1]", "part"),
    "wrong attribute": ("H2P107", "'transposable': True", "'transposable': 'x'", "part"),
    "unknown attribute": ("H2P107", "'transposable': True", "'transport': True", "part"),
    "attribute twice": ("H2P104", "'transposable': True", "'CrossPassTensor': \"\"", "part"),
    "bad escape": ("H2P107", '"_dot.', '"\\q_dot.', "part"),
    "other quotes in an attribute": ("H2P107", "kernel_config='e30='", 'kernel_config="e30="', "part"),
    "bad alias arguments": ("H2P107", '"must"', '"perhaps"', "part"),
    "spaces": ("H2P108", "srcs=[v1], ", "srcs=[v1],  ", "part"),
    "comment": ("H2P108", "v0.markOutput", "# v0.markOutput", None),
    "trailing space": ("H2P108", "ir=v0", "ir=v0 ", None),
    "leading zero": ("H2P108", "line=0", "line=00", "part"),
    "unknown tag": ("H2P109", "'mhlo.dot'", "'mhlo.dots'", "part"),
    "undefined": ("H2P110", "srcs=[v1]", "srcs=[v777]", "part"),
    "undefined mark": ("H2P110", "v0.markInput(v1)", "v0.markInput(v777)", "line"),
    "defined twice": ("H2P111", "v2 = m0.Tensor(", "v1 = m0.Tensor(", "part"),
    "the Function as a tensor": ("H2P112", "srcs=[v1]", "srcs=[v0]", "part"),
    "unknown function": ("H2P113", "np.exp", "np.system", "part"),
    "function of another module": ("H2P113", "np.exp", "m5.exp", "part"),
    "unknown module": ("H2P113", "import numpy as np", "import os as np", "line"),
    "alias not imported": ("H2P113", "m8.NeuronTensorOp(srcs=[v1]", "m9.NeuronTensorOp(srcs=[v1]", "part"),
    "unknown dtype": ("H2P113", 'dtype="float32"', 'dtype="float33"', "part"),
    "second closing line": ("H2P114", "ir=v0", "ir=v0\nir=v0", None),
    "no function": ("H2P114", "v0 = m0.Function", None, None),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_with_code_and_line(text, case):
    code, part, other, scope = CASES[case]
    lines = text.split("\n")
    number = line_of(text, part)
    if other is None:
        lines.pop(number - 1)
    else:
        lines[number - 1] = other if scope == "line" else lines[number - 1].replace(part, other, 1)
    found = refusals("\n".join(lines))
    if case == "no function":
        assert code in [code for code, *_ in found]
    elif case == "second closing line":
        assert found[0][:2] == (code, number + 1)
    elif case == "comment":
        # A comment is no statement at all.
        assert found[0][:2] == ("H2P101", number)
    elif case == "trailing space":
        assert found[0][0] in ("H2P101", "H2P108")
        assert found[0][1] == number
    else:
        assert (code, number) in [entry[:2] for entry in found], found


@pytest.mark.parametrize(
    ("part", "moved_to"),
    [
        ("import neuronxcc.starfish.support", 1),
        ("  return t", 2),
        ("v0.markInput(v1)", 18),
        ("v0.aliasTensors", 20),
        ("v0.id=", 10),
        ("add_dep_edge", 21),
    ],
)
def test_a_line_out_of_place_is_refused(text, part, moved_to):
    lines = text.split("\n")
    line = lines.pop(line_of(text, part) - 1)
    lines.insert(moved_to, line)
    assert refusals("\n".join(lines))


@pytest.mark.parametrize(
    "part",
    ["import ", "v0 = m0.Function", "def weight_load", "  t = np", "  return t", "v1 = ", "v0.id=", "ir=v0"],
)
def test_no_line_of_the_skeleton_may_lack(text, part):
    lines = text.split("\n")
    for number in [number for number, line in enumerate(lines) if line.startswith(part)]:
        assert refusals("\n".join([*lines[:number], *lines[number + 1 :]])), lines[number]


def test_the_deviation_names_the_expected_line(text):
    with pytest.raises(Refused) as caught:
        read_text(text.replace('layout="NC"', 'layout="CN"', 1))
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.code == "H2P108"
    assert 'layout="NC"' in diagnostic.cause
    assert diagnostic.place.line == line_of(text, 'layout="NC"')
    assert text.split("\n")[diagnostic.place.line - 1][: diagnostic.place.column - 1].endswith('layout="')


def test_mixed_styles_are_refused(text):
    last = text.rindex('file="", ')
    assert refusals(text[:last] + text[last + len('file="", ') :])[0][0] == "H2P108"


def test_all_problems_are_reported_up_to_a_limit(text):
    lines = text.split("\n")
    bad = [*lines[:15], *(f"v{n} = eval({n})" for n in range(3)), "exec('x')", *lines[15:]]
    found = refusals("\n".join(bad))
    assert len([code for code, *_ in found if code != "H2P108"]) >= 4
    many = [*lines[:15], *["del x"] * 500, *lines[15:]]
    found = refusals("\n".join(many))
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1][0] == "H2P129"


def test_a_refused_definition_does_not_refuse_its_uses(text):
    number = line_of(text, "xla_op='mhlo.transpose'") - 1
    lines = text.split("\n")
    lines[number - 1] = lines[number - 1].replace('"float32"', '"float33"', 1)
    assert [entry[:2] for entry in refusals("\n".join(lines))] == [("H2P113", number)]


PYTHON = """
import os
from os import path
x = 1
x: int = 1
x += 1
x = y = v1
(x, y) = v1
del x
pass
assert x
raise x
global x
type X = int
lambda: 0
x if y else z
[x for x in y]
{x for x in y}
{x: y for x in y}
(x for x in y)
{1: 2}
{1, 2}
[1, 2]
(1, 2)
x[1]
x[1:2]
x.y
x()
*x, y = z
-x
not x
x + y
x and y
x < y
f'{x}'
f'{x!r:>{y}}'
'text'
b'text'
...
(x := 1)
__import__('os').system('true')
v0.markOutput(v1) if True else None
v0.markOutput(*v1)
v0.markOutput(**v1)
v0.__class__.__bases__
v0.markInput(v1, is_parameter_tensor=False)
v1.aliasTensors(input=[v2, *v3])
exec("import os")
v99 = m0.Tensor
v99 = m0.Tensor(**v1)
v99 = m0.Tensor(*v1)
v99 = m0.Function(id_=0)
v99 = m0.Tensor(name="a", shape=(1,), parent=v0, id=99, dtype="float32", view=lambda: 0)
v99 = m0.Tensor(name=f"a", shape=(), parent=v0, id=99, dtype="int8", view=v1, )
v99 = np.load("x.npy")
v99 = m8.NeuronTensorOp(srcs=[v1 for v1 in v2], dsts=[v3], op=np.exp, xla_op='mhlo.unary', id=99, parent=v0)
v99 = m8.NeuronTensorOp(srcs=[v1], dsts=[v1], op=(lambda: 0), xla_op='mhlo.unary', id=99, parent=v0)
v99 = m8.NeuronTensorOp(srcs=[v1], dsts=[v1], op=np.exp.__call__, xla_op='mhlo.unary', id=99, parent=v0)
v99 = m8.NeuronTensorOp(srcs=[v1], dsts=[v1], op=np.exp, xla_op='mhlo.' 'unary', id=99, parent=v0)
v99 = m8.NeuronTensorOp(srcs=[v1], dsts=[v1], op=np.exp, xla_op='mhlo.unary', id=98 + 1, parent=v0)
v99 = m8.NeuronTensorOp(srcs=[v1], dsts=[v1], op=np.exp, xla_op='mhlo.unary', id=99, parent=v0, dl=weight_load("x"))
if x: pass
for x in y: pass
while x: pass
with x: pass
with x as y, z: pass
try: pass
def f(): return 1
def f(p): yield p
async def f(): await x
class C: pass
match x:
for x in y: break
for x in y: continue
return 1
yield 1
await x
nonlocal x
@decorator
    indented
\tv0.id=1
v0.id = 1
v0.id=v1
v0.id=-1
v0.name="x"
ir=v1
ir = v0
ir=v0; x=1
print(1)
""".strip("\n").split("\n")


@pytest.mark.parametrize("line", PYTHON)
def test_no_other_python_is_read(text, line):
    lines = text.split("\n")
    at = line_of(text, "v0.markOutput") - 1
    found = refusals("\n".join([*lines[:at], line, *lines[at:]]))
    assert found[0][1] == at + 1


def test_the_list_of_constructs_covers_the_syntax():
    """Every statement and expression node of `ast` that a line can hold occurs in PYTHON."""
    covered: set[str] = set()
    blocks = [
        "try:\n  pass\nexcept* E:\n  pass",
        "try:\n  pass\nexcept E as e:\n  pass",
        "match x:\n  case [1, *y]: pass",
        "def f():\n  nonlocal x\n  return 1",
        "async def f():\n  async for x in y: pass\n  async with x: pass\n  await x",
        "def f():\n  yield 1\n  yield from x",
        "from os import path as p",
        "@d\nclass C(B, m=M): pass",
    ]
    for source in [*PYTHON, *blocks]:
        try:
            covered |= {type(node).__name__ for node in ast.walk(ast.parse(source))}
        except SyntaxError:
            continue
    wanted = {
        name
        for name in dir(ast)
        if isinstance(cls := getattr(ast, name), type)
        and issubclass(cls, (ast.stmt, ast.expr))
        and cls.__module__ in ("ast", "_ast")
        and cls not in (ast.stmt, ast.expr)
        and not name.startswith("_")
        and name not in ("Num", "Str", "Bytes", "NameConstant", "Ellipsis", "Index", "ExtSlice", "Suite")
    }
    new_syntax = {"TypeAlias", "TemplateStr", "Interpolation"}
    assert wanted - covered - new_syntax == set()
    for block in blocks:
        with pytest.raises(Refused):
            read_text(block + "\n")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: b"\xef\xbb\xbf" + data, "H2P121"),
        (lambda data: data.replace(b"\n", b"\r\n"), "H2P122"),
        (lambda data: data.replace(b"v0.id", b"\0v0.id"), "H2P123"),
        (lambda data: data[:-1], "H2P124"),
        (lambda data: data.replace(b"_dot.", b"\xff_dot."), "H2P120"),
        (lambda data: b"", "H2P124"),
    ],
)
def test_bytes_that_are_no_plain_text(tmp_path, text, change, code):
    path = tmp_path / "penguin.py"
    path.write_bytes(change(text.encode()))
    with pytest.raises(Refused) as caught:
        read(path)
    assert code in [d.code for d in caught.value.diagnostics]
    assert all(d.place.line for d in caught.value.diagnostics)
    if code == "H2P120":
        [diagnostic] = caught.value.diagnostics
        assert diagnostic.place.line == line_of(text, "_dot.")
        assert text.split("\n")[diagnostic.place.line - 1][diagnostic.place.column - 1 :].startswith("_dot.")


def test_files_that_cannot_be_opened(tmp_path):
    for path in (tmp_path / "absent.py", tmp_path, "a\0b"):
        with pytest.raises(Refused) as caught:
            read(path)
        assert caught.value.code == "H2P126"


def test_long_and_hostile_lines_take_bounded_time(text):
    lines = text.split("\n")
    at = line_of(text, "v0.markOutput") - 1
    head = "v99 = m8.NeuronTensorOp(srcs=[v1], dsts=[v1], "
    size = 200_000
    for line in (
        "x" * (MAX_LINE + 1),
        head + "'\"" * size,
        head + "," * size,
        head + "', id=1, parent=v0" * size,
        head + "xla_op='mhlo.transpose', src_shape=(" + "1," * size + "), id=1, parent=v0)",
        head + "xla_op='mhlo.all_gather', kind='AllGather', replica_groups=[" + "[1]," * size,
        'v99 = m0.Tensor(name="' + "\\" * size,
        'v99 = m0.Tensor(name="a", shape=(' + "1," * size + ")",
        "a" + ".b" * 9000,
        "(" * 9000,
        "-" * 9000 + "1",
        "v0.aliasTensors(" * 5000,
        "v99 = " + "9" * 10_000,
        head + "xla_op='mhlo.send', peer_id=" + "9" * 10_000 + ", id=9, parent=v0)",
        "v99 = m0.SingleValueTensor(value=" + "9" * 10_000 + ', name="a", shape=(), parent=v0, id=9, dtype="int32", '
        'view=m0.TensorView(shape=(), layout="N", transpose=()), )',
    ):
        start = time.perf_counter()
        found = refusals("\n".join([*lines[:at], line, *lines[at:]]))
        assert found[0][1] == at + 1
        assert time.perf_counter() - start < 5


def test_a_line_of_many_megabytes_is_read():
    b = Builder()
    x = b.input((2,))
    config = "QUJD" * 2_000_000
    b.bare("native_kernel", [x], [b.tensor((2,))], {"use_opaque_access": True, "kernel_config": config})
    assert read_text(write(b.build())).ops[0].values["kernel_config"] == config


def test_reading_is_linear():
    def program(n: int) -> str:
        b = Builder()
        x = b.input((2,))
        for _ in range(n):
            x = b.op("unary", [x], (2,), op="np.exp")
        return write(b.build(x))

    def seconds(text: str) -> float:
        start = time.perf_counter()
        read_text(text)
        return time.perf_counter() - start

    small, large = program(500), program(8000)
    assert min(seconds(large) for _ in range(3)) < 16 * 4 * min(seconds(small) for _ in range(3))


def test_non_ascii_digits_are_no_digits(text):
    assert refusals(text.replace("id=1,", "id=١,", 1))
    assert refusals(text.replace("shape=(4,8)", "shape=(٤,8)", 1))


def test_strings_cannot_end_early_or_open_code(text):
    hostile = """x"\\'\n), id=9, parent=v0)\x00\u2028\ud800\U0001f427 , id=3, parent=v0"""
    b = Builder()
    x = b.input((2,))
    b.bare("unary", [x], [b.tensor((2,))], {"op": "np.exp"}, location=DebugLocation(hostile, hostile))
    b.bare("lnc_sharding_constraint", [x], [b.tensor((2,))], {"sharding": hostile})
    b.bare("native_kernel", [x], [b.tensor((2,))], {"use_opaque_access": True, "kernel_config": hostile})
    function = b.build()
    written = write(function)
    assert read_text(written) == function
    calls = [node.value for node in ast.parse(written).body if isinstance(node, ast.Assign)]
    assert len(calls) == len(function.statements) + 3
    assert re.search(r"\bimport os\b", written) is None


@pytest.mark.parametrize(("value", "other"), [("nan", "inf"), ("0.0", "-0.0"), ("1.0", "2.0")])
def test_models_are_equal_where_their_texts_are(value, other):
    def tensor(value):
        return Tensor(1, 1, "constant.1", (), "float32", TensorView((), "N", ()), value=float(value))

    assert tensor(value) == tensor(value)
    assert tensor(value) != tensor(other)
