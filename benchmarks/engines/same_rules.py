"""Check, before anything is timed, that the OpenSpiel Python games have Quire's rules."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from benchmarks.engines import spiel_games
from quire import find_game
from quire.core import Position

PAIRS = (
    ("sos", "8x8", spiel_games.SOS_TYPE.short_name),
    ("obstruction", "8x8", spiel_games.OBSTRUCTION_TYPE.short_name),
)


class DifferentRulesError(Exception):
    """The two sides disagree, so timing them against each other would mean nothing."""


def view_here(position: Position) -> tuple[object, ...]:
    """Return what is compared: whether it is over, the player to move, the moves, the winner."""
    outcome = position.outcome()
    if outcome is None:
        return False, position.to_move, sorted(position.legal_moves()), None
    return True, None, [], outcome.winner


def view_there(state: Any, actions: dict[str, int]) -> tuple[object, ...]:
    """Return the same of a state."""
    if not state.is_terminal():
        return False, state.current_player(), sorted(actions), None
    first, _ = state.returns()
    return True, None, [], {1.0: 0, 0.0: None, -1.0: 1}[first]


def compare_one_game(key: str, size: str, short_name: str, rng: random.Random) -> None:
    """Play one random game on both sides. Raises DifferentRulesError at the first difference."""
    position = find_game(key).start(size)
    state = pyspiel.load_game(short_name).new_initial_state()
    played: list[str] = []
    while True:
        actions = {state.action_to_string(action): action for action in state.legal_actions()}
        here, there = view_here(position), view_there(state, actions)
        if here != there:
            raise DifferentRulesError(
                f"{key} {size} after {played}: {here} here, {there} in OpenSpiel"
            )
        if state.is_terminal():
            return
        move = rng.choice(sorted(actions))
        played.append(move)
        position = position.play(move)
        state.apply_action(actions[move])


def check(games: int) -> int:
    """Return the number of games compared. Raises DifferentRulesError at the first difference."""
    rng = random.Random(7)
    for key, size, short_name in PAIRS:
        for _ in range(games):
            compare_one_game(key, size, short_name, rng)
    return games * len(PAIRS)
