"""The server as an ASGI application: the HTTP interface, the socket, health, metrics, the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from quire.errors import NotAllowed, NotFound, QuireError, TooMany, Unavailable
from quire.server.http import (
    accounts,
    catalogue,
    games,
    offline_games,
    players,
    puzzles,
    study,
    tournaments,
)
from quire.server.http.disconnect import cancel_on_disconnect
from quire.server.http.request import Handlers, Request
from quire.server.http.response import (
    error_response,
    json_response,
    to_response,
    with_security_headers,
)
from quire.server.play import socket
from quire.server.play.node import Node
from quire.server.rate_limit import ConcurrencyLimit, network_of
from quire.server.settings import Settings
from quire.server.site import docs_site, page
from quire.server.time_source import SystemTime, TimeSource
from quire.server.tournaments.directory import TournamentDirectory
from quire.wire import openapi
from quire.wire.close_code import CloseCode
from quire.wire.endpoint import ENDPOINTS, Endpoint
from quire.wire.http_types import Health

HANDLERS: Handlers = {
    **accounts.HANDLERS,
    **catalogue.HANDLERS,
    **games.HANDLERS,
    **offline_games.HANDLERS,
    **players.HANDLERS,
    **puzzles.HANDLERS,
    **study.HANDLERS,
    **tournaments.HANDLERS,
}

SIGN_IN_ENDPOINTS = frozenset(
    {"register", "sign_in", "rename_me", "change_passphrase", "new_recovery_code", "recover"}
)
"""Endpoints with the stricter sign-in rate limit."""

BANNED_ENDPOINTS = frozenset({"create_guest", "register", "sign_in", "recover"})
"""Endpoints that banned networks can't use."""

EXPENSIVE_ENDPOINTS = frozenset({*study.HANDLERS, *offline_games.HANDLERS, "tournament_report"})
"""Endpoints with their own rate limit."""

HELD = "quire.held"
"""The key in a request's scope for what the request holds until its response has ended."""

REFUSAL_DELAY_SECONDS = 1.0
"""Time before a client that sends too many requests gets an answer: a flood waits for itself."""

MAX_DELAYED_REFUSALS = 100
"""Refusals per network that may wait; the connections of the others are closed."""

CLIENT_CLOSED_REQUEST = 499
"""Status code in the metrics for clients that disconnected before the answer."""

INTERNAL_ERROR = "internal server error: try again"
"""What visitors learn about an error on our side; the log has the rest."""

MAX_TICK_AGE_SECONDS = 10.0
"""Without a tick for this long the server reports "not ready"."""


