"""What an agent is: something that chooses a move within a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from quire.core import Move, Position
from quire.errors import MatchOver, NotationError

MAX_NODES = (1 << 64) - 1
"""As many as an engine can count."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an agent may think: in seconds, in nodes, or both; None is no limit.

    Raises NotationError for less than nothing.

    >>> Limit(seconds=0.1)
    Limit(seconds=0.1, nodes=None)
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:  # also refuses NaN
            raise NotationError(f"seconds must be 0 or more, not {self.seconds}")
        if self.nodes is not None and not 0 <= self.nodes <= MAX_NODES:
            raise NotationError(f"nodes must be 0 to 2^64 - 1, not {self.nodes}")


NO_LIMIT = Limit()


def require_not_over(position: Position) -> None:
    """Raises MatchOver where the game has ended."""
    if position.outcome() is not None:
        raise MatchOver("the game is over: no moves left")


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
