"""`python -m benchmarks [--smoke] [--json FILE] [--write-baseline]`."""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import asdict, dataclass
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


def main() -> int:
    """Measures, prints the table, compares with the baseline; gives the number of targets missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small programs, to see that it runs")
    parser.add_argument("--json", type=Path, help="write the rows as JSON")
    parser.add_argument("--write-baseline", action="store_true", help="store these ratios as the baseline")
    parser.add_argument("--no-peers", action="store_true", help="leave other tools out")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = [Row(*row) for row in stages.measure(Path(folder), given.smoke)]
        if not given.no_peers:
            rows += [Row(*row) for row in peers.measure(Path(folder), given.smoke)]
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    missed = 0
    for row in rows:
        over = row.target is not None and row.value > row.target
        missed += over
        target = "" if row.target is None else f"target {row.target:g}"
        before = baseline.get(row.name)
        drift = "" if before is None or row.value <= before * TOLERANCE else f"was {before:.3g}"
        print(f"{row.name:58} {row.value:10.3g} {row.unit:8} {target:14} {'MISSED' if over else '':7} {drift}")
    if given.json:
        given.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    if given.write_baseline:
        ratios = {row.name: round(row.value, 4) for row in rows if row.unit in ("F", "x", "KB/op")}
        BASELINE.write_text(json.dumps(ratios, indent=1) + "\n")
    return missed


if __name__ == "__main__":
    raise SystemExit(0 if main() >= 0 else 1)
