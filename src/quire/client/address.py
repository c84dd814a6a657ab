"""Parse the address of a server, or the link of a game, as people copy it from a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from quire.errors import NotationError

_GAME = re.compile("[A-Za-z0-9_-]{1,64}")
_GAME_PATHS = ("play", "game", "games", "watch")


@dataclass(frozen=True, slots=True)
class Address:
    """A server's address without a trailing slash, and the id of a game if the link has one."""

    server: str
    game: str | None = None

    @property
    def socket(self) -> str:
        """The address of the server's WebSocket."""
        return re.sub("^http", "ws", self.server) + "/socket"


def read_address(text: str) -> Address:
    """Return the server, and the game if there is one. Raises NotationError for other text.

    >>> read_address("http://127.0.0.1:8080/game/kX3_9")
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
        _ = parts.port  # raises ValueError for an invalid port
    except ValueError:
        raise _invalid_address(text) from None
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    if scheme not in ("http", "https") or not parts.hostname:
        raise _invalid_address(text)
    server = f"{scheme}://{parts.netloc.rpartition('@')[2]}"
    path = [*parts.path.strip("/").split("/"), *parts.fragment.strip("/").split("/")]
    named = [part for part in path if part and part not in ("api", "socket", *_GAME_PATHS)]
    if not named:
        return Address(server)
    if len(named) > 1 or not _GAME.fullmatch(named[0]):
        raise _invalid_address(text)
    return Address(server, named[0])


def _invalid_address(text: str) -> NotationError:
    return NotationError(
        f"{text!r} is not a server address or a game link: try http://127.0.0.1:8080, "
        "or paste the invite link"
    )
