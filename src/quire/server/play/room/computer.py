"""The computer player to move in a game on this server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from quire.errors import AgentFailed, TooMany
from quire.online.event import EventKind
from quire.online.live_game import LiveGame
from quire.server.play.room.audience import Audience
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.services import Services
from quire.server.workers.fair_queue import Owner

RETRY_SECONDS = 1.0
"""Wait before a move is tried again: the worker pool is busy, or the move could not be stored."""

Act = Callable[[int, EventKind, str, int], Awaitable[None]]
"""Commits the act of a seat, unless the board has changed since that event."""

DEVICE_SECONDS = 15
"""Time for a player's device to send the computer's move, before the server computes it."""

pause = asyncio.sleep
"""Gives people time to see a move. It is real time: no clock runs for computer players."""


class ComputerMove:
    """Computes the move of the computer player to move, one at a time.

    It only ever sees a position that is stored. People can ask for a pace at which they can follow
    several moves in a row.
    """

    def __init__(
        self,
        game: HostedGame,
        audience: Audience,
        services: Services,
        act: Act,
        on_idle: Callable[[], None],
    ) -> None:
        self._game = game
        self._audience = audience
        self._services = services
        self._act = act
        self._on_idle = on_idle
        self._task: asyncio.Task[None] | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether a move is being computed."""
        return self._task is not None

    def think(self) -> None:
        """Start to compute a move, unless that is in progress or a person is to move.

        Without a player who is connected here, nobody waits for the move: the game waits too.
        """
        live = self._game.live
        if (
            self._task is None
            and live is not None
            and live.agent_to_move
            and self._audience.player(live.people()) is not None
        ):
            self._task = asyncio.create_task(self._think())
            self._task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            if (error := task.exception()) is None:
                self.think()
            else:  # the next event, or the next tick, tries again
                self._services.log_error(error, game=self._game.id)
        self._on_idle()

    async def _think(self) -> None:
        services, live = self._services, self._game.live
        if live is None or (agent := live.agent_to_move) is None:
            return
        agent = live.setup.agent_of(live.match.to_move) or agent
        if await self._await_device(live):
            return
        peer = self._audience.player(live.people())
        if peer is None:
            return
        kind, text, began = EventKind.MOVE, "", services.time_source.wall()
        try:
            text = await services.pools.agents.choose(
                live.setup.game,
                live.setup.size,
                live.match.moves,
                agent,
                Owner(peer.account, peer.network),
            )
        except TooMany:
            await services.time_source.sleep(RETRY_SECONDS)
            return
        except AgentFailed as error:
            services.log_error(error, game=self._game.id)
            kind, text = EventKind.FORFEIT, "crash"
        # Thinking begins when the last move is stored. Clocks of computer players don't run.
        thought = services.time_source.wall() - began
        if (wait := self._audience.pace(live.people()) - thought) > 0:
            await pause(wait)
        try:
            await self._act(live.match.to_move, kind, text, live.board_seq)
        except Exception as error:  # the database is away, for example
            services.log_error(error, game=self._game.id)
            await services.time_source.sleep(RETRY_SECONDS)

    async def _await_device(self, live: LiveGame) -> bool:
        """Give the player's device time to send the move; return whether the board has changed."""
        for _ in range(DEVICE_SECONDS):
            is_computing = self._audience.is_computing(live.people())
            if live.setup.seed is None or not is_computing:
                break
            await self._services.time_source.sleep(1.0)
            if self._game.live is None or self._game.live.board_seq != live.board_seq:
                return True
        return False

    def stop(self) -> None:
        """Cancel the computation: the server stops."""
        if self._task is not None:
            self._task.cancel()
