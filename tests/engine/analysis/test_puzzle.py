"""Puzzles: the shipped ones are proven, distinct and graded; mining finds more."""

from __future__ import annotations

import datetime
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice, pairwise

import pytest

import quire
from quire import _native
from quire._native import Stop
from quire.core import replay
from quire.engine.analysis import puzzle_mining
from quire.engine.analysis.puzzle import (
    MAX_GRADE,
    NOT_PROVEN,
    Puzzle,
    daily,
    find,
    load,
    of_the_day,
    read_puzzles,
    verify,
)
from quire.engine.analysis.puzzle_difficulty import difficulty_of, glance, obvious_moves
from quire.engine.analysis.puzzle_line import MAX_MOVES, only_move, solution_line
from quire.engine.analysis.puzzle_mining import Miner
from quire.engine.solver.symmetry import canonical_form
from quire.errors import IllegalMove, NotationError, NotFound

GAMES = [game.key for game in quire.GAMES]
SAMPLE = 12


@pytest.mark.parametrize("game", GAMES)
def test_enough_puzzles_ship(game: str) -> None:
    puzzles = load(game)
    assert len(puzzles) >= 500
    assert {puzzle.game for puzzle in puzzles} == {game}


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_are_equivalent(game: str) -> None:
    forms = {(puzzle.start().size, canonical_form(puzzle.start()).key) for puzzle in load(game)}
    assert len(forms) == len(load(game))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proven_by_plain_alpha_beta(game: str) -> None:
    puzzles = load(game)
    for puzzle in puzzles[:: len(puzzles) // SAMPLE]:
        assert verify(puzzle) is None, puzzle


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proven_by_the_fast_solver(game: str) -> None:
    puzzles = load(game)
    for puzzle in puzzles[3 :: len(puzzles) // SAMPLE]:
        found = quire.solve(puzzle.start(), book=False, threads=1, memory=2**26)
        assert (found.value, found.best_moves) == (puzzle.value, (puzzle.solution,))


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_one_best_move(game: str) -> None:
    for puzzle in load(game):
        position = puzzle.start()
        assert position.outcome() is None
        assert puzzle.solution in position.legal_moves()
        assert len(position.legal_moves()) >= 6
        assert puzzle.value >= 0
        assert puzzle.second < 0 or puzzle.value > 0 >= puzzle.second


@pytest.mark.parametrize("game", GAMES)
def test_few_puzzles_are_obvious(game: str) -> None:
    obvious = [it for it in load(game) if it.solution in obvious_moves(it.start())]
    assert len(obvious) <= len(load(game)) / 8


@pytest.mark.parametrize("game", GAMES)
def test_grades_are_spread_evenly_and_rise_with_difficulty(game: str) -> None:
    puzzles = sorted(load(game), key=lambda it: it.difficulty)
    counts = Counter(it.grade for it in puzzles)
    assert set(counts) == set(range(1, MAX_GRADE + 1))
    assert max(counts.values()) - min(counts.values()) <= 1
    assert all(
        one.grade <= other.grade or one.difficulty == other.difficulty
        for one, other in pairwise(puzzles)
    )


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_played_in_turn_and_many_are_long(game: str) -> None:
    for puzzle in load(game):
        *places, _ = replay(puzzle.start(), puzzle.line)
        player = places[0].to_move
        assert places[-1].to_move == player, "a line ends with a move to find"
        own = tuple(
            move for at, move in zip(places, puzzle.line, strict=True) if at.to_move == player
        )
        assert own == puzzle.own_moves
        assert 1 <= len(own) <= MAX_MOVES
    assert sum(len(it.own_moves) > 1 for it in load(game)) >= len(load(game)) / 4


def test_line_goes_on_while_one_move_is_the_only_one() -> None:
    """By brute force: each own move of the line is the only one that keeps the result."""
    puzzle = next(it for it in load("line") if len(it.own_moves) == 2 and len(it.position) < 20)
    solver = _native.alphabeta(puzzle.start(), 2**26)
    line = solution_line(solver, puzzle.start(), puzzle.solution)
    assert line == puzzle.line
    exhaustive = _native.exhaustive(puzzle.start(), 2**28)
    position = puzzle.start()
    for move in line:
        if position.to_move == puzzle.start().to_move:
            lower, _, best, *_ = exhaustive.solve(position)
            assert best == [move]
            assert lower == puzzle.value
        position = position.play(move)


def test_no_move_is_the_only_one_where_two_are_as_good_or_nothing_is_decided() -> None:
    solver = _native.alphabeta(quire.start("line", "9"), 2**20)
    assert only_move(solver, quire.parse("line", "S.S... 1"), 0) == "O2"
    assert only_move(solver, quire.parse("line", "S.S... 1"), 1) is None  # not to move
    assert only_move(solver, quire.parse("line", "S.S.S. 2"), 1) is None  # O2 and O4 win


def test_replies_are_those_of_the_line() -> None:
    puzzle = next(it for it in load("obstruction") if len(it.line) == 3)
    first, reply, last = puzzle.line
    assert puzzle.replies([first]) == (reply,)
    assert puzzle.replies(puzzle.line) == ()
    assert puzzle.check(last.upper(), [first, reply]) == (last, True)
    with pytest.raises(NotationError, match="doesn't begin the solution"):
        puzzle.check(last, [reply])


def test_tempting_moves_and_a_late_refutation_make_it_hard() -> None:
    """By hand: O2 wins at once, and nothing else looks as good."""
    position = quire.parse("line", "S.S....... 1")
    solver = _native.alphabeta(position, 2**24)
    found = difficulty_of(solver, position, "O2", line_moves=1)
    assert (found.tempting, found.distance) == (0, 0)
    looks = glance(position)
    assert max(looks, key=lambda move: looks[move]) == "O2"
    wrong = difficulty_of(solver, position, "S9", line_moves=1)
    assert wrong.tempting > 0
    assert wrong.difficulty > found.difficulty


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", [datetime.date(2026, 11, 17), datetime.date(2031, 2, 28)])
def test_daily_puzzles_of_a_game_repeat_only_after_all(game: str, first: datetime.date) -> None:
    days = [first + datetime.timedelta(day) for day in range(len(load(game)))]
    assert {of_the_day(game, day) for day in days} == set(load(game))
    assert of_the_day(game, days[-1] + datetime.timedelta(1)) == of_the_day(game, days[0])


@pytest.mark.parametrize("first", [datetime.date(2026, 11, 17), datetime.date(2031, 2, 28)])
def test_daily_puzzles_repeat_only_after_all_of_their_game(first: datetime.date) -> None:
    days = max(len(load(game)) for game in GAMES) * len(GAMES)
    puzzles = [daily(first + datetime.timedelta(day)) for day in range(days)]
    for game in GAMES:
        own = [puzzle for puzzle in puzzles if puzzle.game == game]
        assert set(own[: len(load(game))]) == set(load(game))


def test_round_trip() -> None:
    puzzles = load("obstruction")[:5]
    assert list(read_puzzles(puzzle.to_json() + "\n" for puzzle in puzzles)) == list(puzzles)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        json.dumps({"game": "line"}),
        load("line")[0].to_json().replace('"line"', '"chess"'),
        load("line")[0].to_json().replace('"line":["', '"line":["x'),
        load("line")[0].to_json().replace('"line":[', '"line":[],"was":['),
        load("line")[0].to_json().replace('"grade":', '"grade":"high","was":'),
        load("line")[0].to_json().replace('"game":"line"', '"game":7'),
        "[" * 100_000,
        '{"what":' + "[" * 100_000,
        b"\x80\x00\xff",
        b'{"game":"\xff"}',
        replace(load("sos")[0], position=".../.../... 1 0-0-0", line=("Sa1",)).to_json(),
    ],
)
def test_damaged_line_is_reported(line: str | bytes) -> None:
    with pytest.raises(NotationError, match="line 2 is not a puzzle"):
        list(read_puzzles([load("line")[0].to_json(), line]))


