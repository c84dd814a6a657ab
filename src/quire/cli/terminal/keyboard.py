"""What is typed, without holding up anything else: lines come while a game goes on."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from quire.cli.terminal.prompt import Question, is_typed
from quire.cli.terminal.screen import Screen
from quire.errors import QuireError

Answer = TypeVar("Answer")

LONGEST_ECHO = 80


class Keyboard:
    """The input, line by line."""

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor = sys.stdin.fileno() if descriptor is None else descriptor
        self.typed = is_typed()
        """Whether somebody sits there; otherwise it is a pipe or a file."""
        self._rest = b""
        self._ended = False
        self._lines: asyncio.Queue[str | None] | None = None

    async def ask(self, prompt: str) -> str:
        """What a person types next. Raises EOFError where the input ends."""
        print(prompt, end="", flush=True)
        line = await self.line()
        if line is None:
            raise EOFError
        if not self.typed:
            print(printable(line)[:LONGEST_ECHO])
        return line

    async def ask_secret(self, prompt: str) -> str:
        """The same for what nobody else must see: it is not shown as it is typed."""
        print(prompt, end="", flush=True)
        with _no_echo(self.descriptor) if self.typed else nullcontext():
            line = await self.line()
        print(flush=True)
        if line is None:
            raise EOFError
        return line

    async def until_clear(self, screen: Screen, question: Question[Answer]) -> Answer:
        """The answer; while it is none, the question is asked again. Raises EOFError."""
        for line in question.before:
            screen.line(line)
        while True:
            try:
                return question.answer(await self.ask(question.asked))
            except QuireError as error:
                screen.problem(f"{error}.")

    async def line(self) -> str | None:
        """The next line, when it is typed; None where the input ends."""
        if self._lines is None:
            self._lines = asyncio.Queue()
            self._hand_on()
            loop = asyncio.get_running_loop()
            # A thread that waits in a plain read can be left behind at the end of the program.
            threading.Thread(target=self._read_on, args=(loop,), daemon=True).start()
        if self._ended and self._lines.empty():
            return None
        return await self._lines.get()

    def _read_on(self, loop: asyncio.AbstractEventLoop) -> None:
        while not self._ended:
            try:
                read = os.read(self.descriptor, 4096)
            except OSError:
                read = b""
            try:
                loop.call_soon_threadsafe(self._feed, read)
            except RuntimeError:  # the game is over, and with it the loop
                return
            if not read:
                return

    def _feed(self, read: bytes) -> None:
        self._take(read)
        self._hand_on()

    def _hand_on(self) -> None:
        """Lets whoever waits have all whole lines."""
        assert self._lines is not None
        while b"\n" in self._rest or (self._ended and self._rest):
            self._lines.put_nowait(self._next())
        if self._ended:
            self._lines.put_nowait(None)

    def _take(self, read: bytes) -> None:
        self._rest += read
        self._ended = not read

    def _next(self) -> str | None:
        if not self._rest:
            return None
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", errors="replace").rstrip("\r")


@contextmanager
def _no_echo(descriptor: int) -> Iterator[None]:
    """A terminal that does not show what is typed."""
    try:
        import termios
    except ImportError:  # no such terminal
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
    """A text that does nothing but be shown."""
    return "".join(char if char.isprintable() else "?" for char in text)
