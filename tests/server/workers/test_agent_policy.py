"""Which computer players may play online, and with which options."""

from __future__ import annotations

import pytest

from quire.engine import AGENTS, Limit, make_agent
from quire.errors import (
    NotAllowed,
    NotationError,
    QuireError,
    UnknownAgent,
    UnknownGame,
)
from quire.games import start
from quire.server.workers.agent_policy import MAX_NODES, check_agent
from tests.random_games import BOARDS


@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("agent", [agent for agent in AGENTS if agent != "perfect"])
def test_agent_is_allowed_where_it_can_play(agent: str, game: str, size: str) -> None:
    try:
        check_agent(agent, game, size)
        allowed = True
    except NotAllowed:
        allowed = False
    try:
        make_agent(agent).choose(start(game, size), Limit(seconds=0.01, nodes=1))
        can = True
    except QuireError:
        can = False
    assert allowed == can


@pytest.mark.parametrize(
    ("game", "size", "allowed"),
    [
        ("sos", "4x4", True),
        ("sos", "3x5:simple", True),
        ("sos", "3x3:3", False),
        ("sos", "8x8", False),
        ("line", "2000", True),
        ("obstruction", "7x7", True),
        ("obstruction", "10x10", False),
        ("extreme", "2x9x9", False),
    ],
)
def test_perfect_plays_where_it_can_prove(game: str, size: str, allowed: bool) -> None:
    if not allowed:
        with pytest.raises(NotAllowed, match="perfect"):
            check_agent("perfect", game, size)
        return
    assert check_agent("perfect", game, size) == "perfect"
    assert make_agent("perfect").choose(start(game, size)).exact


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("level3", "level3"),
        (" Level3 ", "level3"),
        ("mcts:seed=7,nodes=20000", "mcts:nodes=20000,seed=7"),
        ("mcts: nodes = 1_000 , seed=-7,", "mcts:nodes=1000,seed=-7"),
        (f"champion:nodes={MAX_NODES}", f"champion:nodes={MAX_NODES}"),
        ("feasible:seed=1,seed=2", "feasible:seed=2"),
        ("random:", "random"),
    ],
)
def test_spec_has_one_canonical_form(spec: str, canonical: str) -> None:
    assert check_agent(spec, "sos", "5x5:3") == canonical
    assert check_agent(canonical, "sos", "5x5:3") == canonical


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("champion:threads=8,memory=8G", NotAllowed, "threads is set by the server"),
        ("champion:nodes=5,memory=8G", NotAllowed, "memory is set by the server"),
        ("mcts:seconds=3600", NotAllowed, r"online, mcts takes seed=\.\.\. and nodes=\.\.\."),
        ("mcts:exploration=2", NotAllowed, "exploration is set by the server"),
        ("feasible:retry=2n", NotAllowed, r"takes seed=\.\.\.$"),
        (
            "level3:nodes=5",
            NotationError,
            r"no option 'nodes=5'; online it takes seed=\.\.\.",
        ),
        ("mcts:depth=3", NotationError, "no option 'depth=3'"),
        ("mcts:nodes", NotationError, "nodes must be a whole number, not ''"),
        ("mcts:nodes=0", NotationError, "nodes must be a whole number, not '0'"),
        ("mcts:nodes=many", NotationError, "nodes must be a whole number, not 'many'"),
        (f"mcts:nodes={MAX_NODES + 1}", NotAllowed, "nodes can be at most 100,000"),
        ("mcts:seed=99999999999999999999", NotationError, "seed can have at most 18 digits"),
        ("mcts:seed=" + "1" * 5000, NotationError, "up to 80 characters"),
        ("levle3", UnknownAgent, "did you mean level3"),
        ("", UnknownAgent, "no agent called ''"),
        ("greedy", NotAllowed, "greedy doesn't play obstruction"),
        ("feasible", NotAllowed, "only line and sos"),
    ],
)
def test_invalid_or_expensive_spec_is_refused(
    spec: str, error: type[QuireError], words: str
) -> None:
    with pytest.raises(error, match=words):
        check_agent(spec, "obstruction", "6x6")


def test_unknown_board_is_refused() -> None:
    with pytest.raises(NotationError):
        check_agent("level1", "sos", "99x99")
    with pytest.raises(UnknownGame):
        check_agent("level1", "chess", "8x8")
