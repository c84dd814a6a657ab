"""The HTTP interface of study: lines of moves, their replay, analysis, courses and hints."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quire.core import Outcome, Remark
from quire.engine.analysis.position import MoveValue
from quire.engine.analysis.review import Step, View
from quire.engine.solver.solve import OutcomeName
from quire.picture import Picture, PictureChange, Stroke
from quire.wire.http_types import ErrorResponse
from quire.wire.shared_types import GameKey, SeatSummary, Size

MoveText = Annotated[str, Meta(min_length=1, max_length=16)]
"""A move as somebody may type it, or `x2` where player 2 goes out."""

PositionText = Annotated[str, Meta(min_length=1, max_length=6000)]


# --- what is sent ---


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Moves from a position: the start of a board, or one that is written out.

    `size` is the board's where no `position` is given, else the default one. If both are given
    they must agree.
    """

    game: GameKey
    size: Size | None = None
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Meta(max_length=2500)] = []


# --- what is answered ---


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One entry of a line, and the game after it."""

    move: str
    """In canonical writing; `x2` where player 2 went out."""
    player: int | None
    """Who moved; null where somebody went out."""
    to_move: int
    points: tuple[int, ...]
    position: str
    outcome: Outcome | None
    change: PictureChange
    """What makes the picture of this step of the one before, together with `added`."""
    added: tuple[Stroke, ...] = ()
    """New strokes, if all previous ones remain: then `change.strokes` is null."""


class Replay(Struct, frozen=True, kw_only=True):
    """A line of moves to step through: the start with its picture, and what each step changes."""

    game: str
    size: str
    players: int
    marks: tuple[str, ...]
    """The players' own marks, where each has one."""
    has_points: bool
    to_move: int
    points: tuple[int, ...]
    position: str
    outcome: Outcome | None
    picture: Picture
    steps: tuple[ReplayStep, ...]


class GameReplay(Struct, frozen=True, kw_only=True):
    """A game that is or was played here, to step through."""

    id: str
    status: Literal["playing", "over"]
    seats: tuple[SeatSummary, ...]
    outcome: Outcome | None
    """How it ended, which may be other than on the board; null while it goes on."""
    started: str | None
    """When, in UTC."""
    clock: float | None
    rated: bool
    seconds: tuple[float, ...]
    """What each step took, or nothing at all."""
    replay: Replay


class AnalysisResponse(Struct, frozen=True, kw_only=True):
    """What the position at the end of a line is worth, and each move; for the player to move."""

    game: str
    size: str
    position: str
    to_move: int
    value: float | None
    outcome: OutcomeName | None
    """Proven; null while it is not."""
    exact: bool
    moves: tuple[MoveValue, ...]
    """The best first; none once the game is over."""
    line: tuple[str, ...]
    """What best play leads to, as far as it is known."""
    remarks: tuple[Remark, ...]
    nodes: int
    seconds: float
    decided_by_points: bool
    """Whether values are differences of points; else 1 is a win and -1 a loss."""


class GameReview(Struct, frozen=True, kw_only=True):
    """Where a game was won and lost."""

    game: str
    size: str
    view: View
    """Whose values the steps have; the mover's where three or more play."""
    value: float | None
    """Of the start."""
    exact: bool
    steps: tuple[Step, ...]
    mistakes: tuple[int, ...]
    """The numbers of the steps that lost something."""
    nodes: int
    seconds: float


class ReviewProgress(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the answer: how much is done, from 0 to 1; the last has the course, or an error."""

    done: float | None = None
    review: GameReview | None = None
    error: ErrorResponse | None = None


class Hint(Struct, frozen=True, kw_only=True):
    """A good move, and its value for the player who makes it."""

    move: str
    value: float | None
    exact: bool
    outcome: OutcomeName | None
    """Proven; null while it is not."""
