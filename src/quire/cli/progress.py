"""While an engine works: a progress bar on a terminal, and Ctrl-C as the word to stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

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


class _ToGo(TimeRemainingColumn):
    """The time that is left, in words, as soon as it can be told."""

    def render(self, task: Task) -> Text:
        if task.total is None or task.time_remaining is None:
            return Text("elapsed")
        return Text.assemble("elapsed, ", super().render(task), " left")


class Tell(Protocol):
    """How to tell a bar how much is done, 0 to 1, and in words what there is by now."""

    def __call__(self, done: float, words: str = "") -> None: ...


@contextmanager
def bar(description: str) -> Iterator[Tell]:
    """A bar on the error output, and how to tell it what is done; nothing shows off a terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),  # the words beside it must fit on a terminal
        TextColumn("{task.fields[words]}", markup=False),
        TimeElapsedColumn(),
        _ToGo(table_column=Column(no_wrap=True)),
    )
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task(description, total=None, words="")

        def tell(done: float, words: str = "") -> None:
            # Until there is an estimate the bar only moves to and fro.
            progress.update(task, total=1.0 if done > 0 else None, completed=done, words=words)

        yield tell
