"""A command that is run after every game, with the game's line of results on standard input."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress

import msgspec

from quire.arena.tournament.results import GameLine
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError

TIMEOUT_SECONDS = 10.0
"""Time a command has per game."""

MAX_WAITING = 100
"""Games that wait for the command; a slow one then slows the tournament down."""


class GameHook:
    """Runs a command after every game, one at a time; a failure is counted, and nothing else."""

    def __init__(self, command: str) -> None:
        """Raises NotationError if the command can't be read."""
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise NotationError(f"--on-game {command!r}: {error}") from None
        if not self._words:
            raise NotationError("--on-game needs a command")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="on-game")
        self._waiting: deque[Future[str]] = deque()
        self.failures = 0
        self.last_problem = ""

    def __call__(self, game: GameLine) -> None:
        """Run the command for a game, in the background."""
        while self._waiting and (len(self._waiting) >= MAX_WAITING or self._waiting[0].done()):
            self._count(self._waiting.popleft())
        self._waiting.append(self._thread.submit(self._run, msgspec.json.encode(game) + b"\n"))

    def close(self) -> None:
        """Wait for the games that the command has not seen yet."""
        while self._waiting:
            self._count(self._waiting.popleft())
        self._thread.shutdown()

    def _count(self, done: Future[str]) -> None:
        problem = done.result()
        if problem:
            self.failures += 1
            self.last_problem = problem

    def _run(self, line: bytes) -> str:
        """Return what went wrong, or ""."""
        try:
            child = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            return f"{self._words[0]}: {error.strerror}"
        try:
            child.communicate(line, TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return f"not done within {TIMEOUT_SECONDS:g} s"
        return f"exit code {child.returncode}" if child.returncode else ""


@contextmanager
def game_hook(command: str | None, screen: Screen) -> Iterator[GameHook | None]:
    """Yield the hook of a command, if there is one; at the end show how often it failed."""
    if command is None:
        yield None
        return
    hook = GameHook(command)
    try:
        yield hook
    finally:
        hook.close()
        if hook.failures:
            screen.line(f"--on-game failed for {hook.failures} games, last: {hook.last_problem}")
