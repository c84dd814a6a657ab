"""Plans and measurements of load tests, as stored in `docs/measurements/load.json`.

That file is the only source of measured costs: the tables, the charts and the forecasts of
`benchmarks.scaling` are made from it.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchmarks.report import cpu_name

RESULTS_FILE = Path(__file__).parents[2] / "docs" / "measurements" / "load.json"


@dataclass(frozen=True, slots=True)
class Plan:
    """The players of a run, their pace, and its duration."""

    players: int
    pace: float
    """Seconds between a game's moves; 0 is flat out."""
    seconds: float
    pictures: bool = False
    idle: float = 0.0
    """Seconds before the games, in which everyone is connected and nobody moves."""
    echo: bool = False
    nodes: int = 1
    """Servers; with more than one, the two players of a game are on different ones."""
    server: str = "Quire"
    """The program that serves the games: another one in `peers`."""

    @property
    def rate(self) -> float:
        """Moves per second, if the servers keep up."""
        return self.players / 2 / self.pace if self.pace else float("inf")


@dataclass(frozen=True, slots=True)
class ServiceUsage:
    """What PostgreSQL and Redis used during a run."""

    postgres: float = 0.0
    """CPU seconds."""
    redis: float = 0.0
    commits: int = 0
    wal: int = 0
    """Bytes of PostgreSQL's write-ahead log."""
    images: int = 0
    """Full pages in that log: the first change of each page after a checkpoint."""
    published: int = 0
    """Messages published to Redis."""
    sent: int = 0
    """Bytes that Redis sent to servers."""
    connections: int = 0
    """Connections to PostgreSQL."""
    event_bytes: float = 0.0
    """Bytes per row of `events`, index included."""
    game_bytes: float = 0.0
    """Bytes per game without its events: its rows in `games` and `seats`, indexes included."""


@dataclass(frozen=True, slots=True)
class Crash:
    """What `kill -9` left of the games in progress."""

    announced: int
    """Moves that both players had received."""
    lost: int
    """Those that were not there after a restart."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The measurements of one run."""

    plan: Plan
    seconds: float
    moves: int
    games: int
    cpu_seconds: float
    """CPU seconds of the servers during the measurement."""
    idle: float
    """CPU seconds of the servers per second without moves."""
    memory: float
    """Bytes per connection."""
    median: float
    """Seconds from sending a move until the opponent has it."""
    p99: float
    """The 99th percentile of the same."""
    errors: dict[str, int] = field(default_factory=dict)
    sent_bytes: int = 0
    """Bytes sent by players during the measurement, without frames."""
    received_bytes: int = 0
    """Bytes received by players."""
    finished_games: int = 0
    """Finished games in the database before the run."""
    service_usage: ServiceUsage | None = None
    idle_service_usage: ServiceUsage | None = None
    """During the seconds without moves."""
    players_load: float = 0.0
    """CPU seconds of the players per second: near 1, they are what limits the rate."""
    crash: Crash | None = None

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """CPU seconds of the servers per move, including idle connections."""
        return self.cpu_seconds / max(1, self.moves)

    @property
    def cost_of_move(self) -> float:
        """CPU seconds per move, excluding idle connections if these were measured."""
        return (self.cpu_seconds - self.idle * self.seconds) / max(1, self.moves)


def quantile(waits: Sequence[float], part: float) -> float:
    """Return a quantile of the waits; NaN if there are none.

    >>> quantile([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    return sorted(waits)[int(part * (len(waits) - 1))] if waits else float("nan")


@dataclass(frozen=True, slots=True)
class Results:
    """All measurements by name, each with its runs."""

    machine: str
    runs: dict[str, list[Measurement]]
    probes: dict[str, float] = field(default_factory=dict)
    """Seconds of what is not a run: a flush, the thinking of a level."""

    @classmethod
    def read(cls, file: Path = RESULTS_FILE) -> Results:
        """Read the results from a file; none if it doesn't exist."""
        if not file.exists():
            return cls(machine(), {})
        return msgspec.json.decode(file.read_bytes(), type=cls)

    def added(self, runs: dict[str, list[Measurement]], probes: dict[str, float]) -> Results:
        """Return the results with new ones, which replace those of the same name."""
        return Results(machine(), self.runs | runs, self.probes | probes)

    def write(self, file: Path = RESULTS_FILE) -> None:
        """Write the results to a file."""
        text = msgspec.json.format(msgspec.json.encode(self), indent=2)
        file.write_bytes(text + b"\n")


def machine() -> str:
    """Return the machine and the versions of the measurements, in one sentence."""
    return (
        f"{cpu_name()}, {os.cpu_count()} cores for servers, stores and players together, "
        f"{platform.system()} {platform.machine()}; Python {platform.python_version()}, "
        f"uvicorn {version('uvicorn')}, websockets {version('websockets')}, "
        f"SQLAlchemy {version('sqlalchemy')}{_node_version()}."
    )


def _node_version() -> str:
    """Return the version of Node for the list, if it is installed."""
    if shutil.which("node") is None:
        return ""
    shown = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    return f", Node {shown.stdout.strip().removeprefix('v')}"
