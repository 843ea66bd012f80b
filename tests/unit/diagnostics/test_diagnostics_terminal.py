"""What a program says about itself does not move the cursor, nor turn the line around."""

import json

import pytest

from hlo2penguin.diagnostics import Diagnostic, Place, render

HOSTILE = "a\x1b[2Jb\x00c\x7fd\x9be\u202ef\u2066g\rh"
SHOWN = "a␛[2Jb␀c\ufffdd\ufffde\ufffdf\ufffdg␍h"


def hostile() -> Diagnostic:
    place = Place(f"{HOSTILE}.mlir", 1, 4, HOSTILE, f"x = {HOSTILE}")
    return Diagnostic("NCC_X", f"cause {HOSTILE}", f"help {HOSTILE}", place, f"op {HOSTILE}")


def test_text_shows_control_characters_instead_of_sending_them() -> None:
    text = render([hostile()])
    assert not any(character in text for character in HOSTILE if not character.isprintable())
    assert text.count(SHOWN) == 6
    assert text.splitlines()[0] == f"{SHOWN}.mlir:1:4 ({SHOWN}): [ERROR] [NCC_X] cause {SHOWN}"
    assert str(hostile()) == text.splitlines()[0]


def test_the_caret_stays_where_it_belongs() -> None:
    *_, line, caret, _ = render([hostile()]).splitlines()
    assert line[caret.index("^")] == " "
    assert line.index("a") == caret.index("^") + 1


@pytest.mark.parametrize("form", ["json", "github"])
def test_other_forms_keep_one_line(form: str) -> None:
    text = render([hostile()], form)
    assert "\n" not in text
    assert "\r" not in text
    if form == "json":
        assert json.loads(text)["cause"] == f"cause {HOSTILE}"
