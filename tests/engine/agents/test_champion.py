"""The champion: exact where possible, legal everywhere, reproducible by seed."""

from __future__ import annotations

import pytest

import quire
from quire.engine.agents.champion import ChampionAgent
from quire.engine.agents.search_result import Candidate
from quire.errors import MatchOver
from quire.match.agent import Limit
from tests.random_games import BOARDS, sample


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_plays_a_legal_move_within_its_nodes(game: str, size: str) -> None:
    agent = ChampionAgent(seed=1)
    for position, _ in sample(game, size, seed=5, count=6):
        if position.outcome() is None:
            choice = agent.choose(position, Limit(nodes=50))
            assert choice.move in position.legal_moves()
            assert choice.nodes <= 50
        else:
            with pytest.raises(MatchOver):
                agent.choose(position, Limit(nodes=50))


@pytest.mark.parametrize(("game", "size"), [("line", "13"), ("obstruction", "5x5")])
def test_plays_a_proven_best_move_where_solved(game: str, size: str) -> None:
    agent = ChampionAgent(seed=1)
    for seed in range(8):
        for position, _ in sample(game, size, seed, count=6):
            if position.outcome() is not None:
                continue
            choice = agent.choose(position, Limit(nodes=100_000))
            answer = quire.solve(position, book=False)
            assert choice.exact
            assert choice.value == answer.value
            assert choice.move in answer.best_moves


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), [("line", "60"), ("obstruction", "7x7")])
def test_never_loses_a_position_that_is_not_lost(game: str, size: str) -> None:
    """Against random moves: it wins won positions and draws drawn ones."""
    for seed in range(10):
        position = quire.start(game, size)
        champion, other = ChampionAgent(seed=seed), quire.make_agent(f"random:seed={seed}")
        for _ in range(2):
            position = position.play(other.choose(position).move)
        if position.outcome() is not None:
            continue
        value, me = quire.solve(position, book=False).value, position.to_move
        while (end := position.outcome()) is None:
            mover = champion if position.to_move == me else other
            position = position.play(mover.choose(position, Limit(nodes=100_000)).move)
        result = 0 if end.winner is None else 1 if end.winner == me else -1
        assert value is not None
        assert result >= value


@pytest.mark.parametrize(("game", "size"), [("sos", "5x5"), ("extreme", "2x9x9"), ("line", "9")])
def test_same_seed_and_nodes_give_the_same_game(game: str, size: str) -> None:
    def moves() -> list[str]:
        position, agent = quire.start(game, size), ChampionAgent(seed=3)
        played: list[str] = []
        while position.outcome() is None and len(played) < 12:
            played.append(agent.choose(position, Limit(nodes=300)).move)
            position = position.play(played[-1])
        return played

    assert moves() == moves()


def test_nodes_of_a_failed_solver_count() -> None:
    """The solver takes four fifths in vain; the search gets the rest."""
    position = quire.start("obstruction", "10x10").play("c4")
    found = ChampionAgent(seed=1).think(position, Limit(nodes=5000))
    assert found.nodes == 5000
    assert not found.candidates[0].exact
    assert sum(candidate.nodes for candidate in found.candidates) == 1000


def test_answer_of_the_shipped_book_needs_no_search() -> None:
    """The only winning move of the empty board, and of the same board on its side."""
    start = quire.start("obstruction", "5x9")
    found = ChampionAgent(seed=1).think(start, Limit(nodes=50))
    assert (found.candidates, found.nodes) == ((Candidate("c5", 1, True, 0),), 0)
    turned = ChampionAgent(seed=1).think(quire.start("obstruction", "9x5"), Limit(nodes=50))
    assert turned.candidates == (Candidate("e3", 1, True, 0),)
