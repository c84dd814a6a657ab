"""The paper's pure greedy player: takes what there is to take, else moves at random."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import ClassVar

from quire import _native
from quire.core import Position
from quire.errors import AgentFailed
from quire.match.agent import NO_LIMIT, Choice, Limit, check_goes_on


@dataclass(slots=True)
class GreedyAgent:
    """Plays the first move, in the order of the board, that takes something; else any.

    What there is to take: an S-O-S in SOS and on the line; in Extreme the game, or else a
    SmallBoard. In Obstruction nothing is ever taken, so there it fails.

    >>> import quire
    >>> GreedyAgent(seed=7).choose(quire.parse("line", "S.S.SO.. 1")).move
    'O2'
    """

    games: ClassVar[frozenset[str]] = frozenset({"sos", "line", "extreme"})

    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @property
    def name(self) -> str:
        """`greedy`."""
        return "greedy"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """A move that takes something if there is one, at once."""
        if position.game not in self.games:
            raise AgentFailed(
                f"greedy can't play {position.game}: there is nothing to take; try random"
            )
        return choose_by_policy("greedy", position, self._random)


def choose_by_policy(policy: str, position: Position, chance: random.Random) -> Choice:
    """What one of the paper's policies plays, by random numbers that `chance` seeds."""
    check_goes_on(position)
    return Choice(_native.policy_move(position, policy, chance.getrandbits(64)), nodes=1)
