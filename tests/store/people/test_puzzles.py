"""Answers to puzzles: what is kept of them, and what they come to."""

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
from quire.store.people import players, puzzles
from quire.store.people.players import Player
from quire.store.store import Store
from quire.wire.statistics_types import GradeProgress, PuzzleProgress, PuzzleState
from tests.store.sync_store import TODAY, StoreAtHand

DAY = 86400.0
DATE = datetime.date(2027, 1, 15)
"""That of TODAY, which is 8 o'clock."""


def puzzle_of(days: int = 0) -> Puzzle:
    """The puzzle of the day so many days later."""
    return daily(DATE + datetime.timedelta(days))


def practice(number: int = 0) -> Puzzle:
    """Some puzzle that is not any day's of these tests."""
    near = [puzzle_of(days) for days in range(-5, 15)]
    return [it for it in load("line") if it not in near][number]


def wrong(puzzle: Puzzle) -> str:
    return next(it for it in puzzle.start().legal_moves() if it != puzzle.solution)


class Solver:
    """A player who answers puzzles, at a time that is said in days."""

    def __init__(self, store: StoreAtHand, who: Player | None = None) -> None:
        self.store = store
        self.id = (who or store.guest()).id

    def answers(self, puzzle: Puzzle, move: str | None, days: float = 0) -> PuzzleState:
        return self.store.write(puzzles.answer, self.id, puzzle, move, TODAY + days * DAY)

    def solves(self, puzzle: Puzzle, days: float = 0) -> PuzzleState:
        return self.answers(puzzle, puzzle.solution, days)

    def state(self, puzzle: Puzzle, days: float = 0) -> PuzzleState:
        return self.store.read(puzzles.state, self.id, puzzle, TODAY + days * DAY)

    def progress(self, days: float = 0) -> PuzzleProgress:
        return self.store.read(puzzles.progress, self.id, TODAY + days * DAY)


@pytest.fixture
def ann(store: StoreAtHand) -> Solver:
    return Solver(store)


def test_a_newcomer_has_everything_before_them(ann: Solver) -> None:
    progress = ann.progress()
    assert (progress.solved, progress.first_try, progress.given_up) == (0, 0, 0)
    assert (progress.streak, progress.best_streak, progress.today) == (0, 0, False)
    assert sum(it.total for it in progress.grades) == sum(len(load(game.key)) for game in GAMES)
    assert all(it.solved == 0 for it in progress.grades)
    assert [it.game for it in progress.grades if it.grade == 5] == [game.key for game in GAMES]
    assert ann.state(practice()) == "new"


def test_a_puzzle_is_tried_until_it_is_solved(ann: Solver) -> None:
    puzzle = practice()
    assert ann.answers(puzzle, wrong(puzzle)) == "tried"
    assert ann.answers(puzzle, wrong(puzzle)) == "tried"
    assert ann.state(puzzle) == "tried"
    assert ann.solves(puzzle) == "solved"
    assert ann.state(puzzle) == "solved"
    progress = ann.progress()
    assert (progress.solved, progress.first_try) == (1, 0)
    found = [it for it in progress.grades if it.solved]
    of = sum(it.grade == puzzle.grade for it in load("line"))
    assert found == [GradeProgress(game="line", grade=puzzle.grade, solved=1, total=of)]
    (row,) = ann.store.read(lambda it: it.execute(select(schema.puzzle_answers)).all())
    assert (row.tries, row.state, row.day) == (3, "solved", 0)


def test_what_is_right_at_once_is_counted_as_such(ann: Solver) -> None:
    ann.solves(practice())
    assert ann.progress().first_try == 1


def test_what_is_given_up_stays_so(ann: Solver) -> None:
    puzzle = practice()
    assert ann.answers(puzzle, None) == "given_up"
    assert ann.solves(puzzle) == "given_up"
    progress = ann.progress()
    assert (progress.solved, progress.given_up, progress.first_try) == (0, 1, 0)


def test_what_is_solved_stays_so(ann: Solver) -> None:
    puzzle = practice()
    ann.solves(puzzle)
    assert ann.answers(puzzle, wrong(puzzle)) == "solved"
    assert ann.answers(puzzle, None) == "solved"
    progress = ann.progress()
    assert (progress.solved, progress.given_up, progress.first_try) == (1, 0, 1)


def test_everybody_solves_for_themselves(store: StoreAtHand, ann: Solver) -> None:
    bob = Solver(store)
    ann.solves(practice())
    assert bob.state(practice()) == "new"
    assert bob.progress().solved == 0
    assert store.read(puzzles.settled, bob.id) == set()


def test_the_settled_are_those_solved_and_given_up(store: StoreAtHand, ann: Solver) -> None:
    ann.solves(practice(0))
    ann.answers(practice(1), None)
    ann.answers(practice(2), wrong(practice(2)))
    ann.solves(puzzle_of(0))
    wanted = {practice(0).id, practice(1).id, puzzle_of(0).id}
    assert store.read(puzzles.settled, ann.id) == wanted


# --- days ---


def test_a_streak_grows_day_by_day_and_ends_with_one_left_out(ann: Solver) -> None:
    seen = []
    for day in (0, 1, 2, 4, 5):
        ann.solves(puzzle_of(day), day)
        progress = ann.progress(day)
        seen.append((progress.streak, progress.best_streak, progress.today))
    assert seen == [(1, 1, True), (2, 2, True), (3, 3, True), (1, 3, True), (2, 3, True)]
    waiting, over = ann.progress(6), ann.progress(7)
    assert (waiting.streak, waiting.best_streak, waiting.today) == (2, 3, False)
    assert (over.streak, over.best_streak, over.today) == (0, 3, False)


