"""What verifying one input came to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from hlo2penguin.runtime.compare import Comparison

__all__ = ["Departure", "Status", "Verdict"]

Status = Literal["verified", "refused", "wrong", "error"]


@dataclass(frozen=True, slots=True)
class Departure:
    """The first statement whose value is not the source program's: its tensor, line of text, and how far off."""

    tensor: str
    form: str
    line: int
    tensor_op_name: str
    hlo_id: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Verdict:
    """One input's verdict.

    `verified`: the printed text computes what the source does. `refused`: the program cannot be converted, lifted or
    run, for the reason `code` and `message`. `wrong`: it computes something else. `error`: the tool failed. `outputs`
    are per output, of the worst device. `note` says what a reader of a `verified` should know. `departure` is what
    `bisect` found.
    """

    input: str
    status: Status
    code: str = ""
    outputs: tuple[Comparison, ...] = ()
    seconds: float = 0.0
    message: str = ""
    note: str = ""
    departure: Departure | None = None

    def to_json(self) -> str:
        """One line of JSON."""
        record: dict[str, Any] = {
            "input": self.input,
            "status": self.status,
            "code": self.code or None,
            "outputs": [output.record() for output in self.outputs],
            "seconds": round(self.seconds, 3),
        }
        for name in ("message", "note"):
            if text := getattr(self, name):
                record[name] = text
        if self.departure is not None:
            record["departure"] = {
                "tensor": self.departure.tensor,
                "form": self.departure.form,
                "line": self.departure.line,
                "tensor_op_name": self.departure.tensor_op_name,
                "hlo_id": self.departure.hlo_id,
                "max_ulp": self.departure.comparison.record()["max_ulp"],
            }
        return json.dumps(record, ensure_ascii=False)
