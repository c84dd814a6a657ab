"""Draws, takebacks, resignation, rematches and chat, by the buttons beside the board."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.person import People
from tests.web.player import Player, start_game


def test_draw_offer_is_cancelled_declined_and_accepted(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    ann.press_action("Offer draw")
    bob.expect_announcement("Ann offers a draw.")
    ann.press_action("Cancel draw offer")
    bob.expect_announcement("Ann declines the draw.")
    expect(bob.action("Accept draw")).to_have_count(0)
    bob.press_action("Offer draw")
    ann.press_action("Decline draw")
    bob.expect_announcement("Ann declines the draw.")
    ann.press_action("Offer draw")
    bob.press_action("Accept draw")
    for player in (ann, bob):
        player.expect_result("Draw", "by agreement")
    bob.expect_announcement("Draw, by agreement.")


def test_no_draw_offer_in_games_without_draws(person: People) -> None:
    ann, bob = start_game(person(), person(), "obstruction")
    ann.play_move("c3")
    bob.wait_for_moves(1)
    for player in (ann, bob):
        expect(player.action("Abort game")).to_be_visible()
        expect(player.action("Offer draw")).to_have_count(0)


def test_takeback_needs_consent(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    expect(ann.action("Takeback")).to_have_count(0)
    ann.play_move("S3")
    ann.press_action("Takeback")
    bob.expect_announcement("Ann asks for a takeback.")
    bob.press_action("Decline takeback")
    ann.expect_announcement(f"{bob.name} declines the takeback.")
    bob.play_move("O4")
    ann.wait_for_moves(2)
    ann.press_action("Takeback")
    ann.press_action("Cancel request")
    expect(bob.action("Accept takeback")).to_have_count(0)
    ann.press_action("Takeback")
    bob.press_action("Accept takeback")
    for player in (ann, bob):
        expect(player.page.get_by_text("No moves yet.")).to_be_visible()
        expect(player.cell("3")).to_have_accessible_name("3, empty")
    ann.expect_announcement("accepts the takeback. Your turn.")
    ann.play_move("O7")
    bob.wait_for_moves(1)
    assert bob.moves() == bob.stored() == ["O7"]


def test_resigning_needs_confirmation_and_rematch_swaps_seats(person: People) -> None:
    ann, bob = start_game(person(), person(), "obstruction")
    ann.play_move("c3")
    bob.play_move("a1")
    ann.wait_for_moves(2)
    bob.press_action("Resign")
    expect(bob.page.get_by_text("Resign this game?")).to_be_visible()
    bob.press_action("Keep playing")
    expect(bob.action("Resign")).to_be_focused()
    ann.expect_turn("Your turn")
    bob.press_action("Resign")
    expect(bob.action("Keep playing")).to_be_focused()
    bob.press_action("Resign")
    ann.expect_result("You won", "by resignation")
    bob.expect_result("You lost", "by resignation")
    first = ann.game
    ann.press_action("Rematch")
    bob.expect_announcement("Ann wants a rematch.")
    bob.press_action("Decline rematch")
    ann.expect_announcement(f"{bob.name} declines the rematch.")
    bob.press_action("Rematch")
    bob.page.goto("/rules")  # a player may wait for it on another page
    ann.press_action("Accept rematch")
    bob.page.get_by_role("link", name="Your turn").click()
    for player in (ann, bob):
        player.page.wait_for_url(re.compile(rf"/game/(?!{first})"))
    assert ann.page.url == bob.page.url
    bob.expect_turn("Your turn")
    ann.expect_turn(f"{bob.name} to move")
    bob.play_move("e5")
    ann.wait_for_moves(1)
    assert ann.moves() == ["e5"]


def test_aborted_game_ends_in_every_tab(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    other = Player(ann.person, "Ann", ann.person.context.new_page())
    other.open_game(ann.game)
    other.expect_turn("Your turn")
    ann.press_action("Abort game")
    for player in (ann, bob, other):
        player.expect_result("No result", "game aborted")
    bob.expect_announcement("Ann aborts the game. No result, game aborted.")


def test_chat(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    for speaker, hearer in ((ann, bob), (bob, ann)):
        box = speaker.page.get_by_label("Message the other players")
        box.fill(f"<b>Hello</b> from {speaker.name}")
        box.press("Enter")
        expect(hearer.page.locator(".chat-messages li").last).to_have_text(
            f"{speaker.name} <b>Hello</b> from {speaker.name}"
        )
        expect(speaker.page.locator(".chat-messages li").last).to_have_text(
            f"You <b>Hello</b> from {speaker.name}"
        )
        expect(box).to_have_value("")
    bob.page.reload()
    expect(bob.page.locator(".chat-messages li")).to_have_count(2)


def test_three_players_and_one_resigns(person: People) -> None:
    ann, bob = Player(person(), "Ann"), Player(person(), "Bob")
    cyd = Player(person(), "Cyd")
    ann.sign_in()
    game = ann.create_game("sos", "3x3:3")
    for player in (ann, bob, cyd):
        player.open_game(game)
    bob.join()
    ann.expect_turn("Waiting for players")
    cyd.join()
    ann.play_move("Sa1")
    bob.play_move("Ob2", "key")
    cyd.wait_for_moves(2)
    cyd.press_action("Resign")
    cyd.press_action("Resign")
    ann.expect_announcement(f"{cyd.name} resigns. Your turn.")
    expect(cyd.page.locator(".actions").get_by_role("button")).to_have_count(0)
    expect(cyd.seat(2)).to_contain_text("out")
    ann.play_move("Sc3")
    for player in (ann, bob, cyd):
        player.expect_turn("Your turn" if player is ann else "Ann to move")
        expect(player.seat(0)).to_contain_text("1 point")
    for mover, cell in zip(
        (ann, bob, ann, bob, ann, bob), ("a2", "b1", "c1", "a3", "b3", "c2"), strict=True
    ):
        mover.click_cell(cell, "O")
    ann.expect_result("You won", "on points")
    for player in (bob, cyd):
        player.expect_result("You lost", "on points")
    assert ann.record()["moves"][2] == "x3"
