"""Sphinx configuration. `<!-- generated: NAME -->` in a page is replaced by what `tools/reference.py` makes."""

import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "tools"), str(HERE.parent / "src")]

import reference  # noqa: E402

import hlo2penguin  # noqa: E402

project = "hlo2penguin"
author = "the hlo2penguin authors"
copyright = "the hlo2penguin authors. Apache-2.0"
version = release = hlo2penguin.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "tools"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # names of other packages; links inside the pages are checked
autodoc_typehints = "description"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"hlo2penguin {release}"
html_copy_source = False
highlight_language = "none"

_GENERATED = re.compile(r"<!-- generated: (\w+) -->")


def _fill(app: Any, name: str, source: list[str]) -> None:
    source[0] = _GENERATED.sub(lambda match: reference.PARTS[match[1]](), source[0])


def setup(app: Any) -> None:
    """Fills generated parts as pages are read."""
    app.connect("source-read", _fill)
