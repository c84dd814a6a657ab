from __future__ import annotations

import copy
import pickle
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest

from quire.core import Outcome
from quire.errors import IllegalMove, NotationError, UnknownGame
from tests.needs import missing
from tests.oracles import ORACLES, Oracle

try:
    # With pygame installed, which its benchmark needs, PettingZoo warns about its own modules.
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        from pettingzoo.test import api_test, seed_test
        from pettingzoo.test.render_test import render_test
except ModuleNotFoundError:
    missing("PettingZoo", "pip install 'quire[pettingzoo]'")

from quire.adapters.pettingzoo import RENDER_MODES, env, raw_env

BOARDS = [
    ("sos", "3x3"),
    ("sos", "5x4:3"),
    ("sos", "3x3:8"),
    ("sos", "4x4:simple"),
    ("line", "9"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
    ("obstruction", "3x1"),
]
MOVES_AGAIN = {("sos", "3x3"), ("sos", "5x4:3"), ("sos", "3x3:8"), ("extreme", "2x9x9")}
Maker = Callable[..., Any]


def seeded(make: Maker, *arguments: str, **options: Any) -> Any:
    """Return an environment whose action spaces draw the same samples every time."""
    made = make(*arguments, **options)
    for number, agent in enumerate(made.possible_agents):
        made.action_space(agent).seed(number)
    return made


# PettingZoo warns so about every observation with a mask outside its own games.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoos_api_test_passes(make: Maker, game: str, size: str) -> None:
    api_test(seeded(make, game, size), num_cycles=200)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_pettingzoos_seed_test_passes(game: str, size: str) -> None:
    seed_test(partial(env, game, size), num_cycles=200)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_pettingzoos_render_test_passes(game: str, size: str) -> None:
    render_test(
        partial(seeded, env, game, size), custom_tests={"svg": lambda text: text.startswith("<svg")}
    )


def expected_rewards(outcome: Outcome) -> list[float]:
    """Return the rewards: by the winner for two players, by rank for more."""
    ranks = outcome.ranks
    if len(ranks) == 2:
        won = {None: 0, 0: 1, 1: -1}[outcome.winner]
        return [won, -won]
    better = [sum(mine < other for other in ranks) for mine in ranks]
    worse = [sum(mine > other for other in ranks) for mine in ranks]
    return [(won - lost) / (len(ranks) - 1) for won, lost in zip(better, worse, strict=True)]


def check_turn(one: Any, oracle: Oracle) -> list[int]:
    """Check the legal actions against the rules, and return them."""
    agent = f"player_{oracle.to_move + 1}"
    assert one.agent_selection == agent
    observation, reward, terminated, truncated, _info = one.last()
    assert (reward, terminated, truncated) == (0, False, False)
    assert one.observation_space(agent).contains(observation)
    legal: list[int] = np.flatnonzero(observation["action_mask"]).tolist()
    every_move = oracle.all_moves(oracle.size)
    assert [every_move[action] for action in legal] == oracle.legal_moves()
    for other in set(one.agents) - {agent}:
        assert not one.observe(other)["action_mask"].any()
    return legal


def rewards_at_the_end(one: Any) -> list[float]:
    """Return the rewards that each agent sees, while they leave one by one."""
    rewards = {}
    for agent in one.agent_iter():
        _observation, rewards[agent], terminated, _truncated, _info = one.last()
        assert terminated
        one.step(None)
    assert one.agents == []
    return [rewards[agent] for agent in one.possible_agents]


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_random_games_follow_the_rules_step_by_step(game: str, size: str) -> None:
    moves_again = 0
    one = env(game, size)
    for seed in range(4):
        rng = Random(seed)
        one.reset(seed=seed)
        oracle = ORACLES[game].start(size)
        while (outcome := oracle.outcome()) is None:
            action = rng.choice(check_turn(one, oracle))
            after = oracle.play(oracle.all_moves(size)[action])
            moves_again += after.outcome() is None and after.to_move == oracle.to_move
            oracle = after
            one.step(action)
        assert str(one.unwrapped.position) == str(oracle)
        assert rewards_at_the_end(one) == expected_rewards(outcome)
    assert (moves_again > 0) == ((game, size) in MOVES_AGAIN)


def played(make: Maker, game: str, size: str, moves: str, **options: Any) -> Any:
    """Return an environment in which these moves have been made."""
    one = make(game, size, **options)
    one.reset()
    for move in moves.split():
        assert move in one.unwrapped.position.legal_moves()
        one.step(one.unwrapped.position.index(move))
    return one


def test_player_who_scores_moves_again() -> None:
    assert played(env, "sos", "3x3", "Sa1 Ob1").agent_selection == "player_1"
    assert played(env, "sos", "3x3", "Sa1 Ob1 Sc1").agent_selection == "player_1"
    assert played(env, "sos", "3x3", "Sa1 Ob1 Sc1 Sa2").agent_selection == "player_2"


def test_illegal_action_loses_and_ends_the_game_for_all() -> None:
    one = played(env, "sos", "5x5:3", "Sa1")
    one.step(1)  # Oa1: the cell is taken
    assert rewards_at_the_end(one) == [0, -1, 0]
    one.reset()
    assert one.agent_selection == "player_1"
    assert one.observe("player_1")["action_mask"].all()


@pytest.mark.parametrize("action", [-1, 18])
def test_action_outside_the_space_is_refused_by_the_wrappers(action: int) -> None:
    one = played(env, "sos", "3x3", "Sa1")
    with pytest.raises(AssertionError, match="not in action space"):
        one.step(action)


@pytest.mark.parametrize(
    ("action", "error", "reason"),
    [
        (1, IllegalMove, "Oa1 is not legal"),
        (-1, IllegalMove, "no action -1"),
        (18, IllegalMove, "no action 18"),
        (None, ValueError, "player_2's turn"),
    ],
)
def test_illegal_action_without_wrappers_raises_and_changes_nothing(
    action: int | None, error: type[Exception], reason: str
) -> None:
    one = played(raw_env, "sos", "3x3", "Sa1")
    before = one.position
    with pytest.raises(error, match=reason):
        one.step(action)
    assert (one.position, one.moves, one.agent_selection) == (before, ["Sa1"], "player_2")


def test_game_can_be_copied_and_pickled_midway() -> None:
    one = played(raw_env, "extreme", "2x9x9", "1e5 2d4 2a1")
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        action = one.encoding.actions(one.position)[0]
        other.step(action)
        assert other.position == one.position.play(one.encoding.move(action))
        assert len(one.moves) == 3


def test_ansi_mode_renders_text() -> None:
    one = played(env, "obstruction", "4x2", "a1", render_mode="ansi")
    assert one.render().splitlines() == [
        "X # . .",
        "# # . .",
        "Obstruction 4x2, player 2 to move, last move a1",
    ]
    board = played(env, "extreme", "2x9x9", "1i1 2i3", render_mode="ansi").render().splitlines()
    assert board[0] == ". . . . . . . . X   . . . . . . . . ."
    assert board[2] == ". . . . . . . . .   . . . . . . . . O"


def test_human_mode_prints_the_board_after_each_move(capsys: pytest.CaptureFixture[str]) -> None:
    played(env, "line", "3", "S1 O2", render_mode="human")
    shown = capsys.readouterr().out.splitlines()
    assert shown[::2] == ["S . .", "S O ."]


def test_rendering_needs_a_mode() -> None:
    one = played(env, "line", "3", "")
    with pytest.warns(UserWarning, match="without a mode"):
        assert one.render() is None
    with pytest.raises(ValueError, match=f"'rgb_array'; choose from {', '.join(RENDER_MODES)}"):
        env("line", "3", render_mode="rgb_array")


def test_invalid_sizes_and_games_are_refused() -> None:
    assert env("line").unwrapped.position.size == "14"
    assert str(env("LINE", " 9 ")) == "quire_line_v0"
    with pytest.raises(NotationError):
        env("line", "5x5")
    with pytest.raises(UnknownGame):
        env("chess")


def test_missing_library_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "quire.adapters.pettingzoo")
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'quire\[pettingzoo\]'"):
        import_module("quire.adapters.pettingzoo")
