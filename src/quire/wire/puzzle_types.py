"""Request and response types for puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quire.engine.analysis.puzzle import MAX_GRADE
from quire.picture import Picture
from quire.wire.shared_types import GameKey
from quire.wire.statistics_types import PuzzleProgress, PuzzleState
from quire.wire.study_types import MoveText

MAX_LINE = 100
"""Moves in the solution of a puzzle, with the opponent's."""


class PuzzleQuery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Filters for puzzles: the game, and the difficulty from 1 (easy) to 5 (hard)."""

    game: GameKey | None = None
    grade: Annotated[int, Meta(ge=1, le=MAX_GRADE)] | None = None


class PuzzleMove(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a puzzle; null gives it up.

    `made` are the moves of the solution so far, with the opponent's answers; empty at first.
    """

    move: Annotated[str, Meta(min_length=1, max_length=32)] | None
    made: Annotated[list[MoveText], Meta(max_length=MAX_LINE)] = []
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")] | None = None
    """The date (UTC) of an answer that was given offline, up to seven days ago."""


class PuzzleInfo(Struct, frozen=True, kw_only=True):
    """A position in which a single move keeps the win or the draw, as `goal` says."""

    id: str
    game: str
    size: str
    grade: int
    """Difficulty, from 1 (easy) to 5 (hard)."""
    goal: Literal["win", "draw"]
    moves: int
    """How many moves there are to find, one after the other."""
    to_move: int
    position: str
    picture: Picture
    day: str | None
    """The date, such as 2026-11-17, if it is the puzzle of the day."""
    state: PuzzleState | None
    """My progress with it; null without a token."""
    line: tuple[str, ...] | None
    """The solution with the opponent's answers; null until I have solved it or given it up."""


class PuzzleAnswer(Struct, frozen=True, kw_only=True):
    """The result of an answer to a puzzle."""

    correct: bool
    move: str | None
    """The move in canonical notation; null if the puzzle was given up."""
    state: PuzzleState
    replies: tuple[str, ...]
    """The opponent's answers to a correct move that isn't the last."""
    line: tuple[str, ...] | None
    """The solution with the opponent's answers; null until it is solved or given up."""
    value: int
    """The value of the solution for the player to move: above 0 a win, 0 a draw."""
    second_value: int
    """The value of the best other move."""
    progress: PuzzleProgress
