"""The result of a search: every move it considered, and the line it expects."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from quire._native import Stop
from quire.core import Move, Position
from quire.match.agent import NO_LIMIT, Agent, Choice, Limit, require_not_over

Progress = Callable[[int, float, float], None]
"""Called now and then during a search, with nodes, seconds and the share done (0 to 1)."""

DEFAULT_SECONDS = 1.0
"""Default thinking time per move of an engine."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A legal move as an engine values it; `value` is for the player who makes it."""

    move: Move
    value: float
    exact: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The candidates, the chosen one first; the expected line; depth and nodes."""

    candidates: tuple[Candidate, ...]
    line: tuple[Move, ...]
    depth: int
    nodes: int

    def choice(self) -> Choice:
        """Return the first candidate as an agent's choice."""
        first = self.candidates[0]
        return Choice(first.move, first.value, first.exact, self.nodes)


@runtime_checkable
class Engine(Agent, Protocol):
    """An agent that values every move, and chooses the best."""

    __slots__ = ()

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Choose the best candidate; raise MatchOver if the game has ended."""
        return self.think(position, limit).choice()

    @abstractmethod
    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Search within the limit. Raises MatchOver if the game has ended."""


class NativeEngine(Protocol):
    """A native engine for positions of one kind."""

    def think(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        stop: Stop | None = None,
        progress: Progress | None = None,
        known: tuple[float, Sequence[Move]] | None = None,
    ) -> tuple[list[tuple[str, float, bool, int]], list[str], int, int]:
        """Return [(move, value, exact, nodes)], the chosen first; the line; depth; nodes."""
        ...


def combine_limits(limit: Limit, own: Limit) -> Limit:
    """Return a limit that meets both; one second if neither sets any.

    >>> both = combine_limits(Limit(nodes=500), Limit(seconds=2.0, nodes=800))
    >>> both.seconds, both.nodes, combine_limits(Limit(), Limit()).seconds
    (2.0, 500, 1.0)
    """
    seconds = [one.seconds for one in (limit, own) if one.seconds is not None]
    nodes = [one.nodes for one in (limit, own) if one.nodes is not None]
    if not seconds and not nodes:
        return Limit(seconds=DEFAULT_SECONDS)
    return Limit(min(seconds, default=None), min(nodes, default=None))


def think_natively(
    engine: NativeEngine,
    position: Position,
    limit: Limit,
    threads: int,
    stop: Stop | None = None,
    progress: Progress | None = None,
    known: tuple[float, Sequence[Move]] | None = None,
) -> SearchResult:
    """Search a position with a native engine, within the limit.

    `known` is its proven value with best moves, if they are known already.
    """
    require_not_over(position)
    candidates, line, depth, nodes = engine.think(
        position,
        seconds=limit.seconds,
        nodes=limit.nodes,
        threads=threads,
        stop=stop,
        progress=progress,
        known=known,
    )
    return SearchResult(
        tuple(Candidate(*candidate) for candidate in candidates), tuple(line), depth, nodes
    )
