"""Types for study: lines of moves, replays, analysis, reviews and hints."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quire.core import Outcome, Remark
from quire.engine.analysis.analysis import MoveValue
from quire.engine.analysis.review import Phase, PlayerReview, Step, View
from quire.engine.solver.solve import OutcomeName
from quire.picture import Picture, PictureChange, Stroke
from quire.wire.http_types import ErrorResponse
from quire.wire.shared_types import GameKey, SeatSummary, Size

MoveText = Annotated[str, Meta(min_length=1, max_length=16)]
"""A move as typed, or `x2` where player 2 leaves the game."""

PositionText = Annotated[str, Meta(min_length=1, max_length=6000)]


# --- requests ---


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of moves from the start position, or from a `position` in notation.

    Without a `position`, `size` is the size of the board (default: the game's default size). If
    both are given they must agree.
    """

    game: GameKey
    size: Size | None = None
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Meta(max_length=2500)] = []


# --- responses ---


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One entry of a line, and the game after it."""

    move: str
    """In canonical notation; `x2` where player 2 left the game."""
    player: int | None
    """The player who moved; null where a player left the game."""
    to_move: int
    points: tuple[int, ...]
    position: str
    outcome: Outcome | None
    change: PictureChange
    """Turns the previous picture into the one of this step, together with `added`."""
    added: tuple[Stroke, ...] = ()
    """New strokes, if all previous ones stay; `change.strokes` is null then."""


class Replay(Struct, frozen=True, kw_only=True):
    """A line of moves to step through: the start with its picture, and the changes of each step."""

    game: str
    size: str
    players: int
    marks: tuple[str, ...]
    """The mark of each player, in games where each has one."""
    has_points: bool
    to_move: int
    points: tuple[int, ...]
    position: str
    outcome: Outcome | None
    picture: Picture
    steps: tuple[ReplayStep, ...]


class GameReplay(Struct, frozen=True, kw_only=True):
    """A game on this server, to step through."""

    id: str
    status: Literal["playing", "over"]
    seats: tuple[SeatSummary, ...]
    outcome: Outcome | None
    """The outcome, which the board may not show (a resignation); null during the game."""
    started: str | None
    """The start time, in UTC."""
    clock: float | None
    increment: float | None
    rated: bool
    seconds: tuple[float, ...]
    """Seconds taken for each step; empty if unknown."""
    replay: Replay


class AnalysisResponse(Struct, frozen=True, kw_only=True):
    """The value of the position after a line, and of each move, for the player to move."""

    game: str
    size: str
    position: str
    to_move: int
    value: float | None
    outcome: OutcomeName | None
    """The proven outcome; null if not proven."""
    exact: bool
    moves: tuple[MoveValue, ...]
    """Best first; empty if the game is over."""
    line: tuple[str, ...]
    """The principal variation, as far as it is known."""
    remarks: tuple[Remark, ...]
    nodes: int
    seconds: float
    decided_by_points: bool
    """Whether values are differences of points; otherwise 1 is a win and -1 a loss."""


class PositionNotes(Struct, frozen=True, kw_only=True):
    """Notes on a position, as players would make them."""

    remarks: tuple[Remark, ...]


class GameReview(Struct, frozen=True, kw_only=True):
    """The review of a game: the value of every position, and the mistakes."""

    game: str
    size: str
    view: View
    """The player from whose view values are given; the mover if three or more play."""
    value: float | None
    """The value of the start position."""
    exact: bool
    decided_by_points: bool
    """Whether values are differences of points; otherwise 1 is a win and -1 a loss."""
    steps: tuple[Step, ...]
    mistakes: tuple[int, ...]
    """The numbers of the steps that gave something away: inaccuracies, mistakes and blunders."""
    players: tuple[PlayerReview, ...]
    phases: tuple[Phase, ...]
    key_moments: tuple[int, ...]
    """The numbers of at most three steps that gave the most away."""
    nodes: int
    seconds: float


class ReviewProgress(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the response: the fraction done; the last line has the review or an error."""

    done: float | None = None
    review: GameReview | None = None
    error: ErrorResponse | None = None


class Hint(Struct, frozen=True, kw_only=True):
    """A good move, and its value for the player to move."""

    move: str
    value: float | None
    exact: bool
    outcome: OutcomeName | None
    """The proven outcome; null if not proven."""
