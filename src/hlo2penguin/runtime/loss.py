"""What a profile drops from the text: a statement that no longer says what the program means is not to be judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.options import Options
from hlo2penguin.penguin import Function, Op, read
from hlo2penguin.pipeline import convert
from hlo2penguin.profile import OBSERVED, Profile

__all__ = ["refuse_losses"]

_HELP = "verify with the profile `observed`"


def _faithful(profile: Profile) -> Profile:
    """The profile with the readings that keep a region's meaning (OQ-70, OQ-71)."""
    return replace(profile, compound_reduction=OBSERVED.compound_reduction, sort_direction=OBSERVED.sort_direction)


def refuse_losses(source: Any, options: Options, name: str, printed: Function) -> None:
    """Raises Refused (H2P311) with every statement of `printed` that the profile makes say less than the program.

    They are found by converting once more with the readings that lose nothing: what is then refused, or printed with
    other values, is lost. Profiles that lose nothing cost nothing.
    """
    profile = options.profile
    if (faithful := _faithful(profile)) == profile:
        return
    try:
        kept = read(convert(source, replace(options, profile=faithful), name=name).text, name=name)
    except Refused as refusal:
        raise Refused([_unsayable(profile, problem) for problem in refusal.diagnostics]) from refusal
    pairs = zip(printed.ops, kept.ops, strict=True)
    lost = [_other(profile, name, mine, theirs) for mine, theirs in pairs if _differing(mine.values, theirs.values)]
    if lost:
        raise Refused(lost)


def _unsayable(profile: Profile, problem: Diagnostic) -> Diagnostic:
    cause = f"profile `{profile.name}` prints as a single operation what is more than that: {problem.cause}"
    return Diagnostic("H2P311", cause, _HELP, problem.place, problem.op)


def _other(profile: Profile, name: str, printed: Op, kept: Op) -> Diagnostic:
    mine, theirs = _differing(printed.values, kept.values), _differing(kept.values, printed.values)
    cause = f"profile `{profile.name}` prints {mine} where the program means {theirs}"
    location = printed.location
    place = Place(location.file or name, location.line, name=location.tensor_op_name) if location else Place(name)
    return Diagnostic("H2P311", cause, _HELP, place, printed.form.name)


def _differing(values: Mapping[str, Any], others: Mapping[str, Any]) -> str:
    """As they read, so that NaN is equal to itself."""
    return ", ".join(f"{key}={value}" for key, value in values.items() if str(value) != str(others.get(key)))
