"""The computer player to move in a game on this server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from quire.errors import AgentFailed, TooMany
from quire.online.event import EventKind

if TYPE_CHECKING:
    from quire.server.play.room import Room

RETRY_SECONDS = 1.0
"""Wait before asking a busy worker pool again."""


class Computer:
    """Thinks for whichever computer player is to move in a room, one thought at a time."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._thought: asyncio.Task[None] | None = None

    @property
    def thinks(self) -> bool:
        """Whether there is a thought under way."""
        return self._thought is not None

    def think(self) -> None:
        """Begins to think, unless it does or it is a person's move."""
        live = self._room.live
        if self._thought is None and live is not None and live.thinker:
            self._thought = asyncio.create_task(self._think())
            self._thought.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self._thought = None
        if not task.cancelled() and (error := task.exception()) is not None:
            self._room.node.trouble(error, game=self._room.id)
        else:
            self.think()
        self._room.node.forget(self._room)

    async def _think(self) -> None:
        room, live = self._room, self._room.live
        if live is None or (agent := live.thinker) is None:
            return
        board, seat = live.board_seq, live.match.to_move
        kind, text = EventKind.MOVE, ""
        try:
            text = await room.node.thinkers.choose(
                live.setup.game, live.setup.size, live.match.moves, agent
            )
        except TooMany:
            await room.node.sleep(RETRY_SECONDS)
            return
        except AgentFailed as error:
            room.node.trouble(error, game=room.id)
            kind, text = EventKind.FORFEIT, "crash"
        await room.act_for(seat, kind, text, board)

    def stop(self) -> None:
        """No more thinking: the server stops."""
        if self._thought is not None:
            self._thought.cancel()
