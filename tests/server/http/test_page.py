"""The page as it is served: safely, with the right types, kept by browsers for as long as is right,
and without one, how to get it."""

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
from tests.server.harness import Running, running_server, settings

REAL = page.STATIC
SCRIPT = "export const words = 'the same again and again';\n" * 50
FILES = {
    "index.html": "<!doctype html><title>Quire</title>" + "<p>Hello.</p>" * 50,
    "assets/main-a1b2c3.js": SCRIPT,
    "assets/main-d4e5f6.css": "p { color: black }\n" * 50,
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
    "assets/short-9.js": "text/javascript",
    "icon.png": "image/png",
    "icon.svg": "image/svg+xml",
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
}
PLAIN = {"accept-encoding": "identity"}
PERSON = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
"""What a browser says that goes to an address, unlike one that loads a part of a page."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small page, in the place of the real one."""
    directory = tmp_path_factory.mktemp("root") / "static"
    for name, text in FILES.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, "utf-8")
    (directory.parent / "secret.html").write_text("not for you", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "STATIC", directory)
        yield directory


@pytest.fixture(scope="module")
def server(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_server(settings(tmp_path_factory.mktemp("server"))) as it:
        yield it


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server whose page is not built."""
    monkeypatch.setattr(page, "STATIC", tmp_path / "static")
    with running_server(settings(tmp_path)) as it:
        yield it


def raw(server: Running, request: str) -> bytes:
    """The answer to a request that a well-behaved client would not send."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"{request}\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))


def check_safe(answer: httpx.Response) -> None:
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_what_it_is(server: Running, name: str) -> None:
    answer = httpx.get(f"{server.url}/{name}")
    assert answer.status_code == 200
    assert answer.text.encode() == FILES[name].encode()
    assert answer.headers["content-type"].partition(";")[0] == TYPES[name]
    check_safe(answer)


@pytest.mark.parametrize("name", FILES)
def test_only_what_never_changes_is_kept_unasked(server: Running, name: str) -> None:
    kept = httpx.get(f"{server.url}/{name}").headers["cache-control"]
    for_ever = "public, max-age=31536000, immutable"
    assert kept == (for_ever if name.startswith("assets/") else "no-cache")


@pytest.mark.parametrize("coding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ["", "sw.js", "assets/main-a1b2c3.js", "icon.png"])
def test_what_a_browser_has_is_not_sent_again(server: Running, path: str, coding: str) -> None:
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


def test_text_is_compressed_for_those_who_can_unpack_it(server: Running) -> None:
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
    # Two different rows of bytes: what is kept of one must not pass for the other.
    assert plain.headers["etag"] != answer.headers["etag"]


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0, br"])
def test_nothing_is_compressed_for_others(server: Running, accepted: str) -> None:
    answer = httpx.get(f"{server.url}/sw.js", headers={"accept-encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert answer.text == FILES["sw.js"]


@pytest.mark.parametrize("name", ["icon.png", "assets/short-9.js"])
def test_nothing_is_compressed_that_would_not_get_smaller(server: Running, name: str) -> None:
    headers = httpx.get(f"{server.url}/{name}").headers
    assert "content-encoding" not in headers
    assert "vary" not in headers


@pytest.mark.parametrize("path", ["", "assets/main-a1b2c3.js", "game/abc", "none.js"])
@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_the_head_of_an_answer_is_the_same_without_its_body(
    server: Running, path: str, coding: str
) -> None:
    headers = {**PERSON, "accept-encoding": coding}
    whole = httpx.get(f"{server.url}/{path}", headers=headers)
    head = httpx.head(f"{server.url}/{path}", headers=headers)
    assert head.content == b""
    assert head.status_code == whole.status_code
    for answer in (whole, head):
        answer.headers.pop("date", None)
        if path == "none.js":  # whose message names the method
            answer.headers.pop("content-length")
    assert head.headers == whole.headers


def test_a_part_is_not_given_as_if_it_were_the_whole(server: Running) -> None:
    answer = httpx.get(f"{server.url}/sw.js", headers={"range": "bytes=0-3"})
    assert answer.status_code == 200
    assert answer.text == FILES["sw.js"]


@pytest.mark.parametrize("path", ["", "?game=abc", "game/abc", "analysis", "rules/sos", "puzzles/"])
def test_every_place_of_the_page_is_the_page(server: Running, path: str) -> None:
    answer = httpx.get(f"{server.url}/{path}", headers=PERSON)
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
        ("game/abc.js", PERSON["accept"]),
        ("assets/main-000000.js", PERSON["accept"]),
        ("favicon.ico", PERSON["accept"]),
        ("api/none", PERSON["accept"]),
        ("api/games/none/none", PERSON["accept"]),
        ("health/none", PERSON["accept"]),
        ("metrics/none", PERSON["accept"]),
        ("socket", PERSON["accept"]),
    ],
)
def test_what_is_nowhere_is_said_as_data(server: Running, path: str, accept: str) -> None:
    answer = httpx.get(f"{server.url}/{path}", headers={"accept": accept})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    check_safe(answer)


def test_whoever_has_an_address_of_their_own_answers_there(server: Running) -> None:
    for path in ("api/games", "api/openapi.json", "health/live"):
        answer = httpx.get(f"{server.url}/{path}", headers=PERSON)
        assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["", "game/abc", "assets/main-a1b2c3.js"])
