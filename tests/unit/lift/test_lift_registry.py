from hlo2penguin.forms import FORMS
from hlo2penguin.forms.callables import BINARY, BITWISE, COMPARE, LOGICAL, UNARY
from hlo2penguin.lift import LIFTS, REFUSED, elementwise


def test_every_form_is_lifted_or_refused_on_purpose() -> None:
    assert set(LIFTS) | set(REFUSED) | {"fusion"} == set(FORMS)
    assert not set(LIFTS) & set(REFUSED)


def test_every_elementwise_function_is_lifted() -> None:
    unary = set(elementwise._UNARY) | set(elementwise._OTHER_UNARY)
    assert set(UNARY.values()) | {LOGICAL["not"], BITWISE["not"], "np.arctan"} == unary
    binary = set(elementwise._BINARY) | set(elementwise._LOGICAL) | set(elementwise.DIRECTIONS)
    named = {*BINARY.values(), *COMPARE.values(), *LOGICAL.values(), *BITWISE.values()}
    assert named - {LOGICAL["not"], BITWISE["not"]} == binary
