"""A playout loop written in Python against each API, and the calls it consists of.

`extreme` has two BigBoards where `ultimate_tic_tac_toe` has one, and Quire creates new positions
where OpenSpiel changes one state; both loops are what a user of the API would write.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from benchmarks.row import Row, compared
from benchmarks.timing import Effort, Side, interleaved
from quire import find_game
from quire.core import Position

GOAL = 1.5
SEED = 20240229

Draw = Callable[[], float]
"""A number from 0 up to 1, generated alike on both sides: `random.Random(seed).random`."""


def finished_here(start: Position, games: int, draw: Draw) -> list[Position]:
    """Return the last positions of N random games in Quire."""
    ends = []
    for _ in range(games):
        position = start
        while moves := position.legal_moves():
            position = position.play(moves[int(draw() * len(moves))])
        ends.append(position)
    return ends


def finished_there(game: Any, games: int, draw: Draw) -> list[Any]:
    """Return the last states of N random games in OpenSpiel."""
    ends = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        ends.append(state)
    return ends


def marks_here(ends: list[Position]) -> int:
    """Return the number of moves that led to these positions of `extreme`: one per mark."""
    boards = (str(end).partition(" ")[0] for end in ends)
    return sum(board.count("X") + board.count("O") for board in boards)


def marks_there(ends: list[Any]) -> int:
    """Return the number of cell moves that led to these states of `ultimate_tic_tac_toe`.

    Choosing a sub-board is a separate action there; it leaves no mark, so it is not counted.
    """
    boards = (str(end).partition("Current player")[0] for end in ends)
    return sum(board.count("x") + board.count("o") for board in boards)


def loop_row(effort: Effort) -> Row:
    """Compare the moves per second of the whole loop."""
    start, game = find_game("extreme").start(), pyspiel.load_game("ultimate_tic_tac_toe")
    here, there = random.Random(SEED).random, random.Random(SEED).random
    sides = (
        Side("quire", lambda games: finished_here(start, games, here), marks_here),
        Side("open_spiel", lambda games: finished_there(game, games, there), marks_there),
    )
    rates = interleaved(sides, effort)
    return compared("playout loop in Python", rates, "moves", GOAL)


def one_game_here(seed: int) -> tuple[list[Position], list[str]]:
    """Return the positions of one random game of `extreme` before each move, and the moves."""
    rng = random.Random(seed)
    position, positions, played = find_game("extreme").start(), [], []
    while moves := position.legal_moves():
        positions.append(position)
        played.append(rng.choice(moves))
        position = position.play(played[-1])
    return positions, played


def one_game_there(seed: int) -> tuple[list[Any], list[int]]:
    """Return the states of a random game of `ultimate_tic_tac_toe` and the actions from each."""
    rng = random.Random(seed)
    state, states, applied = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state(), [], []
    while not state.is_terminal():
        states.append(state.clone())
        applied.append(rng.choice(state.legal_actions()))
        state.apply_action(applied[-1])
    return states, applied


def replayed_here(games: list[tuple[list[Position], list[str]]], times: int) -> int:
    """Replay games; return the number of `play` calls."""
    for _ in range(times):
        for positions, moves in games:
            position = positions[0]
            for move in moves:
                position = position.play(move)
    return times * sum(len(moves) for _, moves in games)


def replayed_there(games: list[tuple[list[Any], list[int]]], times: int) -> int:
    """Replay games; return the number of `apply_action` calls."""
    for _ in range(times):
        for states, actions in games:
            state = states[0].clone()
            for action in actions:
                state.apply_action(action)
    return times * sum(len(actions) for _, actions in games)


def asked_here(positions: list[Position], times: int) -> int:
    """List legal moves; return the number of `legal_moves` calls."""
    for _ in range(times):
        for position in positions:
            position.legal_moves()
    return times * len(positions)


def asked_there(states: list[Any], times: int) -> int:
    """List legal actions; return the number of `legal_actions` calls."""
    for _ in range(times):
        for state in states:
            state.legal_actions()
    return times * len(states)


def call_rows(effort: Effort) -> list[Row]:
    """Compare the cost of making a move and of listing legal moves, over the same 20 games."""
    here = [one_game_here(seed) for seed in range(20)]
    there = [one_game_there(seed) for seed in range(20)]
    positions = [position for game, _ in here for position in game]
    states = [state for game, _ in there for state in game]
    apply = (
        Side("quire", lambda times: replayed_here(here, times), float),
        Side("open_spiel", lambda times: replayed_there(there, times), float),
    )
    legal = (
        Side("quire", lambda times: asked_here(positions, times), float),
        Side("open_spiel", lambda times: asked_there(states, times), float),
    )
    return [
        compared("one `play` / `apply_action`", interleaved(apply, effort), "call"),
        compared("one `legal_moves` / `legal_actions`", interleaved(legal, effort), "call"),
    ]
