"""Reading the certificates of all authorities takes longer than most requests."""

from __future__ import annotations

import asyncio
import ssl

import httpx
import pytest

from quire.client import Client
from quire.client.http import _certificates


def test_certificates_are_read_once_and_only_for_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    read = 0

    def count() -> ssl.SSLContext:
        nonlocal read
        read += 1
        return ssl.create_default_context()

    async def connect(*servers: str) -> None:
        for server in servers:
            async with Client(server):
                pass

    monkeypatch.setattr(httpx, "create_ssl_context", count)
    _certificates.cache_clear()
    try:
        asyncio.run(connect("http://127.0.0.1:8080"))
        assert read == 0
        asyncio.run(connect("https://quire.example.org", "https://other.example.org"))
        assert read == 1
    finally:
        _certificates.cache_clear()


@pytest.mark.parametrize("server", ["http://127.0.0.1:8080", "https://quire.example.org"])
def test_every_connection_with_tls_is_verified(server: str) -> None:
    async def check() -> None:
        async with Client(server) as client:
            transport = client.http._client._transport
            assert isinstance(transport, httpx.AsyncHTTPTransport)
            tls = transport._pool._ssl_context
            assert tls is not None
            assert tls.check_hostname
            assert tls.verify_mode is ssl.CERT_REQUIRED

    asyncio.run(check())
