"""Generated openings: even by the solver or an engine, and all different."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quire.arena.conditions.opening import OpeningFile
from quire.arena.conditions.opening_generation import (
    Judge,
    OpeningGenerator,
    Score,
    default_max_score,
    engine_judge,
    solver_judge,
)
from quire.cli.main import app
from quire.core import Position
from quire.engine.solver.solve import solve
from quire.engine.solver.symmetry import canonical_form
from quire.errors import NotationError
from quire.games import find_game
from quire.match.agent import Limit


def generator(game: str, size: str, plies: int, judge: Judge, most: float = 0) -> OpeningGenerator:
    return OpeningGenerator(find_game(game), size, plies, most, judge)


def test_openings_of_the_solver_are_drawn_and_differ_by_more_than_symmetry() -> None:
    found = list(generator("sos", "3x3", 2, solver_judge(Limit(nodes=100_000))).openings(8))
    assert len(found) == 8
    start, keys = find_game("sos").start("3x3"), set()
    for opening in found:
        position = start
        for move in opening.moves:
            position = position.play(move)
        assert len(opening.moves) == 2
        assert solve(position, book=False).value == 0
        keys.add(canonical_form(position).key)
    assert len(keys) == 8


def test_without_draws_each_player_wins_half_of_the_openings() -> None:
    found = list(generator("obstruction", "5x5", 2, solver_judge(Limit(nodes=10**6))).openings(6))
    winners = [opening.score.value for opening in found]
    assert sorted(winners) == [-1, -1, -1, 1, 1, 1]


def test_unknown_and_large_scores_are_left_out() -> None:
    def judge(position: Position) -> Score | None:
        values = {"a": None, "b": Score(2.0, False), "c": Score(-1.0, False)}
        return values[min(name for name, mark in position.cells().items() if mark != ".")[0]]

    found = list(generator("sos", "3x3", 1, judge, most=1.5).openings(4))
    assert found
    assert {opening.score.value for opening in found} == {-1.0}


def test_engine_gives_scores_for_player_one() -> None:
    # Player 2 is to move and a point ahead of every alternative: good for player 2.
    position = find_game("sos").start("3x3").play("Sa1").play("Oa2").play("Sb3")
    score = engine_judge("search:seed=1", Limit(nodes=5000))(position)
    assert score is not None
    assert (score.value < 0) == (position.to_move == 1)
    with pytest.raises(NotationError, match="random gives no scores"):
        engine_judge("random", Limit(nodes=1))(position)


def test_more_than_two_players_cannot_be_balanced() -> None:
    with pytest.raises(NotationError, match="two-player"):
        next(generator("sos", "3x3:3", 1, lambda position: None).openings(1))


def test_it_gives_up_if_there_are_not_enough() -> None:
    found = generator("line", "3", 1, lambda position: Score(0, False))
    assert len(list(islice(found.openings(50), 51))) < 50
    assert found.attempts == 50 * 200


def test_default_is_a_point_or_a_quarter() -> None:
    assert default_max_score(find_game("sos"), "5x5") == 1
    assert default_max_score(find_game("extreme"), "2x9x9") == 0.25


def test_command_writes_a_file_that_matches_read(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    words = ["arena", "openings", str(path), "--game", "sos", "--size", "3x3", "--plies", "2"]
    result = CliRunner().invoke(app, [*words, "--count", "5"])
    assert result.exit_code == 0
    assert "5 of 5 openings in" in result.stdout
    assert len(OpeningFile.read(path, "sos", "3x3").openings) == 5
    none = tmp_path / "none.jsonl"
    refused = CliRunner().invoke(app, ["arena", "openings", str(none), "--by", "random"])
    assert "random gives no scores" in str(refused.exception)
    assert not none.exists()
    again = CliRunner().invoke(app, words)
    assert "already exists: choose another file" in str(again.exception)
