"""Bots that keep running from game to game."""

from __future__ import annotations

from dataclasses import dataclass, field

from quire.arena.bots.fault import Fault
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import ResourceLimits, Sandbox
from quire.arena.bots.spec import Bot
from quire.engine.ugi.protocol import Options

MAX_IDLE_BOTS = 16
"""Bots that keep running after a game, each with its memory."""


@dataclass(slots=True)
class BotPool:
    """Running bots; one that has ended is started again when it is needed."""

    sandbox: Sandbox
    resource_limits: ResourceLimits = field(default_factory=ResourceLimits)
    _running: dict[tuple[Bot, int], BotProcess] = field(default_factory=dict, init=False)

    def ready(
        self, bot: Bot, game: str, size: str, copy: int = 0, options: Options = ()
    ) -> BotProcess:
        """Return the bot's process, ready for a new game. Raises Fault if it is not.

        If the bot has several seats in a game, `copy` says which of its processes is meant.
        """
        process = self._running.get((bot, copy))
        if process is not None and process.needs_restart:
            self.stop(bot, copy)
            process = None
        try:
            if process is None:
                process = BotProcess(bot, self.sandbox, self.resource_limits)
                self._running[bot, copy] = process
                process.handshake()
            process.new_game(game, size, options)
        except Fault as fault:
            if process is not None:
                fault.output = process.transcript.last_lines()
            self.stop(bot, copy)
            raise
        self._running[bot, copy] = self._running.pop((bot, copy))  # the most recently used is last
        return process

    def stop_idle(self) -> None:
        """Stop the bots that have not played for the longest time, if there are too many."""
        for bot, copy in list(self._running)[:-MAX_IDLE_BOTS]:
            self.stop(bot, copy)

    def stop(self, bot: Bot, copy: int = 0) -> None:
        """Stop the bot if it is running."""
        if (process := self._running.pop((bot, copy), None)) is not None:
            process.close()

    def interrupt(self) -> None:
        """Kill all bots from another thread; the game in progress ends, and must not count."""
        for process in list(self._running.values()):
            process.interrupt()

    def close(self) -> None:
        """Stop all bots."""
        for bot, copy in list(self._running):
            self.stop(bot, copy)

    def __enter__(self) -> BotPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
