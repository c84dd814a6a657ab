"""What an agent is: something that chooses a move within a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from quire.core import Move, Position


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an agent may think: in seconds, in nodes, or both; None is no limit.

    >>> Limit(seconds=0.1)
    Limit(seconds=0.1, nodes=None)
    """

    seconds: float | None = None
    nodes: int | None = None


NO_LIMIT = Limit()


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move, and what the agent thinks of it.

    `value` is for the player to move, in the game's own measure, or None if the agent has no
    opinion; `exact` says that it is proven.
    """

    move: Move
    value: float | None = None
    exact: bool = False
    nodes: int = 0


class Agent(Protocol):
    """Anything with a name that chooses moves."""

    @property
    def name(self) -> str:
        """What to call it in a table or on a screen."""
        ...

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """A legal move; raises MatchOver if the game has ended."""
        ...
