"""The nouns that every layer shares: Position, Outcome, Reason, Game.

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
from quire.picture import Picture
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
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    CRASH = "crash"
    MEMORY = "memory"
    FORBIDDEN = "forbidden"
    FLOOD = "flood"
    TAMPERING = "tampering"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won, and apart from that, why.

    `winner` is None for a draw and for games without a result. `ranks` start at 1 and are shared
    by those who tie: (1, 1, 3).
    """

    winner: int | None
    reason: Reason
    points: tuple[int, ...]
    ranks: tuple[int, ...]


WITHOUT_RESULT = frozenset({Reason.ABORTED, Reason.ABANDONED})
"""Nobody has won or lost a game that ended so, nor is it a draw."""


def verdict(outcome: Outcome, player: int) -> str:
    """What a player reads at the end: YOU WON, YOU LOST, DRAW or NO RESULT.

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
        """The canonical size text, variant and number of players included: `5x5:3:simple`."""
        ...

    @property
    def players(self) -> int:
        """How many play, those who are out included."""
        ...

    @property
    def to_move(self) -> int:
        """Who moves next; 0 is player 1. Turns do not always alternate."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The points so far, one a player; zeros where the game has none."""
        ...

    @property
    def out(self) -> tuple[int, ...]:
        """The players who left, in order of their numbers."""
        ...

    def cells(self) -> dict[str, str]:
        """Every cell's mark by its name; `.` is empty, `#` shaded."""
        ...

    def lines(self) -> list[tuple[str, ...]]:
        """Every line on the board that counts, as the names of its cells."""
        ...

    def completes(self, move: Move) -> list[tuple[str, ...]]:
        """The lines that this legal move would complete."""
        ...

    def index(self, move: Move) -> int:
        """The move's place in `game.moves(size)`; the move need not be legal here."""
        ...

    def legal_moves(self) -> list[Move]:
        """Every legal move, in the order of the index; empty once `outcome()` is set."""
        ...

    def play(self, move: Move) -> Self:
        """The position after the move. Raises IllegalMove or NotationError."""
        ...

    def leave(self, player: int) -> Self:
        """The position after a player went out; only where three or more play."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...


AnyPosition = TypeVar("AnyPosition", bound=Position)


DEPARTURE = "x"
"""How the entry of a record begins by which a player goes out; no move begins so."""


def leave_entry(player: int) -> str:
    """The entry of a record for a player who goes out.

    >>> leave_entry(1)
    'x2'
    """
    return f"{DEPARTURE}{player + 1}"


def player_who_left(entry: str) -> int | None:
    """The player who goes out by this entry of a record, None if it is a move.

    >>> player_who_left("x2"), player_who_left("Sb3")
    (1, None)
    """
    if not entry.startswith(DEPARTURE):  # nearly always, and quickly seen
        return None
    return int(entry[1:]) - 1 if re.fullmatch("x[0-9]{1,4}", entry) else None


def step(position: AnyPosition, entry: str) -> AnyPosition:
    """The position after one entry of a record: a move, or `x2` where player 2 went out."""
    player = player_who_left(entry)
    return position.play(entry) if player is None else position.leave(player)


def replay(position: AnyPosition, entries: Iterable[str]) -> Iterator[AnyPosition]:
    """Every position from this one on, this one included, entry by entry of a record."""
    yield position
    for entry in entries:
        position = step(position, entry)
        yield position


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a game: `"7x5" in sizes`, and the common ones in order for a menu.

    `normalise` gives the canonical text of a size or raises NotationError.
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
    """One thing that players of a game would say about a position.

    `topic` is a fixed word of the game's own, for programs; `items` are all the moves, cells or
    squares that it is about, where `text` may name only the first ones. `facts` are the numbers
    that it tells besides, by name, as each game's `talk` lists them: with all of these it can be
    said in any language. Players are counted from 0, as in `to_move`.
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
    """The facts of a game. The rules are native; `paint` says how it looks."""

    key: str
    title: str
    summary: str
    sizes: Sizes
    online_sizes: Sizes
    drawable: bool
    """Whether a game can end without a winner, so that a draw may be offered."""
    paint: Callable[[Position, Sequence[str], Position | None], Picture]
    max_players: int = 2
    """How many may play at the most; two always may."""
    win_points: int | None = None
    """What the winner gets when the only opponent forfeits; None: the points stay as they are."""
    marks: tuple[str, ...] = ()
    """The players' own marks, where each has one."""
    has_points: Callable[[str], bool] = _never
    """Whether points are made along the way, on a board of that size."""
    decided_by_points: Callable[[str], bool] = _never
    """Whether the value of a position is the difference of points, on a board of that size."""
    is_bonus: Callable[[Position], bool] | None = None
    """Whether this is a bonus move; None where a bonus move is a move like any other."""
    read: Callable[[Position, str], list[Move]] = _as_typed
    """What a text typed by a person may mean: one move, or several to choose from."""
    talk: Callable[[Position], list[Remark]] = _silent
    """What players of this game would say about a position; nothing once it is over."""
    profile: Profile = UNTUNED
    """Levels, openings, symmetries and more: what engines and the page know about the game."""

    def start(self, size: str | None = None) -> Position:
        """The first position on a board of that size, or of the default one."""
        return _native.start(self.key, self.sizes.default if size is None else size)

    def parse(self, text: str) -> Position:
        """The position that a position text describes."""
        return _native.parse(self.key, text)

    def moves(self, size: str | None = None) -> tuple[Move, ...]:
        """Every move that can ever be made on that size: a fixed action space."""
        return _native.moves(self.key, self.sizes.default if size is None else size)

    def parse_move(self, position: Position, typed: str) -> Move:
        """The move that a text typed by a person means, in canonical writing, legal or not.

        Raises NotationError if it means none, or may mean several.

        >>> import quire
        >>> quire.find_game("sos").parse_move(quire.start("sos", "3x3"), "s a 1")
        'Sa1'
        """
        readings = self.read(position, typed)
        if len(readings) > 1:
            raise NotationError(f"ambiguous move: write {' or '.join(readings)}")
        return self.moves(position.size)[position.index(readings[0])]

    def draw(
        self, position: Position, moves: Sequence[str] = (), start: Position | None = None
    ) -> Picture:
        """The board as data. With the moves that led there each scored line has its maker.

        The moves are from that start; from the beginning if there is none.
        """
        return self.paint(position, moves, start)
