"""Typed HTTP requests to a server; errors are raised as exceptions."""

from __future__ import annotations

import re
import ssl
from collections.abc import AsyncGenerator
from functools import cache
from typing import Any

import httpx
import msgspec

from quire.client.error import error_of
from quire.errors import QuireError, Unavailable
from quire.wire.http_types import ErrorResponse
from quire.wire.protocol import encode

TIMEOUT = httpx.Timeout(30.0)
"""For ordinary requests."""

USER_AGENT = "Quire for Python"
"""How players see this client in the list of their sessions."""

ANALYSIS_TIMEOUT = httpx.Timeout(30.0, read=180.0)
"""For requests that are computed, possibly after a queue of a hundred others."""


class Http:
    """The server's HTTP interface, used with a token if there is one."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server = server
        self.token = token
        headers = {"user-agent": USER_AGENT}
        self._client = httpx.AsyncClient(
            base_url=server, timeout=TIMEOUT, headers=headers, verify=_tls(server)
        )

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def request(
        self,
        method: str,
        path: str,
        response_type: Any = None,
        body: msgspec.Struct | None = None,
        query: msgspec.Struct | None = None,
        *,
        computed: bool = False,
    ) -> Any:
        """Send a request and return the response as `response_type`. Raises a QuireError.

        `computed`: the response takes the server a while.
        """
        timeout = ANALYSIS_TIMEOUT if computed else TIMEOUT
        response = await self._send(method, path, body, query, timeout)
        if response.status_code >= 400:
            raise _error(response)
        if response_type is None:
            return None
        if response_type is bytes:
            return response.content
        return self._decoded(response.content, response_type)

    async def stream(
        self, method: str, path: str, response_type: Any, body: msgspec.Struct
    ) -> AsyncGenerator[Any, None]:
        """Send a request and yield the lines of the response as they come. Raises a QuireError."""
        options: dict[str, Any] = {"content": encode(body), "headers": self._headers()}
        try:
            async with self._client.stream(
                method, path, **options, timeout=ANALYSIS_TIMEOUT
            ) as response:
                if response.status_code >= 400:
                    await response.aread()
                    raise _error(response)
                async for line in response.aiter_lines():
                    yield self._decoded(line, response_type)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from None

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}

    def _decoded(self, text: str | bytes, response_type: Any) -> Any:
        try:
            return msgspec.json.decode(text, type=response_type)
        except msgspec.DecodeError as error:
            raise Unavailable(
                f"{self.server} is not a Quire server, or a different version: {error}"
            ) from None

    def _unreachable(self, error: Exception) -> Unavailable:
        why = re.sub(r"^\[Errno -?\d+\] ", "", str(error)) or type(error).__name__
        return Unavailable(f"can't reach {self.server}: {why}")

    async def _send(
        self,
        method: str,
        path: str,
        body: msgspec.Struct | None,
        query: msgspec.Struct | None,
        timeout: httpx.Timeout,
    ) -> httpx.Response:
        given = {} if query is None else msgspec.to_builtins(query)
        try:
            return await self._client.request(
                method,
                path,
                content=None if body is None else encode(body),
                params={key: value for key, value in given.items() if value is not None},
                headers=self._headers(),
                timeout=timeout,
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from None


def _tls(server: str) -> ssl.SSLContext:
    """Return how to verify a server. One without TLS needs no certificates."""
    if httpx.URL(server).scheme == "https":
        return _certificates()
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts nobody


@cache
def _certificates() -> ssl.SSLContext:
    """Read the authorities' certificates once: it takes longer than most requests."""
    return httpx.create_ssl_context()


def _error(response: httpx.Response) -> QuireError:
    try:
        problem = msgspec.json.decode(response.content, type=ErrorResponse)
    except msgspec.DecodeError:
        return Unavailable(
            f"{response.request.url.host} is not a Quire server "
            f"(HTTP status {response.status_code})"
        )
    after = response.headers.get("retry-after", "")
    return error_of(problem.code, problem.message, float(after) if after.isdigit() else None)
