"""Progress bars and Ctrl-C handling for long computations."""

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
    """Set the Stop on the first SIGINT or SIGTERM; raise KeyboardInterrupt on the second."""
    stop = Stop()

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, on_signal) for number in signals}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def exit_on_sigterm() -> Iterator[None]:
    """End like Ctrl-C on SIGTERM, so that everything opened inside is closed and removed."""

    def on_signal(number: int, frame: FrameType | None) -> None:
        sys.exit(130)

    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _TimeLeft(TimeRemainingColumn):
    """The remaining time, as soon as it can be estimated."""

    def render(self, task: Task) -> Text:
        if task.total is None or task.time_remaining is None:
            return Text("elapsed")
        return Text.assemble("elapsed, ", super().render(task), " left")


class ReportProgress(Protocol):
    """Update a progress bar: the share that is done, 0 to 1, and a few words."""

    def __call__(self, done: float, words: str = "") -> None: ...


@contextmanager
def progress_bar(description: str) -> Iterator[ReportProgress]:
    """Show a progress bar on standard error; nothing unless that is a terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),  # leaves room for the words on 80 columns
        TextColumn("{task.fields[words]}", markup=False),
        TimeElapsedColumn(),
        _TimeLeft(table_column=Column(no_wrap=True)),
    )
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # what a pipe gets must not go to the terminal
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task(description, total=None, words="")

        def report(done: float, words: str = "") -> None:
            # Without an estimate the bar only pulses.
            progress.update(task, total=1.0 if done > 0 else None, completed=done, words=words)

        yield report
