"""What a Penguin program means, as StableHLO. One file per family of forms, as in `printer/emit`."""

from hlo2penguin.lift.custom_call import REFUSED
from hlo2penguin.lift.program import LIFTS, Lifted, lift

__all__ = ["LIFTS", "REFUSED", "Lifted", "lift"]
