import os

import pytest

from hlo2penguin.runtime.worker import Died, call, map_isolated


def double(value: int) -> int:
    if value == 3:
        os._exit(7)
    if value == 4:
        raise ValueError("four")
    return 2 * value


def test_a_dying_process_spoils_its_own_task_only() -> None:
    found = dict(map_isolated(double, [(n,) for n in range(6)], jobs=2))
    assert [found[n] for n in (0, 1, 2, 5)] == [0, 2, 4, 10]
    assert isinstance(found[3], Died)
    assert "code 7" in str(found[3])
    assert isinstance(found[4], Died)
    assert "four" in str(found[4])


def test_one_call() -> None:
    assert call(double, 21) == 42
    with pytest.raises(Died, match="code 7"):
        call(double, 3)
