"""While an engine works: a progress bar on a terminal, and Ctrl-C as the word to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.progress import Progress

from quire._native import Stop


@contextmanager
def stopped_by_signals() -> Iterator[Stop]:
    """The first Ctrl-C, or a polite kill, sets the Stop; the second ends everything."""
    stop = Stop()

    def hear(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def bar(description: str) -> Iterator[Callable[[float], None]]:
    """A bar, and how to tell it how much is done, 0 to 1; nothing shows off a terminal."""
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as progress:
        task = progress.add_task(description, total=1.0)

        def tell(done: float) -> None:
            progress.update(task, completed=done)

        yield tell
