"""Every agent keeps its limit of nodes in every game, on small and large boards."""

from __future__ import annotations

import pytest

import quire
from quire import Limit
from quire.engine.agents.registry import AGENTS, make_agent
from quire.errors import AgentFailed
from quire.games import find_game

BOARDS = [
    ("sos", "3x3"),
    ("sos", "5x6"),
    ("sos", "8x8"),
    ("sos", "26x26"),
    ("sos", "8x8:simple"),
    ("sos", "5x5:3"),
    ("sos", "26x26:8"),
    ("line", "14"),
    ("line", "200"),
    ("line", "2000"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
    ("obstruction", "10x10"),
]

CASES = [
    (f"{name}:seed=1{threads}", game, size)
    for name, kind in AGENTS.items()
    for threads in ((",threads=1", ",threads=2") if "threads" in kind.options else ("",))
    for game, size in BOARDS
    if not kind.needs_profile or name in find_game(game).profile.agents
    if name != "perfect" or quire.start(game, size).players == 2
]


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "game", "size"), CASES)
def test_node_limit_is_kept(spec: str, game: str, size: str) -> None:
    position = quire.start(game, size)
    agent = make_agent(spec)
    for nodes in (1, 2, 30, 100, 300):
        try:
            choice = agent.choose(position, Limit(nodes=nodes))
        except AgentFailed:
            assert agent.name == "perfect"
        else:
            assert choice.move in position.legal_moves()
            assert choice.nodes <= nodes
