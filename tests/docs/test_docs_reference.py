"""Generated parts of the reference, and pages that must name what the source has."""

import re
import sys
from pathlib import Path

import pytest

import hlo2penguin
from hlo2penguin.cli import COMMANDS
from hlo2penguin.forms import FORMS
from hlo2penguin.fusion import SUBPASSES

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "tools"))

import reference  # noqa: E402


@pytest.mark.parametrize("part", reference.PARTS)
def test_parts_are_tables_without_holes(part: str) -> None:
    rows = [line for line in reference.PARTS[part]().splitlines() if line.startswith("|")]
    assert len(rows) > 2
    assert not any("None" in row for row in rows)


def test_every_generated_part_is_on_a_page_and_exists() -> None:
    used = {name for page in DOCS.rglob("*.md") for name in re.findall(r"<!-- generated: (\w+) -->", page.read_text())}
    assert used == set(reference.PARTS)


def test_parts_name_everything() -> None:
    assert all(f"### {name}\n" in reference.commands() for name in COMMANDS)
    assert all(f"### {name}\n" in reference.forms() for name in FORMS)
    assert all(subpass.name in reference.subpasses() for subpass in SUBPASSES)
    assert all(name in reference.near_misses() for name in ("ReduceFeedsRsqrt", "OpBeforeRoot", "ComputeBetween"))


def test_profile_rows_have_question_and_evidence() -> None:
    rows = [line.split(" | ") for line in reference.profiles().splitlines()[2:]]
    assert all(re.fullmatch(r"OQ-\d+", row[1]) and len(row[4]) > 10 for row in rows)


def test_every_example_of_help_is_in_the_reference() -> None:
    text = reference.commands()
    assert text.count("```text\nhlo2penguin ") == len(COMMANDS)


def test_vendor_codes_of_the_source_are_on_the_page() -> None:
    page = (DOCS / "reference" / "codes.md").read_text()
    package = Path(hlo2penguin.__file__).parent
    named = {code for path in package.rglob("*.py") for code in re.findall(r"NCC_[A-Z]+\d{3}", path.read_text())}
    assert {code for code in named if f"`{code}`" not in page} == set()


def test_open_questions_of_the_source_are_explained() -> None:
    page = (DOCS / "explanation" / "evidence.md").read_text()
    package = Path(hlo2penguin.__file__).parent
    named = {label for path in package.rglob("*.py") for label in re.findall(r"OQ-\d+", path.read_text())}
    assert {label for label in named if not re.search(rf"{label}\b", page)} == set()
