"""The page: data that cannot break out of it, no network, and a bundle that is not left behind."""

import hashlib
import json
import re
from pathlib import Path
from typing import get_type_hints

import pytest
from report_programs import GATED, HOSTILE

from hlo2penguin.options import Options
from hlo2penguin.report import schema
from hlo2penguin.report.data import report_data
from hlo2penguin.report.html import SLOT, page, report

ROOT = Path(__file__).parents[3]
BUNDLE = ROOT / "src/hlo2penguin/report/static/report.html"
WEB = ROOT / "web"

needs_sources = pytest.mark.skipif(not WEB.is_dir(), reason="the page's sources are not beside the package")


def data_in(html: str):
    return json.loads(re.search(r'id="report-data">(.*?)</script', html, re.DOTALL)[1])


def test_the_data_comes_back_as_it_went_in():
    assert data_in(report(GATED, Options(), "m")) == report_data(GATED, Options(), "m")


def test_nothing_of_a_program_can_become_markup():
    data = report_data(HOSTILE, Options(), "</title><script>alert(1)</script>")
    assert "window.pwned=1" in json.dumps(data), "the program's names are in the data"
    html = page(data)
    assert data_in(html) == data
    empty = BUNDLE.read_text()
    for sign in ("<script", "</script", "<!--", "<img"):
        assert html.lower().count(sign) == empty.lower().count(sign)


def test_lone_surrogates_and_line_separators_survive():
    data = report_data(GATED, Options(), "m")
    data["source"] = "\ud800 \u2028 \x00 ü"
    assert data_in(page(data).encode().decode())["source"] == data["source"]


def test_the_page_is_one_small_file_that_fetches_nothing():
    text = BUNDLE.read_text()
    assert text.count(SLOT) == 1
    assert len(text) < 1_000_000
    assert "default-src 'none'" in text
    assert not re.search(r"<(?:script|link|img|iframe)\b[^>]*\s(?:src|href)\s*=", text)
    assert not re.search(r"@import|url\((?!['\"]?(?:#|data:))", text)


@needs_sources
def test_the_bundle_was_built_from_the_sources_as_they_are():
    own = [f"src/{path.name}" for path in (WEB / "src").iterdir() if ".test." not in path.name]
    names = sorted(["package-lock.json", "report.html", *(name for name in own if name != "src/fixture.ts")])
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode())
        digest.update((WEB / name).read_bytes())
    assert f'content="{digest.hexdigest()}"' in BUNDLE.read_text(), "npm --prefix web ci && npm --prefix web run build"


@needs_sources
@pytest.mark.parametrize(
    ("python", "typescript"),
    [
        (schema.ReportData, "Report"),
        (schema.Pane, "Pane"),
        (schema.OpData, "Op"),
        (schema.ClusterData, "Cluster"),
        (schema.RemarkData, "Remark"),
        (schema.ProblemData, "Problem"),
        (schema.PlaceData, "Place"),
        (schema.TargetData, "Target"),
    ],
)
def test_the_page_and_the_package_agree_on_the_schema(python, typescript):
    source = (WEB / "src/data.ts").read_text()
    body = re.search(rf"export interface {typescript} {{\n(.*?)\n}}", source, re.DOTALL)[1]
    assert re.findall(r"^  (\w+)\??:", body, re.MULTILINE) == list(get_type_hints(python))
