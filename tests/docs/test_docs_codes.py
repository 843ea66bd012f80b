"""The table of codes and the source name the same codes, with the same meanings."""

import re
from pathlib import Path

import hlo2penguin
from hlo2penguin.diagnostics.codes import CODES, GROUPS
from hlo2penguin.lift.codes import CODES as LIFT_CODES
from hlo2penguin.penguin.codes import CODES as PENGUIN_CODES

PACKAGE = Path(hlo2penguin.__file__).parent
TABLES = {"diagnostics/codes.py", "penguin/codes.py", "lift/codes.py"}
RANGE_ENDS = {"H2P139", "H2P179", "H2P199"}
"""Ends of ranges that comments name."""


def test_source_and_table_name_the_same_codes() -> None:
    files = (path for path in PACKAGE.rglob("*.py") if str(path.relative_to(PACKAGE)) not in TABLES)
    named = {code for path in files for code in re.findall(r"H2P\d{3}", path.read_text())}
    assert named - RANGE_ENDS == set(CODES)


def test_tables_of_rooms_say_the_same() -> None:
    assert {**PENGUIN_CODES, **LIFT_CODES}.items() <= {code: entry.meaning for code, entry in CODES.items()}.items()


def test_a_code_stands_in_one_group() -> None:
    assert sum(len(group.codes) for group in GROUPS) == len(CODES)
