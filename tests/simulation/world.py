"""Everything in one run of the simulation: servers, players, and what has happened to them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from quire.server.settings import Settings
from tests.simulation.client import Client
from tests.simulation.environment.bus import SharedBus
from tests.simulation.environment.database import (
    DATE,
    MAX_PLAYERS,
    SharedDatabase,
)
from tests.simulation.environment.network import Link
from tests.simulation.environment.scheduler import START_SECONDS, Machine, Process, SimulatedLoop
from tests.simulation.player import Player
from tests.simulation.server import Server

HEALING_SECONDS = 40.0
"""Time in which everything must be over once there are no faults any more."""

CLOCK_SECONDS, RECONNECT_SECONDS, HEARTBEAT_SECONDS, MAX_LAG_SECONDS = 3.0, 2.0, 1.0, 0.3


CLOCKS = ((CLOCK_SECONDS, None), (CLOCK_SECONDS, None), (None, None), (5.0, 0.5), (6.0, 0.0))
"""Time per move, no clock, and total time with an increment."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the trace."""

    at: float
    who: str
    what: str
    detail: object

    def __str__(self) -> str:
        return f"{self.at - START_SECONDS:9.4f}  {self.who:<10} {self.what:<11} {self.detail}"


@dataclass(eq=False, slots=True)
class OpenGame:
    """A game that waited for players, as far as they know."""

    id: str
    maker: str
    joined: set[str] = field(default_factory=set)
    """Players whose join was acknowledged."""
    leaving: set[str] = field(default_factory=set)
    """Players who have tried to leave it."""
    is_cancelled: bool = False
    """Whether its creator knows that it is cancelled."""


class World:
    """Everything in one run, and what has happened in it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = self.stream("world")
        self.loop = SimulatedLoop(self.stream("order"))
        self.loop.set_exception_handler(self._on_loop_error)
        self.database = SharedDatabase(self.loop, self.stream("database"))
        self.bus = SharedBus(self.loop, self.stream("bus"))
        offset = DATE - START_SECONDS
        self.database.date_offset = offset
        number = self.chance.choice((1, 2, 2, 2, 3))
        self.servers = [Server(self, Machine(f"server{at}", offset)) for at in range(number)]
        self.settings = Settings(
            db="sqlite:///simulated.db",
            tournaments=".",
            bus="redis://simulated" if number > 1 else "",
            move_seconds=CLOCK_SECONDS,
            reconnect_seconds=RECONNECT_SECONDS,
            heartbeat_seconds=HEARTBEAT_SECONDS,
            max_lag_seconds=MAX_LAG_SECONDS,
        )
        accounts = self.database.memory.accounts[: self.chance.choice((2, 2, 2, 3, MAX_PLAYERS))]
        self.players = [
            Player(self, f"p{at}", account, self.stream(f"player {at}"))
            for at, account in enumerate(accounts)
        ]
        self.open_games: dict[str, OpenGame] = {}
        self.ended_games: dict[str, str] = {}
        """Games that an administrator has ended, and their status before."""
        self.links: list[Link] = []
        self.trace: list[Line] = []
        self.errors: list[str] = []
        """Errors of a server that no client has caused."""
        self.faults: list[float] = []
        """When a server was killed or stopped."""
        self.fault_kinds: set[str] = set()
        self.stops: list[tuple[float, float]] = []
        """When no server could store anything: from and until."""
        self._stopped: float | None = None
        self.isolations: list[tuple[Process, float, float]] = []
        """When single servers could not: from and until."""
        self.healing = False
        self.is_quiet = False
        """Whether everything was over in time."""

    def stream(self, name: str) -> random.Random:
        """Return random numbers for one part, so that another part doesn't shift them."""
        return random.Random(f"{self.seed} {name}")

    # --- what players need ---

    def now(self) -> float:
        """Return the virtual time."""
        return self.loop.time()

    def later(self, delay: float, callback: Callable[..., object], *arguments: Any) -> None:
        """Call something later, outside of the servers."""
        self.loop.call_outside(delay, callback, *arguments)

    def note(self, who: str, what: str, detail: object = "") -> None:
        """Add a line to the trace."""
        self.trace.append(Line(self.loop.time(), who, what, detail))

    def connect(self, client: Client) -> Link | None:
        """Open a connection to a random server; None if it is down."""
        server = self.chance.choice(self.servers)
        if server.node is None or server.process is None:
            return None
        link = Link(self.loop, self.chance, server.process, server.node, client)
        self.links.append(link)
        self.note(client.name, "connects", server.process.name)
        return link

    def on_server_changed(self) -> None:
        """Note that a server is up, or down."""
        can_store = self.database.outage is None and any(
            server.node is not None and server.process not in self.database.cut_off
            for server in self.servers
        )
        if can_store and self._stopped is not None:
            self.stops.append((self._stopped, self.now()))
            self._stopped = None
        elif not can_store and self._stopped is None:
            self._stopped = self.now()

    def _on_loop_error(self, _: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not self.loop.is_buried:
            self.errors.append(f"{context['message']}: {error!r}")
