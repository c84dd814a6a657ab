"""Read lines from the keyboard without blocking the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from quire.cli.terminal.prompt import Question, is_interactive
from quire.cli.terminal.screen import Screen, sentence
from quire.errors import QuireError

Answer = TypeVar("Answer")

MAX_ECHO_LENGTH = 80


class Keyboard:
    """Standard input, line by line."""

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self.is_interactive = is_interactive()
        """Whether the input is a terminal, not a pipe or a file."""
        self._rest = b""
        self._ended = False
        self._lines: asyncio.Queue[str | None] | None = None

    async def ask(self, prompt: str) -> str:
        """Ask for a line of input. Raises EOFError where the input ends."""
        print(prompt, end="", flush=True)
        line = await self.line()
        if line is None:
            raise EOFError
        if not self.is_interactive:
            print(printable(line)[:MAX_ECHO_LENGTH])
        return line

    async def ask_secret(self, prompt: str) -> str:
        """Ask for a passphrase, which is not echoed. Raises EOFError where the input ends."""
        print(prompt, end="", flush=True)
        with _no_echo(self.descriptor) if self.is_interactive else nullcontext():
            line = await self.line()
        print(flush=True)
        if line is None:
            raise EOFError
        return line

    async def ask_until_valid(self, screen: Screen, question: Question[Answer]) -> Answer:
        """Ask until the answer is valid. Raises EOFError if the player quits or the input ends."""
        for line in question.before:
            screen.line(line)
        while True:
            try:
                return question.answer(await self.ask(question.asked))
            except QuireError as error:
                screen.problem(sentence(error))

    async def line(self) -> str | None:
        """Wait for the next line; None where the input ends."""
        if self._lines is None:
            self._lines = asyncio.Queue()
            self._queue_lines()
            loop = asyncio.get_running_loop()
            # A daemon thread blocked in read() does not delay the end of the program.
            threading.Thread(target=self._read_all, args=(loop,), daemon=True).start()
        if self._ended and self._lines.empty():
            return None
        return await self._lines.get()

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ended:
            try:
                read = os.read(self.descriptor, 4096)
            except OSError:
                read = b""
            try:
                loop.call_soon_threadsafe(self._feed, read)
            except RuntimeError:  # the event loop is closed: the game is over
                return
            if not read:
                return

    def _feed(self, read: bytes) -> None:
        self._rest += read
        self._ended = not read
        self._queue_lines()

    def _queue_lines(self) -> None:
        """Queue all complete lines."""
        assert self._lines is not None
        while b"\n" in self._rest or (self._ended and self._rest):
            self._lines.put_nowait(self._next())
        if self._ended:
            self._lines.put_nowait(None)

    def _next(self) -> str | None:
        if not self._rest:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", errors="replace").rstrip("\r")


@contextmanager
def _no_echo(descriptor: int) -> Iterator[None]:
    """Turn the echo of a terminal off."""
    try:
        import termios
    except ImportError:  # not on this system
        yield
        return
    before = termios.tcgetattr(descriptor)
    silent = termios.tcgetattr(descriptor)
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(descriptor, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def printable(text: str) -> str:
    """Return a text without control characters."""
    return "".join(char if char.isprintable() else "?" for char in text)
