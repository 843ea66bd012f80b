"""Every command that the documentation shows does what the page says."""

import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "tools"))

import console  # noqa: E402


@pytest.mark.parametrize("page", [str(page.relative_to(DOCS)) for page in console.pages()])
def test_commands_of_a_page(page: str) -> None:
    steps = [step for block in console.run_page(DOCS / page) for step in block.steps]
    assert steps
    wrong = [str(step) for step in steps if not step.ok or "Traceback" in step.found]
    assert not wrong, "\n".join(wrong)


def test_an_output_that_differs_is_noticed() -> None:
    assert console.Step("x", "1 outputs, max ... ULP", "1 outputs, max 0 ULP").ok
    assert not console.Step("x", "1 outputs, max ... ULP", "2 outputs, max 0 ULP").ok
    assert not console.Step("x", "", "more").ok
