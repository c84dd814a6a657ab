"""A friend joins while the host is away: the game waits, and starts when the host is back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.harness import RunningServer
from tests.web.person import People
from tests.web.player import Player

LONG_SECONDS = 600.0
"""Longer than the clock, and than a player may be away once the game has started."""


@pytest.fixture
def host(person: People, own_server: RunningServer) -> Player:
    """Ann, who has made a game, and has no page open."""
    ann = Player(person(own_server), "Ann")
    ann.sign_in()
    ann.game = ann.create_game("line", "9")
    return ann


@pytest.fixture
def guest(host: Player, person: People, own_server: RunningServer) -> Player:
    """Bob, who has joined it."""
    bob = Player(person(own_server), "Bob")
    bob.open_game(host.game)
    bob.join()
    bob.expect_turn("Waiting for Ann to come back")
    return bob


def test_clock_starts_when_the_host_is_back(
    host: Player, guest: Player, own_server: RunningServer
) -> None:
    guest.expect_announcement("Waiting for Ann to come back")
    assert guest.free_cells() == set()
    expect(guest.seat(0)).to_contain_text("offline")
    expect(guest.action("Offer draw")).to_have_count(0)
    own_server.advance(LONG_SECONDS)
    guest.expect_turn("Waiting for Ann to come back")
    expect(guest.page.get_by_role("timer")).to_have_text(["1:00", "1:00"])
    host.open_game(host.game)
    host.expect_turn("Your turn")
    expect(host.page).to_have_title(re.compile("^● Your turn"))
    expect(host.seat(0).get_by_role("timer")).to_have_text(re.compile("1:00|0:[2-5][0-9]"))
    guest.expect_turn("Ann to move")
    guest.expect_announcement(re.compile("Ann has reconnected. Ann to move"))
    host.play_move("S1")
    guest.play_move("S9")
    host.wait_for_moves(2)


def test_guest_can_abort(host: Player, guest: Player) -> None:
    guest.press_action("Abort game")
    guest.expect_result("No result", "game aborted")
    host.open_game(host.game)
    host.expect_result("No result", "game aborted")


def test_host_who_comes_to_another_page_is_called(host: Player, guest: Player) -> None:
    host.page.goto("/rules")
    link = host.page.get_by_role("banner").get_by_role("link", name="Your turn")
    expect(link).to_have_attribute("href", f"/game/{host.game}")
    guest.expect_turn("Ann to move")


def test_host_waits_for_a_guest_who_has_left(host: Player, guest: Player) -> None:
    guest.page.goto("about:blank")
    request, address = host.person.context.request, f"/api/games/{host.game}"
    while not request.get(address).json()["seats"][1]["away"]:
        host.page.wait_for_timeout(20)
    host.open_game(host.game)
    host.expect_turn(f"Waiting for {guest.name} to come back")
    guest.open_game(host.game)
    for player, words in ((host, "Your turn"), (guest, "Ann to move")):
        player.expect_turn(words)
