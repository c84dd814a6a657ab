"""Games between agents in one process."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import quire
from quire.errors import AgentFailed
from quire.match.agent import NO_LIMIT, Choice, Limit
from quire.match.game_loop import play
from tests.random_games import BOARDS


@dataclass
class ScriptedAgent:
    """An agent that plays given moves, and records its limits."""

    moves: list[str]
    name: str = "scripted"

    def __post_init__(self) -> None:
        self.limits: list[Limit] = []

    def choose(self, position: quire.Position, limit: Limit = NO_LIMIT) -> Choice:
        self.limits.append(limit)
        return Choice(self.moves.pop(0))


def test_player_to_move_plays_until_the_end() -> None:
    one = ScriptedAgent(["Sa1", "Sc1", "Oa2", "Oa3", "Oc3"])
    other = ScriptedAgent(["Ob1", "Ob2", "Oc2", "Ob3"])
    limits = [Limit(nodes=1), Limit(nodes=2)]
    played = play(quire.start("sos", "3x3"), [one, other], limits)
    # Player 1's Sc1 makes S-O-S, so that player 1 moves again.
    assert played.moves[:4] == ("Sa1", "Ob1", "Sc1", "Oa2")
    assert played.outcome.points == (1, 0)
    assert played.outcome.winner == 0
    assert set(one.limits) == {limits[0]}
    assert set(other.limits) == {limits[1]}
    assert all(seconds > 0 for seconds in played.slowest)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_moves_lead_to_the_outcome(game: str, size: str) -> None:
    start = quire.start(game, size)
    agents = [quire.make_agent(f"random:seed={seat}") for seat in range(start.players)]
    played = play(start, agents, [NO_LIMIT] * start.players)
    *_, last = quire.replay(start, played.moves)
    assert last.outcome() == played.outcome
    assert sum(played.share(player) for player in range(start.players)) == pytest.approx(1)


def test_illegal_move_is_reported_with_agent_seat_and_position() -> None:
    agents = [ScriptedAgent(["S1"]), ScriptedAgent(["S1"], name="blind")]
    with pytest.raises(AgentFailed, match=r"blind \(player 2\) failed in 'S\.\. 2': S1 is not"):
        play(quire.start("line", "3"), agents, [NO_LIMIT] * 2)
