"""Accessibility: axe-core finds no violation in any state of a game, in both themes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.harness import RunningServer
from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import Player

LAPTOP, PHONE = (1280, 720), (390, 844)


def expect_accessible(state: str, *pages: Page) -> None:
    """Expect no violation in either theme."""
    for page in pages:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            assert axe(page) == [], (state, theme, page.viewport_size)


def test_every_state_of_a_game_is_accessible(person: People) -> None:
    ann = Player(person(viewport=LAPTOP), "Ann")
    bob = Player(person(viewport=PHONE, touch=True), "Bob")
    pages = (ann.page, bob.page)
    ann.sign_in()
    id = ann.create_game("sos", "3x3")
    ann.open_game(id)
    ann.expect_turn("Waiting for players")
    bob.open_game(id)
    expect(bob.action("Join")).to_be_enabled()
    expect_accessible("invitation", *pages)
    bob.join()
    ann.expect_turn("Your turn")
    bob.expect_turn("Ann to move")
    expect_accessible("turn", *pages)
    ann.play_move("Sa1", "button")
    bob.play_move("Ob2", "button")
    ann.wait_for_moves(2)
    bob.press_action("Takeback")
    expect(ann.action("Accept takeback")).to_be_visible()
    expect_accessible("offer", *pages)
    ann.press_action("Decline takeback")
    expect(bob.action("Cancel request")).to_have_count(0)
    bob.press(bob.page.get_by_role("button", name="Moves and chat"))
    expect(bob.page.locator(".moves")).to_be_visible()
    expect_accessible("moves and chat", bob.page)
    bob.press(bob.page.get_by_role("button", name="1. Ann: Sa1"))
    bob.expect_turn("After move 1")
    expect_accessible("earlier move", bob.page)
    bob.press(bob.page.get_by_role("button", name="Back to live game"))
    bob.press_action("Resign")
    expect(bob.action("Resign")).to_be_visible()
    expect_accessible("question", bob.page)
    bob.press_action("Resign")
    ann.expect_result("You won", "by resignation")
    bob.expect_result("You lost", "by resignation")
    expect_accessible("end", *pages)
    ann.press_action("Rematch")
    expect(bob.action("Accept rematch")).to_be_visible()
    expect_accessible("rematch", *pages)


def test_waiting_for_an_absent_player_is_accessible(
    person: People, own_server: RunningServer
) -> None:
    ann = Player(person(own_server, viewport=PHONE, touch=True), "Ann")
    bob = Player(person(own_server), "Bob")
    ann.sign_in()
    id = ann.create_game("obstruction", "5x5")
    ann.open_game(id)
    ann.expect_turn("Waiting for players")
    bob.open_game(id)
    bob.join()
    ann.expect_turn("Your turn")
    bob.page.goto("about:blank")
    expect(ann.page.locator(".seat .away")).to_be_visible()
    expect_accessible("absent player", ann.page)
