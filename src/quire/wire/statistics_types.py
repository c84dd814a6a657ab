"""Types for player statistics and game lists; independent of the database."""

from __future__ import annotations

from typing import Literal

import msgspec

from quire.picture import Stroke, Tint

PuzzleState = Literal["new", "tried", "solved", "given_up"]
"""A player's progress with a puzzle."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of games, by result."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0


class SeatTally(Tally, frozen=True, kw_only=True):
    """A player's results in one seat, against `people`, a `computer`, or in `offline` games."""

    against: str
    seat: int


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A player's statistics in one game. `rating` is null before the first rated game.

    `offline` are games against computer players that were played without a server.
    """

    game: str
    people: Tally
    computer: Tally
    offline: Tally = Tally()
    seats: tuple[SeatTally, ...]
    streak: int
    best: int
    rating: float | None
    rated: int


class PlayerProfile(msgspec.Struct, frozen=True, kw_only=True):
    """The public profile of a player."""

    id: str
    name: str
    kind: str
    created: float
    games: tuple[GameStatistics, ...]


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a leaderboard."""

    player: str
    name: str
    rating: float
    rated: int
    streak: int
    best: int


class AgentTally(Tally, frozen=True, kw_only=True):
    """People's results against an agent on boards of one size; `wins` are those of people."""

    game: str
    agent: str
    size: str


class RatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rating after a rated game that ended at `at`, in seconds since 1970.

    `game_id` is null for a private game that the client's player didn't play in.
    """

    game_id: str | None
    at: float
    rating: float


class GradeProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The number of solved puzzles of a game and difficulty, and their total."""

    game: str
    grade: int
    solved: int
    total: int


class PuzzleProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A player's progress with puzzles.

    A streak counts consecutive days whose puzzle of the day was solved on that day.
    """

    solved: int
    first_try: int
    """Puzzles solved with the first answer."""
    given_up: int
    streak: int
    """The streak up to today, or up to yesterday if today's puzzle is not solved yet."""
    best_streak: int
    today: bool
    """Whether today's puzzle is solved."""
    grades: tuple[GradeProgress, ...]


class ArchivedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in a finished game. `rank` is null in a game without a result."""

    name: str
    player: str | None
    agent: str | None
    rank: int | None


class ArchivedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game in a list. Times are seconds since 1970; `winner` is a seat."""

    id: str
    game: str
    size: str
    clock: float | None
    increment: float | None
    rated: bool
    public: bool
    started: float | None
    ended: float
    moves: int
    winner: int | None
    reason: str
    seats: tuple[ArchivedSeat, ...]


class ArchivePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of games, and the cursor of the next page; null on the last page."""

    games: tuple[ArchivedGame, ...]
    before: str | None


class ThumbnailCell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A cell of a small picture; see the cells of a picture. What is left out is the default."""

    x: float
    y: float
    mark: str = ""
    owner: int | None = None
    tint: Tint = ""
    span: int = 1
    polygon: tuple[tuple[float, float], ...] = ()


class Thumbnail(msgspec.Struct, frozen=True, kw_only=True):
    """A small picture of a game: the board as it is now, or as it was at the end."""

    game_id: str
    width: int
    height: int
    cells: tuple[ThumbnailCell, ...]
    strokes: tuple[Stroke, ...]
