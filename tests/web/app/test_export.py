"""The exported page on a plain file server, in a subdirectory, online and offline."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import Page, expect

from quire.engine.analysis.puzzle import load
from quire.server.site import page as built
from quire.server.site.export import export
from tests.needs import missing
from tests.oracles import ORACLES
from tests.web.app.test_offline import go_offline
from tests.web.game.test_device_games import (
    await_turn,
    expect_levels_moves,
    play_to_the_end,
    start_against,
    stored,
)
from tests.web.game.test_hotseat import play_on
from tests.web.person import People, Person
from tests.web.player import SMALL, Player, short_game, words_for
from tests.web.study.test_puzzles import expect_statistic, solve

AT = "games/quire/"
"""Where the site is on its host."""


@dataclass(frozen=True)
class Host:
    """A file server with the exported site."""

    url: str
    directory: Path


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    if not list(built.STATIC.glob("assets/quire-*.wasm")):
        missing("the core for the browser", "run make page")
    root = tmp_path_factory.mktemp("host")
    export(root / AT)
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        port = re.search(r"port (\d+)", server.stdout.readline())
        assert port is not None
        yield Host(f"http://127.0.0.1:{port[1]}/{AT}", root / AT)
        server.terminate()


def visitor(person: People, host: Host, *, offline: bool = False, **options: object) -> Person:
    """Return a visitor at the start page; offline, it was visited before.

    The computer's moves have no pause.
    """
    ann = person(host, offline_too=offline, **options)
    ann.page.goto("")
    if offline:
        ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        go_offline(ann)
    return ann


@pytest.mark.parametrize("offline", [False, True], ids=["online", "offline"])
@pytest.mark.parametrize("game", SMALL)
def test_whole_game_against_a_level(
    person: People, host: Host, game: str, *, offline: bool
) -> None:
    ann = visitor(person, host, offline=offline)
    me = start_against(ann, game, SMALL[game], 3, home="")
    me.play_move(await_turn(me, 0).legal_moves()[0])
    me.wait_for_moves(1)
    await_turn(me, 0)
    ann.page.reload()
    outcome = play_to_the_end(me, 0).outcome()
    assert outcome is not None
    me.expect_result(*words_for(outcome, 0))
    (found,) = stored(ann.page)
    expect_levels_moves(found)


@pytest.mark.parametrize("offline", [False, True], ids=["online", "offline"])
@pytest.mark.parametrize("game", SMALL)
def test_whole_game_of_pass_and_play(
    person: People, host: Host, game: str, *, offline: bool
) -> None:
    ann = visitor(person, host, offline=offline)
    ann.page.goto(f"#/hotseat?game={game}&size={SMALL[game]}")
    both = Player(ann, "")
    end = play_on(both, ORACLES[game].start(SMALL[game]), short_game(game, SMALL[game]))
    assert end.outcome() is not None
    ann.page.locator(".ending").wait_for()


LINKS = "() => [...document.querySelectorAll('a[href]')].map((it) => it.href)"


def links_of(page: Page) -> set[str]:
    """Return where the links of the page lead."""
    return {link.partition("?")[0] for link in page.evaluate(LINKS)}


@pytest.mark.parametrize("viewport", [(1280, 800), (390, 844)], ids=["laptop", "phone"])
def test_no_link_is_dead_and_nothing_asks_a_server(
    person: People, host: Host, viewport: tuple[int, int]
) -> None:
    ann = visitor(person, host, viewport=viewport)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    me = start_against(ann, "line", "7", 3, home="")
    play_to_the_end(me, 0)
    known, new = {host.url}, {host.url, ann.page.url}
    while new:
        address = min(new)
        ann.page.goto(address)
        expect(ann.page.locator("#content").get_by_role("heading").first).to_be_visible()
        titles = ann.page.title()
        assert "not found" not in titles, address
        assert "isn't available" not in ann.page.locator("#content").inner_text(), address
        known.add(address)
        found = links_of(ann.page)
        assert {link for link in found if not link.startswith(host.url)} == set()
        new = (new | found) - known
        new = {link for link in new if not link.endswith("#content")}
    pages = {link.removeprefix(host.url + "#/").partition("/")[0] for link in known}
    assert {"rules", "settings", "device", "analysis", "puzzles"} <= pages
    assert not {"leaders", "history", "arena", "game", "players"} & pages
    assert [url for url in asked if not url.startswith(host.url)] == []
    assert [url for url in asked if "/api/" in url or "/socket" in url] == []


def test_nothing_needs_an_account_or_a_lobby(person: People, host: Host) -> None:
    page = visitor(person, host).page
    expect(page.get_by_role("button", name="Pass and play")).to_be_visible()
    for absent in ("Register", "Sign in", "Invite a friend", "Quick match", "Open games"):
        expect(page.get_by_text(absent)).to_have_count(0)
    page.get_by_role("button", name="Custom game").click()
    assert page.get_by_role("radio").count() == 2
    for absent in ("Clock", "Chat", "Public"):
        expect(page.get_by_label(absent, exact=True)).to_have_count(0)


@pytest.mark.parametrize("offline", [False, True], ids=["online", "offline"])
def test_analysis_and_puzzles_need_no_server(person: People, host: Host, offline: bool) -> None:
    page = visitor(person, host, offline=offline).page
    page.goto(f"{host.url}#/analysis?game=obstruction&size=5x5&moves=a1,e5,c3")
    expect(page.locator(".verdict .chip")).to_have_text("proven")
    expect(page.locator(".effort")).to_contain_text("Computed on this device")
    page.get_by_role("button", name="Review game").click()
    expect(page.locator("section.review ul.mistakes")).to_be_visible()
    puzzle = load("line")[0]
    page.goto(f"{host.url}#/puzzles/{puzzle.id}")
    solve(page, puzzle)
    expect(page.locator(".answer").get_by_role("heading")).to_have_text("Correct!")
    page.get_by_role("link", name="All puzzles").click()
    expect_statistic(page, "Solved", 1)


def test_agents_are_those_that_the_device_can_play(person: People, host: Host) -> None:
    page = visitor(person, host).page
    page.get_by_role("button", name="Custom game").click()
    for game, agent in (("sos", "feasible"), ("obstruction", "random")):
        page.get_by_label("Game", exact=True).select_option(game)
        level = page.get_by_label("Computer level", exact=True)
        values = level.locator("option").evaluate_all("(all) => all.map((it) => it.value)")
        assert values[:8] == [f"level{number}" for number in range(1, 9)]
        assert values[-1] == agent


def test_back_and_copied_links_lead_to_the_page(person: People, host: Host) -> None:
    page = visitor(person, host).page
    page.get_by_role("link", name="Rules", exact=True).first.click()
    page.get_by_role("link", name="Extreme", exact=True).click()
    expect(page).to_have_url(f"{host.url}#/rules/extreme")
    page.go_back()
    page.go_back()
    expect(page.get_by_role("button", name="Pass and play")).to_be_visible()
    page.goto("#/rules/extreme")
    page.reload()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Extreme")


def test_can_be_installed_below_its_own_address(person: People, host: Host) -> None:
    page = person(host, offline_too=True).page
    page.goto("")
    scope = page.evaluate("async () => (await navigator.serviceWorker.ready).scope")
    assert scope == host.url
    manifest = json.loads((host.directory / "manifest.webmanifest").read_text("utf-8"))
    base = f"{host.url}manifest.webmanifest"
    assert urljoin(base, manifest["start_url"]) == host.url
    assert urljoin(base, manifest["scope"]) == host.url
    for icon in manifest["icons"]:
        assert httpx.get(urljoin(base, icon["src"])).status_code == 200
    assert manifest["shortcuts"]


def test_policy_is_the_servers(person: People, host: Host) -> None:
    html = (host.directory / "index.html").read_text("utf-8")
    assert "script-src 'self' 'wasm-unsafe-eval'; style-src 'self';" in html
    ann = visitor(person, host)
    ann.expect_error("Content Security Policy")
    assert ann.page.evaluate(INLINE_SCRIPT) is None


def test_core_that_was_changed_is_not_run(person: People, host: Host) -> None:
    """Although it is a module like the original, with one more section."""
    (core,) = host.directory.glob("assets/quire-*.wasm")
    changed = core.read_bytes() + b"\x00\x02\x01x"
    ann = visitor(person, host)
    ann.expect_error("digest in the 'integrity' attribute|wasm")
    ann.page.route(
        "**/*.wasm", lambda route: route.fulfill(body=changed, content_type="application/wasm")
    )
    ann.page.goto("#/hotseat?game=line&size=7")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    assert ann.page.locator("[data-cell]").count() == 0


INLINE_SCRIPT = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = 1";
    document.head.append(script);
    return window.ran ?? null;
}"""
