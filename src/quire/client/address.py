"""Where a server is, and which of its games is meant, as people copy it from a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from quire.errors import NotationError

_GAME = re.compile("[A-Za-z0-9_-]{1,64}")
_PLACES = ("play", "game", "games", "watch")


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address without a slash at its end, and the id of a game if one is named."""

    server: str
    game: str | None = None

    @property
    def socket(self) -> str:
        """Where its socket is."""
        return re.sub("^http", "ws", self.server) + "/socket"


def read_address(text: str) -> Address:
    """The server, and the game if there is one, in whichever form a link has.

    Raises NotationError for what is none.

    >>> read_address("http://127.0.0.1:8080/play/kX3_9")
    Address(server='http://127.0.0.1:8080', game='kX3_9')
    >>> read_address("games.example.org")
    Address(server='https://games.example.org', game=None)
    """
    given = text.strip()
    if "://" not in given:
        local = re.match(r"(localhost|127\.|\[::1\])", given)
        given = f"{'http' if local else 'https'}://{given}"
    try:
        parts = urlsplit(given)
        _ = parts.port  # which raises for one that is none
    except ValueError:
        raise _no_address(text) from None
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    if scheme not in ("http", "https") or not parts.hostname:
        raise _no_address(text)
    server = f"{scheme}://{parts.netloc.rpartition('@')[2]}"
    path = [*parts.path.strip("/").split("/"), *parts.fragment.strip("/").split("/")]
    named = [it for it in path if it and it not in ("api", "socket", *_PLACES)]
    if not named:
        return Address(server)
    if len(named) > 1 or not _GAME.fullmatch(named[0]):
        raise _no_address(text)
    return Address(server, named[0])


def _no_address(text: str) -> NotationError:
    return NotationError(
        f"{text!r} is no address of a server or a game: try http://127.0.0.1:8080, "
        "or the link of a game as it was sent to you"
    )
