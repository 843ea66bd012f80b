"""Headless Chromium, and skips with a reason where it, or what drives it, is not installed."""

import shutil
import sys
from pathlib import Path

import pytest
from chromium_flags import FLAGS

sys.path.append(str(Path(__file__).parents[1] / "unit" / "report"))


@pytest.fixture(scope="session")
def launch():
    """Starts Chromium with further flags; one driver for the whole process, as Playwright wants it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed")
    with playwright.sync_playwright() as driver:
        yield lambda *flags: driver.chromium.launch(executable_path=path, args=[*FLAGS, *flags])


@pytest.fixture(scope="session")
def chromium(launch):
    """A running browser."""
    browser = launch()
    yield browser
    browser.close()


@pytest.fixture
def page(chromium):
    """A page that fails the test where a script fails, and that counts what it asks the network for."""
    context = chromium.new_context(viewport={"width": 1500, "height": 900}, offline=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    yield page
    context.close()
    assert errors == []
