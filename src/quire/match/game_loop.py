"""A game between agents in this process, from any position to its end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from quire.core import Move, Outcome, Position
from quire.errors import AgentFailed, QuireError
from quire.match.agent import Agent, Limit


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its moves, its outcome, and the longest move of each seat in seconds."""

    moves: tuple[Move, ...]
    outcome: Outcome
    slowest: tuple[float, ...]

    def share(self, player: int) -> float:
        """Return a player's share of the point that a game is worth; ties for first share it.

        >>> from quire.core import Reason
        >>> drawn = Outcome(None, Reason.POINTS, (3, 3, 1), (1, 1, 3))
        >>> [Played((), drawn, ()).share(player) for player in range(3)]
        [0.5, 0.5, 0.0]
        """
        ranks = self.outcome.ranks
        return 1 / ranks.count(1) if ranks[player] == 1 else 0.0


def play(position: Position, agents: Sequence[Agent], limits: Sequence[Limit]) -> Played:
    """Play a game between agents, one per seat, from this position.

    Raises AgentFailed, with the seat and the position, if an agent fails.
    """
    moves: list[Move] = []
    slowest = [0.0] * position.players
    while (outcome := position.outcome()) is None:
        seat = position.to_move
        began = time.perf_counter()
        try:
            move = agents[seat].choose(position, limits[seat]).move
            following = position.play(move)
        except QuireError as error:
            raise AgentFailed(
                f"{agents[seat].name} (player {seat + 1}) failed in '{position}': {error}"
            ) from error
        slowest[seat] = max(slowest[seat], time.perf_counter() - began)
        moves.append(move)
        position = following
    return Played(tuple(moves), outcome, tuple(slowest))
