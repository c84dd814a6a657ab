from __future__ import annotations

import pytest

import quire
from quire.errors import MatchOver, NotationError, UnknownAgent


def test_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        agent, position, moves = quire.make_agent(f"random:seed={seed}"), quire.start("extreme"), []
        while position.outcome() is None:
            moves.append(agent.choose(position).move)
            position = position.play(moves[-1])
        return moves

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_random_plays_every_legal_move() -> None:
    agent, position = quire.make_agent("random:seed=3"), quire.start("line", "3")
    assert {agent.choose(position).move for _ in range(200)} == set(position.legal_moves())


def test_finished_game_is_refused() -> None:
    over = quire.parse("line", "SOS 2")
    with pytest.raises(MatchOver):
        quire.make_agent("random").choose(over)


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        ("randon", UnknownAgent, "did you mean random"),
        ("", UnknownAgent, "choose from random"),
        ("random:depth=3", NotationError, "takes seed="),
        ("random:seed", NotationError, "takes seed="),
        ("random:seed=x", NotationError, "seed must be a whole number, not 'x'"),
        ("mcts:nodes=0", NotationError, "nodes must be a whole number, 1 or more, not '0'"),
        ("mcts:seconds=x", NotationError, "seconds must be a number of seconds, 0 or more"),
        ("mcts:exploration=x", NotationError, "exploration must be a number, not 'x'"),
        ("mcts:threads=0", NotationError, "threads must be 1 to 256, not '0'"),
        ("mcts:memory=much", NotationError, "memory must be a memory size like 2G or 512M"),
        ("mcts:rave=maybe", NotationError, "rave must be yes or no, not 'maybe'"),
        ("feasible:retry=3", NotationError, "retry must be 2nn or 2n, not '3'"),
    ],
)
def test_invalid_spec_is_explained(spec: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        quire.make_agent(spec)
