"""The page on fusion: its numbers come from the corpus, its remarks from the matchers."""

import re
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "tools"))

import fusion_table  # noqa: E402
import reference  # noqa: E402

PAGE = (DOCS / "explanation" / "fusion.md").read_text()


@pytest.mark.corpus
def test_the_tables_are_what_the_script_counts(corpus: Path) -> None:
    table = re.search(r"<!-- fusion table -->\n\n(.*?)\n<!-- end of fusion table -->", PAGE, re.DOTALL)
    assert table is not None
    assert table[1] == fusion_table.tables(corpus)


def test_every_near_miss_is_explained() -> None:
    names = {row.split(" | ")[1] for row in reference.near_misses().splitlines()[2:]}
    assert {name for name in names if name not in PAGE} == {"`ResultShared`"}, "a guard of profile documented"
