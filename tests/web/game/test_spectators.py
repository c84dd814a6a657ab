"""Spectators without an account."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.person import People
from tests.web.player import Player, expect_outcome, play_out, short_game, start_game


def test_spectator_sees_everything_but_chat(person: People) -> None:
    ann, bob = start_game(person(), person(), "obstruction")
    ann.page.get_by_label("Message the other players").fill("a secret")
    ann.page.get_by_role("button", name="Send", exact=True).click()
    eve = Player(person(), "Eve")
    eve.open_game(ann.game)
    eve.expect_turn("Ann to move You're watching")
    for player in (ann, bob):
        expect(player.page.get_by_text("1 watching")).to_be_visible()
    expect(bob.page.locator(".chat-messages")).to_contain_text("a secret")
    game = short_game("obstruction", "5x5")
    play_out([ann, bob], "obstruction", "5x5", game[:2])
    eve.wait_for_moves(2)
    assert eve.free_cells() == set()
    eve.cell(game[2]).click(force=True)
    eve.cell(game[2]).press("Enter")
    expect(eve.page.locator(".actions").get_by_role("button")).to_have_count(0)
    expect(eve.page.get_by_role("heading", name="Chat")).to_have_count(0)
    bob.page.get_by_label("Message the other players").fill("another")
    bob.page.get_by_label("Message the other players").press("Enter")
    expect(ann.page.locator(".chat-messages")).to_contain_text("another")
    for number, move in enumerate(game[2:], 3):
        (ann, bob)[(number - 1) % 2].play_move(move)
        eve.wait_for_moves(number)
    expect_outcome([ann, bob], "obstruction", "5x5")
    assert eve.moves() == game
    eve.expect_result("Ann won", "no moves left")
    assert "secret" not in eve.page.content()
    assert "another" not in eve.page.content()
    assert eve.page.evaluate("() => localStorage.getItem('quire.account')") is None
    expect(eve.page.locator(".actions").get_by_role("button")).to_have_count(0)
