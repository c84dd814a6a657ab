"""The documentation as the server serves it: from memory, securely, or not found if not built."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quire.server.site import docs_site
from tests.server.harness import RunningServer, running_server, settings

SCRIPT = 'document.body.dataset.theme = "auto"'
FILES = {
    "index.html": f"<!doctype html><title>Quire</title><script>{SCRIPT}</script>",
    "how-to/bots.html": "<!doctype html><title>Bots</title>" + "<p>Hello.</p>" * 50,
    "how-to/index.html": "<!doctype html><title>How-to</title>",
    "_static/site.css": "p { color: black }\n" * 50,
    "searchindex.js": "Search.setIndex({})",
}
BROWSER = {"accept": "text/html,*/*;q=0.8"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    directory = tmp_path_factory.mktemp("root") / "docs"
    for name, text in FILES.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(text, "utf-8")
    (directory.parent / "secret.html").write_text("private words", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs_site, "SITE", directory)
        with running_server(settings(tmp_path_factory.mktemp("server"))) as running:
            yield running


@pytest.mark.parametrize("name", FILES)
def test_serves_every_file(server: RunningServer, name: str) -> None:
    answer = httpx.get(f"{server.url}/docs/{name}")
    assert answer.status_code == 200
    assert answer.text == FILES[name]
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    tag = answer.headers["etag"]
    assert httpx.get(answer.url, headers={"if-none-match": tag}).status_code == 304


def test_directory_serves_its_index(server: RunningServer) -> None:
    redirected = httpx.get(f"{server.url}/docs", headers=BROWSER)
    assert (redirected.status_code, redirected.headers["location"]) == (308, "/docs/")
    assert httpx.get(f"{server.url}/docs/").text == FILES["index.html"]
    assert httpx.get(f"{server.url}/docs/how-to/").text == FILES["how-to/index.html"]


def test_policy_allows_only_the_scripts_of_the_file(server: RunningServer) -> None:
    policy = httpx.get(f"{server.url}/docs/").headers["content-security-policy"]
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    other = httpx.get(f"{server.url}/docs/how-to/bots.html").headers["content-security-policy"]
    assert "script-src 'self';" in other
    assert "default-src 'none'" in other


@pytest.mark.parametrize("path", ["none.html", "how-to", "%2e%2e/secret.html", "..%2fsecret.html"])
def test_other_paths_are_not_found(server: RunningServer, path: str) -> None:
    request = httpx.Request("GET", f"{server.url}/docs/x", headers=BROWSER)
    request.url = request.url.copy_with(raw_path=f"/docs/{path}".encode())
    with httpx.Client() as client:
        answer = client.send(request)
    assert answer.status_code == 404
    assert "private words" not in answer.text


def test_missing_site_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_site, "SITE", tmp_path / "docs")
    with running_server(settings(tmp_path)) as bare:
        for path in ("docs", "docs/", "docs/index.html"):
            assert httpx.get(f"{bare.url}/{path}", headers=BROWSER).status_code == 404
