"""Collectives with a token operand."""

from load_programs import every_op, hlo, kinds, only, proto, where

from hlo2penguin.load import Loaded, load
from hlo2penguin.mlir.edit import entry_block, main_function

SUM = "sum { a = bf16[] parameter(0)\n  b = bf16[] parameter(1)\n  ROOT c = bf16[] add(a, b) }\n"
SCATTER = "(bf16[4], bf16[]) reduce-scatter(%s, %s), replica_groups={{0,1}}, dimensions={0}, to_apply=sum"
GATHER = "(bf16[8], bf16[]) all-gather(%s, %s), replica_groups={{0,1}}, dimensions={0}"


def _returned(loaded: Loaded) -> list[str]:
    """Kind of what `@main` returns: an op's name or `argument N`."""
    main = main_function(loaded.module)
    assert main is not None
    *_, last = entry_block(main).operations
    kinds = []
    for value in last.operation.operands:
        owner = value.owner
        kinds.append(owner.name if hasattr(owner, "name") else f"argument {value.arg_number}")
    return kinds


CHAIN = hlo(
    "  x = bf16[8] parameter(0)\n  tok = bf16[] parameter(1)\n"
    f"  rs = {SCATTER % ('x', 'tok')}\n"
    "  part = bf16[4] get-tuple-element(rs), index=0\n  after = bf16[] get-tuple-element(rs), index=1\n"
    f"  ag = {GATHER % ('part', 'after')}\n"
    "  whole = bf16[8] get-tuple-element(ag), index=0\n  end = bf16[] get-tuple-element(ag), index=1\n"
    "  ROOT out = (bf16[8], bf16[]) tuple(whole, end)",
    SUM,
)


def test_chain_of_tokens_falls_away() -> None:
    for source in (CHAIN, proto(CHAIN)):
        loaded = load(source)
        assert [k for k in kinds(loaded) if k != "add"] == ["reduce_scatter", "all_gather"]
        assert _returned(loaded) == ["stablehlo.all_gather", "argument 1"]
        for kind, instruction in (("reduce_scatter", "rs"), ("all_gather", "ag")):
            op = only(loaded, kind).operation
            assert "neuron.has_token" in op.attributes
            assert len(op.operands) == len(op.results) == 1
            assert where(only(loaded, kind)).instruction == instruction


def test_token_of_any_dtype() -> None:
    text = CHAIN.replace("bf16[] parameter(1)\n  rs", "f32[] parameter(1)\n  rs")
    for before, after in (("(bf16[4], bf16[])", "(bf16[4], f32[])"), ("(bf16[8], bf16[])", "(bf16[8], f32[])")):
        text = text.replace(before, after)
    text = text.replace("after = bf16[]", "after = f32[]").replace("end = bf16[]", "end = f32[]")
    assert [k for k in kinds(load(text)) if k != "add"] == ["reduce_scatter", "all_gather"]


def test_tuple_used_as_a_whole_is_rebuilt() -> None:
    text = hlo(f"  x = bf16[4] parameter(0)\n  tok = bf16[] parameter(1)\n  ROOT ag = {GATHER % ('x', 'tok')}")
    for source in (text, proto(text)):
        loaded = load(source)
        assert _returned(loaded) == ["stablehlo.all_gather", "argument 1"]
        assert "neuron.has_token" in only(loaded, "all_gather").operation.attributes


def test_rebuilt_tuple_takes_a_fresh_id() -> None:
    text = hlo(
        f"  x.1 = bf16[4] parameter(0)\n  tok.2 = bf16[] parameter(1)\n  ROOT ag.3 = {GATHER % ('x.1', 'tok.2')}"
    )
    names = load(text).names
    assert names is not None
    assert names.fresh("x.1") == ("x.0", 5)


def test_several_arrays_lose_only_the_token() -> None:
    text = hlo(
        "  x = bf16[4] parameter(0)\n  y = bf16[2] parameter(1)\n  tok = bf16[] parameter(2)\n"
        "  ag = (bf16[8], bf16[4], bf16[]) all-gather(x, y, tok), replica_groups={{0,1}}, dimensions={0}\n"
        "  a = bf16[8] get-tuple-element(ag), index=0\n  b = bf16[4] get-tuple-element(ag), index=1\n"
        "  t = bf16[] get-tuple-element(ag), index=2\n  ROOT out = (bf16[4], bf16[8], bf16[]) tuple(b, a, t)"
    )
    loaded = load(text)
    assert len(only(loaded, "all_gather").operation.operands) == 2
    assert _returned(loaded)[2] == "argument 2"


def test_scalar_of_all_reduce_is_data() -> None:
    text = hlo(
        "  x = bf16[8] parameter(0)\n  s = bf16[] parameter(1)\n"
        "  ROOT ar = (bf16[8], bf16[]) all-reduce(x, s), replica_groups={{0,1}}, to_apply=sum",
        SUM,
    )
    loaded = load(text)
    op = only(loaded, "all_reduce").operation
    assert len(op.operands) == 2
    assert "neuron.has_token" not in op.attributes


def test_plain_collectives_are_not_marked() -> None:
    text = hlo("  x = bf16[4] parameter(0)\n  ROOT ag = bf16[8] all-gather(x), replica_groups={{0,1}}, dimensions={0}")
    assert not any("neuron.has_token" in op.operation.attributes for op in every_op(load(text).module))
