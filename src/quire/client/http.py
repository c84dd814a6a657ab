"""Requests to a server: typed there and back, and every refusal an error of its own kind."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import httpx
import msgspec

from quire.client.error import error_of
from quire.errors import QuireError, Unavailable
from quire.server.form import Problem
from quire.server.protocol import encode


class Http:
    """The server's HTTP interface, for one who may have a token."""

    def __init__(self, server: str, token: str | None) -> None:
        self.server = server
        self.token = token
        self._client = httpx.AsyncClient(base_url=server, timeout=30.0)

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
    ) -> Any:
        """What the server answers, as the type that is named. Raises a QuireError."""
        answer = await self._send(method, path, body, query)
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
        headers, content = self._headers(), encode(body)
        try:
            async with self._client.stream(method, path, content=content, headers=headers) as it:
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
            raise Unavailable(f"{self.server} does not answer as Quire does: {error}") from None

    def _unreachable(self, error: Exception) -> Unavailable:
        return Unavailable(f"{self.server} cannot be reached: {str(error) or type(error).__name__}")

    async def _send(
        self, method: str, path: str, body: msgspec.Struct | None, query: msgspec.Struct | None
    ) -> httpx.Response:
        asked = {} if query is None else msgspec.to_builtins(query)
        try:
            return await self._client.request(
                method,
                path,
                content=None if body is None else encode(body),
                params={key: value for key, value in asked.items() if value is not None},
                headers=self._headers(),
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._unreachable(error) from None


def _refusal(answer: httpx.Response) -> QuireError:
    try:
        problem = msgspec.json.decode(answer.content, type=Problem)
    except msgspec.DecodeError:
        return Unavailable(
            f"{answer.request.url.host} does not answer as Quire does: status {answer.status_code}"
        )
    after = answer.headers.get("retry-after", "")
    return error_of(problem.code, problem.message, float(after) if after.isdigit() else None)
