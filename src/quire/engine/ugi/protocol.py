"""The lines of UGI as both sides write and read them; docs/how-to/bots.md has the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quire.core import Move
from quire.errors import NotationError
from quire.match.agent import Choice, Limit

MAX_LINE_BYTES = 1 << 17
"""Ten times the longest game: SOS on the longest line, with every move listed."""

MAX_OUTPUT_BYTES = 1 << 20
"""The longest line that a program may print."""

MOVE_OVERHEAD = 10
"""Milliseconds of a `movetime` that are reserved for communication, at most a quarter of it."""

MAX_ERROR_CHARACTERS = 500

ERROR = "info string error: "


class Refused(Exception):
    """A command that can't be executed; the text says why."""


# --- to the program ---


def new_game_lines(game: str, size: str) -> str:
    """Return the lines that prepare a program for a game; it answers `readyok`."""
    return (
        f"setoption name Game value {game}\nsetoption name Size value {size}\nuginewgame\nisready\n"
    )


def go_lines(position: str, player: int, limit: Limit) -> str:
    """Return the lines that ask for a move; players count from 0.

    `position` is `startpos moves ...` or a position text.
    """
    words = []
    if limit.seconds is not None:
        words.append(f"movetime {round(1000 * limit.seconds)}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    return f"position {position}\ngo {' '.join(words)} player {player + 1}\n"


def startpos(moves: Sequence[str]) -> str:
    """Return the position after moves from the start of the game, as UGI writes it.

    >>> startpos(("Sa1", "Ob1"))
    'startpos moves Sa1 Ob1'
    """
    return f"startpos moves {' '.join(moves)}" if moves else "startpos"


def read_go(words: Sequence[str]) -> tuple[Limit, int]:
    """Parse `movetime MS`, `nodes K` or both, and `player N`, in any order."""
    form = "usage: go movetime MS player N, or go nodes K player N"
    if len(words) % 2 or len(set(words[::2])) != len(words) // 2:
        raise Refused(form)
    wanted = {}
    for name, number in zip(words[::2], words[1::2], strict=True):
        if name not in ("movetime", "nodes", "player"):
            raise Refused(f"{form}; not {name!r}")
        if not re.fullmatch("[0-9]{1,15}", number):
            raise Refused(f"{name} must be a whole number, not {number!r}")
        wanted[name] = int(number)
    if "player" not in wanted or len(wanted) < 2:
        raise Refused(form)
    seconds = None
    if "movetime" in wanted:
        due = wanted["movetime"]
        seconds = (due - min(MOVE_OVERHEAD, due / 4)) / 1000
    return Limit(seconds, wanted.get("nodes")), wanted["player"]


# --- from the program ---


@dataclass(frozen=True, slots=True)
class Info:
    """What a program reports during a search; None is what it left out.

    `value` is for the player to move; `line` is the play it expects.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    value: float | None = None
    exact: bool = False
    line: tuple[Move, ...] = ()

    def text(self) -> str:
        """Return the report as UGI writes it.

        >>> Info(nodes=33, seconds=0.002, value=2.0, exact=True, line=("Sb3",)).text()
        'info nodes 33 time 2 score 2 exact pv Sb3'
        """
        words = ["info"]
        words += [] if self.depth is None else [f"depth {self.depth}"]
        words += [] if self.nodes is None else [f"nodes {self.nodes}"]
        words += [] if self.seconds is None else [f"time {self.seconds * 1000:.0f}"]
        if self.value is not None:
            words += [f"score {self.value:g}{' exact' if self.exact else ''}"]
        words += ["pv", *self.line] if self.line else []
        return " ".join(words)

    @classmethod
    def read(cls, line: str) -> Info | None:
        """Parse an `info` line; None for any other, and for what isn't written as UGI says.

        >>> Info.read("info depth 1 score 2 exact pv Sb3")
        Info(depth=1, nodes=None, seconds=None, value=2.0, exact=True, line=('Sb3',))
        >>> Info.read("info string loading")
        """
        found = _INFO.fullmatch(line)
        if found is None:
            return None
        depth, nodes, spent, value, exact, moves = found.groups()
        return cls(
            None if depth is None else int(depth),
            None if nodes is None else int(nodes),
            None if spent is None else int(spent) / 1000,
            None if value is None else float(value),
            exact is not None,
            tuple((moves or "").split()),
        )

    def choice(self, move: Move) -> Choice:
        """Return a move with what the program reported about it."""
        return Choice(move, self.value, self.exact, self.nodes or 0)


_INFO = re.compile(
    r"info(?: depth ([0-9]{1,9}))?(?: nodes ([0-9]{1,18}))?(?: time ([0-9]{1,15}))?"
    r"(?: score (-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?:e[-+]?[0-9]{1,2})?)( exact)?)?(?: pv ([ -~]*))?"
)


def error_line(problem: object) -> str:
    """Return a line that reports an error."""
    return ERROR + re.sub("[^ -~]+", "?", str(problem))[:MAX_ERROR_CHARACTERS]


def best_move(line: str) -> str | None:
    """Return the move of a `bestmove` line as it is written; None for any other line."""
    return line.removeprefix("bestmove").strip() if line.startswith("bestmove") else None


def read_name(line: str) -> str | None:
    """Return the name in an `id name` line; None for any other line."""
    return line.removeprefix("id name ").strip() if line.startswith("id name ") else None


def read_option(line: str) -> tuple[str, str] | None:
    """Return name and default value of an `option` line; None for any other line.

    >>> read_option("option name Size type string default 8x8")
    ('Size', '8x8')
    """
    found = re.fullmatch(
        r"option name (\S+) type \S+(?: default (.*?))?(?: (?:min|max|var) .*)?", line
    )
    if found is None:
        return None
    return found[1], "" if found[2] in (None, "<empty>") else found[2]


def printable(text: str, length: int = MAX_ERROR_CHARACTERS) -> str:
    """Return the beginning of a text without what could control a terminal."""
    return "".join(it if it.isprintable() else "?" for it in text[:length])


def require_limit(limit: Limit) -> Limit:
    """Return the limit. Raises NotationError without any: UGI has no such `go`."""
    if limit.seconds is None and limit.nodes is None:
        raise NotationError("a UGI program needs a limit: seconds, nodes or both")
    return limit


class LineSplitter:
    """The lines in what a program writes, whatever bytes come, and however they are cut."""

    def __init__(self) -> None:
        self._unread = b""

    @property
    def unread_bytes(self) -> int:
        """The length of the incomplete last line."""
        return len(self._unread)

    def feed(self, found: bytes) -> Iterator[str]:
        """Yield the lines that these bytes complete; invalid UTF-8 is replaced."""
        *lines, self._unread = (self._unread + found).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace").strip()
