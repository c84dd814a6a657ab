"""The page: served safely, in the colours of the palette, and played on in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quire.games import GAMES
from quire.palette import COLOURS, DASHES
from quire.server.app import STATIC
from tests.server.browser import browser
from tests.server.harness import Running, running_server, settings

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}

SMALL = {"sos": "3x3", "line": "7", "obstruction": "5x5"}
"""The sizes of boards on which a game is soon over."""

PLAY = """
const $ = (id) => document.getElementById(id);
const all = (query) => [...document.querySelectorAll(query)];
const until = async (found) => {
  while (!found()) await new Promise((go) => setTimeout(go, 10));
  return found();
};
"""

SIGN_IN = """
await until(() => $("game").options.length);
$("name").value = "<b>Ann</b>";
$("name-form").requestSubmit();
await until(() => $("who").textContent.startsWith("You are"));
return $("who").querySelectorAll("b").length;
"""

WHOLE_GAME = """
$("game").value = "GAME";
$("game").dispatchEvent(new Event("change"));
$("size").value = "SIZE";
$("against").value = "random";
$("make").requestSubmit();
await until(() => all("#board [role=gridcell]").length);
while ($("end").hidden) {
  const free = all('#board [aria-disabled="false"]');
  if (free.length) free[0].click();
  all(".choice button").slice(0, 1).forEach((it) => it.click());
  await until(() => !$("end").hidden || all('#board [aria-disabled="false"]').length);
}
const seen = { end: $("end").textContent, live: $("live").textContent, path: location.search };
all("#actions button").find((it) => it.textContent === "To the lobby").click();
await until(() => !$("lobby").hidden);
return { ...seen, errors: $("error").textContent };
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_server(settings(tmp_path_factory.mktemp("server"))) as it:
        yield it


def test_every_file_is_served_safely(server: Running) -> None:
    files = {it.name: it.suffix for it in STATIC.iterdir()}
    assert set(files) >= {"index.html", "quire.js", "board.js", "style.css"}
    for name, suffix in {"": ".html", "?game=abc": ".html", **files}.items():
        answer = httpx.get(f"{server.url}/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].partition(";")[0] == TYPES[suffix]
        assert answer.headers["x-content-type-options"] == "nosniff"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_text_is_never_read_as_markup() -> None:
    markup = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\("
    for script in STATIC.glob("*.js"):
        assert not re.search(markup, script.read_text("utf-8"))
    page = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def test_its_colours_are_those_of_the_palette() -> None:
    light, dark = (STATIC / "style.css").read_text("utf-8").split("prefers-color-scheme: dark", 1)
    for sheet, colours in ((light, COLOURS["light"]), (dark, COLOURS["dark"])):
        used = dict(re.findall(r"--(\w+): (#\w+);", sheet))
        ours = {"desk"}
        assert {use: used[use] for use in used.keys() - ours} == {
            use: colours[use] for use in used.keys() - ours
        }
        assert {f"p{n + 1}" for n in range(len(DASHES))} <= used.keys()


def test_every_game_is_played_to_its_end_in_a_browser(server: Running, tmp_path: Path) -> None:
    with browser(tmp_path) as tab:
        tab.resize(320, 640)
        tab.open(server.url)
        assert tab.run(PLAY + SIGN_IN) == 0
        for game in GAMES:
            size = SMALL.get(game.key, game.online_sizes.default)
            script = WHOLE_GAME.replace("GAME", game.key).replace("SIZE", size)
            seen = tab.run(PLAY + script)
            assert re.match("YOU WON|YOU LOST|DRAW", seen["end"]), seen
            assert seen["end"].split()[1] in seen["live"]
            assert re.fullmatch(r"\?game=[\w-]+", seen["path"])
            assert seen["errors"] == ""
        wide = "const it = document.documentElement; return it.scrollWidth > it.clientWidth"
        assert not tab.run(wide)
        assert tab.troubles == []
