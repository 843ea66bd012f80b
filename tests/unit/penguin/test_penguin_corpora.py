"""The laws of reading and writing on the text of every corpus program, by both printers, in both profiles."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hlo2penguin import DOCUMENTED, OBSERVED, Options, Refused, convert
from hlo2penguin.penguin import read_text, verify, write

pytestmark = pytest.mark.corpus

# How many programs each folder holds, and how many of them print: what is refused has no text.
FOLDERS = {"stablehlo_testdata": (775, 638), "neuron_hlo": (61, 60), "torch_neuronx_hlo": (19, 18), "issues": (30, 25)}
# `documented` spells everything its own way; that it stops where the documents know no spelling is undone here.
SPELLED_AS_DOCUMENTED = replace(
    DOCUMENTED,
    assign_scatter=OBSERVED.assign_scatter,
    missing_stream_id=OBSERVED.missing_stream_id,
    activation_calls=OBSERVED.activation_calls,
)


def programs(folder: Path) -> Iterator[Path]:
    yield from (file for file in sorted(folder.iterdir()) if file.suffix in (".mlir", ".pb", ".hlo"))


@pytest.mark.parametrize("profile", [OBSERVED, SPELLED_AS_DOCUMENTED], ids=lambda profile: profile.name)
@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize("folder", FOLDERS)
def test_reading_and_writing_undo_each_other(corpus, folder, dialect, profile):
    files = list(programs(corpus / folder))
    count, least = FOLDERS[folder]
    assert len(files) == count
    printed = 0
    for file in files:
        try:
            text = convert(file, Options(dialect=dialect, profile=profile, fuse="all")).text
        except Refused:
            continue
        model = read_text(text)
        assert write(model) == text, file.name
        assert read_text(write(model)) == model, file.name
        assert verify(model) == [], file.name
        printed += 1
    assert printed >= least
