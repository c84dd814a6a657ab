"""The types that every layer shares: Position, Outcome, Reason, Game.

Rules live in the native core (`quire._native`); its classes satisfy `Position` structurally.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, Self, TypeVar, runtime_checkable

from quire import _native
from quire.errors import NotationError
from quire.picture import CaptionFacts, Picture, caption_of
from quire.profile import UNTUNED, Profile

Move = str
"""A move is its notation, everywhere: `Sb3`, `O12`, `1e5`, `c4`."""


class Reason(StrEnum):
    """Why a game ended."""

    LINE = "line"
    POINTS = "points"
    LAST_MOVE = "last_move"
    FULL = "full"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    DISCONNECTION = "disconnection"
    ABANDONED = "abandoned"
    ABORTED = "aborted"
    ENDED_BY_ADMIN = "ended_by_admin"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    CRASH = "crash"
    MEMORY = "memory"
    FORBIDDEN = "forbidden"
    FLOOD = "flood"
    TAMPERING = "tampering"
    ADJUDICATION = "adjudication"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, and why.

    `winner` is None for a draw and for games without a result. `ranks` start at 1 and are shared
    by those who tie: (1, 1, 3).
    """

    winner: int | None
    reason: Reason
    points: tuple[int, ...]
    ranks: tuple[int, ...]


WITHOUT_RESULT = frozenset({Reason.ABORTED, Reason.ABANDONED, Reason.ENDED_BY_ADMIN})
"""Reasons for a game to end without a result: neither a win nor a draw."""


def verdict(outcome: Outcome, player: int) -> str:
    """Return what a player reads at the end: YOU WON, YOU LOST, DRAW or NO RESULT.

    >>> shared = Outcome(None, Reason.POINTS, (2, 2, 1), (1, 1, 3))
    >>> [verdict(shared, player) for player in range(3)]
    ['DRAW', 'DRAW', 'YOU LOST']
    """
    if outcome.reason in WITHOUT_RESULT:
        return "NO RESULT"
    if outcome.ranks[player] > 1:
        return "YOU LOST"
    return "DRAW" if outcome.winner is None else "YOU WON"


@runtime_checkable
class Position(Protocol):
    """A position: an immutable value, hashable, comparable, picklable, safe between threads."""

    @property
    def game(self) -> str:
        """The key of its game: `sos`, `line`, `extreme`, `obstruction`."""
        ...

    @property
    def size(self) -> str:
        """The canonical size, with variant and number of players: `5x5:3:simple`."""
        ...

    @property
    def players(self) -> int:
        """The number of players, including those who have left."""
        ...

    @property
    def to_move(self) -> int:
        """The player to move; 0 is player 1. Turns do not always alternate."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one entry per player; zeros if the game has none."""
        ...

    @property
    def out(self) -> tuple[int, ...]:
        """The players who have left, in ascending order."""
        ...

    def cells(self) -> dict[str, str]:
        """Return the mark of every cell by its name; `.` is empty, `#` shaded."""
        ...

    def lines(self) -> list[tuple[str, ...]]:
        """Return every scored line on the board, as the names of its cells."""
        ...

    def completes(self, move: Move) -> list[tuple[str, ...]]:
        """Return the lines that this legal move would complete."""
        ...

    def index(self, move: Move) -> int:
        """Return the index of a move in `game.moves(size)`; it need not be legal here."""
        ...

    def legal_moves(self) -> list[Move]:
        """Return the legal moves, in index order; empty once the game is over."""
        ...

    def play(self, move: Move) -> Self:
        """Return the position after a move. Raises IllegalMove or NotationError."""
        ...

    def leave(self, player: int) -> Self:
        """Return the position after a player has left; only with three or more players."""
        ...

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None while it is in progress."""
        ...


AnyPosition = TypeVar("AnyPosition", bound=Position)


LEAVE_PREFIX = "x"
"""The first letter of a record entry for a player who leaves; no move starts with it."""


def leave_entry(player: int) -> str:
    """Return the record entry for a player who leaves.

    >>> leave_entry(1)
    'x2'
    """
    return f"{LEAVE_PREFIX}{player + 1}"


def player_who_left(entry: str) -> int | None:
    """Return the player who leaves by this record entry; None if it is a move.

    >>> player_who_left("x2"), player_who_left("Sb3")
    (1, None)
    """
    if not entry.startswith(LEAVE_PREFIX):  # the usual case, and a fast test
        return None
    return int(entry[1:]) - 1 if re.fullmatch("x[0-9]{1,4}", entry) else None


def step(position: AnyPosition, entry: str) -> AnyPosition:
    """Return the position after one entry of a record: a move, or `x2` if player 2 left."""
    player = player_who_left(entry)
    return position.play(entry) if player is None else position.leave(player)


def mover(before: Position, entry: str) -> int:
    """Return the player of an entry: who moves in this position, or who leaves."""
    left = player_who_left(entry)
    return before.to_move if left is None else left


def replay(position: AnyPosition, entries: Iterable[str]) -> Iterator[AnyPosition]:
    """Yield this position and those after each entry of a record."""
    yield position
    for entry in entries:
        position = step(position, entry)
        yield position


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a game: `"7x5" in sizes`, and the common ones in order for a menu.

    `normalise` returns the canonical form of a size or raises NotationError.
    """

    summary: str
    default: str
    common: tuple[str, ...]
    normalise: Callable[[str], str]

    def __iter__(self) -> Iterator[str]:
        return iter(self.common)

    def __contains__(self, size: object) -> bool:
        if not isinstance(size, str):
            return False
        try:
            self.normalise(size)
        except NotationError:
            return False
        return True


