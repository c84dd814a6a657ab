"""A wish to meet anybody, which outlives the connection that it was made on."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from quire.client.backoff import RETRY_SECONDS
from quire.client.checked import checked
from quire.errors import QuireError, TooMany, Unavailable
from quire.wire.protocol import FromClient, Paired, Seek


class Seeking:
    """A wish until it is met. Its id lets the server tell the very game that it has led to."""

    def __init__(self, game: str, size: str | None, send: Callable[[FromClient], None]) -> None:
        self.wish = checked(Seek(game=game, size=size, id=secrets.token_urlsafe(9)))
        self.found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._send = send

    def ask(self) -> None:
        """Makes the wish, or makes it again."""
        if not self.found.done():
            self._send(self.wish)

    def hear(self, paired: Paired) -> None:
        """Somebody was found, for this wish or for one of before."""
        if paired.id == self.wish.id and not self.found.done():
            self.found.set_result(paired.game_id)

    def refuse(self, error: QuireError) -> None:
        """The server will not, or cannot now and is asked again."""
        if isinstance(error, TooMany | Unavailable):
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.ask)
        else:
            self.fail(error)

    def fail(self, error: QuireError) -> None:
        """Nothing will come any more."""
        if not self.found.done():
            self.found.set_exception(error)
