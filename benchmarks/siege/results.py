"""What ordinary players noticed of attacks, as stored in `docs/measurements/siege.json`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchmarks.load.results import machine

RESULTS_FILE = Path(__file__).parents[2] / "docs" / "measurements" / "siege.json"

GOAL_SECONDS = 0.25
"""The 99th percentile that ordinary moves keep in every attack."""


@dataclass(frozen=True, slots=True)
class Siege:
    """What ordinary players noticed of an attack."""

    attack: str
    games: int
    """Ordinary games."""
    seconds: float
    """Duration of the attack."""
    moves: int
    """Moves of the ordinary games."""
    median: float | None
    """Seconds from sending a move until the opponent has it; None without moves."""
    p99: float | None
    slowest: float | None
    answer: float
    """Seconds that level 3 took for a move, at most."""
    memory_before: int
    """Resident bytes of the server before the attack."""
    memory: int
    """The same, at most, during the attack."""
    errors: dict[str, int] = field(default_factory=dict)
    """What went wrong in the ordinary games."""

    @property
    def met(self) -> bool:
        """Whether the attack disturbed nobody."""
        return self.p99 is not None and self.p99 <= GOAL_SECONDS and not self.errors


@dataclass(frozen=True, slots=True)
class Sieges:
    """All measured attacks."""

    machine: str
    sieges: list[Siege]

    @classmethod
    def read(cls, file: Path = RESULTS_FILE) -> Sieges:
        """Read the attacks from a file; none if it doesn't exist."""
        if not file.exists():
            return cls(machine(), [])
        return msgspec.json.decode(file.read_bytes(), type=cls)

    def added(self, new: list[Siege]) -> Sieges:
        """Return the attacks with new ones, which replace those of the same name."""
        by_name = {siege.attack: siege for siege in (*self.sieges, *new)}
        return Sieges(machine(), list(by_name.values()))

    def write(self, file: Path = RESULTS_FILE) -> None:
        """Write the attacks to a file."""
        text = msgspec.json.format(msgspec.json.encode(self), indent=2)
        file.write_bytes(text + b"\n")
