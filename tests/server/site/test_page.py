"""The page as the server sends it: types, caching, compression, security, and when not built."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quire.server.site import page, static_files
from tests.needs import missing
from tests.server.harness import RunningServer, running_server, settings

REAL = page.STATIC
SCRIPT = "export const words = 'the same again and again';\n" * 50
FILES = {
    "index.html": "<!doctype html><title>Quire</title>" + "<p>Hello.</p>" * 50,
    "assets/main-a1b2c3.js": SCRIPT,
    "assets/main-d4e5f6.css": "p { color: black }\n" * 50,
    "assets/quire-77.wasm": "\0asm" * 500,
    "assets/short-9.js": "0",
    "icon.png": "\x89PNG" * 500,
    "icon.svg": "<svg/>" * 50,
    "manifest.webmanifest": '{"name": "Quire"}',
    "sw.js": "self.words = 1;\n" * 50,
}
TYPES = {
    "index.html": "text/html",
    "assets/main-a1b2c3.js": "text/javascript",
    "assets/main-d4e5f6.css": "text/css",
    "assets/quire-77.wasm": "application/wasm",
    "assets/short-9.js": "text/javascript",
    "icon.png": "image/png",
    "icon.svg": "image/svg+xml",
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
}
PLAIN = {"accept-encoding": "identity"}
NAVIGATION = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""The headers of a browser that opens an address, rather than loads a part of a page."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small page in place of the real one."""
    directory = tmp_path_factory.mktemp("root") / "static"
    for name, text in FILES.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, "utf-8")
    (directory.parent / "secret.html").write_text("not for you", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "STATIC", directory)
        yield directory


@pytest.fixture(scope="module")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def server_without_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningServer]:
    """A server whose page is not built."""
    monkeypatch.setattr(page, "STATIC", tmp_path / "static")
    with running_server(settings(tmp_path)) as running:
        yield running


