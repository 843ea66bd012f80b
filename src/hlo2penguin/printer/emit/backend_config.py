"""What a custom call's `backend_config` says, whether it is a text or a dictionary (API version 4)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["bad_config", "config_text", "entries", "flags", "integer"]

FLAGS = ("align_corners", "half_pixel_centers")


def bad_config(op: Op, statements: Statements, expected: str) -> Unsupported:
    """The refusal of a configuration that is not what its target takes."""
    target, found = statements.get(op, "call_target_name"), _config(op, statements)
    return Unsupported("NCC_PYP055", f"{target}: backend_config {found!r} is not {expected}", f"give {expected}")


def _config(op: Op, statements: Statements) -> str | Mapping[str, Any]:
    for name in ("backend_config", "mhlo.backend_config"):
        if found := statements.get(op, name):
            return found
    return ""


def config_text(op: Op, statements: Statements) -> str:
    """The configuration as text; a dictionary gives its JSON."""
    config = _config(op, statements)
    return config if isinstance(config, str) else json.dumps(dict(config), separators=(",", ":"), default=str)


def integer(op: Op, statements: Statements, *keys: str) -> int | None:
    """The number that the configuration is, or has under one of `keys`; None where there is none.

    The text may stand in double quotes, as some producers write it.
    """
    config = _config(op, statements)
    if not isinstance(config, str):
        config = next((config[key] for key in keys if key in config), "")
    try:
        return int(str(config).strip().strip('"'))
    except ValueError:
        return None


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "True", "false", "False"):
        return text.lower() == "true"
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def entries(op: Op, statements: Statements, separator: str) -> dict[str, bool | int | float | str] | None:
    """The entries of a `key=value` text; numbers and booleans are read as such. None for a text that is not one."""
    config = _config(op, statements)
    if not isinstance(config, str):
        return {key: value if isinstance(value, bool | int | float) else str(value) for key, value in config.items()}
    parts = [part.strip() for part in config.strip().split(separator) if part.strip()]
    if not all("=" in part for part in parts):
        return None
    split = (part.partition("=") for part in parts)
    return {key.strip(): _value(value.strip()) for key, _, value in split}


def flags(op: Op, statements: Statements) -> dict[str, bool]:
    """The two switches of a resize: `"10"` (align corners, half-pixel centres), a JSON object or a dictionary."""
    config: Any = _config(op, statements)
    if isinstance(config, str):
        digits = config.strip().strip('"')
        if len(digits) == 2 and set(digits) <= {"0", "1"}:
            return {name: digit == "1" for name, digit in zip(FLAGS, digits, strict=True)}
        try:
            config = json.loads(config)
        except ValueError:
            config = None
    if isinstance(config, dict):
        found = {name: cast("dict[str, Any]", config).get(name, False) for name in FLAGS}
        if all(isinstance(value, bool | int) for value in found.values()):
            return {name: bool(value) for name, value in found.items()}
    raise bad_config(op, statements, 'two digits 0 or 1 such as "00"')
