"""Running programs on XLA, and checking conversions against what the source program computes."""

from hlo2penguin.runtime.compare import Comparison
from hlo2penguin.runtime.many import input_files, verify_many
from hlo2penguin.runtime.run import run
from hlo2penguin.runtime.verdict import Departure, Verdict
from hlo2penguin.runtime.verify import verify

__all__ = ["Comparison", "Departure", "Verdict", "input_files", "run", "verify", "verify_many"]
