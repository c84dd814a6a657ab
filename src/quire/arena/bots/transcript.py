"""What a running bot was sent and what it wrote, in order and bounded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import groupby
from operator import itemgetter

SENT, ANSWERED, PRINTED = "> ", "< ", "! "
"""How lines begin: sent to the bot, written to its standard output, to its standard error."""

MAX_FIRST_BYTES = 1 << 13
MAX_LAST_BYTES = 3 << 14
"""Of a longer transcript the beginning and the end are kept."""

MAX_LINE_CHARACTERS = 1000
"""A longer line loses its middle: the end of a list of moves is what matters."""

MAX_FORFEIT_LINES = 40
MAX_FORFEIT_CHARACTERS = 4000
"""What a forfeit quotes of it."""

Entry = tuple[str, bytes]
"""How its lines begin, and its text, which may end within a line."""


class Transcript:
    """What passed between the referee and one bot in one game.

    Bots can write much: here it is only kept, and made into lines when someone reads it.
    """

    def __init__(self, on_entry: Callable[[Entry], None] = lambda entry: None) -> None:
        self.on_entry = on_entry
        """Called at once with everything that is added."""
        self.clear()

    def clear(self) -> None:
        """Begin again."""
        self._first: list[Entry] = []
        self._first_bytes = 0
        self._last: deque[Entry] = deque()
        self._last_bytes = 0
        self._left_out = 0

    def add(self, kind: str, content: bytes) -> None:
        """Add what was sent or written."""
        self.on_entry((kind, content))
        size = len(content)
        if self._first_bytes + size <= MAX_FIRST_BYTES and not self._last:
            self._first.append((kind, content))
            self._first_bytes += size
            return
        self._left_out += max(0, size - MAX_LAST_BYTES)
        self._last.append((kind, content[-MAX_LAST_BYTES:]))
        self._last_bytes += len(self._last[-1][1])
        while self._last_bytes > MAX_LAST_BYTES:
            dropped = len(self._last.popleft()[1])
            self._last_bytes -= dropped
            self._left_out += dropped

    def text(self) -> str:
        """Return all that is kept, one line per line."""
        gap = [f"... {self._left_out} bytes left out ..."] if self._left_out else []
        return "".join(f"{line}\n" for line in (*lines(self._first), *gap, *lines(self._last)))

    def last_lines(self) -> str:
        """Return the lines that a forfeit quotes."""
        found: list[str] = []
        room = MAX_FORFEIT_CHARACTERS
        for line in reversed(self.text().splitlines()[-MAX_FORFEIT_LINES:]):
            room -= len(line) + 1
            if room < 0:
                break
            found.append(line)
        return "\n".join(reversed(found))

    def last_printed(self) -> str:
        """Return the last line on standard error that isn't blank, or ""."""
        printed = (entry for entry in (*self._first, *self._last) if entry[0] == PRINTED)
        found = [line for line in lines(printed) if line.removeprefix(PRINTED).strip()]
        return found[-1].removeprefix(PRINTED).strip() if found else ""


def lines(entries: Iterable[Entry]) -> list[str]:
    """Return the lines of entries; those of one kind that follow each other are one text."""
    return [
        _printable(kind + line)
        for kind, group in groupby(entries, itemgetter(0))
        for line in b"".join(content for _, content in group).decode("utf-8", "replace").split("\n")
        if line.strip()
    ]


def _printable(line: str) -> str:
    """Return a line that can't control a terminal, and isn't too long."""
    line = line.rstrip().expandtabs(4)
    if not line.isprintable():
        line = "".join(character if character.isprintable() else "?" for character in line)
    if len(line) <= MAX_LINE_CHARACTERS:
        return line
    quarter = MAX_LINE_CHARACTERS // 4
    return f"{line[:quarter]} ... {line[5 - 3 * quarter :]}"