def test_the_page_is_only_read(server: Running, path: str) -> None:
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
def test_nothing_else_is_given(server: Running, built: Path, path: str) -> None:
    asked = path.replace("{root}", str(built.parent).removeprefix("/"))
    answer = raw(server, f"GET /{asked} HTTP/1.1")
    assert b" 404 " in answer.partition(b"\r\n")[0]
    assert b"not for you" not in answer


def test_a_page_that_is_built_anew_is_served_at_once(bare: Running) -> None:
    assert httpx.get(bare.url).status_code == 503
    page.STATIC.mkdir()
    for text in ("First.", "Second."):
        (page.STATIC / "index.html").write_text(text, "utf-8")
        assert httpx.get(bare.url).text == text


def test_a_request_looks_at_two_files_alone(bare: Running) -> None:
    page.STATIC.mkdir()
    for name in (*page.BUILD_MARKERS, "icon.svg"):
        (page.STATIC / name).write_text("First.", "utf-8")
    assert httpx.get(f"{bare.url}/icon.svg").text == "First."
    (page.STATIC / "icon.svg").write_text("The second.", "utf-8")
    assert httpx.get(f"{bare.url}/icon.svg").text == "First."
    (page.STATIC / "sw.js").write_text("The second, too.", "utf-8")  # as a build does at its end
    assert httpx.get(f"{bare.url}/icon.svg").text == "The second."


@pytest.mark.parametrize("path", ["", "game/abc"])
def test_without_a_page_a_person_is_told_how_to_build_it(bare: Running, path: str) -> None:
    answer = httpx.get(f"{bare.url}/{path}", headers=PERSON)
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert "make page" in answer.text
    check_safe(answer)


def test_without_a_page_programs_are_served(bare: Running) -> None:
    assert httpx.get(f"{bare.url}/health/ready").json()["ready"]
    guest = httpx.post(f"{bare.url}/api/guests", json={"name": "Ann"})
    assert guest.status_code == 201
    assert httpx.get(f"{bare.url}/none.js", headers=PERSON).status_code == 404


# --- the page that is really built ---


@pytest.fixture
def real() -> Path:
    if not (REAL / "index.html").is_file():
        missing("The page", "make page")
    return REAL


def test_every_file_of_the_page_is_of_a_known_type(real: Path) -> None:
    assert {it.suffix for it in real.rglob("*") if it.is_file()} <= static_files.TYPES.keys()


def test_the_page_needs_nothing_that_its_policy_forbids(real: Path) -> None:
    text = (real / "index.html").read_text("utf-8")
    assert not re.search(
        r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|(src|href)=\W?http", text
    )
