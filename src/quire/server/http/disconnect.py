"""Cancel work when the client that requested it disconnects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

T = TypeVar("T")


async def cancel_on_disconnect(request: Request, work: Awaitable[T]) -> T:
    """Return the result of the work. Cancels it and raises ClientDisconnect if the client leaves.

    Call this after the body of the request has been read.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnect(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnect(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass  # the end of the body
