"""How a form puts its pairs together."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hlo2penguin.forms import FORMS
from hlo2penguin.forms.evidence import Evidence
from hlo2penguin.forms.literals import LITERALS, Spelling, number_text, quoted, unescape

SPELLING = Spelling("m7", ",", "()", lambda name: name.replace("ir.", "m0."))
LISTS = Spelling("m7", ", ", "[]", lambda name: name)


def test_pairs_come_in_printed_order_and_optional_ones_only_where_given():
    dims = dict.fromkeys(("rhs_contract_dims", "rhs_batching_dims", "lhs_contract_dims", "lhs_batching_dims"), (0,))
    pairs = FORMS["dot"].pairs({**dims, "grad_y": True}, SPELLING)
    assert pairs == [
        "xla_op='mhlo.dot'",
        "lhs_batching_dims=[0]",
        "lhs_contract_dims=[0]",
        "rhs_batching_dims=[0]",
        "rhs_contract_dims=[0]",
        "grad_y=True",
    ]


def test_a_missing_keyword_is_the_emitters_mistake():
    with pytest.raises(KeyError, match="iota_dim"):
        FORMS["iota"].pairs({"shape": (1,), "dtype": "int32"}, SPELLING)


def test_a_fixed_function_is_spelled_by_the_program():
    pairs = FORMS["iota"].pairs({"iota_dim": 0, "shape": (4,), "dtype": "int32"}, SPELLING)
    assert pairs == ["op=m0.iota", "iota_dim=0", "shape=(4,)", 'dtype="int32"', "xla_op='mhlo.iota'"]


def test_evidence_of_a_statement_counts_its_optional_keywords_and_its_function():
    assert FORMS["scatter"].evidence_of({"op": "np.add"}) is Evidence.DOCUMENTED
    assert FORMS["scatter"].evidence_of({"op": "np.copyto"}) is Evidence.OURS
    assert FORMS["reduce_window"].evidence_of({"op": "np.add", "base_dilation": (1, 2)}) is Evidence.OURS


@pytest.mark.parametrize(
    ("literal", "value", "text", "list_text"),
    [
        ("tuple", (), "()", "()"),
        ("tuple", (3,), "(3,)", "(3,)"),
        ("tuple", (3, 4), "(3,4)", "(3,4)"),
        ("list", (), "[]", "[]"),
        ("list", (0, 1), "[0,1]", "[0, 1]"),
        ("window", (1, 2), "(1,2)", "[1, 2]"),
        ("groups", ((0, 1), (2,)), "[[0,1],[2]]", "[[0, 1], [2]]"),
        ("groups", (), "[]", "[]"),
        ("shapes", ((2, 8), (8,), ()), "[(2,8),(8,),()]", "[(2,8), (8,), ()]"),
        ("bools", (True,), "(True,)", "(True,)"),
        ("fixed6", 1e-6, "0.000001", "0.000001"),
        ("fixed6", 1e-7, "0.000000", "0.000000"),
        ("hint", "add", "{'op':'add'}", "{'op':'add'}"),
        ("config", {"k": 1, "s": "x", "b": True}, '{"k":1, "s":"x", "b":True}', '{"k":1, "s":"x", "b":True}'),
        ("dtype", "bfloat16", "m7.dtype.bfloat16", "m7.dtype.bfloat16"),
        ("dtype", "float32", '"float32"', '"float32"'),
    ],
)
def test_literals(literal: str, value: object, text: str, list_text: str):
    assert LITERALS[literal].render(value, SPELLING) == text
    assert LITERALS[literal].render(value, LISTS) == list_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "True"),
        (3, "3"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (float("inf"), "np.inf"),
        (-float("inf"), "-np.inf"),
        (float("nan"), "np.nan"),
        (-3.4028234663852886e38, "-3.4028234663852886e+38"),
    ],
)
def test_numbers(value: float, text: str):
    assert number_text(value) == text


@given(st.text(st.characters(exclude_categories=())), st.sampled_from("'\""))
def test_any_text_is_one_literal_of_one_line_and_reads_back(text: str, quote: str):
    literal = quoted(text, quote)
    assert literal.isprintable() or "\xad" in literal or any(ord(c) > 126 for c in literal)
    assert len(literal.splitlines()) == 1
    assert ast.literal_eval(literal) == text
    assert unescape(literal[1:-1], quote) == text