@pytest.mark.slow
def test_verifying_finds_errors() -> None:
    puzzle = load("line")[0]
    wrong = next(move for move in puzzle.start().legal_moves() if move != puzzle.solution)
    assert "must be the only best move" in (verify(replace(puzzle, line=(wrong,))) or "")
    assert "value" in (verify(replace(puzzle, value=puzzle.value - 1)) or "")
    assert "second best" in (verify(replace(puzzle, second=puzzle.second - 1)) or "")
    assert "must be the only best move" in (verify(replace(puzzle, position="........ 1")) or "")
    large = replace(puzzle, game="sos", position=str(quire.start("sos", "8x8")), line=("Sa1",))
    assert verify(large) == NOT_PROVEN
    long = next(it for it in load("line") if len(it.own_moves) > 1)
    *made, last = long.line
    *_, position = replay(long.start(), made)
    other = next(move for move in position.legal_moves() if move != last)
    assert "must be the only one" in (verify(replace(long, line=(*made, other))) or "")


def test_greedy_move_completes_most_or_wins() -> None:
    assert obvious_moves(quire.parse("sos", "S.S/.../S.S 1 0-0")) == ["Ob2"]
    assert obvious_moves(quire.parse("line", "S.S.... 1")) == ["O2"]
    assert obvious_moves(quire.parse("line", "....... 1")) == []
    assert obvious_moves(quire.parse("obstruction", "X#./##./... 2")) == []
    assert obvious_moves(quire.parse("obstruction", "X#./###/#O# 1")) == ["c1"]


