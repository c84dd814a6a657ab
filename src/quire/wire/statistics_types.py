"""Statistics of players and lists of games, as the server sends them."""

from __future__ import annotations

from typing import Literal

import msgspec

PuzzleState = Literal["new", "tried", "solved", "given_up"]
"""How far a player is with a puzzle."""


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """How many games, and how they ended."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0


class SeatTally(Tally, frozen=True, kw_only=True):
    """A player's games in one seat, against people or with a computer among the others."""

    against: str
    seat: int


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A player's figures in one game. `rating` is None before the first rated game."""

    game: str
    people: Tally
    computer: Tally
    seats: tuple[SeatTally, ...]
    streak: int
    best: int
    rating: float | None
    rated: int


class PlayerProfile(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know about a player."""

    id: str
    name: str
    kind: str
    created: float
    games: tuple[GameStatistics, ...]


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a leaderboard."""

    player: str
    name: str
    rating: float
    rated: int
    streak: int
    best: int


class AgentTally(Tally, frozen=True, kw_only=True):
    """How people did against an agent on boards of one size: `wins` are the people's."""

    game: str
    agent: str
    size: str


class RatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A player's rating after a rated game, which ended at `at`, in seconds since 1970.

    `game_id` is None for a private game of other players.
    """

    game_id: str | None
    at: float
    rating: float


class GradeProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How many of the puzzles of a game and grade are solved, and how many there are."""

    game: str
    grade: int
    solved: int
    total: int


class PuzzleProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A player's puzzles. A streak is of days whose puzzle was solved on the day itself."""

    solved: int
    first_try: int
    """Those of them whose first answer was right."""
    given_up: int
    streak: int
    """Up to today, or to yesterday as long as today's waits."""
    best_streak: int
    today: bool
    """Whether today's is solved."""
    grades: tuple[GradeProgress, ...]


class ArchivedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat there. `rank` is None in a game without a result."""

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
    rated: bool
    public: bool
    started: float | None
    ended: float
    moves: int
    winner: int | None
    reason: str
    seats: tuple[ArchivedSeat, ...]


class ArchivePage(msgspec.Struct, frozen=True, kw_only=True):
    """Games, and the cursor for those before them; None if there are none."""

    games: tuple[ArchivedGame, ...]
    before: str | None
