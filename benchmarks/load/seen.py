"""Plans and measurements of load tests, as stored in `docs/measurements/load.json`.

That file is the only place for measured costs: the tables, the charts and the forecasts of
`benchmarks.scaling` are made from it.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchmarks.report import processor

KEPT = Path(__file__).parents[2] / "docs" / "measurements" / "load.json"


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays how, and for how long."""

    players: int
    pace: float
    """Seconds between a game's moves; 0 for flat out."""
    seconds: float
    pictures: bool = False
    idle: float = 0.0
    """Seconds before, in which everybody is connected and nobody moves."""
    echo: bool = False
    nodes: int = 1
    """Servers; with more than one, the two players of a game are at different ones."""

    @property
    def rate(self) -> float:
        """Moves a second, if all goes well."""
        return self.players / 2 / self.pace if self.pace else float("inf")


@dataclass(frozen=True, slots=True)
class Backing:
    """What PostgreSQL and Redis did meanwhile."""

    postgres: float = 0.0
    """Seconds of its processors."""
    redis: float = 0.0
    commits: int = 0
    wal: int = 0
    """Bytes of PostgreSQL's log of changes."""
    images: int = 0
    """Whole pages in that log: the first change of each page after a checkpoint."""
    published: int = 0
    """Messages that Redis was given."""
    sent: int = 0
    """Bytes that Redis gave to servers."""
    connections: int = 0
    """To PostgreSQL."""
    event_bytes: float = 0.0
    """Of a row of `events`, its part of the index included."""
    game_bytes: float = 0.0
    """Of a game without its events: its rows in `games` and `seats`, indexes included."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a plan."""

    plan: Plan
    seconds: float
    moves: int
    games: int
    processor: float
    """Seconds of the servers' processors while it was counted."""
    idle: float
    """Seconds of the servers' processors in a second without moves."""
    memory: float
    """Bytes for each connection."""
    median: float
    """Seconds from sending a move until the opponent has it."""
    p99: float
    """The same for 99 of 100 moves at most."""
    errors: dict[str, int] = field(default_factory=dict)
    sent_bytes: int = 0
    """Bytes that players sent while it was counted, frames not included."""
    received_bytes: int = 0
    """Bytes that they got."""
    past: int = 0
    """Finished games that the store had before."""
    backing: Backing | None = None
    idle_backing: Backing | None = None
    """In the seconds without moves."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Seconds of the servers' processors for a move, beats and all."""
        return self.processor / max(1, self.moves)

    @property
    def cost_of_move(self) -> float:
        """The same without what the connections cost by themselves, where that was measured."""
        return (self.processor - self.idle * self.seconds) / max(1, self.moves)


def quantile(waits: Sequence[float], part: float) -> float:
    """What that part of all is below, or nothing (NaN) of nothing.

    >>> quantile([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    return sorted(waits)[int(part * (len(waits) - 1))] if waits else float("nan")


@dataclass(frozen=True, slots=True)
class Results:
    """Every measure by its name, with its runs."""

    machine: str
    runs: dict[str, list[Seen]]
    probes: dict[str, float] = field(default_factory=dict)
    """Seconds of what is no run: a flush, the thinking of a level."""

    @classmethod
    def read(cls, file: Path = KEPT) -> Results:
        """What a file holds; nothing if it is not there."""
        if not file.exists():
            return cls(machine(), {})
        return msgspec.json.decode(file.read_bytes(), type=cls)

    def added(self, runs: dict[str, list[Seen]], probes: dict[str, float]) -> Results:
        """These with those, which take the places of older ones."""
        return Results(machine(), self.runs | runs, self.probes | probes)

    def write(self, file: Path = KEPT) -> None:
        """Keeps it."""
        text = msgspec.json.format(msgspec.json.encode(self), indent=2)
        file.write_bytes(text + b"\n")


def machine() -> str:
    """The machine and the date of the measurements, in one sentence."""
    return (
        f"{processor()}, {os.cpu_count()} cores for servers, stores and players together, "
        f"{platform.system()} {platform.machine()}; Python {platform.python_version()}, "
        f"uvicorn {version('uvicorn')}, websockets {version('websockets')}, "
        f"SQLAlchemy {version('sqlalchemy')}."
    )
