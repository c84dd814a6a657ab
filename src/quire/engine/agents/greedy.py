"""The paper's pure greedy player: scores if it can, otherwise moves at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from quire import _native
from quire.core import Position
from quire.errors import AgentFailed
from quire.games import GAMES, find_game
from quire.match.agent import NO_LIMIT, Choice, Limit, require_not_over


@dataclass(slots=True)
class GreedyAgent:
    """Plays the first move, in board order, that scores; otherwise a random one.

    To score is to complete an S-O-S in SOS and on the line; in Extreme, to win the game, or else a
    SmallBoard. Obstruction has nothing to score, so the agent fails there.

    >>> import quire
    >>> GreedyAgent(seed=7).choose(quire.parse("line", "S.S.SO.. 1")).move
    'O2'
    """

    seed: int | None = None
    _seeds: Iterator[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._seeds = seeds_of_moves(self.seed)

    @property
    def name(self) -> str:
        """`greedy`."""
        return "greedy"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return a scoring move if there is one; it takes no time."""
        require_playable(self.name, position)
        return choose_by_policy("greedy", position, next(self._seeds))


def require_playable(agent: str, position: Position) -> None:
    """Raise AgentFailed unless the profile of the game lists the agent."""
    if agent not in find_game(position.game).profile.agents:
        games = ", ".join(game.key for game in GAMES if agent in game.profile.agents)
        raise AgentFailed(f"{agent} can't play {position.game}, only {games}; try random")


def choose_by_policy(policy: str, position: Position, seed: int) -> Choice:
    """Choose by one of the paper's policies."""
    require_not_over(position)
    return Choice(_native.policy_move(position, policy, seed), nodes=1)


def seeds_of_moves(seed: int | None) -> Iterator[int]:
    """Yield the seed of one move after another; without a seed they are different every time."""
    first = random.getrandbits(64) if seed is None else seed & ((1 << 64) - 1)
    return (_native.move_seed(first, number) for number in count())
