"""Who is online, and the board of a live game on the start page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from quire.server.play.lobby import COUNT_INTERVAL_SECONDS
from tests.server.harness import RunningServer
from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import Player


def row(page: Page) -> Locator:
    """Return the row with the board."""
    return page.locator(".game-row:has(.live-board)")


def marks(page: Page) -> Locator:
    """Return the marks on the board; one that is being written has a path for each stroke."""
    return row(page).locator(".live-board :is(svg > .mark, g:has(> .mark))")


def test_live_board_shows_each_move(person: People, own_server: RunningServer) -> None:
    eve = person(own_server).page
    eve.goto("/")
    expect(eve.get_by_text("No open games right now.")).to_be_visible()
    expect(eve.get_by_role("heading", name="Live games")).to_have_count(0)
    expect(eve.locator(".people-online")).to_have_count(0)
    ann, bob = Player(person(own_server), "Ann"), Player(person(own_server), "Bob")
    ann.sign_in()
    ann.open_game(ann.create_game("obstruction", "5x5", clock=None, public=True))
    bob.open_game(ann.game)
    bob.join()
    expect(row(eve)).to_contain_text("no moves yet")
    ann.play_move("c3")
    expect(row(eve)).to_contain_text("1 move")
    expect(marks(eve)).to_have_count(1)
    bob.play_move("a1")
    expect(marks(eve)).to_have_count(2)
    assert axe(eve) == []
    row(eve).get_by_role("link", name="Watch").click()
    expect(eve.locator(".turn-line")).to_contain_text("You're watching")
    ann.play_move("e5")  # it is still followed on the page of the game
    eve.locator('.moves [data-ply="3"]').wait_for(state="attached")
    eve.get_by_role("link", name="Quire").click()
    expect(marks(eve)).to_have_count(3)
    ann.press_action("Resign")
    ann.press_action("Resign")
    expect(row(eve)).to_have_count(0)


def test_people_online_are_counted(person: People, own_server: RunningServer) -> None:
    pages = [person(own_server).page for _ in range(3)]
    for page in pages:
        page.goto("/")
        expect(page.get_by_text("No open games right now.")).to_be_visible()
    own_server.advance(COUNT_INTERVAL_SECONDS)
    for page in pages:
        expect(page.locator(".people-online")).to_have_text("3 people online")
    pages[2].close()
    expect(pages[0].locator(".people-online")).to_have_text("3 people online")
    advance_until(own_server, pages[0], "2 people online")


def advance_until(server: RunningServer, page: Page, words: str) -> None:
    """Advance the time until that many people are online: the server notices later who has left."""
    while words not in page.locator(".people-online").inner_text():
        server.advance(COUNT_INTERVAL_SECONDS)
