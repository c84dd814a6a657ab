"""Agents: anything that chooses a move within a limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from quire.core import Move, Position
from quire.errors import MatchOver, NotationError

MAX_NODES = (1 << 64) - 1
"""The largest number that an engine can count to."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """What the clocks of a game show before a move, by player; None for a player without one."""

    left: tuple[float | None, ...]
    """Seconds that each player has left."""
    increments: tuple[float | None, ...]
    """Seconds that each move adds."""
    moves_due: int | None = None
    """Moves until the player to move gets more time; None if the time is for the whole game."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an agent may think, in seconds, nodes, depth or several; None is no limit.

    With `clocks`, `seconds` is a suggestion for this move: the agent may use up to what its clock
    has left. Built-in agents follow `seconds`, and have no `depth`. Raises NotationError for
    negative values.

    >>> Limit(seconds=0.1).seconds
    0.1
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: Clocks | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:  # also rejects NaN
            raise NotationError(f"seconds must be 0 or more, not {self.seconds}")
        if self.nodes is not None and not 0 <= self.nodes <= MAX_NODES:
            raise NotationError(f"nodes must be 0 to 2^64 - 1, not {self.nodes}")
        if self.depth is not None and self.depth < 1:
            raise NotationError(f"depth must be 1 or more, not {self.depth}")


NO_LIMIT = Limit()


def require_not_over(position: Position) -> None:
    """Raise MatchOver if the game has ended."""
    if position.outcome() is not None:
        raise MatchOver("the game is over: no moves left")


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move, and how the agent values it.

    `value` is for the player to move, in the game's own units, or None if the agent has no
    opinion; `exact` means that it is proven.
    """

    move: Move
    value: float | None = None
    exact: bool = False
    nodes: int = 0


@runtime_checkable
class Agent(Protocol):
    """Anything with a name that chooses moves.

    >>> from quire import Agent, make_agent
    >>> isinstance(make_agent("random"), Agent), isinstance("random", Agent)
    (True, False)
    """

    @property
    def name(self) -> str:
        """The name, for tables and the screen."""
        ...

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return a legal move. Raises MatchOver if the game has ended."""
        ...
