"""The alpha-beta search: correct proofs, exact limits, reproducible by seed."""

from __future__ import annotations

import pytest

import quire
from quire import _native
from quire.core import Position
from quire.engine import Limit, make_agent
from quire.engine.agents.search import SearchAgent
from quire.engine.agents.search_result import SearchResult
from quire.errors import MatchOver
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions
from tests.random_games import BOARDS, sample

FOR_TWO = [board for board in BOARDS if not board[1].endswith((":3", ":8"))]
# SOS has its own search, which prunes moves that are hardly ever good.
BY_ALPHA_BETA = [board for board in FOR_TWO if board[0] != "sos"]
SMALL_BY_ALPHA_BETA = [board for board in SMALL_BOARDS if board[0] != "sos"]
SMALL_TABLE = 1 << 20


def unfinished_positions(game: str, size: str, seed: int, count: int) -> list[Position]:
    return [
        position for position, _ in sample(game, size, seed, count) if position.outcome() is None
    ]


def move_values(position: Position) -> dict[str, int]:
    """Return the value of each legal move for the player who makes it, by the oracle."""
    values = {}
    for move in position.legal_moves():
        after = position.play(move)
        value, _ = brute_force(after)
        values[move] = value if after.to_move == position.to_move else -value
    return values


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_proofs_are_correct(game: str, size: str) -> None:
    agent = SearchAgent(seed=3, memory=SMALL_TABLE)
    for position in late_positions(game, size, seed=21, count=12):
        true = move_values(position)
        result = agent.think(position, Limit(nodes=200_000))
        first = result.candidates[0]
        assert first.exact
        assert first.value == max(true.values()) == true[first.move]
        looked_at = {candidate.move for candidate in result.candidates}
        assert looked_at <= set(position.legal_moves())
        assert game == "sos" or len(looked_at) == len(position.legal_moves())
        for candidate in result.candidates:
            assert not candidate.exact or candidate.value == true[candidate.move]


@pytest.mark.parametrize(("game", "size"), SMALL_BY_ALPHA_BETA)
def test_every_move_has_a_value_on_request(game: str, size: str) -> None:
    agent = SearchAgent(seed=3, memory=SMALL_TABLE, every_move=True)
    for position in late_positions(game, size, seed=22, count=5):
        result = agent.think(position, Limit(nodes=500_000))
        assert {candidate.move: candidate.value for candidate in result.candidates} == move_values(
            position
        )
        assert all(candidate.exact for candidate in result.candidates)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_proofs_under_a_small_limit_are_correct(game: str, size: str) -> None:
    for number, position in enumerate(late_positions(game, size, seed=23, count=12)):
        true = move_values(position)
        result = SearchAgent(seed=number, memory=SMALL_TABLE).think(position, Limit(nodes=20))
        for candidate in result.candidates:
            assert not candidate.exact or candidate.value == true[candidate.move]


@pytest.mark.parametrize(("game", "size"), BY_ALPHA_BETA)
@pytest.mark.parametrize("nodes", [0, 1, 2, 100, 3001])
def test_node_limit_is_exact(game: str, size: str, nodes: int) -> None:
    for position in unfinished_positions(game, size, seed=24, count=3):
        result = SearchAgent(seed=1, memory=SMALL_TABLE).think(position, Limit(nodes=nodes))
        assert result.nodes == nodes or (result.nodes < nodes and result.depth > 0)
        assert sum(candidate.nodes for candidate in result.candidates) == result.nodes
        assert result.line[0] == result.candidates[0].move
        after = position
        for move in result.line:
            after = after.play(move)


@pytest.mark.parametrize(("game", "size"), FOR_TWO)
def test_same_seed_and_nodes_give_the_same_search(game: str, size: str) -> None:
    def results() -> list[SearchResult]:
        agent = SearchAgent(seed=7, memory=SMALL_TABLE)
        going_on = unfinished_positions(game, size, seed=25, count=4)
        return [agent.think(position, Limit(nodes=500)) for position in going_on]

    assert results() == results()


def test_another_seed_may_choose_another_equal_move() -> None:
    start = quire.start("obstruction", "8x8")
    moves = {SearchAgent(seed=seed).choose(start, Limit(nodes=50)).move for seed in range(20)}
    assert len(moves) > 1


def test_threads_do_not_change_proofs() -> None:
    for position in late_positions("extreme", "2x9x9", seed=26, count=10):
        agent = SearchAgent(seed=1, threads=2, memory=SMALL_TABLE)
        choice = agent.choose(position, Limit(nodes=100_000))
        assert choice.exact
        assert choice.value == brute_force(position)[0]


def test_searches_through_bonus_moves() -> None:
    # a3 takes the SmallBoard at the top left; its bonus move, sent to the bottom left, the line.
    left = ("X..", "X..", "...", "XXX", "...", "...", "XX.", "...", "...")
    rows = [three + "......" for three in left]
    position = quire.parse("extreme", "/".join(rows) + "|" + "/".join(["." * 9] * 9) + " 1 - -")
    result = SearchAgent(seed=1).think(position, Limit(nodes=5000))
    assert result.line == ("1a3", "1c7")
    assert (result.choice().value, result.choice().exact) == (1, True)


@pytest.mark.parametrize(("game", "size"), [board for board in BOARDS if board[0] == "sos"])
@pytest.mark.parametrize("nodes", [1, 100, 1001])
def test_sos_search_keeps_its_node_limit_for_any_number_of_players(
    game: str, size: str, nodes: int
) -> None:
    for position in unfinished_positions(game, size, seed=24, count=3):
        result = SearchAgent(seed=1, memory=SMALL_TABLE).think(position, Limit(nodes=nodes))
        assert result.nodes <= nodes
        assert result.candidates[0].move in position.legal_moves()
        assert result.line[0] == result.candidates[0].move


def test_finished_game_is_refused() -> None:
    with pytest.raises(MatchOver):
        make_agent("search").choose(quire.parse("line", "SOS 2"))


def test_can_be_stopped() -> None:
    stop = _native.Stop()
    stop.set()
    result = SearchAgent(seed=1).think(quire.start("extreme"), Limit(seconds=60), stop=stop)
    assert result.nodes == 0
    assert result.candidates[0].move in quire.start("extreme").legal_moves()


def test_one_agent_can_play_several_games() -> None:
    agent = SearchAgent(seed=2, nodes=300, memory=SMALL_TABLE)
    for game, size in (*FOR_TWO, *FOR_TWO):
        for position in unfinished_positions(game, size, seed=27, count=2):
            assert agent.choose(position).move in position.legal_moves()
