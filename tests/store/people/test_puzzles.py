"""Answers to puzzles, and the statistics of players."""

from __future__ import annotations

import asyncio
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, func, select

from quire.engine.analysis.puzzle import Puzzle, daily, load
from quire.errors import NotSignedIn
from quire.games import GAMES
from quire.store import schema
from quire.store.people import deletion, players, puzzles
from quire.store.people.players import Player
from quire.store.store import Store
from quire.wire.statistics_types import GradeProgress, PuzzleProgress, PuzzleState
from tests.store.sync_store import TODAY, SyncStore

DAY = 86400.0
DATE = datetime.date(2027, 1, 15)
"""The date of TODAY, which is 8 o'clock."""


def puzzle_of(days: int = 0) -> Puzzle:
    """Return the daily puzzle of that many days later."""
    return daily(DATE + datetime.timedelta(days))


def practice(number: int = 0) -> Puzzle:
    """Return a puzzle that is not daily during these tests."""
    near = [puzzle_of(days) for days in range(-5, 15)]
    return [puzzle for puzzle in load("line") if puzzle not in near][number]


class Solver:
    """A player who answers puzzles, at a time given in days."""

    def __init__(self, store: SyncStore, who: Player | None = None) -> None:
        self.store = store
        self.id = (who or store.guest()).id

    def answers(self, puzzle: Puzzle, result: PuzzleState, days: float = 0) -> PuzzleState:
        return self.store.write(puzzles.answer, self.id, puzzle, result, TODAY + days * DAY)

    def solves(self, puzzle: Puzzle, days: float = 0) -> PuzzleState:
        return self.answers(puzzle, "solved", days)

    def state(self, puzzle: Puzzle, days: float = 0) -> PuzzleState:
        return self.store.read(puzzles.state, self.id, puzzle, TODAY + days * DAY)

    def progress(self, days: float = 0) -> PuzzleProgress:
        return self.store.read(puzzles.progress, self.id, TODAY + days * DAY)


@pytest.fixture
def ann(store: SyncStore) -> Solver:
    return Solver(store)


def test_new_player_has_no_progress(ann: Solver) -> None:
    progress = ann.progress()
    assert (progress.solved, progress.first_try, progress.given_up) == (0, 0, 0)
    assert (progress.streak, progress.best_streak, progress.today) == (0, 0, False)
    assert sum(grade.total for grade in progress.grades) == sum(
        len(load(game.key)) for game in GAMES
    )
    assert all(grade.solved == 0 for grade in progress.grades)
    assert [grade.game for grade in progress.grades if grade.grade == 5] == [
        game.key for game in GAMES
    ]
    assert ann.state(practice()) == "new"


def test_puzzle_is_tried_until_it_is_solved(ann: Solver) -> None:
    puzzle = practice()
    assert ann.answers(puzzle, "tried") == "tried"
    assert ann.answers(puzzle, "tried") == "tried"
    assert ann.state(puzzle) == "tried"
    assert ann.solves(puzzle) == "solved"
    assert ann.state(puzzle) == "solved"
    progress = ann.progress()
    assert (progress.solved, progress.first_try) == (1, 0)
    found = [grade for grade in progress.grades if grade.solved]
    of = sum(other.grade == puzzle.grade for other in load("line"))
    assert found == [GradeProgress(game="line", grade=puzzle.grade, solved=1, total=of)]
    (row,) = ann.store.read(
        lambda connection: connection.execute(select(schema.puzzle_answers)).all()
    )
    assert (row.tries, row.state, row.day) == (3, "solved", 0)


def test_first_try_is_counted(ann: Solver) -> None:
    ann.solves(practice())
    assert ann.progress().first_try == 1


def test_given_up_puzzle_stays_given_up(ann: Solver) -> None:
    puzzle = practice()
    assert ann.answers(puzzle, "given_up") == "given_up"
    assert ann.solves(puzzle) == "given_up"
    progress = ann.progress()
    assert (progress.solved, progress.given_up, progress.first_try) == (0, 1, 0)


def test_solved_puzzle_stays_solved(ann: Solver) -> None:
    puzzle = practice()
    ann.solves(puzzle)
    assert ann.answers(puzzle, "tried") == "solved"
    assert ann.answers(puzzle, "given_up") == "solved"
    progress = ann.progress()
    assert (progress.solved, progress.given_up, progress.first_try) == (1, 0, 1)


def test_players_have_separate_progress(store: SyncStore, ann: Solver) -> None:
    bob = Solver(store)
    ann.solves(practice())
    assert bob.state(practice()) == "new"
    assert bob.progress().solved == 0
    assert store.read(puzzles.settled, bob.id) == set()


def test_settled_puzzles_are_solved_or_given_up(store: SyncStore, ann: Solver) -> None:
    ann.solves(practice(0))
    ann.answers(practice(1), "given_up")
    ann.answers(practice(2), "tried")
    ann.solves(puzzle_of(0))
    wanted = {practice(0).id, practice(1).id, puzzle_of(0).id}
    assert store.read(puzzles.settled, ann.id) == wanted


# --- days ---