Facts = dict[str, int | tuple[int, ...]]
"""Numbers by name, for programs."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that players of a game would notice about a position.

    `topic` is a fixed word, for programs; `items` are all the moves, cells or squares concerned, of
    which `text` may name only the first ones. `facts` are its numbers by name, as each game's
    `remarks` lists them: topic, items and facts are enough to word it in any language. Players
    count from 0, as in `to_move`.
    """

    topic: str
    text: str
    items: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict, hash=False)


def _as_typed(position: Position, text: str) -> list[Move]:
    return [text]


def _silent(position: Position) -> list[Remark]:
    return []


def _never(size: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its facts and words. The rules and pictures are native."""

    key: str
    title: str
    summary: str
    sizes: Sizes
    online_sizes: Sizes
    drawable: bool
    """Whether a game can end without a winner, so that a draw may be offered."""
    max_players: int = 2
    """Maximum number of players; every game can be played by two."""
    win_points: int | None = None
    """Points for the winner when the only opponent forfeits; None leaves the points unchanged."""
    marks: tuple[str, ...] = ()
    """The players' marks, if each has one."""
    has_points: Callable[[str], bool] = _never
    """Whether points are scored during the game, on a board of that size."""
    decided_by_points: Callable[[str], bool] = _never
    """Whether the value of a position is the difference of points, on a board of that size."""
    read: Callable[[Position, str], list[Move]] = _as_typed
    """The moves that a typed text may mean: one, or several to choose from."""
    caption: Callable[[CaptionFacts], str] = caption_of
    """The words under a picture, after the title and the size."""
    remarks: Callable[[Position], list[Remark]] = _silent
    """What players of this game would notice about a position; nothing once it is over."""
    profile: Profile = UNTUNED
    """Levels, openings, symmetries and other settings for engines and the page."""

    def start(self, size: str | int | None = None) -> Position:
        """Return the start position, on a board of that size or of the default one.

        A number is the side of a square board, or the length of a line.
        """
        return _native.start(self.key, self._size(size))

    def parse(self, text: str, size: str | int | None = None) -> Position:
        """Return the position that a position text describes.

        Raises NotationError, also if a size is given and the board has another one.
        """
        position = _native.parse(self.key, text)
        if size is not None and position.size != self.sizes.normalise(self._size(size)):
            raise NotationError(f"the position is {position.size}, but size says {size}")
        return position

    def moves(self, size: str | int | None = None) -> tuple[Move, ...]:
        """Return every move that is ever possible on that size: a fixed action space."""
        return _native.moves(self.key, self._size(size))

    def _size(self, size: str | int | None) -> str:
        if size is None:
            return self.sizes.default
        if isinstance(size, int):
            return str(size) if str(size) in self.sizes else f"{size}x{size}"
        return size

    def parse_move(self, position: Position, typed: str) -> Move:
        """Return the move that a typed text means, in canonical notation, legal or not.

        Raises NotationError if it is not a move, or is ambiguous.

        >>> import quire
        >>> quire.find_game("sos").parse_move(quire.start("sos", "3x3"), "s a 1")
        'Sa1'
        """
        readings = self.read(position, typed)
        if len(readings) > 1:
            raise NotationError(f"ambiguous move: write {' or '.join(readings)}")
        return self.moves(position.size)[position.index(readings[0])]

    def draw(
        self,
        position: Position,
        moves: Sequence[str] = (),
        start: Position | None = None,
        *,
        before: Picture | None = None,
    ) -> Picture:
        """Return the board as data. With the moves so far, each scored line has its owner.

        The moves are from `start`, or from the start of the game, and are played again to see who
        made which line. With `before`, the picture before the last of them, only that move is
        played: this is how to draw a game move by move.

        Raises NotationError if the moves don't lead to the position.
        """
        strokes = before.strokes if before is not None and moves else None
        width, height, cells, strokes, labels, facts = _native.draw(position, moves, start, strokes)
        size = position.size
        caption = f"{self.title} {size}, {self.caption(CaptionFacts._make(facts))}"
        return Picture(self.key, size, caption, width, height, cells, strokes, labels)


class PictureSequence:
    """Pictures of a game, move by move, each drawn from the one before it.

    `start` is the position that the moves are played from (default: the start of the game).
    """

    def __init__(self, game: Game, start: Position | None = None) -> None:
        self._game = game
        self._start = start
        self._moves: tuple[str, ...] = ()
        self.latest: Picture | None = None
        """The picture drawn last."""

    def draw(self, position: Position, moves: Sequence[str]) -> Picture:
        """Draw a position of the game. After anything but one more move, all are played again."""
        moves = tuple(moves)
        before = self.latest if moves and moves[:-1] == self._moves else None
        self.latest = self._game.draw(position, moves, self._start, before=before)
        self._moves = moves
        return self.latest
