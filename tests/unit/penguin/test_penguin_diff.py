"""Structural difference: what counts, what is ignored, and that it stays fast."""

import random
import time

import pytest
from penguin_builder import Builder

from hlo2penguin.forms.text import Style
from hlo2penguin.penguin import Alias, DebugLocation, DependencyEdge, diff, diff_text, read_text, write
from hlo2penguin.penguin.align import align


def program(change: str = ""):
    b = Builder(Style("mhlo") if change == "printer" else None)
    if change == "numbers":
        b.variable, b.function.next_id = 5, 7
    x = b.input((4, 8) if change != "input shape" else (4, 9))
    y = b.input((8, 4))
    if change == "parameter":
        b.function.parameters.add(0)
    e = b.op("unary", [x], (4, 8), op="np.log" if change == "function" else "np.exp")
    if change == "added":
        e = b.op("unary", [e], (4, 8), op="np.tanh")
    s = b.tensor((4, 8), value=2.0 if change == "constant" else 1.0)
    operands = [s, e] if change == "operands" else [e, s]
    p = b.op("binary", operands, (4, 8), op="np.subtract")
    q = b.op("binary", [e, s], (4, 8), op="np.add")
    out = b.tensor((4, 4), name="output0")
    last = b.bare(
        "dot",
        [q if change == "other operand" else p, y],
        [out],
        {
            "lhs_batching_dims": (),
            "lhs_contract_dims": (1,),
            "rhs_batching_dims": (),
            "rhs_contract_dims": (0,),
        },
    )
    if change == "names and locations":
        e.name = "other"
        last.location = DebugLocation("elsewhere", "f.py", 1, 0, 2)
    if change == "alias":
        b.function.aliases.append(Alias("output0", "input0", "may"))
    if change == "edge":
        b.function.edges.append(DependencyEdge(b.function.ops[0].var, last.var))
    if change == "model":
        b.function.mac_count = 1
    return b.build(p if change == "output" else out)


@pytest.mark.parametrize("change", ["", "numbers", "names and locations", "printer"])
def test_equal_programs(change):
    assert diff(program(), program(change)) == []
    assert diff_text(program(), program(change)) == ""
    assert diff_text(read_text(write(program())), read_text(write(program(change)))) == ""


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ("function", ["changed"]),
        ("constant", ["changed"]),
        ("added", ["added", "wiring", "wiring"]),
        ("operands", ["wiring"]),
        ("other operand", ["wiring"]),
        ("input shape", ["program", "changed"]),
        ("parameter", ["program"]),
        ("output", ["program"]),
        ("alias", ["program"]),
        ("edge", ["program"]),
        ("model", ["program"]),
    ],
)
def test_differences(change, kinds):
    assert [difference.kind for difference in diff(program(), program(change))] == kinds
    assert len(diff(program(change), program())) == len(kinds)


def test_text_shows_statements_in_pairs():
    text = diff_text(read_text(write(program())), read_text(write(program("function"))))
    heading, left, right = text.splitlines()
    assert heading.startswith("changed (line ")
    assert "op=np.exp" in left
    assert "op=np.log" in right
    assert left.startswith("  - t.3 float32[4,8] = unary ")
    assert right.startswith("  + ")
    assert left.count("v1") == 0


def test_an_output_of_another_statement():
    b, c = Builder(), Builder()
    for builder, which in ((b, 0), (c, 1)):
        x = builder.input((2,))
        pair = [builder.op("unary", [x], (2,), op=op) for op in ("np.exp", "np.log")]
        pair[which].name = "output0"
        builder.build(pair[which])
    assert [difference.kind for difference in diff(b.function, c.function)] == ["wiring"]


def layered(count: int, *, without=frozenset(), changed=frozenset()):
    """Many equal layers: hardly any statement occurs once."""
    b = Builder()
    x = b.input((4, 4))
    for n in range(count):
        if n in without:
            continue
        form = ("unary", {"op": "np.exp"}) if n % 3 else ("copy", {})
        if n in changed:
            form = ("reverse", {"dimensions": (0,)})
        result = b.tensor((4, 4))
        b.bare(form[0], [x], [result], form[1])
        x = result
    return b.build(x)


def test_ten_thousand_statements():
    a, b = layered(10_000), layered(10_000, without={300, 9_000}, changed={50, 5_001})
    start = time.perf_counter()
    assert diff(a, a) == []
    found = diff(a, b)
    assert time.perf_counter() - start < 20
    assert [difference.kind for difference in found].count("changed") >= 2
    assert len(found) < 20


def test_programs_that_have_nothing_in_common():
    a = [f"a{n % 7}" for n in range(5_000)]
    start = time.perf_counter()
    assert len(list(align(a, [f"b{n % 7}" for n in range(5_000)]))) == 5_000
    assert len(list(align(a, [f"b{n}" for n in range(9_000)]))) == 9_000
    unique = [f"c{n}" for n in range(3_000)]
    matched = sum(1 for i, j in align([*unique, *a], [*a, *unique]) if i is not None and j is not None)
    assert matched >= 3_000
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize("seed", range(30))
def test_alignment_is_complete_and_in_order(seed):
    rng = random.Random(seed)
    a = [rng.choice("abcdefgh" * (seed % 3) + "xyz") for _ in range(rng.randrange(60))]
    b = [token for token in a if rng.random() > 0.2] + [rng.choice("xyz") for _ in range(rng.randrange(5))]
    pairs = list(align(a, b))
    assert [i for i, _ in pairs if i is not None] == list(range(len(a)))
    assert [j for _, j in pairs if j is not None] == list(range(len(b)))
    assert (None, None) not in pairs
    equal = sum(1 for i, j in pairs if i is not None and j is not None and a[i] == b[j])
    longest = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            best = max(longest[i][j + 1], longest[i + 1][j])
            longest[i + 1][j + 1] = longest[i][j] + 1 if one == other else best
    assert equal >= longest[-1][-1]
