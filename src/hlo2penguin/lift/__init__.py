"""What a Penguin program means, as StableHLO. One file per family of forms, as in `printer/emit`.

The package is callable, as `hlo2penguin.lift` is both this package and the function of the public API: whichever of
the two a process has met first, `hlo2penguin.lift(model)` works.
"""

import sys
import types
from typing import Any

from hlo2penguin.lift.custom_call import REFUSED
from hlo2penguin.lift.program import LIFTS, Lifted, lift

__all__ = ["LIFTS", "REFUSED", "Lifted", "lift"]


class _Callable(types.ModuleType):
    def __call__(self, *args: Any, **options: Any) -> Lifted:
        return lift(*args, **options)


sys.modules[__name__].__class__ = _Callable
