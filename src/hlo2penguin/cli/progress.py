"""Progress on a terminal: a bar that appears once the work has taken a second."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

__all__ = ["stage_progress"]


@contextmanager
def stage_progress(stages: Sequence[str]) -> Generator[Callable[[str], None], None, None]:
    """Gives a function to call as each stage begins; the bar shows the stage and how many are done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(stages[0], total=len(stages))
    timer = threading.Timer(1.0, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda stage: bar.update(task, description=stage, completed=stages.index(stage))
    finally:
        timer.cancel()
        timer.join()
        bar.stop()