def test_the_day_ends_at_midnight_by_utc(ann: Solver) -> None:
    eight = 8 / 24
    ann.solves(puzzle_of(0), 1 - eight - 1e-4)
    assert ann.progress(1 - eight - 1e-4).today
    assert not ann.progress(1 - eight).today
    ann.solves(puzzle_of(1), 1 - eight)
    assert ann.progress(1 - eight).streak == 2


def test_only_the_days_own_puzzle_on_its_day_makes_a_streak(ann: Solver) -> None:
    ann.solves(practice())
    ann.solves(puzzle_of(-1))
    ann.solves(puzzle_of(1))
    progress = ann.progress()
    assert (progress.solved, progress.streak, progress.best_streak) == (3, 0, 0)


def test_wrong_moves_before_do_not_cost_the_streak(ann: Solver) -> None:
    puzzle = puzzle_of()
    ann.answers(puzzle, wrong(puzzle))
    assert ann.progress().streak == 0
    ann.solves(puzzle)
    progress = ann.progress()
    assert (progress.streak, progress.first_try) == (1, 0)


def test_who_gives_up_has_no_streak_that_day(ann: Solver) -> None:
    ann.answers(puzzle_of(), None)
    assert ann.solves(puzzle_of()) == "given_up"
    assert ann.progress().streak == 0


@pytest.mark.parametrize("before", ["solved", "given_up", "tried"])
def test_the_puzzle_of_the_day_is_a_fresh_start(ann: Solver, before: PuzzleState) -> None:
    puzzle = puzzle_of(3)
    moves = {"solved": puzzle.solution, "given_up": None, "tried": wrong(puzzle)}
    assert ann.answers(puzzle, moves[before]) == before
    assert ann.state(puzzle, 3) == "new"
    ann.answers(puzzle, wrong(puzzle), 3)
    assert ann.state(puzzle, 3) == "tried"
    ann.solves(puzzle, 3)
    progress = ann.progress(3)
    assert (progress.streak, progress.today, progress.solved) == (1, True, 1)
    assert progress.first_try == (before == "solved"), "the first answer of all was the other one"
    assert progress.given_up == 0
    assert ann.state(puzzle, 4) == "solved"


def test_a_days_puzzle_given_up_is_settled_afterwards(ann: Solver) -> None:
    ann.answers(puzzle_of(), None)
    assert ann.state(puzzle_of(), 1) == "given_up"
    assert ann.solves(puzzle_of(), 1) == "given_up"


@given(st.sets(st.integers(1, 40)), st.integers(1, 42))
def test_streaks_are_as_counted_by_hand(days: set[int], today: int) -> None:
    def run_up_to(day: int) -> int:
        return 0 if day not in days else 1 + run_up_to(day - 1)

    streak, best = puzzles.streaks(days, today)
    assert best == max((run_up_to(day) for day in days), default=0)
    assert streak == (run_up_to(today) or run_up_to(today - 1))


# --- accounts ---


def test_a_guest_who_registers_keeps_all(store: StoreAtHand) -> None:
    gus = store.guest()
    ann = Solver(store, gus)
    ann.solves(puzzle_of())
    store.write(players.register, "Ann", "no hash", TODAY, False, gus.id)
    assert ann.progress().streak == 1


def test_with_the_account_all_of_it_goes(store: StoreAtHand, ann: Solver) -> None:
    ann.solves(puzzle_of())
    bob = Solver(store)
    bob.solves(puzzle_of())
    store.write(players.delete, ann.id)

    def left(connection: Connection) -> list[str]:
        return list(connection.scalars(select(schema.puzzle_answers.c.player)))

    assert store.read(left) == [bob.id]
    with pytest.raises(NotSignedIn):
        ann.solves(puzzle_of())
    assert store.read(left) == [bob.id]


def test_puzzles_that_are_no_longer_there_do_no_harm(store: StoreAtHand, ann: Solver) -> None:
    gone = {"player": ann.id, "puzzle": "line-00000000", "day": 0, "state": "solved"}
    row = {**gone, "tries": 1, "first_try": True, "at": TODAY}
    store.write(lambda it: it.execute(schema.puzzle_answers.insert(), row))
    progress = ann.progress()
    assert progress.solved == 1
    assert sum(it.solved for it in progress.grades) == 0


def test_answers_that_race_each_other_are_counted_one_by_one(url: str) -> None:
    puzzle = practice()

    async def race(player_id: str) -> list[PuzzleState]:
        stores = [await Store.open(url) for _ in range(2)]
        bad = wrong(puzzle)
        found = await asyncio.gather(
            *(
                stores[number % 2].write(
                    lambda it: puzzles.answer(it, player_id, puzzle, bad, TODAY)
                )
                for number in range(10)
            )
        )
        for store in stores:
            await store.close()
        return found

    with StoreAtHand(url) as store:
        ann = store.guest("Ann")
        assert asyncio.run(race(ann.id)) == ["tried"] * 10
        answers = schema.puzzle_answers
        query = select(func.sum(answers.c.tries), func.count()).select_from(answers)
        assert store.read(lambda it: tuple(it.execute(query).one())) == (10, 1)
