"""A parsed HTTP request, as it is passed to the handlers."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request as HttpRequest

from quire.errors import NotationError, NotFound, NotSignedIn
from quire.server.play import socket
from quire.server.play.node import Node
from quire.server.rate_limit import AccountLimit, RateLimits
from quire.server.tournaments.directory import TournamentDirectory
from quire.store.people import players, sessions
from quire.wire import http_types as wire
from quire.wire.endpoint import Access, Endpoint
from quire.wire.shared_types import PlayerSummary
from quire.wire.text import check_text

PATH_PARAMETER = re.compile("[A-Za-z0-9_-]{1,64}")
"""An id or a key in a path."""


@dataclass(slots=True)
class Request:
    """A request: the player who sent it, if signed in, and its parameters and body."""

    node: Node
    tournaments: TournamentDirectory
    path: dict[str, str]
    hold: Callable[[], None]
    """Count the request as a running analysis of the client's network until the response has
    ended. Raises TooMany if the network has too many of them running."""
    network: str
    """The network that the request comes from."""
    known: str
    """The If-None-Match header: the tags of what the client has already."""
    client: str
    """The User-Agent header: the browser or program, as it says itself."""
    player: players.Player | None = None
    session: str = ""
    """The session of that player."""
    body: Any = None
    query: Any = None

    @property
    def me(self) -> players.Player:
        """The player who sent the request; only for endpoints that need a token."""
        assert self.player is not None
        return self.player

    @property
    def limits(self) -> RateLimits:
        """The server's rate limits."""
        return self.node.services.limits

    def limit(self, limit: AccountLimit, account: str) -> None:
        """Count the request for an account. Raises TooMany if there are too many."""
        limit.take(account, self.network, self.node.time_source.wall())

    async def read(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function that reads the database and return its result."""
        return await self.node.store.read(lambda connection: work(connection, *arguments))

    async def write(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function that writes to the database and return its result after the commit."""
        return await self.node.store.write(lambda connection: work(connection, *arguments))

    async def signed_in(self, player: players.Player) -> wire.SignedIn:
        """Return the response with a token for the player: of this session, or of a new one."""
        if self.player is None or self.player.id != player.id:
            self.session = await self.write(
                sessions.start, player.id, self.client, self.node.store.today()
            )
        # For administrators, who can ban the network.
        self.node.services.log.info("signed_in", player=player.id, network=self.network)
        return wire.SignedIn(token=self.node.signer.sign(self.session), player=summary(player))

    async def parse(self, endpoint: Endpoint, http: HttpRequest, max_body_bytes: int) -> None:
        """Set player, query and body. Raises NotFound, NotSignedIn, NotationError."""
        if not all(map(PATH_PARAMETER.fullmatch, self.path.values())):
            raise NotFound(f"not found: {http.scope['path']!r}")
        token = _token(http)
        if token is not None:
            self.player, session = await socket.authenticate(self.node, token)
            self.session = session.id
        elif endpoint.access is Access.PLAYER:
            raise NotSignedIn("sign in first: POST /api/guests, then send the token")
        if endpoint.query is not None:
            given = dict(http.query_params)
            check_text("".join((*given, *given.values())).encode(errors="replace"))
            self.query = _parsed(lambda: msgspec.convert(given, endpoint.query, strict=False))
        if endpoint.request is not None:
            body = await _body(http, max_body_bytes)
            check_text(body)
            self.body = _parsed(lambda: msgspec.json.decode(body, type=endpoint.request))


Handlers = Mapping[str, Callable[[Request], Awaitable[Any]]]
"""Handlers by the names of their endpoints."""


def summary(player: players.Player) -> PlayerSummary:
    """Return the public data of a player."""
    return PlayerSummary(id=player.id, name=player.name, kind=player.kind)


def _token(http: HttpRequest) -> str | None:
    given = http.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn('invalid Authorization header: send "Authorization: Bearer TOKEN"')
    return token.strip()


async def _body(http: HttpRequest, max_bytes: int) -> bytes:
    body = b""
    async for part in http.stream():
        body += part
        if len(body) > max_bytes:
            raise NotationError(f"request too large: at most {max_bytes} bytes")
    return body


def _parsed(parse: Callable[[], Any]) -> Any:
    try:
        return parse()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError(f"invalid request: {error}") from None
