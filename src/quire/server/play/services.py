"""What the parts of a server share: its settings, database, bus, time, metrics and tasks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from quire.errors import QuireError, Unavailable
from quire.online import identity
from quire.server.bus.bus import Bus
from quire.server.logging import logger
from quire.server.metrics import Metrics
from quire.server.network_bans import NetworkBans
from quire.server.rate_limit import RateLimits, is_public
from quire.server.settings import Settings
from quire.server.time_source import TimeSource
from quire.server.workers.pools import Pools
from quire.store.store import Store, reason

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Services:
    """The services of one server process."""

    settings: Settings
    store: Store
    bus: Bus
    time_source: TimeSource
    metrics: Metrics
    pools: Pools
    limits: RateLimits
    network_bans: NetworkBans = field(default_factory=NetworkBans)
    id: str = field(default_factory=lambda: identity.new_id(identity.SERVER))
    """The id of this server."""
    log: Any = field(default_factory=lambda: logger("quire.server"))
    stopping: bool = False
    _tasks: set[asyncio.Task[object]] = field(default_factory=set)

    @property
    def is_alone(self) -> bool:
        """Whether this is the only server, so that no other can change a game."""
        return not self.settings.bus

    def oldest_session(self) -> float:
        """Return since when a session must have been used to be valid."""
        return self.store.today() - 86400 * self.settings.session_days

    def rated_network(self, network: str) -> str | None:
        """Return a network whose players cannot play rated games with each other; else None."""
        if self.settings.rated_in_public_network or not is_public(network):
            return None
        return network

    def check_accepts_games(self) -> None:
        """Raise Unavailable while the server stops."""
        if self.stopping:
            raise Unavailable("the server is restarting: try again in a moment")

    def start(self, work: Awaitable[object]) -> None:
        """Run something in the background; a failure is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    async def shield(self, work: Awaitable[T]) -> T:
        """Run to completion even if the caller is cancelled; then a failure is logged.

        So a room knows what was stored.
        """
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.start(task)
            raise

    def _on_done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.log_error(error)

    def log_error(self, error: BaseException, **where: str) -> None:
        """Log and count an error on our side."""
        self.metrics.errors.inc()
        if isinstance(error, QuireError):
            if error.__cause__ is not None:
                where["cause"] = reason(error.__cause__)
            self.log.warning("request_failed", error=str(error), **where)
        else:
            self.log.error("internal_error", exc_info=error, **where)

    async def cancel_tasks(self) -> None:
        """Cancel everything that runs in the background."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
