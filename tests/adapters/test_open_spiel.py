from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from quire import solve
from quire.core import Position
from quire.errors import IllegalMove, NotationError
from quire.games import start
from tests.brute_force import brute_force, late_positions
from tests.needs import missing
from tests.oracles import ORACLES

try:
    import pyspiel
    from open_spiel.python import rl_environment
    from open_spiel.python.algorithms import mcts, minimax, tabular_qlearner
except ModuleNotFoundError:
    missing("OpenSpiel", "pip install 'quire[open_spiel]'")

from quire.adapters.open_spiel import LearningEnvironment, register

NAMES = register()
BOARDS = [
    ("sos", "3x3"),
    ("sos", "6x4"),
    ("sos", "5x4:3"),
    ("sos", "3x4:8"),
    ("sos", "4x4:simple"),
    ("sos", "4x4:3:simple"),
    ("line", "3"),
    ("line", "14"),
    ("line", "70"),
    ("extreme", "2x9x9"),
    ("obstruction", "1x1"),
    ("obstruction", "6x6"),
    ("obstruction", "9x8"),
]
LATE = [
    ("sos", "4x4"),
    ("sos", "4x4:simple"),
    ("line", "9"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
]
"""Boards whose late positions are compared with brute force."""


def load(game: str, size: str) -> Any:
    return pyspiel.load_game(f"quire_{game}(size={size})")


def test_games_can_be_registered_repeatedly() -> None:
    assert NAMES == ("quire_sos", "quire_line", "quire_extreme", "quire_obstruction")
    assert register() == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())
    defaults = [str(pyspiel.load_game(name)) for name in NAMES]
    assert defaults == [
        "quire_sos(size=8x8)",
        "quire_line(size=14)",
        "quire_extreme(size=2x9x9)",
        "quire_obstruction(size=6x6)",
    ]


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_open_spiels_random_sim_test_passes(game: str, size: str) -> None:
    pyspiel.random_sim_test(load(game, size), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("game", "size", "players", "actions", "cells"),
    [
        ("sos", "5x4:3", 3, 40, 20),
        ("line", "9", 2, 18, 9),
        ("extreme", "2x9x9", 2, 162, 162),
        ("obstruction", "6x5", 2, 30, 30),
    ],
)
def test_game_facts(game: str, size: str, players: int, actions: int, cells: int) -> None:
    spiel = load(game, size)
    assert spiel.num_players() == players
    assert spiel.num_distinct_actions() == actions
    assert spiel.max_game_length() == cells
    assert (spiel.min_utility(), spiel.max_utility(), spiel.utility_sum()) == (-1, 1, 0)
    kind = spiel.get_type()
    assert (kind.min_num_players, kind.max_num_players) == (2, 8 if game == "sos" else 2)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_random_games_follow_the_rules_step_by_step(game: str, size: str) -> None:
    rng = Random(f"{game} {size}")
    state = load(game, size).new_initial_state()
    oracle = ORACLES[game].start(size)
    every_move = oracle.all_moves(size)
    while (outcome := oracle.outcome()) is None:
        assert not state.is_terminal()
        assert state.current_player() == oracle.to_move
        assert [every_move[action] for action in state.legal_actions()] == oracle.legal_moves()
        assert state.returns() == [0] * oracle.players
        action = rng.choice(state.legal_actions())
        assert state.string_to_action(state.action_to_string(action)) == action
        oracle = oracle.play(every_move[action])
        before = str(state)
        after = state.child(action)
        assert str(state) == before
        assert str(after) == str(oracle)
        state = after
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == []
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    # Better ranks get more, at most 1, and equal ranks the same.
    assert [sorted(set(returns), reverse=True).index(value) for value in returns] == [
        sorted(set(outcome.ranks)).index(rank) for rank in outcome.ranks
    ]
    assert outcome.winner is None or returns[outcome.winner] == 1


def test_payoffs_of_three_players_follow_their_ranks() -> None:
    state = load("sos", "3x3:3").new_initial_state("SSS/SSS/SS. 1 1-2-0")
    state.apply_action(state.string_to_action("Oc3"))
    assert state.returns() == [0, 1, -1]


@pytest.mark.parametrize("action", [0, 1, 18, 10**9, -2])
def test_illegal_action_raises_and_changes_nothing(action: int) -> None:
    state = load("sos", "3x3").new_initial_state()
    state.apply_action(0)
    with pytest.raises(IllegalMove, match=r"is not legal|no action"):
        state.apply_action(action)
    assert (str(state), state.history()) == ("S../.../... 2 0-0", [0])
    if action > 1:
        with pytest.raises(IllegalMove, match="no action"):
            state.action_to_string(action)


def test_invalid_size_or_text_is_explained() -> None:
    with pytest.raises(NotationError, match="99x99"):
        load("sos", "99x99")
    with pytest.raises(NotationError, match="is a 3x4 position, but this game is 3x3"):
        load("sos", "3x3").new_initial_state(".../.../.../... 1 0-0")
    with pytest.raises(NotationError):
        load("sos", "3x3").new_initial_state("nonsense")


@pytest.mark.parametrize(("game", "size"), [("sos", "5x4:3"), ("line", "14"), ("extreme", "2x9x9")])
def test_state_round_trip(game: str, size: str) -> None:
    spiel = load(game, size)
    state = spiel.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[2])
    text = pyspiel.serialize_game_and_state(spiel, state)
    spiel_again, state_again = pyspiel.deserialize_game_and_state(text)
    assert str(spiel_again) == str(spiel)
    assert state_again.position == state.position
    assert state_again.history() == state.history()


