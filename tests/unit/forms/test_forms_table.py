"""A registry that cannot fall apart: op kinds, forms, emitters and their lit tests know each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hlo2penguin.forms import FORMS, NO_STATEMENT, table
from hlo2penguin.forms.callables import CALLABLES
from hlo2penguin.forms.evidence import Evidence
from hlo2penguin.printer.emit import EMITTERS
from hlo2penguin.printer.emit.custom_call import TARGETS, UNPRINTABLE

LIT = Path(__file__).parents[2] / "lit" / "printer"
PRINTED = (EMITTERS.keys() | TARGETS.keys()) - {"custom_call"}


def test_every_op_kind_and_target_that_prints_has_a_form():
    known = {op for form in FORMS.values() for op in form.ops} | NO_STATEMENT.keys()
    assert known == PRINTED | {"func.return"}


def test_targets_that_do_not_print_have_no_form():
    assert not UNPRINTABLE & (TARGETS.keys() | {op for form in FORMS.values() for op in form.ops})


@pytest.mark.parametrize("name", FORMS)
def test_every_form_names_an_op_and_has_a_lit_test(name: str):
    assert FORMS[name].ops
    pattern = re.compile(rf"^// FORM: {name}$", re.MULTILINE)
    assert any(pattern.search(path.read_text()) for path in LIT.rglob("*") if path.is_file())


def test_lit_tests_name_forms_that_exist():
    texts = [path.read_text() for path in LIT.rglob("*.mlir")]
    assert {name for text in texts for name in re.findall(r"^// FORM: (\S+)$", text, re.MULTILINE)} <= FORMS.keys()


def test_the_table_has_one_row_per_op_and_form():
    rows = table()
    keys = [(row.op, row.form) for row in rows]
    assert len(keys) == len(set(keys)) == sum(len(form.ops) for form in FORMS.values())
    assert keys == sorted(keys, key=lambda key: (key[0].lower(), key[1]))
    assert {function for row in rows for function in row.functions} <= CALLABLES.keys()


@pytest.mark.parametrize(
    ("op", "form", "evidence"),
    [
        ("dot_general", "dot", Evidence.REAL),
        ("reshape", "memcpy", Evidence.REAL),
        ("tanh", "unary", Evidence.DOCUMENTED),
        ("popcnt", "unary", Evidence.OURS),
        ("AwsNeuronGeluApprxTanh", "unary", Evidence.OURS),
        ("all_reduce", "all_reduce", Evidence.DOCUMENTED),
        ("broadcast_in_dim", "broadcast_in_dim", Evidence.OURS),
    ],
)
def test_evidence_of_a_row_is_the_weakest_of_its_keywords_and_functions(op: str, form: str, evidence: Evidence):
    [row] = [row for row in table() if (row.op, row.form) == (op, form)]
    assert row.evidence is evidence


def test_optional_keywords_stand_in_brackets():
    [row] = [row for row in table() if row.op == "dot"]
    assert row.keywords[:2] == ("xla_op", "lhs_batching_dims")
    assert "[lhs_zero_point]" in row.keywords
