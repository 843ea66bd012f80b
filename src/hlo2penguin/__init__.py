"""hlo2penguin: XLA programs in, Penguin Python out, and back.

Names load at first use, so that importing the package costs nothing that is not needed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from hlo2penguin.version import __version__

if TYPE_CHECKING:
    from hlo2penguin.diagnostics import Diagnostic, Refused, Remark
    from hlo2penguin.lift import lift
    from hlo2penguin.options import Options
    from hlo2penguin.penguin import read, write
    from hlo2penguin.pipeline import Program, convert
    from hlo2penguin.profile import DOCUMENTED, OBSERVED, Profile
    from hlo2penguin.runtime import run, verify

__all__ = [
    "DOCUMENTED",
    "OBSERVED",
    "Diagnostic",
    "Options",
    "Profile",
    "Program",
    "Refused",
    "Remark",
    "__version__",
    "convert",
    "lift",
    "read",
    "run",
    "verify",
    "write",
]

_HOMES = {
    "Diagnostic": "diagnostics",
    "Refused": "diagnostics",
    "Remark": "diagnostics",
    "Options": "options",
    "Profile": "profile",
    "OBSERVED": "profile",
    "DOCUMENTED": "profile",
    "Program": "pipeline",
    "convert": "pipeline",
    "read": "penguin",
    "write": "penguin",
    "lift": "lift",
    "run": "runtime",
    "verify": "runtime",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
