"""The lines of UGI as both sides write and read them; docs/how-to/bots.md has the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quire.core import Move
from quire.errors import NotationError
from quire.match.agent import NO_LIMIT, Choice, Clocks, Limit
from quire.match.clock import suggested_seconds

MAX_LINE_BYTES = 1 << 17
"""Ten times the longest game: SOS on the longest line, with every move listed."""

MAX_OUTPUT_BYTES = 1 << 20
"""The longest line that a program may print."""

MOVE_OVERHEAD = 10
"""Milliseconds of a `movetime` that are reserved for communication, at most a quarter of it."""

MAX_ERROR_CHARACTERS = 500

ERROR = "info string error: "

Options = tuple[tuple[str, str], ...]
"""A program's options: names and values."""


class Refused(Exception):
    """A command that can't be executed; the text says why."""


# --- to the program ---


def new_game_lines(game: str, size: str, options: Options = ()) -> str:
    """Return the lines that prepare a program for a game; it answers `readyok`."""
    pairs = (("Game", game), ("Size", size), *options)
    lines = "".join(f"setoption name {name} value {value}\n" for name, value in pairs)
    return f"{lines}uginewgame\nisready\n"


def go_lines(position: str, player: int, limit: Limit) -> str:
    """Return the lines that ask for a move; players count from 0.

    `position` is `startpos moves ...` or a position text.
    """
    return f"position {position}\ngo {go_words(limit)} player {player + 1}\n"


def go_words(limit: Limit) -> str:
    """Return a limit as `go` has it, without the player.

    >>> go_words(Limit(seconds=0.5, nodes=800))
    'movetime 500 nodes 800'
    >>> go_words(Limit(0.5, clocks=Clocks((10, None), (0.1, None), 20)))
    'movetime 500 p1time 10000 p1inc 100 movestogo 20'
    """
    words = []
    if limit.seconds is not None:
        words.append(f"movetime {round(1000 * limit.seconds)}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.depth is not None:
        words.append(f"depth {limit.depth}")
    if limit.clocks is not None:
        both = zip(limit.clocks.left, limit.clocks.increments, strict=True)
        for player, (left, increment) in enumerate(both, 1):
            if left is not None and increment is not None:
                words.append(f"p{player}time {1000 * left:.0f} p{player}inc {1000 * increment:.0f}")
        if limit.clocks.moves_due is not None:
            words.append(f"movestogo {limit.clocks.moves_due}")
    return " ".join(words)


def startpos(moves: Sequence[str]) -> str:
    """Return the position after moves from the start of the game, as UGI writes it.

    >>> startpos(("Sa1", "Ob1"))
    'startpos moves Sa1 Ob1'
    """
    return f"startpos moves {' '.join(moves)}" if moves else "startpos"


def read_go(words: Sequence[str]) -> tuple[Limit, int]:
    """Parse `movetime MS`, `nodes K`, `depth D`, the clocks and `player N`, in any order."""
    if len(words) % 2 or len(set(words[::2])) != len(words) // 2:
        raise Refused(_GO_FORM)
    wanted = {}
    for name, number in zip(words[::2], words[1::2], strict=True):
        if not _GO_WORDS.fullmatch(name):
            raise Refused(f"{_GO_FORM}; not {name!r}")
        if not re.fullmatch("[0-9]{1,15}", number):
            raise Refused(f"{name} must be a whole number, not {number!r}")
        wanted[name] = int(number)
    player, due = wanted.get("player", 0), wanted.get("movetime")
    if due is None and f"p{player}time" in wanted:
        left, increment = wanted[f"p{player}time"], wanted.get(f"p{player}inc", 0)
        moves_due = wanted.get("movestogo")
        due = round(1000 * suggested_seconds(left / 1000, increment / 1000, moves_due))
    nodes, depth = wanted.get("nodes"), wanted.get("depth")
    if "player" not in wanted or (due, nodes, depth) == (None, None, None):
        raise Refused(_GO_FORM)
    if depth == 0:
        raise Refused("depth must be 1 or more")
    seconds = None if due is None else (due - min(MOVE_OVERHEAD, due / 4)) / 1000
    return Limit(seconds, nodes, depth, _read_clocks(wanted)), player


_GO_WORDS = re.compile("movetime|nodes|depth|movestogo|player|p[1-9][0-9]?(time|inc)")
_GO_FORM = "usage: go movetime MS player N, or go nodes K player N"


def _read_clocks(wanted: Mapping[str, int]) -> Clocks | None:
    """Return the clocks that `go` names, `p1time MS p1inc MS` and so on."""
    players = [int(name[1:-4]) for name in wanted if re.fullmatch("p[0-9]+time", name)]
    if not players:
        return None

    def seconds(suffix: str) -> tuple[float | None, ...]:
        names = (f"p{player}{suffix}" for player in range(1, max(players) + 1))
        return tuple(wanted[name] / 1000 if name in wanted else None for name in names)

    return Clocks(seconds("time"), seconds("inc"), wanted.get("movestogo"))


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
    if limit == NO_LIMIT:
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
