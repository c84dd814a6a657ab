"""The paper's feasible greedy player: greedy, but careful not to give anything away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quire.core import Position
from quire.engine.agents.greedy import choose_by_policy, require_playable, seeds_of_moves
from quire.match.agent import NO_LIMIT, Choice, Limit

RETRIES = ("2nn", "2n")
"""The two readings of the paper's retry limit, "board size × 2": twice the number of cells, or
twice the longer side. On a line both are twice its length."""


def read_retry(text: str) -> str:
    """Parse one of RETRIES; raise ValueError for anything else.

    >>> read_retry("2N")
    '2n'
    """
    if text.lower() not in RETRIES:
        raise ValueError(f"must be {' or '.join(RETRIES)}, not {text!r}")
    return text.lower()


@dataclass(slots=True)
class FeasibleAgent:
    """Completes an S-O-S if it can; else tries random moves until one gives the next player none.

    After `retry` attempts it gives up and plays the last move that it drew.

    >>> import quire
    >>> FeasibleAgent(seed=7).choose(quire.parse("line", "S..S. 1")).move in ("S5", "O5")
    True
    """

    retry: str = RETRIES[0]
    seed: int | None = None
    _seeds: Iterator[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._seeds = seeds_of_moves(self.seed)

    @property
    def name(self) -> str:
        """`feasible`."""
        return "feasible"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return a move by Algorithm 2 of the paper; it takes no time."""
        require_playable(self.name, position)
        return choose_by_policy(f"feasible-{self.retry}", position, next(self._seeds))