@pytest.mark.parametrize(("game", "size"), [("sos", "5x4:3"), ("line", "14"), ("extreme", "2x9x9")])
def test_observations_are_planes_and_text(game: str, size: str) -> None:
    spiel = load(game, size)
    state = spiel.new_initial_state()
    for action in (7, 6) if game == "extreme" else (7, 20, 3):
        state.apply_action(state.legal_actions()[action])
    for player in range(spiel.num_players()):
        tensor = np.array(state.observation_tensor(player)).reshape(spiel.encoding.shape)
        assert np.array_equal(tensor, spiel.encoding.observe(state.position, player))
        assert state.observation_string(player) == str(state.position)
        assert state.information_state_string(player) == state.history_str()
    assert spiel.observation_tensor_shape() == list(spiel.encoding.shape)


@pytest.mark.parametrize("size", ["4", "5", "6", "7"])
def test_alpha_beta_finds_the_winner_on_a_line(size: str) -> None:
    value, _action = minimax.alpha_beta_search(load("line", size))
    assert value == brute_force(start("line", size))[0] == solve(start("line", size)).value


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def value_of(position: Position, move: str) -> int:
    """Return whether a move wins, draws or loses for the player who makes it, by brute force."""
    after = position.play(move)
    value = sign(brute_force(after)[0])
    return value if after.to_move == position.to_move else -value


@pytest.mark.parametrize(("game", "size"), LATE)
def test_alpha_beta_agrees_with_brute_force_late_in_any_game(game: str, size: str) -> None:
    """It asks who is to move, so it also works where turns do not alternate."""
    spiel = load(game, size)
    values = set()
    for position in late_positions(game, size, seed=5, count=6):
        state = spiel.new_initial_state(str(position))
        value, action = minimax.alpha_beta_search(spiel, state=state)
        assert value == sign(brute_force(position)[0])
        assert value == value_of(position, state.action_to_string(action))
        values.add(value)
    assert len(values) > 1


def searched_natively(spiel: Any, state: Any) -> int:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(
        spiel, evaluator, 2.0, 1000, max_memory_mb=64, solve=True, seed=1, verbose=False
    )
    # Not `step`: it crashes on every game that is written in Python, OpenSpiel's own included.
    return int(bot.mcts_search(state).best_child().action)


def searched_in_python(spiel: Any, state: Any) -> int:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(spiel, 2.0, 1000, evaluator, solve=True, random_state=rng)
    return int(bot.step(state))


@pytest.mark.parametrize("tree_search", [searched_natively, searched_in_python])
@pytest.mark.parametrize(("game", "size"), LATE)
def test_tree_search_finds_a_best_move(
    tree_search: Callable[[Any, Any], int], game: str, size: str
) -> None:
    spiel = load(game, size)
    for position in late_positions(game, size, seed=7, count=2):
        state = spiel.new_initial_state(str(position))
        move = state.action_to_string(tree_search(spiel, state))
        assert value_of(position, move) == sign(brute_force(position)[0])


def test_learning_agents_play_for_three() -> None:
    environment = rl_environment.Environment("quire_sos(size=3x3:3)")
    agents = [
        tabular_qlearner.QLearner(player, environment.action_spec()["num_actions"])
        for player in range(3)
    ]
    for _ in range(3):
        moment = environment.reset()
        while not moment.last():
            chosen = agents[moment.observations["current_player"]].step(moment)
            moment = environment.step([chosen.action])
        for agent in agents:
            agent.step(moment)
        assert sum(moment.rewards) == 0
        assert max(map(abs, moment.rewards)) <= 1


@pytest.mark.parametrize(("game", "size"), [("obstruction", "1x1"), ("obstruction", "3x3")])
def test_tabular_learner_plays_games_whose_second_player_may_never_move(
    game: str, size: str
) -> None:
    np.random.seed(1)  # the learner draws from it
    environment = LearningEnvironment(game, size)
    actions = environment.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(player, actions) for player in range(2)]
    short = 0
    for _ in range(200):
        moment = environment.reset()
        moves = 0
        while not moment.last():
            chosen = agents[moment.observations["current_player"]].step(moment)
            moment = environment.step([chosen.action])
            moves += 1
        for agent in agents:
            agent.step(moment)
        short += moves == 1
    assert 0 < short <= 200
    assert (short < 200) == (size == "3x3")
    # The only move that wins at once is the centre: the first player has learned so.
    moment = environment.reset()
    assert agents[0].step(moment, is_evaluation=True).action == actions // 2


def test_only_players_who_never_moved_see_nothing_at_the_end() -> None:
    environment = LearningEnvironment("obstruction", "3x1")
    values = 5 * 3  # planes of three cells
    for actions, lengths in (([1], [values, 0]), ([0, 2], [values, values])):
        moment = environment.reset()
        for action in actions:
            assert not moment.last()
            moment = environment.step([action])
        assert moment.last()
        assert list(map(len, moment.observations["info_state"])) == lengths


def test_program_that_used_the_games_exits_cleanly() -> None:
    """OpenSpiel keeps the game factories until after Python has ended."""
    code = """
import pyspiel
from quire.adapters.open_spiel import register
register()
state = pyspiel.load_game("quire_line").new_initial_state()
state.apply_action(3)
print(state.observation_string(0), len(state.observation_tensor(1)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ".O............ 2 70\n"


def test_missing_library_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "quire.adapters.open_spiel")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'quire\[open_spiel\]'"):
        import_module("quire.adapters.open_spiel")
