"""Trials, their goals, and the tables of the lab."""

from __future__ import annotations

import pytest

from quire.engine import AGENTS
from quire.lab.duel import Duel, Score
from quire.lab.interval import wilson
from quire.lab.strength import (
    BOARDS,
    TARGETS,
    Cell,
    Goal,
    Result,
    Trial,
    agent_cells,
    level_trials,
    reason_not_to_play,
    with_result,
)
from quire.match.agent import Limit


@pytest.mark.parametrize(
    ("goal", "score", "reached"),
    [
        (Goal(wins=0.9), Score(wins=9, losses=1, points=9), True),
        (Goal(wins=0.9), Score(wins=8, draws=2, points=9), False),
        (Goal(points=0.9), Score(wins=8, draws=2, points=9), True),
        (Goal(wins=0.9, losses=0.05), Score(wins=9, losses=1, points=9), False),
        (Goal(losses=0.1), Score(wins=0, draws=9, losses=1, points=4.5), True),
    ],
)
def test_goal_is_reached_if_every_part_is(goal: Goal, score: Score, reached: bool) -> None:
    assert goal.reached(score) is reached


def test_result_in_words() -> None:
    trial = Trial(Duel("line", "9", "random", "greedy", 4), Goal(points=0.5), excuse="luck")
    lost = Result(trial, Score(wins=1, losses=3, points=1, slowest=0.2))
    assert lost.verdict == "luck"
    facts = lost.facts()
    assert facts["points"] == 0.25
    assert facts["reached"] is False
    assert facts["intervals"] == {
        "wins": wilson(1, 4),
        "losses": wilson(3, 4),
        "points": wilson(1, 4),
    }
    won = Result(trial, Score(wins=3, losses=1, points=3))
    assert won.verdict == "yes"
    assert Result(Trial(trial.duel, trial.goal), lost.score).verdict == "NO"


def test_measured_value_is_that_of_the_goal() -> None:
    assert Goal(wins=0.9, losses=0.1).measures() == ("wins", "losses")
    assert Goal(losses=0.0).measures() == ("losses",)
    assert Goal().measures() == ("points",)


def test_slow_move_misses_the_goal() -> None:
    trial = Trial(Duel("line", "9", "a", "b", 4, Limit(seconds=0.1)), Goal(wins=0.5))
    in_time = Result(trial, Score(wins=4, points=4, moves=3000, late=3))
    assert in_time.verdict == "yes"  # a busy machine may delay a process
    late = Result(trial, Score(wins=4, points=4, moves=3000, late=4))
    assert (late.reached, late.verdict) == (False, "NO: too slow")


def test_failed_games_miss_the_goal_and_give_a_reason() -> None:
    trial = Trial(Duel("line", "9", "a", "b", 4), Goal(losses=0.0), excuse="luck")
    result = Result(trial, Score(wins=3, points=3, failed=1, failure="a gave up"))
    assert (result.reached, result.verdict) == (False, "NO: 1 failed")
    assert result.failures == "1 of 4 games failed: a gave up"
    assert (result.facts()["failed"], result.facts()["failure"]) == (1, "a gave up")
    none = Result(trial, Score(failed=4, failure="a gave up"))
    assert none.facts()["points"] is None
    cell = Cell("a", "line 9", trial)
    assert with_result(cell, result) == (Cell("a", "line 9", None, result.failures), None)
    well = Result(trial, Score(wins=4, points=4))
    assert with_result(cell, well) == (cell, well)


def test_champion_must_not_lose_positions_that_are_not_lost() -> None:
    unlost = [target for target in TARGETS if target.duel.from_unlost_positions]
    boards = {(cell.duel.game, cell.duel.size) for cell in unlost}
    assert {("line", "21"), ("obstruction", "8x8")} < boards
    assert all(cell.goal == Goal(losses=0.0) for cell in unlost)
    assert str(unlost[0]) == "line 21 unlost champion - perfect"


def test_trial_can_be_shortened() -> None:
    trial = Trial(Duel("line", "9", "random", "greedy", 400), Goal())
    assert trial.with_games(None, 5).duel == Duel("line", "9", "random", "greedy", 400, seed=5)
    assert trial.with_games(10, 1).duel.games == 10
    assert str(trial) == "line 9 random - greedy"
    uneven = Duel(*("line", "9", "a", "b", 4), limit=Limit(0.005), other_limit=Limit(0.05))
    assert str(Trial(uneven, Goal())) == "line 9 a (5 : 50 ms) - b"


def test_goals_are_those_documented() -> None:
    wins = {
        target.duel.size: target.goal.wins for target in TARGETS if target.duel.other == "feasible"
    }
    assert wins == {"5x5": 0.92, "6x6": 0.98, "7x7": 0.99, "8x8": 0.99}
    assert all((target.duel.limit.seconds or 1) <= 0.1 for target in TARGETS)


def test_every_pair_of_adjacent_levels_is_tried() -> None:
    trials = level_trials()
    assert len(trials) == 7 * len(BOARDS)
    assert {trial.goal.points for trial in trials} == {0.65}
    assert {trial.duel.games for trial in trials} == {400}


def test_table_has_every_agent_and_board_and_empty_cells_have_a_reason() -> None:
    cells = list(agent_cells())
    assert len(cells) == len(AGENTS) * (len(BOARDS) + 1)
    assert all((cell.trial is None) == bool(cell.reason) for cell in cells)
    assert "greedy can't play obstruction" in reason_not_to_play("greedy", "obstruction", "8x8")
    assert not reason_not_to_play("random", "obstruction", "8x8")
