"""A seek for any opponent that survives reconnects."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from quire.client.backoff import RETRY_SECONDS
from quire.client.checked import checked
from quire.errors import QuireError, TooMany, Unavailable
from quire.wire.protocol import FromClient, Paired
from quire.wire.protocol import Seek as SeekMessage


class Seek:
    """A seek until an opponent is found. Its id lets the server report the game it has led to."""

    def __init__(self, game: str, size: str | None, send: Callable[[FromClient], None]) -> None:
        self.message = checked(SeekMessage(game=game, size=size, id=secrets.token_urlsafe(9)))
        self.found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._send = send

    def send(self) -> None:
        """Send the seek, or send it again after a reconnect."""
        if not self.found.done():
            self._send(self.message)

    def on_paired(self, paired: Paired) -> None:
        """Finish if the game is the one of this seek, not of an earlier one."""
        if paired.id == self.message.id and not self.found.done():
            self.found.set_result(paired.game_id)

    def reject(self, error: QuireError) -> None:
        """Fail, or retry later if the server is only busy."""
        if isinstance(error, TooMany | Unavailable):
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.send)
        else:
            self.fail(error)

    def fail(self, error: QuireError) -> None:
        """End the seek with an error."""
        if not self.found.done():
            self.found.set_exception(error)
