"""Puzzles in the HTTP interface: what is sent and what is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from quire.engine.analysis.puzzle import HARDEST
from quire.picture import Picture
from quire.wire.shared_types import GameKey
from quire.wire.statistics_types import PuzzleProgress, PuzzleState


class PuzzleQuery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which puzzles: of a game, of a grade from 1, easy, to 5, hard, or any."""

    game: GameKey | None = None
    grade: Annotated[int, Meta(ge=1, le=HARDEST)] | None = None


class PuzzleMove(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a puzzle. Null gives it up."""

    move: Annotated[str, Meta(min_length=1, max_length=32)] | None


class PuzzleInfo(Struct, frozen=True, kw_only=True):
    """A position with one move alone that keeps the win, or the draw: `goal` says which."""

    id: str
    game: str
    size: str
    grade: int
    """From 1, easy, to 5, hard."""
    goal: Literal["win", "draw"]
    to_move: int
    position: str
    picture: Picture
    day: str | None
    """The date if it is today's, as 2026-11-17."""
    state: PuzzleState | None
    """How far the asker is with it; null for one without a token."""
    solution: str | None
    """Once the asker has solved it or given it up."""


class PuzzleAnswer(Struct, frozen=True, kw_only=True):
    """What comes of an answer to a puzzle."""

    correct: bool
    move: str | None
    """As it was understood; null if the puzzle was given up."""
    state: PuzzleState
    solution: str | None
    """Once it is solved or given up."""
    value: int
    """What the solution is worth to the player to move: above 0 a win, 0 a draw."""
    second_value: int
    """What the best of all other moves is worth."""
    progress: PuzzleProgress
