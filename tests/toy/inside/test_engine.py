"""The toy game in the engines, records, pictures and adapters."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import quire
from quire.adapters.gymnasium import GameVectorEnv
from quire.adapters.open_spiel import register
from quire.adapters.pettingzoo import env
from quire.batch import Batch, Symmetries
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


def test_a_batch_plays_it() -> None:
    batch = Batch(GAME, "4x4", 40)
    assert batch.encoding.planes == ("marks+0", "marks+1", "open", "to_move+0", "to_move+1")
    assert len(Symmetries(batch.encoding)) == 1
    rng, games = np.random.default_rng(1), 0
    for _ in range(20):
        before = [batch.position(game) for game in range(40)]
        actions = batch.random_actions(rng)
        rewards, ended = batch.step(actions)
        games += ended.sum()
        for game, position in enumerate(before):
            after = position.play(batch.encoding.moves[actions[game]])
            outcome = after.outcome()
            assert ended[game] == (outcome is not None)
            if outcome is None:
                assert batch.position(game) == after
                marks = "".join(after.cells().values())
                assert batch.boards()[game].ravel().tolist() == [".XO".index(it) for it in marks]
            elif outcome.winner is not None:
                assert rewards[game, outcome.winner] == 1
    assert games > 20


def test_gymnasium_plays_it() -> None:
    environment = GameVectorEnv(GAME, num_envs=3, opponent=lambda seen, masks: masks.argmax(1))
    _, infos = environment.reset(seed=1)
    games = 0
    for _ in range(12):
        _, _, ended, _, infos = environment.step(infos["action_mask"].argmax(1))
        games += ended.sum()
    assert games >= 3
