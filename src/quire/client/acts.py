"""What a player does in a game, until it is known to be stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from quire.errors import MatchOver, QuireError, Stale
from quire.online.event import EventKind
from quire.wire.protocol import Act, FromClient

OUTDATED_ERRORS = (Stale, MatchOver)
"""A move was rejected because the game has moved on; a new state follows."""


@dataclass(slots=True)
class _Pending:
    """An act that is not known to be stored."""

    act: Act
    done: asyncio.Future[int]
    error: QuireError | None = None
    """It came too late; the state is under way."""


class Acts:
    """Acts that wait for their acknowledgement, over as many connections as it takes."""

    def __init__(self, send: Callable[[FromClient], None]) -> None:
        self._send = send
        self._pending: dict[str, _Pending] = {}

    async def do(self, act: Act, now: bool) -> int:
        """The number of the event that it comes to; unless it is `now`, it is sent by `settle`."""
        pending = _Pending(act, asyncio.get_running_loop().create_future())
        self._pending[act.id] = pending
        if now:
            self._send(act)
        try:
            return await pending.done
        finally:
            self._pending.pop(act.id, None)

    def stored(self, id: str, seq: int) -> None:
        """It is the event of that number."""
        pending = self._pending.get(id)
        if pending is not None and not pending.done.done():
            pending.done.set_result(seq)

    def refuse(self, id: str, error: QuireError) -> None:
        """It was not done."""
        pending = self._pending.get(id)
        if pending is None or pending.done.done():
            return
        if isinstance(error, OUTDATED_ERRORS) and pending.act.kind is EventKind.MOVE:
            pending.error = error
        else:
            pending.done.set_exception(error)

    def settle(self, again: bool) -> None:
        """The state is known: late moves are refused, the rest is sent if it has to be `again`."""
        for pending in list(self._pending.values()):
            if pending.done.done():
                continue
            if pending.error is not None:
                pending.done.set_exception(pending.error)
            elif again:
                self._send(pending.act)  # the same id: it is done once

    def fail(self, error: QuireError) -> None:
        """Nothing will come any more."""
        for pending in self._pending.values():
            if not pending.done.done():
                pending.done.set_exception(error)
