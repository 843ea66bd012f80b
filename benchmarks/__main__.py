"""`python -m benchmarks [--smoke] [--json FILE] [--write-baseline]`."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict, dataclass
from itertools import chain, starmap
from pathlib import Path

from benchmarks import peers, stages

BASELINE = Path(__file__).parent / "baseline.json"
TOLERANCE = 1.25
"""A ratio this much above the baseline's is reported."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: `value` in `unit`, and the target it is held to (none: for information)."""

    name: str
    value: float
    unit: str
    target: float | None = None

    @property
    def missed(self) -> bool:
        """Whether it is over its target."""
        return self.target is not None and self.value > self.target

    def line(self, before: float | None) -> str:
        """The row of the table; `before` is the value in the baseline."""
        target = "" if self.target is None else f"target {self.target:g}"
        verdict = "MISSED" if self.missed else ""
        drift = "" if before is None or self.value <= before * TOLERANCE else f"was {before:.3g}"
        return f"{self.name:64} {self.value:10.3g} {self.unit:8} {target:14} {verdict:7} {drift}".rstrip()


def main() -> None:
    """Measures, prints the table, compares with the baseline. A missed target is told, and no failure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small programs, to see that it runs")
    parser.add_argument("--json", type=Path, help="write the rows as JSON")
    parser.add_argument("--write-baseline", action="store_true", help="store these ratios as the baseline")
    parser.add_argument("--no-peers", action="store_true", help="leave other tools out")
    given = parser.parse_args()
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() and not given.smoke else {}
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        measured = [stages.measure(Path(folder), given.smoke)]
        if not given.no_peers:
            measured.append(peers.measure(Path(folder), given.smoke))
        for row in starmap(Row, chain.from_iterable(measured)):
            print(row.line(baseline.get(row.name)), flush=True)
            rows.append(row)
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    if given.write_baseline:
        # Not those of the disk, which differ from minute to minute.
        ratios = {row.name: round(row.value, 4) for row in rows if row.unit in ("F", "x", "KB/op")}
        BASELINE.write_text(json.dumps(ratios, indent=1) + "\n")


if __name__ == "__main__":
    main()
