"""A player's acts in a game, tracked until the server has stored them."""

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
    """An act that the server has not acknowledged."""

    act: Act
    done: asyncio.Future[int]
    error: QuireError | None = None
    """Set if the move came too late; the new state follows."""


class Acts:
    """Acts that wait for their acknowledgement, across reconnects."""

    def __init__(self, send: Callable[[FromClient], None]) -> None:
        self._send = send
        self._pending: dict[str, _Pending] = {}

    async def do(self, act: Act, now: bool) -> int:
        """Return the number of the stored event. Unless sent `now`, the act is sent by `settle`."""
        pending = _Pending(act, asyncio.get_running_loop().create_future())
        self._pending[act.id] = pending
        if now:
            self._send(act)
        try:
            return await pending.done
        finally:
            self._pending.pop(act.id, None)

    def stored(self, id: str, seq: int) -> None:
        """Complete an act that was stored as event `seq`."""
        pending = self._pending.get(id)
        if pending is not None and not pending.done.done():
            pending.done.set_result(seq)

    def reject(self, id: str, error: QuireError) -> None:
        """Fail an act that the server rejected."""
        pending = self._pending.get(id)
        if pending is None or pending.done.done():
            return
        if isinstance(error, OUTDATED_ERRORS) and pending.act.kind is EventKind.MOVE:
            pending.error = error
        else:
            pending.done.set_exception(error)

    def settle(self, resend: bool) -> None:
        """Handle a new state: fail outdated moves, and `resend` the other acts."""
        for pending in list(self._pending.values()):
            if pending.done.done():
                continue
            if pending.error is not None:
                pending.done.set_exception(pending.error)
            elif resend:
                self._send(pending.act)  # the same id, so it is executed only once

    def fail(self, error: QuireError) -> None:
        """Fail all acts, because the game is closed."""
        for pending in self._pending.values():
            if not pending.done.done():
                pending.done.set_exception(error)
