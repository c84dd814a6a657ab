"""Requests to push services: to public addresses only, and to the host that is meant."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from quire.server.push import delivery
from quire.server.push.push import PushRequest
from tests.server.deployment import async_test

HOST = "push.example.org"
REQUEST = PushRequest(f"https://{HOST}/send?to=ann", {"TTL": "60"}, b"sealed")


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every host have these addresses."""

    def found(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (it, 443)) for it in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.1.2.3"],
        ["169.254.169.254"],
        ["100.64.0.1"],
        ["0.0.0.0"],
        ["224.0.0.1"],
        ["::1"],
        ["fe80::1"],
        ["fd00::1"],
        ["::ffff:10.0.0.1"],
        ["64:ff9b::a00:1"],
        ["2002:a00:1::"],
        ["64:ff9b:1::a00:1"],
        ["fec0::1"],
        ["::10.0.0.1"],
        ["8.8.8.8", "10.0.0.1"],
    ],
)
@async_test
async def test_hosts_of_private_networks_are_refused(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str]
) -> None:
    resolve_to(monkeypatch, *addresses)
    with pytest.raises(OSError, match=f"{HOST} is not a public host"):
        await delivery.deliver(REQUEST)


@pytest.mark.parametrize(
    ("address", "written"),
    [("8.8.8.8", "8.8.8.8"), ("2a00:1450:4001:80b::200e", "[2a00:1450:4001:80b::200e]")],
)
@async_test
async def test_public_hosts_are_allowed(
    monkeypatch: pytest.MonkeyPatch, address: str, written: str
) -> None:
    resolve_to(monkeypatch, address)
    assert await delivery._public_address(HOST) == written


@async_test
async def test_slow_name_servers_keep_no_thread_from_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, answered = threading.Event(), threading.Event()

    def look_up(*_: Any, **__: Any) -> list[Any]:
        asked.set()
        answered.wait()
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    request = asyncio.create_task(delivery.deliver(REQUEST))
    try:
        while not asked.is_set():
            await asyncio.sleep(0)
        assert await asyncio.wait_for(asyncio.to_thread(lambda: "hashed"), 10) == "hashed"
    finally:
        answered.set()
    with pytest.raises(socket.gaierror):
        await request


@async_test
async def test_certificates_are_read_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[threading.Thread] = []

    def read() -> ssl.SSLContext:
        readers.append(threading.current_thread())
        raise OSError("no certificates")

    resolve_to(monkeypatch, "8.8.8.8")
    monkeypatch.setattr(delivery, "_tls", read)
    with pytest.raises(OSError, match="no certificates"):
        await delivery.deliver(REQUEST)
    assert threading.current_thread() not in readers, "games would wait for it"
    assert len(readers) == 1


def certificate(directory: Path, host: str) -> tuple[Path, Path]:
    """Write a certificate for a host and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = directory / "certificate.pem", directory / "key.pem"
    files[0].write_bytes(made.public_bytes(Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    )
    return files


@asynccontextmanager
async def https_server(
    directory: Path, host: str, response: bytes, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[bytes]]:
    """Run a server that has the certificate of a host, and yield the requests it receives."""
    requests: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        requests.append(head + await reader.readexactly(len(REQUEST.body)))
        writer.write(response)
        writer.close()

    chain, key = certificate(directory, host)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]

    async def local(_: str) -> str:
        return f"127.0.0.1:{port}"

    monkeypatch.setattr(delivery, "_public_address", local)
    trusting = ssl.create_default_context(cafile=str(chain))
    monkeypatch.setattr(delivery, "_tls", lambda: trusting)
    async with server:
        yield requests


@async_test
async def test_request_reaches_the_host_that_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = b"HTTP/1.1 201 Created\r\nContent-Length: 1000000000\r\n\r\nnot read"
    async with https_server(tmp_path, HOST, answer, monkeypatch) as requests:
        assert await delivery.deliver(REQUEST) == 201
    (request,) = requests
    assert request.startswith(b"POST /send?to=ann HTTP/1.1\r\n")
    assert b"host: push.example.org\r\n" in request.lower()
    assert request.endswith(b"sealed")


@async_test
async def test_redirect_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = b"HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n"
    async with https_server(tmp_path, HOST, answer, monkeypatch):
        assert await delivery.deliver(REQUEST) == 307


@async_test
async def test_certificate_of_another_host_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with https_server(tmp_path, "other.example.org", b"", monkeypatch) as requests:
        with pytest.raises(OSError, match="certificate"):
            await delivery.deliver(REQUEST)
    assert requests == []


@async_test
async def test_answer_that_is_no_http_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with https_server(tmp_path, HOST, b"hello\r\n\r\n", monkeypatch):
        with pytest.raises(OSError, match="illegal status line"):
            await delivery.deliver(REQUEST)
