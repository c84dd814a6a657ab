"""The animated examples of the rules show what their captions claim; samples show a game."""

from __future__ import annotations

import pytest

from docs.generators.examples import EXAMPLES, SAMPLES, sample
from quire.core import Game
from quire.games import GAMES
from quire.server.workers.replay import frames
from quire.wire.study_types import Line, Replay


def played(game: str, name: str) -> Replay:
    example = EXAMPLES[game][name]
    return frames(
        Line(game=game, size=example.size, position=example.position, moves=example.moves.split())
    )


def test_every_game_has_examples() -> None:
    assert list(EXAMPLES) == [game.key for game in GAMES]


@pytest.mark.parametrize(
    ("game", "name", "winner", "points"),
    [
        ("sos", "end", 0, (3, 2)),
        ("sos", "simple", 0, (0, 0)),
        ("line", "win", 0, (0, 0)),
        ("line", "pair", 1, (0, 0)),
        ("line", "count", 1, (0, 0)),
        ("line", "draw", None, (0, 0)),
        ("extreme", "win", 0, (86, 0)),
        ("extreme", "points", 0, (43, 39)),
        ("obstruction", "last", 0, (0, 0)),
    ],
)
def test_endings(game: str, name: str, winner: int | None, points: tuple[int, ...]) -> None:
    outcome = played(game, name).steps[-1].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (winner, points)


def test_player_to_move_after_each_move() -> None:
    assert [step.to_move for step in played("sos", "again").steps] == [0, 0, 0, 1]
    assert [step.to_move for step in played("extreme", "bonus").steps] == [0, 1, 0]
    assert [step.to_move for step in played("sos", "more").steps] == [1, 2, 2, 0, 1, 2]


def test_points_after_each_move() -> None:
    assert [step.points for step in played("sos", "again").steps] == [
        (1, 0),
        (2, 0),
        (3, 0),
        (3, 0),
    ]
    assert [step.points for step in played("sos", "several").steps] == [(4, 0)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_a_sample_even_without_a_chosen_one(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for samples in (SAMPLES, {}):
        monkeypatch.setattr("docs.generators.examples.SAMPLES", samples)
        marks = [cell.mark for cell in sample(game).cells]
        assert 0 < len(list(filter(None, marks))) < len(marks)


def test_lines_of_samples_have_owners() -> None:
    owners = {
        game.key: sorted(
            stroke.owner for stroke in sample(game).strokes if stroke.owner is not None
        )
        for game in GAMES
    }
    assert owners == {"sos": [0, 1], "line": [1], "extreme": [], "obstruction": []}
