"""The server as an ASGI application: the HTTP interface, the socket, health, metrics, the page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from quire.errors import NotationError, NotFound, NotSignedIn, QuireError, TooMany, Unavailable
from quire.server.http import docs_site, page, study
from quire.server.http.api import HANDLERS
from quire.server.http.disconnect import unless_gone
from quire.server.http.request import Call
from quire.server.http.tournament_directory import TournamentDirectory
from quire.server.play import socket
from quire.server.play.node import Node
from quire.server.play.peer import CLOSE_POLICY
from quire.server.rate_limit import AddressBuckets, ConcurrencyLimit
from quire.server.settings import Settings
from quire.server.time_source import SystemTime, TimeSource
from quire.wire import openapi
from quire.wire.endpoint import ENDPOINTS, STATUS, Access, Endpoint
from quire.wire.http_types import ErrorResponse, Health
from quire.wire.protocol import encode

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
)
"""What every answer says to browsers."""

PLAIN = re.compile("[A-Za-z0-9_-]{1,64}")
"""What an id or a key in an address looks like."""

SIGN_IN_ENDPOINTS = frozenset({"register", "sign_in", "create_guest", "rename_me"})
"""Endpoints with the stricter sign-in rate limit."""

EXPENSIVE_ENDPOINTS = frozenset({*study.HANDLERS, "tournament_report"})
"""Endpoints with their own rate limit."""

STREAMED = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""The headers of answers that come line by line: no proxy may hold lines back."""

HELD = "quire.held"
"""What a request holds while it lasts, in its scope."""

CLIENT_CLOSED_REQUEST = 499
"""Status code in the metrics for clients that disconnected before the answer."""

MAX_TICK_AGE_SECONDS = 10.0
"""Without a tick for this long the server reports "not ready"."""