class App:
    """The ASGI application. It opens a `node` at startup unless it is given one."""

    def __init__(
        self, settings: Settings, time_source: TimeSource | None = None, node: Node | None = None
    ) -> None:
        self.settings = settings
        self.time_source = time_source
        self.node = node
        wall = (time_source or SystemTime()).wall
        self._tournaments = TournamentDirectory(Path(settings.tournaments), wall)
        self._running_analyses = ConcurrencyLimit(settings.analysis_concurrency)
        self._sockets = ConcurrencyLimit(settings.max_connections_per_address)
        self._delayed = ConcurrencyLimit(MAX_DELAYED_REFUSALS)
        origins = (origin.strip().rstrip("/") for origin in settings.origins.split(","))
        self._origins = set(filter(None, origins))
        docs = docs_site.DocsSite(docs_site.SITE)
        routes = [
            Route(endpoint.path, self._answer(endpoint), methods=[endpoint.method])
            for endpoint in ENDPOINTS
        ]
        self._http = Starlette(
            routes=[
                *_merged(routes),
                Route("/api/openapi.json", self._openapi),
                Route("/health/live", self._live),
                Route("/health/ready", self._ready),
                Route("/metrics", self._metrics),
                Route("/docs", docs.add_slash),
                Route("/docs/{path:path}", docs.answer),
                Route("/{path:path}", page.Page(page.STATIC).answer),
            ],
            exception_handlers={404: _not_found, 405: _not_found, Exception: _internal_error},
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        self.node = self.node or await Node.open(self.settings, self.time_source)
        try:
            yield
        finally:
            await self.node.close()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request, a socket, or the lifespan of the server."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] == "http" and (refusal := await self._refusal(_network(scope))):
            await refusal(scope, receive, with_security_headers(send))
            return
        with ExitStack() as scope[HELD]:  # until the response has ended or the client has left
            await self._http(scope, receive, with_security_headers(send))

    async def _refusal(self, network: str) -> Response | None:
        """Count a request; return the response for one too many, after a while."""
        node = self._running_node()
        try:
            node.services.limits.requests.take(network, node.time_source.wall())
        except TooMany as error:
            node.metrics.rejections.labels(error.code).inc()
            response = error_response(error)
            if self._delayed.is_full(network):
                response.headers["connection"] = "close"
            else:
                with self._delayed.hold(network):
                    await asyncio.sleep(REFUSAL_DELAY_SECONDS)
            return response
        return None

    # --- the socket ---

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        network, node = _network(scope), self._running_node()
        try:
            self._check_socket(scope, network)
        except QuireError as error:
            node.metrics.rejections.labels(error.code).inc()
            await receive()
            await error_response(error)(scope, receive, send)
            return
        if node.services.network_bans.is_banned(network):
            await receive()
            await send({"type": "websocket.accept"})  # a browser shows no other refusal to the page
            await send({"type": "websocket.close", "code": CloseCode.BANNED})
            return
        with self._sockets.hold(network):
            await socket.serve(node, scope, receive, send, network)

    def _check_socket(self, scope: Any, network: str) -> None:
        """Raise a QuireError for a connection that must not be opened."""
        node = self._running_node()
        if scope["path"] != "/socket":
            raise NotFound(f"not found: {scope['path']!r}")
        if not self._same_origin(scope):
            raise NotAllowed("pages of other sites can't connect to this server")
        if node.is_stopping:
            raise Unavailable("the server is restarting: try again in a moment")
        if self._sockets.is_full(network):
            raise TooMany("too many connections from your network: close some first")
        node.connections.check_capacity()

    def _same_origin(self, scope: Any) -> bool:
        """Return whether a socket comes from our own page, an allowed one, or no page at all."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1").rstrip("/")
        if not origin or origin in self._origins:
            return True
        host: str = headers.get(b"host", b"").decode("latin-1")
        return bool(origin.partition("://")[2] == host)

    # --- requests ---

    def _answer(self, endpoint: Endpoint) -> Callable[[HttpRequest], Awaitable[Response]]:
        handler = HANDLERS[endpoint.name]

        async def answer(request: HttpRequest) -> Response:
            node = self._running_node()
            try:
                self._check_network(endpoint, _network(request.scope))
                parsed = await self._parse(endpoint, request, node)
                if endpoint.name in study.HANDLERS:
                    result = await cancel_on_disconnect(request, handler(parsed))
                else:
                    async with node.services.limits.turns.turn(parsed.network):
                        result = await handler(parsed)
                response = to_response(endpoint, result)
            except ClientDisconnect:
                response = Response(status_code=CLIENT_CLOSED_REQUEST)
            except QuireError as error:
                node.metrics.rejections.labels(error.code).inc()
                response = error_response(error)
            except Exception as error:  # internals never reach a visitor
                node.services.log_error(error, endpoint=endpoint.name)
                response = error_response(Unavailable(INTERNAL_ERROR))
            node.metrics.requests.labels(endpoint.name, response.status_code).inc()
            return response

        return answer

    async def _parse(self, endpoint: Endpoint, http: HttpRequest, node: Node) -> Request:
        tags = http.headers.get("if-none-match", "")
        hold = partial(self._hold, http)
        network = _network(http.scope)
        client = http.headers.get("user-agent", "")
        request = Request(node, self._tournaments, http.path_params, hold, network, tags, client)
        await request.parse(endpoint, http, self.settings.max_body_bytes)
        return request

    def _running_node(self) -> Node:
        assert self.node is not None
        return self.node

    def _check_network(self, endpoint: Endpoint, network: str) -> None:
        """Raise NotAllowed for a banned network, TooMany for one with too many requests."""
        node = self._running_node()
        limits, now = node.services.limits, node.time_source.wall()
        if endpoint.name in BANNED_ENDPOINTS:
            node.services.network_bans.check(network)
        if endpoint.name == "create_guest":
            limits.guests.take(network, now)
        if endpoint.name in SIGN_IN_ENDPOINTS:
            limits.sign_ins.take(network, now)
        if endpoint.name in EXPENSIVE_ENDPOINTS:
            limits.analyses.take(network, now)

    def _hold(self, request: HttpRequest) -> None:
        """Count one more analysis for this network, until its response has ended."""
        network = _network(request.scope)
        if self._running_analyses.is_full(network):
            raise TooMany(
                f"you already have {self.settings.analysis_concurrency} analyses running: wait for "
                "one to finish",
                self.settings.analysis_seconds,
            )
        request.scope[HELD].enter_context(self._running_analyses.hold(network))

    # --- health, metrics and the OpenAPI document ---

    async def _openapi(self, _: HttpRequest) -> Response:
        return json_response(openapi.document())

    async def _live(self, _: HttpRequest) -> Response:
        return json_response(Health(ready=True))

    async def _ready(self, _: HttpRequest) -> Response:
        node, problems = self._running_node(), []
        if node.is_stopping:
            problems.append("the server is restarting")
        last = min(node.maintenance.last_renewal, node.maintenance.last_tick)
        if node.time_source.wall() - last > MAX_TICK_AGE_SECONDS:
            problems.append("the database does not respond")
        health = Health(
            ready=not problems, problems=tuple(problems), degraded=tuple(node.degraded())
        )
        return json_response(health, 503 if problems else 200)

    async def _metrics(self, _: HttpRequest) -> Response:
        page = await asyncio.to_thread(self._running_node().metrics.page)
        return Response(page, media_type="text/plain; version=0.0.4")


def _network(scope: Any) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def _merged(routes: list[Route]) -> list[Route]:
    """Merge the routes of a path into one, so that other methods get a 405."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        for method in route.methods or ():
            paths.setdefault(route.path, {})[method] = route.endpoint
    return [Route(path, _by_method(by), methods=list(by)) for path, by in paths.items()]


def _by_method(by: dict[str, Any]) -> Callable[[HttpRequest], Awaitable[Response]]:
    async def answer(request: HttpRequest) -> Response:
        method = "GET" if request.method == "HEAD" and "HEAD" not in by else request.method
        answered: Response = await by[method](request)
        return answered

    return answer


async def _internal_error(_: HttpRequest, __: Exception) -> Response:
    """Return an error without internals; Starlette raises it again, for the log."""
    return error_response(Unavailable(INTERNAL_ERROR))


async def _not_found(request: HttpRequest, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    response = error_response(NotFound(f"not found: {request.method} {request.scope['path']!r}"))
    response.status_code = status
    response.headers.update(getattr(error, "headers", None) or {})
    return response
