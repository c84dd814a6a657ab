"""The worker pools of a server: one for computer players, one for analysis."""

from __future__ import annotations

from quire.errors import Unavailable
from quire.server.settings import Settings
from quire.server.workers.worker_pool import WorkerPool


class Pools:
    """Worker pools, started when they are first needed.

    Analysis has its own processes, so that no game waits for it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._agents: WorkerPool | None = None
        self._analysis: WorkerPool | None = None
        self._stopping = False

    @property
    def agents(self) -> WorkerPool:
        """The pool for computer players."""
        if self._agents is None:
            settings = self._settings
            self._agents = WorkerPool(
                settings.agent_workers, settings.agent_seconds, settings.agent_queue
            )
        return self._agents

    @property
    def analysis(self) -> WorkerPool:
        """The pool for analysis. Raises Unavailable while the server stops."""
        if self._analysis is None:
            if self._stopping:
                raise Unavailable("the server is restarting: try again in a moment")
            settings = self._settings
            self._analysis = WorkerPool(
                settings.analysis_workers,
                settings.analysis_seconds,
                settings.analysis_queue,
                purpose="analyses",
            )
        return self._analysis

    def load(self) -> tuple[int, int, int, int]:
        """Return running and queued tasks, of computer players and of analysis."""
        return (*_load(self._agents), *_load(self._analysis))

    async def stop_analysis(self) -> None:
        """Stop all analyses; a long review would delay the end of the server."""
        self._stopping = True
        if self._analysis is not None:
            await self._analysis.close()

    async def close(self) -> None:
        """Stop all workers."""
        await self.stop_analysis()
        if self._agents is not None:
            await self._agents.close()


def _load(pool: WorkerPool | None) -> tuple[int, int]:
    if pool is None:
        return 0, 0
    statistics = pool.statistics
    return statistics.running, statistics.queued