class App:
    """The application; `node` is there from start to end, opened at the start if not given."""

    def __init__(
        self, settings: Settings, time_source: TimeSource | None = None, node: Node | None = None
    ) -> None:
        self.settings = settings
        self.time_source = time_source
        self.node = node
        wall = (time_source or SystemTime()).wall
        self._tournaments = TournamentDirectory(Path(settings.tournaments), wall)
        self._requests = AddressBuckets(settings.request_rate, settings.request_burst)
        self._logins = AddressBuckets(settings.sign_in_rate, settings.sign_in_burst)
        self._analyses = AddressBuckets(settings.analysis_rate, settings.analysis_burst)
        self._under_way = ConcurrencyLimit(settings.analysis_concurrency)
        self._sockets = ConcurrencyLimit(settings.max_connections_per_address)
        self._origins = {it.strip().rstrip("/") for it in settings.origins.split(",")} - {""}
        docs = docs_site.DocsSite(docs_site.SITE)
        routes = [Route(it.path, self._answer(it), methods=[it.method]) for it in ENDPOINTS]
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
            exception_handlers={404: _no_page, 405: _no_page},
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
        """One request, one connection, or the life of the server."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", ())
                own = {name.lower() for name, _ in given}  # an answer may know better
                message["headers"] = [*given, *(it for it in HEADERS if it[0] not in own)]
            await send(message)

        with ExitStack() as scope[HELD]:  # until the answer has ended, or nobody listens any more
            await self._http(scope, receive, send_guarded)

    # --- the socket ---

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        address = _address(scope)
        refused = scope["path"] != "/socket" or self.node is None or self.node.is_stopping
        refused = refused or not self._same_origin(scope)
        refused = refused or self._sockets.is_full(address)
        if refused or self.node is None:
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_POLICY})
            return
        with self._sockets.hold(address):
            await socket.serve(self.node, scope, receive, send, address)

    def _same_origin(self, scope: Any) -> bool:
        """Whether a connection comes from our own page, an allowed one, or no page at all."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1").rstrip("/")
        if not origin or origin in self._origins:
            return True
        return bool(urlsplit(origin).netloc == headers.get(b"host", b"").decode("latin-1"))

    # --- requests ---

    def _answer(self, endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        handler = HANDLERS[endpoint.name]

        async def answer(request: Request) -> Response:
            node = self._at_work()
            try:
                self._check_rate(endpoint, _address(request.scope))
                call = await self._call(endpoint, request, node)
                if endpoint.name in study.HANDLERS:
                    given = await unless_gone(request, handler(call))
                else:
                    given = await handler(call)
                response = _response(endpoint, given)
            except ClientDisconnect:
                response = Response(status_code=CLIENT_CLOSED_REQUEST)
            except QuireError as error:
                node.metrics.refusals.labels(error.code).inc()
                response = problem(error)
            except Exception as error:  # nobody may see our insides
                node.services.log_error(error, endpoint=endpoint.name)
                response = problem(Unavailable("internal server error: try again"))
            node.metrics.requests.labels(endpoint.name, response.status_code).inc()
            return response

        return answer

    def _at_work(self) -> Node:
        assert self.node is not None
        return self.node

    def _check_rate(self, endpoint: Endpoint, address: str) -> None:
        now = self._at_work().time_source.wall()
        self._requests.take(address, now)
        if endpoint.name in SIGN_IN_ENDPOINTS:
            self._logins.take(address, now)
        if endpoint.name in EXPENSIVE_ENDPOINTS:
            self._analyses.take(address, now)

    def _hold(self, request: Request) -> None:
        """One more is worked out for this address, until its answer has ended."""
        address = _address(request.scope)
        if self._under_way.is_full(address):
            raise TooMany(
                f"you already have {self.settings.analysis_concurrency} analyses running: wait for "
                "one to finish",
                self.settings.analysis_seconds,
            )
        request.scope[HELD].enter_context(self._under_way.hold(address))

    async def _call(self, endpoint: Endpoint, request: Request, node: Node) -> Call:
        known = request.headers.get("if-none-match", "")
        call = Call(
            node, self._tournaments, request.path_params, partial(self._hold, request), known
        )
        if not all(map(PLAIN.fullmatch, request.path_params.values())):
            raise NotFound(f"not found: {request.url.path!r}")
        token = _token(request)
        if token is not None:
            call.player = await socket.authenticate(node, token)
        elif endpoint.access is Access.PLAYER:
            raise NotSignedIn("sign in first: POST /api/guests, then send the token")
        if endpoint.query is not None:
            given = dict(request.query_params)
            call.query = _converted(lambda: msgspec.convert(given, endpoint.query, strict=False))
        if endpoint.request is not None:
            body = await self._body(request)
            call.body = _converted(lambda: msgspec.json.decode(body, type=endpoint.request))
        return call

    async def _body(self, request: Request) -> bytes:
        most, body = self.settings.max_body_bytes, b""
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise NotationError(f"request too large: at most {most} bytes")
        return body

    # --- what is asked about the server itself ---

    async def _openapi(self, _: Request) -> Response:
        return _json(openapi.document())

    async def _live(self, _: Request) -> Response:
        return _json(Health(ready=True))

    async def _ready(self, _: Request) -> Response:
        node, problems = self._at_work(), []
        if node.is_stopping:
            problems.append("the server is restarting")
        if node.time_source.wall() - node.maintenance.last_tick > MAX_TICK_AGE_SECONDS:
            problems.append("the database does not respond")
        if not node.bus.healthy:
            problems.append("the message bus does not respond")
        return _json(Health(ready=not problems, problems=tuple(problems)), 503 if problems else 200)

    async def _metrics(self, _: Request) -> Response:
        page = await asyncio.to_thread(self._at_work().metrics.page)
        return Response(page, media_type="text/plain; version=0.0.4")


def problem(error: QuireError) -> Response:
    """What was wrong, as an answer."""
    response = _json(ErrorResponse(code=error.code, message=str(error)), STATUS[error.code])
    if isinstance(error, TooMany) and error.after is not None:
        response.headers["retry-after"] = str(int(error.after) + 1)
    if isinstance(error, NotSignedIn):
        response.headers["www-authenticate"] = "Bearer"
    return response


def _response(endpoint: Endpoint, given: Any) -> Response:
    if given is None:
        return Response(status_code=endpoint.status)
    if isinstance(given, Response):
        return given
    if endpoint.media != "application/json":
        return StreamingResponse(given, endpoint.status, STREAMED, endpoint.media)
    return _json(given, endpoint.status)


def _json(it: Any, status: int = 200) -> Response:
    return Response(encode(it), status, {"cache-control": "no-store"}, "application/json")


def _converted(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotationError(f"invalid request: {error}") from None


def _token(request: Request) -> str | None:
    given = request.headers.get("authorization")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn('invalid Authorization header: send "Authorization: Bearer TOKEN"')
    return token.strip()


def _address(scope: Any) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _merged(routes: list[Route]) -> list[Route]:
    """Merge the routes of a path into one, so that other methods get a 405."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        for method in route.methods or ():
            paths.setdefault(route.path, {})[method] = route.endpoint
    return [Route(path, _by_method(by), methods=list(by)) for path, by in paths.items()]


def _by_method(by: dict[str, Any]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" and "HEAD" not in by else request.method
        answered: Response = await by[method](request)
        return answered

    return answer


async def _no_page(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    response = problem(NotFound(f"there is nothing at {request.url.path!r} for {request.method}"))
    response.status_code = status
    response.headers.update(getattr(error, "headers", None) or {})
    return response