@pytest.fixture(scope="module")
def mined() -> list[Puzzle]:
    return list(islice(Miner("obstruction", "5x5", 7).mine(Stop()), 4))


def test_mined_puzzles_are_proven_by_the_exhaustive_solver(mined: list[Puzzle]) -> None:
    for puzzle in mined:
        position = puzzle.start()
        assert position.size == "5x5"
        lower, upper, best, *_ = _native.exhaustive(position, 2**28).solve(position)
        assert (lower, upper, best) == (puzzle.value, puzzle.value, [puzzle.solution])


def test_mining_continues_where_it_ended(mined: list[Puzzle]) -> None:
    rest = Miner("obstruction", "5x5", 7, mined[:2]).mine(Stop())
    assert list(islice(rest, 2)) == mined[2:]


def test_mining_ignores_puzzles_of_other_games(mined: list[Puzzle]) -> None:
    elsewhere = str(quire.start("sos", "5x5"))
    others = [replace(puzzle, game="sos", position=elsewhere, number=99) for puzzle in mined]
    assert next(Miner("obstruction", "5x5", 7, others).mine(Stop())) == mined[0]


def test_mining_can_be_stopped() -> None:
    stop = Stop()
    stop.set()
    assert list(Miner("line", "12", 1).mine(stop)) == []


@pytest.mark.parametrize("name", ["_searcher", "second_value", "difficulty_of", "verify"])
def test_mining_can_be_stopped_during_a_game(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whichever step is stopped, nothing more is found, and the game comes again."""
    stop = Stop()

    def stopping(work: Callable[..., object]) -> Callable[..., object]:
        def worker(*arguments: object) -> object:
            stop.set()
            return work(*arguments)

        return worker

    monkeypatch.setattr(puzzle_mining, name, stopping(getattr(puzzle_mining, name)))
    miner = Miner("obstruction", "5x5", 7)
    assert list(islice(miner.mine(stop), 1)) == []
    assert stop.is_set()


def test_searches_notice_the_stop() -> None:
    stop = Stop()
    stop.set()
    puzzle = replace(load("sos")[0], position=str(quire.start("sos", "8x8")), line=("Sa1",))
    assert "not proven" in (verify(puzzle, stop) or "")


def test_mining_ends_when_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_mining, "MAX_FRUITLESS_GAMES", 5)
    games_reported: list[int] = []
    miner = Miner("line", "3", 1)
    assert list(miner.mine(Stop(), lambda: games_reported.append(miner.number))) == []
    assert games_reported == [1, 2, 3, 4, 5]


def test_puzzles_need_two_players() -> None:
    with pytest.raises(NotationError, match="puzzles are for two players; sos 3x3:3 has 3"):
        Miner("sos", "3x3:3", 1)
    three = replace(load("sos")[0], position=".../.../... 1 0-0-0", line=("Sa1",))
    with pytest.raises(NotationError, match="for two players"):
        verify(three)


def test_every_puzzle_has_a_unique_url_safe_id() -> None:
    puzzles = [puzzle for game in GAMES for puzzle in load(game)]
    ids = {puzzle.id for puzzle in puzzles}
    assert len(ids) == len(puzzles)
    assert all(re.fullmatch("[a-z]+-[0-9a-f]{8}", id) for id in ids)
    assert all(len(id) <= 32 for id in ids), "as wide as the database column"
    assert [find(puzzle.id) for puzzle in puzzles] == puzzles


def test_id_depends_only_on_game_and_position() -> None:
    puzzle = load("line")[0]
    other = replace(puzzle, tempting=7, grade=1, seed=9, number=9)
    # The first 8 digits of `printf '..O.......S.O. 2' | sha256sum`.
    assert puzzle.position == "..O.......S.O. 2"
    assert puzzle.id == other.id == "line-41c6c236"


@pytest.mark.parametrize("id", ["", "line-", "line-00000000", "line", "../line"])
def test_unknown_id(id: str) -> None:
    with pytest.raises(NotFound, match="no puzzle"):
        find(id)


def test_daily_puzzles_rotate_through_the_games() -> None:
    start = datetime.date(2026, 11, 17)
    days = [start + datetime.timedelta(number) for number in range(400)]
    games = [daily(day).game for day in days]
    assert all(set(games[at : at + 4]) == set(GAMES) for at in range(len(days) - 3))


def test_moves_are_normalised() -> None:
    puzzle = load("sos")[2]  # Sc1 in 5x5
    assert puzzle.check(" sc1 ")[0] == "Sc1"
    assert puzzle.check(puzzle.solution.lower()) == (puzzle.solution, True)
    with pytest.raises(NotationError):
        puzzle.check("hello")
    with pytest.raises(IllegalMove):
        puzzle.check("Sa1")
