"""Without the server the page opens, with the rules and the games already seen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.harness import Running
from tests.web.person import People, Person
from tests.web.table import SMALL, WAYS, Player, play_out, short_game

OFFLINE = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch"


def settle(page: Page) -> None:
    """Waits until the page is kept, and whatever it asks for goes by the worker."""
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def go_offline(person: Person) -> None:
    person.expect_trouble(OFFLINE)
    person.context.set_offline(True)


def test_rules_open_without_the_server(person: People) -> None:
    ann = person(reduced_motion=True, offline_too=True)
    settle(ann.page)
    go_offline(ann)
    for game, first in (("sos", "Spell S-O-S"), ("extreme", "Your cell sends the next move")):
        ann.page.goto(f"/rules/{game}")
        expect(ann.page.get_by_role("group", name=f"Example: {first}")).to_be_visible()
    example = ann.page.get_by_role("group", name="Example: Your cell sends the next move")
    expect(example.get_by_role("img", name="The first move may go anywhere.")).to_be_visible()
    example.get_by_role("button", name="One step on").click()
    expect(example).to_contain_text("X plays a top right cell")


def test_a_game_that_was_seen_opens_without_the_server(person: People, server: Running) -> None:
    game = "line"
    players = ann, bob = Player(person(offline_too=True), "Ann"), Player(person(), "Bob")
    settle(ann.page)
    link = ann.sets_up(game, SMALL[game])
    bob.page.goto(link)
    bob.joins()
    play_out(players, game, SMALL[game], short_game(game, SMALL[game]), WAYS)
    replay = f"/replay/{link.rsplit('/', 1)[1]}"
    ann.page.goto(replay)
    title = ann.page.get_by_role("heading", level=1, name="SOS on a line")
    expect(title).to_be_visible()
    go_offline(ann.person)
    ann.page.goto("/history")
    seen = ann.page.get_by_role("list", name="Games you have seen")
    seen.get_by_role("link", name="Replay").click()
    expect(title).to_be_visible()
    ann.page.reload()
    expect(title).to_be_visible()


def test_the_page_recovers_with_the_server(person: People) -> None:
    ann = person(offline_too=True)
    settle(ann.page)
    go_offline(ann)
    ann.page.goto("/leaders/sos")
    expect(ann.page.get_by_text("The server cannot be reached.").first).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.page.get_by_text("Nobody stands here yet.")).to_be_visible()
