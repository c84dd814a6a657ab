"""Requests to a server: typed there and back, and every refusal an error of its own kind."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import msgspec

from quire.client.error import error_of
from quire.errors import QuireError, Unavailable
from quire.wire.http_types import ErrorResponse
from quire.wire.protocol import encode

TIMEOUT = httpx.Timeout(30.0)
"""For ordinary requests."""

ANALYSIS_TIMEOUT = httpx.Timeout(30.0, read=180.0)
"""For requests that are computed, possibly after a queue of a hundred others."""


class Http:
    """The server's HTTP interface, for one who may have a token."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server = server
        self.token = token
        self._client = httpx.AsyncClient(base_url=server, timeout=TIMEOUT)

    async def close(self) -> None:
        """Lets the connections go."""
        await self._client.aclose()

    async def ask(
        self,
        method: str,
        path: str,
        gives: Any = None,
        body: msgspec.Struct | None = None,
        query: msgspec.Struct | None = None,
        *,
        worked_out: bool = False,
    ) -> Any:
        """What the server answers, as the type that is named. Raises a QuireError.

        `worked_out`: it takes the server a while.
        """
        patience = ANALYSIS_TIMEOUT if worked_out else TIMEOUT
        answer = await self._send(method, path, body, query, patience)
        if answer.status_code >= 400:
            raise _refusal(answer)
        if gives is None:
            return None
        if gives is bytes:
            return answer.content
        return self._decoded(answer.content, gives)

    async def lines(
        self, method: str, path: str, gives: Any, body: msgspec.Struct
    ) -> AsyncGenerator[Any, None]:
        """What the server answers line by line, as soon as each comes. Raises a QuireError."""
        asked: dict[str, Any] = {"content": encode(body), "headers": self._headers()}
        try:
            async with self._client.stream(method, path, **asked, timeout=ANALYSIS_TIMEOUT) as it:
                if it.status_code >= 400:
                    await it.aread()
                    raise _refusal(it)
                async for line in it.aiter_lines():
                    yield self._decoded(line, gives)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from None

    def _headers(self) -> dict[str, str]:
        return {} if self.token is None else {"authorization": f"Bearer {self.token}"}

    def _decoded(self, text: str | bytes, gives: Any) -> Any:
        try:
            return msgspec.json.decode(text, type=gives)
        except msgspec.DecodeError as error:
            raise Unavailable(
                f"{self.server} is not a Quire server, or a different version: {error}"
            ) from None

    def _unreachable(self, error: Exception) -> Unavailable:
        return Unavailable(f"{self.server} cannot be reached: {str(error) or type(error).__name__}")

    async def _send(
        self,
        method: str,
        path: str,
        body: msgspec.Struct | None,
        query: msgspec.Struct | None,
        patience: httpx.Timeout,
    ) -> httpx.Response:
        asked = {} if query is None else msgspec.to_builtins(query)
        try:
            return await self._client.request(
                method,
                path,
                content=None if body is None else encode(body),
                params={key: value for key, value in asked.items() if value is not None},
                headers=self._headers(),
                timeout=patience,
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from None


def _refusal(answer: httpx.Response) -> QuireError:
    try:
        problem = msgspec.json.decode(answer.content, type=ErrorResponse)
    except msgspec.DecodeError:
        return Unavailable(
            f"{answer.request.url.host} does not answer as Quire does: status {answer.status_code}"
        )
    after = answer.headers.get("retry-after", "")
    return error_of(problem.code, problem.message, float(after) if after.isdigit() else None)
