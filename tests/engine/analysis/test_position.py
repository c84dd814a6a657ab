"""Analysis: values against brute force, planted mistakes, and reported facts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import quire
from quire import _native
from quire._native import Stop
from quire.core import Position
from quire.engine.agents.search_result import Candidate, Engine, Progress, SearchResult
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.solver.solve import outcome_of
from quire.match.agent import Limit
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions


def exhaustive_value(position: Position) -> int:
    """Return the value by the exhaustive solver, for games too long for the oracles."""
    lower, upper, *_ = _native.exhaustive(position, 2**28).solve(position)
    assert lower == upper
    return lower


def oracle_value(position: Position) -> int:
    """Return the value by playing every game out."""
    return brute_force(position)[0]


def values(position: Position, worth: Callable[[Position], int]) -> dict[str, int]:
    """Return the value of each legal move for the player who makes it."""
    found = {}
    for move in position.legal_moves():
        after = position.play(move)
        value = worth(after)
        found[move] = value if after.to_move == position.to_move else -value
    return found


class OnePly(Engine):
    """An engine that only counts the lines each move completes."""

    name = "one ply"

    def think(
        self,
        position: Position,
        limit: Limit = Limit(),  # noqa: B008
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        found = [
            Candidate(move, float(len(position.completes(move))), False, 1)
            for move in position.legal_moves()
        ]
        found.sort(key=lambda move: -move.value)
        return SearchResult(tuple(found), (found[0].move,), 1, len(found))


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_values_match_brute_force(game: str, size: str) -> None:
    analyst = Analyser()
    for position in late_positions(game, size, 31, 6):
        expected = values(position, oracle_value)
        best = max(expected.values())
        found = analyst.position(position, Limit(nodes=10**7))
        assert found.exact
        assert found.value == best
        assert found.outcome == outcome_of(best)
        assert {move.move: move.value for move in found.moves} == expected
        assert all(move.exact for move in found.moves)
        assert {move.move for move in found.moves if move.best} == {
            move for move, value in expected.items() if value == best
        }
        in_order = [expected[move.move] for move in found.moves]
        assert in_order == sorted(in_order, reverse=True)


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_best_line_keeps_the_value_to_the_end(game: str, size: str) -> None:
    analyst = Analyser()
    for position in late_positions(game, size, 32, 3):
        found = analyst.position(position, Limit(nodes=10**7))
        at = position
        for move in found.line:
            assert move in brute_force(at)[1]
            at = at.play(move)
        assert at.outcome() is not None


def test_unproven_values_are_marked_as_estimates() -> None:
    position = quire.parse("sos", "S.S" + "." * 23 + "/" + "/".join(["." * 26] * 25) + " 1 0-0")
    found = Analyser(OnePly()).position(position, Limit(nodes=100))
    assert not found.exact
    assert found.outcome is None
    assert len(found.moves) == len(position.legal_moves())
    assert found.moves[0].move == "Ob1"
    assert found.moves[0].value == 1
    assert [move.move for move in found.moves if move.best] == ["Ob1"]
    assert not any(move.exact for move in found.moves)
    assert found.line == ("Ob1",)


def test_unknown_values_are_none() -> None:
    stop = Stop()
    stop.set()
    position = quire.start("sos", "8x8")
    found = Analyser(OnePly(), stop=stop).position(position)
    assert found.value is None
    assert not found.exact
    assert all(move.value is None and not move.exact and not move.best for move in found.moves)
    assert len(found.moves) == 128


def test_three_players_have_estimates_only() -> None:
    position = quire.parse("sos", "S.S/.../... 2 0-0-0")
    found = Analyser(OnePly()).position(position)
    assert not found.exact
    assert found.moves[0].move == "Ob1"
    assert not any(move.exact for move in found.moves)


def test_finished_game_has_a_value_and_no_moves() -> None:
    found = Analyser().position(quire.parse("line", "SOS. 2"))
    assert found.value == -1
    assert found.exact
    assert found.moves == ()
    assert found.line == ()
    assert found.remarks == ()


def test_progress_ends_at_one() -> None:
    progress: list[float] = []
    Analyser().position(quire.parse("line", "S..S.... 1"), progress=progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1
    progress.clear()
    Analyser().game(quire.start("line", "5"), ["S1", "O3"], progress=progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1


BOARDS = (("sos", "3x3"), ("line", "9"), ("obstruction", "5x5"))


@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("seed", range(4))
def test_planted_blunder_is_the_only_mistake(game: str, size: str, seed: int) -> None:
    """Both play perfectly except once, by the exhaustive solver."""
    rng = random.Random(f"{game} {seed}")
    while True:
        position, planted = quire.start(game, size), None
        entries: list[str] = []
        while position.outcome() is None:
            worth = values(position, exhaustive_value)
            best = [move for move, value in worth.items() if value == max(worth.values())]
            worse = sorted(set(worth) - set(best))
            move = rng.choice(best)
            if planted is None and worse and len(entries) >= 2 and rng.random() < 0.5:
                move = rng.choice(worse)
                planted = (len(entries) + 1, position.to_move, worth[move], worth[best[0]], best)
            entries.append(move)
            position = position.play(move)
        if planted is not None:
            break
    course = Analyser().game(quire.start(game, size), entries, Limit(nodes=10**7))
    assert [step.move for step in course.steps] == entries
    (mistake,) = course.mistakes
    number, player, played, possible, better = planted
    lost = outcome_of(played) != outcome_of(possible)
    points = possible - played
    expected = "inaccuracy" if points < 2 else "mistake" if points < 4 else "blunder"
    assert mistake.verdict == ("blunder" if lost else expected)
    assert (mistake.number, mistake.player) == (number, player)
    assert (mistake.played, mistake.possible) == (played, possible)
    assert sorted(mistake.better) == sorted(better)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_review_has_the_value_for_player_one_after_each_move(game: str, size: str) -> None:
    rng = random.Random(game)
    positions = [quire.start(game, size)]
    entries = []
    while positions[-1].outcome() is None:
        entries.append(rng.choice(positions[-1].legal_moves()))
        positions.append(positions[-1].play(entries[-1]))
    course = Analyser().game(positions[0], entries, Limit(nodes=10**7))
    worth = [exhaustive_value(at) for at in positions]
    expected = [
        value if at.to_move == 0 else -value for at, value in zip(positions, worth, strict=True)
    ]
    assert [course.value, *(step.value for step in course.steps)] == expected
    assert course.exact
    assert all(step.exact for step in course.steps)


def test_estimates_are_judged_beyond_their_error() -> None:
    """By hand: Sc1 offers Ob1, worth three points; taking it leaves none, and Oz26 leaves it."""
    start, entries = quire.start("sos", "26x26"), ["Sa1", "Sc1", "Oz26"]
    course = Analyser(ThreePoints(games=10)).game(start, entries, Limit(nodes=100))
    assert not course.mistakes
    course = Analyser(ThreePoints(games=1_000_000)).game(start, entries, Limit(nodes=100))
    assert [(step.move, step.verdict) for step in course.mistakes] == [
        ("Sc1", "mistake"),
        ("Oz26", "mistake"),
    ]
    assert course.steps[2].better == ("Ob1",)
    assert not course.steps[2].exact


def test_estimates_do_not_favour_the_player_to_move() -> None:
    """With as many nodes as `quire lab review` gives reviews."""
    start = quire.start("sos", "8x8")
    analyst = Analyser(estimator_for(start))
    course = analyst.game(start, ["Sd4", "Sg7", "Oa1", "Sh8"], Limit(nodes=50_000))
    values = [step.value for step in course.steps]
    assert all(value is not None and abs(value) < 4 for value in values), values
    assert not course.mistakes


@pytest.mark.parametrize(("game", "size"), [("sos", "8x8"), ("sos", "8x8:3"), ("line", "99")])
def test_engine_uses_the_given_memory(game: str, size: str) -> None:
    start = quire.start(game, size)
    given: Any = estimator_for(start, memory=2**21)
    left: Any = estimator_for(start)
    assert given.memory == 2**21
    assert left.memory == type(left)().memory


def test_book_is_consulted_first() -> None:
    found = Analyser().position(quire.start("obstruction", "9x10"), Limit(nodes=100))
    assert (found.value, found.exact) == (-1, True)
    assert all(move.exact and move.best for move in found.moves)


class ThreePoints(OnePly):
    """An engine that values every S-O-S at three points, after that many playouts per move."""

    def __init__(self, games: int) -> None:
        self.games = games

    def think(
        self,
        position: Position,
        limit: Limit = Limit(),  # noqa: B008
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        plain = super().think(position, limit)
        found = tuple(
            Candidate(candidate.move, 3 * candidate.value, False, self.games)
            for candidate in plain.candidates
        )
        return SearchResult(found, plain.line, 1, len(found))


def test_players_who_left_are_skipped() -> None:
    entries = ["Sa1", "x2", "Ob1"]
    course = Analyser(OnePly()).game(quire.start("sos", "3x3:3"), entries, Limit(nodes=100))
    assert [(step.move, step.player) for step in course.steps] == [
        ("Sa1", 0),
        ("x2", None),
        ("Ob1", 2),
    ]
    assert json.loads(course.to_json())["view"] == "mover"


def test_moves_are_case_insensitive() -> None:
    course = Analyser().game(quire.start("sos", "3x3"), ["sa1", "OB1"], Limit(nodes=10**6))
    assert [step.move for step in course.steps] == ["Sa1", "Ob1"]
    assert course.steps[1].verdict == "blunder"


def test_same_node_limit_gives_the_same_result() -> None:
    position = quire.start("obstruction", "5x5")

    def analyse() -> dict[str, object]:
        facts: dict[str, object] = json.loads(
            Analyser(OnePly()).position(position, Limit(nodes=5000)).to_json()
        )
        facts.pop("seconds")
        return facts

    assert analyse() == analyse()


def test_json_keys() -> None:
    found = json.loads(Analyser().position(quire.parse("line", "S..S.... 1")).to_json())
    assert set(found) == {
        *("game", "size", "position", "to_move", "value", "outcome", "exact"),
        *("moves", "line", "remarks", "nodes", "seconds"),
    }
    assert set(found["moves"][0]) == {"move", "value", "exact", "best"}
    assert set(found["remarks"][0]) == {"topic", "text", "items", "facts"}
    course = json.loads(Analyser().game(quire.start("line", "5"), ["S1", "O2"]).to_json())
    assert set(course) == {
        *("game", "size", "view", "value", "exact", "decided_by_points", "steps", "mistakes"),
        *("players", "phases", "key_moments", "names", "nodes", "seconds"),
    }
    assert set(course["steps"][0]) == {
        *("number", "move", "player", "value", "exact"),
        *("played", "possible", "verdict", "better", "accuracy"),
    }
    assert course["mistakes"] == [2]
