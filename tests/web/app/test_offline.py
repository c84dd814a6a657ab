"""Offline, the page opens with the rules and the games opened before."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from quire.server.site import page as built
from tests.server.harness import RunningServer, running_server, settings
from tests.web.person import People, Person, wait_until
from tests.web.player import SMALL, WAYS, Player, play_out, short_game

OFFLINE = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch"

WORKER_IS_ACTIVE = """async () => {{
    const {{ installing, waiting, active }} = await navigator.serviceWorker.ready;
    const settled = !installing && !waiting && active.state === "activated";
    return settled && (await caches.keys()).includes("{}");
}}"""
"""Whether the worker with this cache has cached all files and handles requests."""


def wait_until_cached(page: Page) -> None:
    """Wait until the page is cached and the service worker handles its requests."""
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def go_offline(person: Person) -> None:
    person.expect_error(OFFLINE)
    person.context.set_offline(True)


def test_rules_open_offline(person: People) -> None:
    ann = person(offline_too=True)
    wait_until_cached(ann.page)
    go_offline(ann)
    for game, first in (("sos", "Spell S-O-S"), ("extreme", "Your cell decides the next board")):
        ann.page.goto(f"/rules/{game}")
        expect(ann.page.get_by_role("group", name=f"Example: {first}")).to_be_visible()
    example = ann.page.get_by_role("group", name="Example: Your cell decides the next board")
    expect(example.get_by_role("img", name="The first move can go anywhere.")).to_be_visible()
    example.get_by_role("button", name="Next step").click()
    expect(example).to_contain_text("X plays a top-right cell")


def test_replay_seen_before_opens_offline(person: People, server: RunningServer) -> None:
    game = "line"
    players = ann, bob = Player(person(offline_too=True), "Ann"), Player(person(), "Bob")
    wait_until_cached(ann.page)
    link = ann.create_invite(game, SMALL[game])
    bob.page.goto(link)
    bob.join()
    play_out(players, game, SMALL[game], short_game(game, SMALL[game]), WAYS)
    replay = f"/replay/{link.rsplit('/', 1)[1]}"
    ann.page.goto(replay)
    title = ann.page.get_by_role("heading", level=1, name="SOS on a line")
    expect(title).to_be_visible()
    go_offline(ann.person)
    ann.page.goto("/history")
    seen = ann.page.get_by_role("list", name="Games on this device")
    seen.get_by_role("link", name=re.compile("^Replay")).click()
    expect(title).to_be_visible()
    ann.page.reload()
    expect(title).to_be_visible()


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("/leaders/sos", ".leaders table"),
        ("/players/nobody", "h1:has-text('find this player')"),
        ("/arena", "h2:has-text('No tournaments yet')"),
    ],
)
def test_page_recovers_with_the_server(person: People, address: str, what: str) -> None:
    ann = person(offline_too=True)
    wait_until_cached(ann.page)
    go_offline(ann)
    ann.page.goto(address)
    expect(ann.page.get_by_role("heading", name="You're offline")).to_be_visible()
    expect(ann.page.get_by_role("link", name="The rules of all games")).to_be_visible()
    ann.expect_error("404")
    ann.context.set_offline(False)
    expect(ann.page.locator(what).first).to_be_visible()


def rebuild(old: Path, new: Path, number: int) -> None:
    """Copy the built page as if every file had changed."""
    shutil.rmtree(new, ignore_errors=True)
    shutil.copytree(old, new)
    names = {
        file.name: f"{file.stem[:-8]}{number:08}{file.suffix}"
        for file in (new / "assets").iterdir()
    }
    for file in [path for path in new.rglob("*") if path.suffix in (".js", ".css", ".html")]:
        text = file.read_text("utf-8")
        for before, after in names.items():
            text = text.replace(before, after)
        if file.name == "sw.js":
            text, builds = re.subn(r"\b[0-9a-f]{12}\b", f"{number:012}", text)
            assert builds == 1
        file.write_text(text, "utf-8")
    for before, after in names.items():
        (new / "assets" / before).rename(new / "assets" / after)


def test_new_build_replaces_the_old(
    person: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, served = built.STATIC, tmp_path / "static"
    rebuild(real, served, 1)
    monkeypatch.setattr(built, "STATIC", served)
    with running_server(settings(tmp_path)) as server:
        ann = person(server, offline_too=True)
        page = ann.page
        wait_until_cached(page)
        for number in (2, 3):
            rebuild(real, served, number)
            # The old tab still works, though its files are gone from the server.
            page.get_by_role("link", name="Rules").first.click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
            page.goto("/")
            page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
            wait_until(page, WORKER_IS_ACTIVE.format(f"quire-app-{number:012}"))
            assert page.locator(f"script[src*='{number:08}']").count() == 1
        apps = "async () => (await caches.keys()).filter((it) => it.startsWith('quire-app-'))"
        wait_until(page, f"async () => (await ({apps})()).length === 2")
        assert page.evaluate(apps) == [f"quire-app-{number:012}" for number in (2, 3)]
        go_offline(ann)
        page.reload()
        assert page.locator("script[src*='00000003']").count() == 1
        page.get_by_role("link", name="Rules").first.click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
