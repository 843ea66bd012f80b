"""Real vendor programs with inputs: the StableHLO printer gives their text, byte for byte."""

import re

import pytest

from hlo2penguin import Options, convert

PAIRS = {
    "dot_a": "dot_a.reconstructed",
    "dot_b": "dot_b.reconstructed",
    "dot_c": "dot_c.reconstructed",
    "layout_4io": "layout_4io",
    "layout_531io": "layout_531io",
}


@pytest.mark.corpus
@pytest.mark.parametrize("output", PAIRS)
def test_stablehlo_printer_byte_for_byte(evidence, output):
    folder = evidence / "real_output"
    program = convert(folder / f"{PAIRS[output]}.hlo.pb")
    assert program.text == (folder / f"{output}.penguin.py").read_text()
    assert not program.constants


@pytest.mark.corpus
@pytest.mark.parametrize("output", PAIRS)
def test_mhlo_printer_differs_only_in_file_and_frontend_attributes(evidence, output):
    folder = evidence / "real_output"
    text = convert(folder / f"{PAIRS[output]}.hlo.pb", Options(dialect="mhlo")).text
    plain, dicts = re.subn(r"frontend_attributes = \{'transposable_weight_idx':'\d+'\}, ", "", text)
    want = (folder / f"{output}.penguin.py").read_text()
    assert plain == want.replace('file="", ', "")
    assert dicts == {"layout_4io": 3, "layout_531io": 145}.get(output, 0)