def test_streak_grows_daily_and_ends_with_a_missed_day(ann: Solver) -> None:
    seen = []
    for day in (0, 1, 2, 4, 5):
        ann.solves(puzzle_of(day), day)
        progress = ann.progress(day)
        seen.append((progress.streak, progress.best_streak, progress.today))
    assert seen == [(1, 1, True), (2, 2, True), (3, 3, True), (1, 3, True), (2, 3, True)]
    waiting, over = ann.progress(6), ann.progress(7)
    assert (waiting.streak, waiting.best_streak, waiting.today) == (2, 3, False)
    assert (over.streak, over.best_streak, over.today) == (0, 3, False)


def test_day_ends_at_midnight_utc(ann: Solver) -> None:
    eight = 8 / 24
    ann.solves(puzzle_of(0), 1 - eight - 1e-4)
    assert ann.progress(1 - eight - 1e-4).today
    assert not ann.progress(1 - eight).today
    ann.solves(puzzle_of(1), 1 - eight)
    assert ann.progress(1 - eight).streak == 2


def test_only_the_daily_puzzle_on_its_day_counts_for_the_streak(ann: Solver) -> None:
    ann.solves(practice())
    ann.solves(puzzle_of(-1))
    ann.solves(puzzle_of(1))
    progress = ann.progress()
    assert (progress.solved, progress.streak, progress.best_streak) == (3, 0, 0)


def test_wrong_moves_do_not_end_the_streak(ann: Solver) -> None:
    puzzle = puzzle_of()
    ann.answers(puzzle, "tried")
    assert ann.progress().streak == 0
    ann.solves(puzzle)
    progress = ann.progress()
    assert (progress.streak, progress.first_try) == (1, 0)


def test_giving_up_ends_the_streak(ann: Solver) -> None:
    ann.answers(puzzle_of(), "given_up")
    assert ann.solves(puzzle_of()) == "given_up"
    assert ann.progress().streak == 0


@pytest.mark.parametrize("before", ["solved", "given_up", "tried"])
def test_daily_puzzle_counts_even_if_answered_before(ann: Solver, before: PuzzleState) -> None:
    puzzle = puzzle_of(3)
    assert ann.answers(puzzle, before) == before
    assert ann.state(puzzle, 3) == "new"
    ann.answers(puzzle, "tried", 3)
    assert ann.state(puzzle, 3) == "tried"
    ann.solves(puzzle, 3)
    progress = ann.progress(3)
    assert (progress.streak, progress.today, progress.solved) == (1, True, 1)
    assert progress.first_try == (before == "solved"), "the first answer of all was the other one"
    assert progress.given_up == 0
    assert ann.state(puzzle, 4) == "solved"


def test_daily_puzzle_given_up_is_settled(ann: Solver) -> None:
    ann.answers(puzzle_of(), "given_up")
    assert ann.state(puzzle_of(), 1) == "given_up"
    assert ann.solves(puzzle_of(), 1) == "given_up"


@given(st.sets(st.integers(1, 40)), st.integers(1, 42))
def test_streaks_match_a_naive_count(days: set[int], today: int) -> None:
    def streak_up_to(day: int) -> int:
        return 0 if day not in days else 1 + streak_up_to(day - 1)

    streak, best = puzzles.streaks(days, today)
    assert best == max((streak_up_to(day) for day in days), default=0)
    assert streak == (streak_up_to(today) or streak_up_to(today - 1))


# --- accounts ---


def test_registering_guest_keeps_progress(store: SyncStore) -> None:
    gus = store.guest()
    ann = Solver(store, gus)
    ann.solves(puzzle_of())
    store.write(players.register, "Ann", "no hash", TODAY, False, gus.id)
    assert ann.progress().streak == 1


def test_deleting_the_account_deletes_progress(store: SyncStore, ann: Solver) -> None:
    ann.solves(puzzle_of())
    bob = Solver(store)
    bob.solves(puzzle_of())
    store.write(deletion.delete, ann.id, 0.0, TODAY)

    def left(connection: Connection) -> list[str]:
        return list(connection.scalars(select(schema.puzzle_answers.c.player)))

    assert store.read(left) == [bob.id]
    with pytest.raises(NotSignedIn):
        ann.solves(puzzle_of())
    assert store.read(left) == [bob.id]


def test_answers_to_removed_puzzles_are_ignored(store: SyncStore, ann: Solver) -> None:
    gone = {"player": ann.id, "puzzle": "line-00000000", "day": 0, "state": "solved"}
    row = {**gone, "tries": 1, "first_try": True, "at": TODAY}
    store.write(lambda connection: connection.execute(schema.puzzle_answers.insert(), row))
    progress = ann.progress()
    assert progress.solved == 1
    assert sum(grade.solved for grade in progress.grades) == 0


def test_simultaneous_answers_are_all_counted(prepared_url: str) -> None:
    puzzle = practice()

    async def race(player_id: str) -> list[PuzzleState]:
        stores = [await Store.open(prepared_url) for _ in range(2)]
        bad: PuzzleState = "tried"
        found = await asyncio.gather(
            *(
                stores[number % 2].write(
                    lambda connection: puzzles.answer(connection, player_id, puzzle, bad, TODAY)
                )
                for number in range(10)
            )
        )
        for store in stores:
            await store.close()
        return found

    with SyncStore(prepared_url) as store:
        ann = store.guest("Ann")
        assert asyncio.run(race(ann.id)) == ["tried"] * 10
        answers = schema.puzzle_answers
        query = select(func.sum(answers.c.tries), func.count()).select_from(answers)
        assert store.read(lambda connection: tuple(connection.execute(query).one())) == (10, 1)
