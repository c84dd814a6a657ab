"""The toy game in the engines, records, pictures and adapters."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import quire
from quire.adapters.open_spiel import register
from quire.adapters.pettingzoo import env
from quire.engine.agents.level import LEVELS
from quire.engine.analysis.position import Analyser, estimator_for
from quire.match.game_loop import play
from quire.profile import UNTUNED

GAME = "tictactoe"


def test_it_has_no_profile_of_its_own() -> None:
    assert quire.find_game(GAME).profile is UNTUNED


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_level_plays_it(level: int) -> None:
    agents = [quire.make_agent(f"level{level}:seed=1"), quire.make_agent("random:seed=1")]
    limit = quire.Limit(nodes=2000)
    played = play(quire.start(GAME), agents, [limit, limit])
    assert 5 <= len(played.moves) <= 9
    if level == LEVELS:
        assert played.outcome.winner != 1


def test_the_solver_proves_a_draw_and_a_win() -> None:
    assert quire.solve(quire.start(GAME), book=False).value == 0
    won = quire.solve(quire.parse(GAME, "XX./OO./... 1"), book=False)
    assert (won.outcome, won.best_moves) == ("win", ("c1",))


def test_analysis_finds_the_blunder() -> None:
    position = quire.start(GAME)
    analyser = Analyser(estimator_for(position))
    found = analyser.position(quire.parse(GAME, "XX./OO./... 1"))
    assert found.moves[0].move == "c1"
    review = analyser.game(position, ["a1", "b2", "c3", "a3"])
    assert [(step.move, step.verdict) for step in review.mistakes] == [("a3", "blunder")]


def test_a_record_and_its_picture() -> None:
    match = quire.Match(GAME, players=("Ann", "Bob"))
    for move in ("a1", "b1", "a2", "b2", "a3"):
        match.play(match.to_move, move, now=0.0)
    record = quire.Record.from_json(match.record.to_json())
    assert record.outcome.winner == 0
    *_, last = record.replay()
    root = ET.fromstring(quire.draw(last, record.moves)._repr_svg_())
    assert "Tic-tac-toe 3x3, player 1 wins" in "".join(root.itertext())


def test_pettingzoo_plays_it() -> None:
    environment = env(GAME)
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, _, ended, cut, _ = environment.last()
        over = ended or cut
        mask = observation["action_mask"]
        environment.step(None if over else environment.action_space(agent).sample(mask))
    assert not environment.agents


def test_open_spiel_plays_it() -> None:
    import pyspiel

    register()
    state = pyspiel.load_game(f"quire_{GAME}").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == 0
