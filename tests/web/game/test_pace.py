"""Moves of the computer come one at a time, and a whole turn is marked."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.person import People
from tests.web.player import Player, start_game


def paces(page: Page) -> list[Any]:
    """Return the paces that the page asks for, as it asks for games."""
    asked: list[Any] = []

    def record(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "watch" and message.get("picture"):
            asked.append(message["pace"])

    def follow(socket: WebSocket) -> None:
        socket.on("framesent", record)

    page.on("websocket", follow)
    return asked


@pytest.mark.parametrize(
    ("choice", "reduced_motion", "pace"),
    [("One move at a time", False, 0.35), ("Slowly", False, 0.8), ("Slowly", True, 0)],
)
def test_page_asks_for_the_chosen_pace(
    person: People, choice: str, reduced_motion: bool, pace: float
) -> None:
    ann = Player(person(reduced_motion=reduced_motion), "Ann")
    ann.sign_in()
    asked = paces(ann.page)
    ann.page.goto("/settings")
    ann.page.get_by_label("Computer's pace").select_option(label=choice)
    ann.open_game(ann.create_game("line", "9", seats=["me", "level1"]))
    ann.expect_turn(re.compile("Your turn|thinking"))
    assert set(asked) == {pace}


def test_whole_turn_is_marked(person: People) -> None:
    ann, bob = start_game(person(), person(), "sos", "3x3")
    watcher = Player(person(), "Cyd")
    watcher.open_game(ann.game)
    for player, move in ((ann, "Sa1"), (bob, "Oa2"), (ann, "Sa3"), (ann, "Sb3")):
        player.play_move(move, "button")
    for player in (ann, bob, watcher):
        player.wait_for_moves(4)
        for _ in range(2):
            expect(player.cell("a3")).to_have_accessible_name("a3, S, last turn")
            expect(player.cell("b3")).to_have_accessible_name("b3, S, last move")
            expect(player.cell("a2")).to_have_accessible_name("a2, O")
            expect(player.page.locator(".drawing .last")).to_have_count(2)
            expect(player.page.locator(".drawing .last-edge")).to_have_count(1)
            player.page.reload()  # a visitor who comes later sees the same
    ann.page.get_by_role("button", name="3. Ann: Sa3").click()
    expect(ann.page.locator(".drawing .last")).to_have_count(1)
    ann.page.get_by_role("button", name="Back to live game").click()
    expect(ann.page.locator(".drawing .last")).to_have_count(2)
    bob.play_move("Oc3", "button")
    expect(ann.page.locator(".drawing .last")).to_have_count(1)
