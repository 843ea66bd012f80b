"""The report as one HTML file: a page that is built beforehand, with the program's data put into it.

The page opens without a network. Data goes in as JSON in which no character has a meaning in HTML.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from hlo2penguin.options import Options
from hlo2penguin.report.data import report_data
from hlo2penguin.report.schema import ReportData

__all__ = ["page", "report", "to_json"]

SLOT = '<script type="application/json" id="report-data">null</script>'
"""Where the page takes its data from; it stands in the built page once."""


def report(source: Any, options: Options, name: str | None = None) -> str:
    """The report of a program, refused ones included, as HTML."""
    return page(report_data(source, options, name))


def page(data: ReportData) -> str:
    """The page with `data` in it."""
    template = resources.files("hlo2penguin.report").joinpath("static/report.html").read_text(encoding="utf-8")
    before, slot, after = template.partition(SLOT)
    assert slot, "the page was built with its slot"
    return "".join((before, slot.replace("null", _harmless(to_json(data))), after))


def to_json(data: ReportData) -> str:
    """The data as one line of ASCII JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=True)


def _harmless(text: str) -> str:
    """JSON of the same value that cannot end its script element or begin a comment: the signs occur in strings only."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