def raw_response(server: RunningServer, request: str) -> bytes:
    """Return the response to a request that a well-behaved client would not send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"{request}\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))


def check_safe(answer: httpx.Response) -> None:
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "worker-src 'self';" in policy
    assert policy.count("unsafe") == 1


@pytest.mark.parametrize("name", FILES)
def test_files_have_content_and_type(server: RunningServer, name: str) -> None:
    answer = httpx.get(f"{server.url}/{name}")
    assert answer.status_code == 200
    assert answer.text.encode() == FILES[name].encode()
    assert answer.headers["content-type"].partition(";")[0] == TYPES[name]
    check_safe(answer)


@pytest.mark.parametrize("name", FILES)
def test_only_hashed_files_are_cached_for_ever(server: RunningServer, name: str) -> None:
    cache_control = httpx.get(f"{server.url}/{name}").headers["cache-control"]
    immutable = "public, max-age=31536000, immutable"
    assert cache_control == (immutable if name.startswith("assets/") else "no-cache")


@pytest.mark.parametrize("coding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ["", "sw.js", "assets/main-a1b2c3.js", "icon.png"])
def test_unchanged_file_is_not_sent_again(server: RunningServer, path: str, coding: str) -> None:
    headers = {"accept-encoding": coding}
    first = httpx.get(f"{server.url}/{path}", headers=headers)
    for tag in (first.headers["etag"], f'"x", W/{first.headers["etag"]}'):
        again = httpx.get(f"{server.url}/{path}", headers={**headers, "if-none-match": tag})
        assert again.status_code == 304
        assert again.content == b""
        for header in ("etag", "cache-control", "vary"):
            assert again.headers.get(header) == first.headers.get(header)
    other = httpx.get(f"{server.url}/{path}", headers={**headers, "if-none-match": '"x"'})
    assert other.status_code == 200


def test_text_is_compressed_if_accepted(server: RunningServer) -> None:
    url = f"{server.url}/assets/main-a1b2c3.js"
    plain = httpx.get(url, headers=PLAIN)
    assert "content-encoding" not in plain.headers
    assert plain.headers["content-length"] == str(len(SCRIPT))
    with httpx.stream("GET", url, headers={"accept-encoding": "br, gzip;q=0.5"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(packed) < len(SCRIPT) / 5
    assert gzip.decompress(packed) == SCRIPT.encode()
    assert plain.headers["vary"] == answer.headers["vary"] == "Accept-Encoding"
    # The bytes differ, so the tags must.
    assert plain.headers["etag"] != answer.headers["etag"]


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_no_compression_unless_accepted(server: RunningServer, accepted: str) -> None:
    answer = httpx.get(f"{server.url}/sw.js", headers={"accept-encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert answer.text == FILES["sw.js"]


@pytest.mark.parametrize("name", ["icon.png", "assets/short-9.js"])
def test_no_compression_unless_smaller(server: RunningServer, name: str) -> None:
    headers = httpx.get(f"{server.url}/{name}").headers
    assert "content-encoding" not in headers
    assert "vary" not in headers


@pytest.mark.parametrize("path", ["", "assets/main-a1b2c3.js", "game/abc", "none.js"])
@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_head_has_the_headers_of_get(server: RunningServer, path: str, coding: str) -> None:
    headers = {**NAVIGATION, "accept-encoding": coding}
    whole = httpx.get(f"{server.url}/{path}", headers=headers)
    head = httpx.head(f"{server.url}/{path}", headers=headers)
    assert head.content == b""
    assert head.status_code == whole.status_code
    for answer in (whole, head):
        answer.headers.pop("date", None)
        if path == "none.js":  # its message names the method
            answer.headers.pop("content-length")
    assert head.headers == whole.headers


def test_range_requests_get_the_whole_file(server: RunningServer) -> None:
    answer = httpx.get(f"{server.url}/sw.js", headers={"range": "bytes=0-3"})
    assert answer.status_code == 200
    assert answer.text == FILES["sw.js"]


@pytest.mark.parametrize("path", ["", "?game=abc", "game/abc", "analysis", "rules/sos", "puzzles/"])
def test_every_route_returns_the_page(server: RunningServer, path: str) -> None:
    answer = httpx.get(f"{server.url}/{path}", headers=NAVIGATION)
    assert answer.status_code == 200
    assert answer.text == FILES["index.html"]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    check_safe(answer)


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("game/abc", "*/*"),
        ("game/abc", "application/json"),
        ("game/abc.js", NAVIGATION["accept"]),
        ("assets/main-000000.js", NAVIGATION["accept"]),
        ("favicon.ico", NAVIGATION["accept"]),
        ("api/none", NAVIGATION["accept"]),
        ("api/games/none/none", NAVIGATION["accept"]),
        ("health/none", NAVIGATION["accept"]),
        ("metrics/none", NAVIGATION["accept"]),
        ("socket", NAVIGATION["accept"]),
    ],
)
def test_unknown_addresses_get_a_json_error(server: RunningServer, path: str, accept: str) -> None:
    answer = httpx.get(f"{server.url}/{path}", headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    check_safe(answer)


def test_api_addresses_take_precedence(server: RunningServer) -> None:
    for path in ("api/games", "api/openapi.json", "health/live"):
        answer = httpx.get(f"{server.url}/{path}", headers=NAVIGATION)
        assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["", "game/abc", "assets/main-a1b2c3.js"])
def test_page_allows_only_get_and_head(server: RunningServer, path: str) -> None:
    for method in ("POST", "PUT", "DELETE"):
        answer = httpx.request(method, f"{server.url}/{path}")
        assert answer.status_code == 405
        assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize(
    "path",
    [
        "../secret.html",
        "assets/../../secret.html",
        "%2e%2e/secret.html",
        "..%2fsecret.html",
        "..%5csecret.html",
        "/secret.html",
        "{root}/secret.html",
        "%2f{root}/secret.html",
        "assets/main-a1b2c3.js%00",
        "assets/../sw.js",
        "assets",
    ],
)
def test_no_other_files_are_served(server: RunningServer, built: Path, path: str) -> None:
    requested = path.replace("{root}", str(built.parent).removeprefix("/"))
    answer = raw_response(server, f"GET /{requested} HTTP/1.1")
    assert b" 404 " in answer.partition(b"\r\n")[0]
    assert b"not for you" not in answer


def test_rebuilt_page_is_served_at_once(server_without_page: RunningServer) -> None:
    assert httpx.get(server_without_page.url).status_code == 503
    page.STATIC.mkdir()
    for text in ("First.", "Second."):
        (page.STATIC / "index.html").write_text(text, "utf-8")
        assert httpx.get(server_without_page.url).text == text


def test_only_build_markers_are_checked_for_changes(server_without_page: RunningServer) -> None:
    page.STATIC.mkdir()
    for name in (*page.BUILD_MARKERS, "icon.svg"):
        (page.STATIC / name).write_text("First.", "utf-8")
    assert httpx.get(f"{server_without_page.url}/icon.svg").text == "First."
    (page.STATIC / "icon.svg").write_text("The second.", "utf-8")
    assert httpx.get(f"{server_without_page.url}/icon.svg").text == "First."
    (page.STATIC / "sw.js").write_text("The second, too.", "utf-8")  # a build writes it last
    assert httpx.get(f"{server_without_page.url}/icon.svg").text == "The second."


@pytest.mark.parametrize("path", ["", "game/abc"])
def test_missing_page_explains_how_to_build_it(
    server_without_page: RunningServer, path: str
) -> None:
    answer = httpx.get(f"{server_without_page.url}/{path}", headers=NAVIGATION)
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "make page" in answer.text
    check_safe(answer)


def test_api_works_without_a_page(server_without_page: RunningServer) -> None:
    assert httpx.get(f"{server_without_page.url}/health/ready").json()["ready"]
    guest = httpx.post(f"{server_without_page.url}/api/guests", json={"name": "Ann"})
    assert guest.status_code == 201
    assert httpx.get(f"{server_without_page.url}/none.js", headers=NAVIGATION).status_code == 404


# --- the real build ---


@pytest.fixture
def real() -> Path:
    if not (REAL / "index.html").is_file():
        missing("The page", "make page")
    return REAL


def test_every_file_has_a_known_type(real: Path) -> None:
    assert {path.suffix for path in real.rglob("*") if path.is_file()} <= static_files.TYPES.keys()


def test_page_respects_its_content_policy(real: Path) -> None:
    text = (real / "index.html").read_text("utf-8")
    assert not re.search(
        r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|(src|href)=\W?http", text
    )
