"""Answers to puzzles: progress, and streaks of daily puzzles.

A daily puzzle is a fresh start, even for players who have solved it before: answers given on its
day are stored under that day, all others under `PRACTICE`.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from quire.engine.analysis.puzzle import Puzzle, daily, find, load
from quire.errors import NotFound, NotSignedIn
from quire.games import GAMES
from quire.store.schema import players, puzzle_answers
from quire.store.sql import upsert_all
from quire.wire.statistics_types import GradeProgress, PuzzleProgress, PuzzleState

PRACTICE = 0
"""Stored instead of a day."""

MAX_OFFLINE_DAYS = 7
"""How long ago an answer that was given offline may be, to count for its day."""

SECONDS_A_DAY = 86_400

SETTLED: tuple[PuzzleState, ...] = ("solved", "given_up")
"""Final states."""


def date_of(today: float) -> datetime.date:
    """Return the date in UTC.

    >>> date_of(1_800_000_000.0)
    datetime.date(2027, 1, 15)
    """
    return datetime.datetime.fromtimestamp(today, datetime.UTC).date()


def time_of(day: datetime.date | None, today: float) -> float:
    """Return the time to store an answer under that was given on that day, without a server.

    Devices say when that was: a day before the last seven, or one to come, counts as today.

    >>> week = 1_800_000_000.0
    >>> date_of(time_of(datetime.date(2027, 1, 12), week))
    datetime.date(2027, 1, 12)
    >>> time_of(datetime.date(2027, 1, 2), week) == time_of(None, week) == week
    True
    """
    if day is None or not 0 < (date_of(today) - day).days <= MAX_OFFLINE_DAYS:
        return today
    return today - (date_of(today) - day).days * SECONDS_A_DAY


def _day(puzzle: Puzzle, today: float) -> int:
    """Return the day that answers are stored under now."""
    date = date_of(today)
    return date.toordinal() if daily(date) == puzzle else PRACTICE


def state(connection: Connection, player_id: str, puzzle: Puzzle, today: float) -> PuzzleState:
    """Return a player's progress with a puzzle."""
    return _state(_answers(connection, player_id, puzzle), _day(puzzle, today))


def _answers(connection: Connection, player_id: str, puzzle: Puzzle) -> Sequence[Row[Any]]:
    key = (puzzle_answers.c.player == player_id, puzzle_answers.c.puzzle == puzzle.id)
    return connection.execute(select(puzzle_answers).where(*key)).all()


def _state(answers: Sequence[Row[Any]], day: int) -> PuzzleState:
    """Return the state by the answers of that day, or in practice by the best of all."""
    found = {answer.state for answer in answers if day in (PRACTICE, answer.day)}
    best: tuple[PuzzleState, ...] = (*SETTLED, "tried")
    return next((state for state in best if state in found), "new")


def settled(connection: Connection, player_id: str) -> set[str]:
    """Return the ids of the puzzles a player has ever solved or given up."""
    query = select(puzzle_answers.c.puzzle).where(
        puzzle_answers.c.player == player_id, puzzle_answers.c.state.in_(SETTLED)
    )
    return set(connection.scalars(query))


def answer(
    connection: Connection, player_id: str, puzzle: Puzzle, after: PuzzleState, today: float
) -> PuzzleState:
    """Store a player's answer: it solved the puzzle, gave it up, or was a try. Return the state.

    Final states do not change. Raises NotSignedIn for a deleted account.
    """
    _lock(connection, player_id)
    answers, day = _answers(connection, player_id, puzzle), _day(puzzle, today)
    before = _state(answers, day)
    if before in SETTLED:
        return before
    tries = next((answer.tries for answer in answers if answer.day == day), 0)
    row = {
        "player": player_id,
        "puzzle": puzzle.id,
        "day": day,
        "state": after,
        "tries": tries + (after != "given_up"),
        "first_try": after == "solved" and not answers,
        "at": today,
    }
    upsert_all(connection, puzzle_answers, tuple(row), [tuple(row.values())])
    return after


def _lock(connection: Connection, player_id: str) -> None:
    """Lock the player's row until the end of the transaction."""
    mine = select(players.c.kind).where(players.c.id == player_id, players.c.kind != "gone")
    if connection.execute(mine.with_for_update(key_share=True)).first() is None:
        raise NotSignedIn("this account was deleted")


def progress(connection: Connection, player_id: str, today: float) -> PuzzleProgress:
    """Return a player's totals and streaks."""
    query = select(puzzle_answers).where(puzzle_answers.c.player == player_id)
    answers = connection.execute(query).all()
    solved = {answer.puzzle for answer in answers if answer.state == "solved"}
    days = {answer.day for answer in answers if answer.state == "solved"} - {PRACTICE}
    day = date_of(today).toordinal()
    streak, best = streaks(days, day)
    return PuzzleProgress(
        solved=len(solved),
        first_try=sum(answer.first_try for answer in answers),
        given_up=len({answer.puzzle for answer in answers if answer.state == "given_up"} - solved),
        streak=streak,
        best_streak=best,
        today=day in days,
        grades=_grades(solved),
    )


def streaks(days: Collection[int], today: int) -> tuple[int, int]:
    """Return the current streak of days, which may end yesterday, and the longest.

    >>> streaks({1, 2, 3, 5, 6}, 7)
    (2, 3)
    >>> streaks({1, 2, 3, 5, 6}, 8)
    (0, 3)
    """
    runs: dict[int, int] = {}
    for day in sorted(days):
        runs[day] = runs.get(day - 1, 0) + 1
    return runs.get(today, runs.get(today - 1, 0)), max(runs.values(), default=0)


def _grades(solved: Collection[str]) -> tuple[GradeProgress, ...]:
    """Return the progress per game and grade; removed puzzles do not count."""
    there = Counter((game.key, puzzle.grade) for game in GAMES for puzzle in load(game.key))
    mine = Counter(
        (puzzle.game, puzzle.grade) for puzzle in map(_known, solved) if puzzle is not None
    )
    order = [game.key for game in GAMES]
    return tuple(
        GradeProgress(game=game, grade=grade, solved=mine[game, grade], total=there[game, grade])
        for game, grade in sorted(there, key=lambda pair: (order.index(pair[0]), pair[1]))
    )


def _known(id: str) -> Puzzle | None:
    try:
        return find(id)
    except NotFound:
        return None
