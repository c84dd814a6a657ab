"""Requests to push services, which are only sent to public addresses."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import TypeVar

import httpx

from quire.server.push.endpoint import check_endpoint
from quire.server.push.push import MAX_CONCURRENT, PushRequest

T = TypeVar("T")

TIMEOUT_SECONDS = 10.0
"""Time a push service has to answer."""

UNICAST = ip_network("2000::/3")
"""The IPv6 addresses of the internet. `is_global` also allows those that are not assigned, and some
that were private once."""

TRANSLATED = ip_network("2002::/16")
"""Those of them that stand for IPv4 addresses, which may be private."""


async def deliver(request: PushRequest) -> int:
    """Send a request to a push service and return the status of its response.

    Raises OSError if that fails. The name is looked up here and the connection goes to the address
    that was checked: a name may resolve to another one a moment later.
    """
    try:
        return await _deliver(request)
    except httpx.HTTPError as error:
        raise OSError(str(error)) from error


async def _deliver(request: PushRequest) -> int:
    place = check_endpoint(request.endpoint)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        host = place.hostname or ""
        address = await _public_address(host)
        path = place.path + (f"?{place.query}" if place.query else "")
        tls = await _in_thread(_tls)
        async with (
            httpx.AsyncClient(verify=tls, trust_env=False) as client,
            client.stream(  # the body of the response is not read
                "POST",
                f"https://{address}{path}",
                headers={**request.headers, "Host": host},
                content=request.body,
                extensions={"sni_hostname": host},
            ) as response,
        ):
            return response.status_code


@cache
def _tls() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)  # reads all certificates: takes a while


@cache
def _threads() -> ThreadPoolExecutor:
    """Return dedicated threads: name servers may take longer than our timeout to answer."""
    return ThreadPoolExecutor(MAX_CONCURRENT, "quire-push")


async def _in_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_threads(), work)


async def _public_address(host: str) -> str:
    """Return an address of a host as it is written in URLs. Raises OSError if one is not public."""
    look_up = partial(socket.getaddrinfo, host, 443, type=socket.SOCK_STREAM)
    found = await _in_thread(look_up)
    addresses = [ip_address(to[0]) for *_, to in found]
    if not all(map(_is_public, addresses)):
        raise OSError(f"{host} is not a public host")
    first = addresses[0]
    return f"[{first}]" if isinstance(first, IPv6Address) else str(first)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if isinstance(address, IPv6Address) and (address not in UNICAST or address in TRANSLATED):
        return False
    return address.is_global and not address.is_multicast
