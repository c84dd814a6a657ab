"""Draws, takebacks, resignation, rematches and chat, by the buttons beside the board."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.person import People
from tests.web.player import Player, sit


def test_draw_offer_is_cancelled_declined_and_accepted(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
    ann.does("Offer draw")
    bob.hears("Ann offers a draw.")
    ann.does("Cancel draw offer")
    bob.hears("Ann declines the draw.")
    expect(bob.action("Accept draw")).to_have_count(0)
    bob.does("Offer draw")
    ann.does("Decline draw")
    bob.hears("Ann declines the draw.")
    ann.does("Offer draw")
    bob.does("Accept draw")
    for it in (ann, bob):
        it.sees_end("DRAW", "by agreement")
    bob.hears("DRAW, by agreement.")


def test_no_draw_offer_in_games_without_draws(person: People) -> None:
    ann, bob = sit(person(), person(), "obstruction")
    ann.plays("c3")
    bob.sees_moves(1)
    for it in (ann, bob):
        expect(it.action("Abort game")).to_be_visible()
        expect(it.action("Offer draw")).to_have_count(0)


def test_takeback_needs_consent(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
    expect(ann.action("Takeback")).to_have_count(0)
    ann.plays("S3")
    ann.does("Takeback")
    bob.hears("Ann asks for a takeback.")
    bob.does("Decline takeback")
    ann.hears(f"{bob.name} declines the takeback.")
    bob.plays("O4")
    ann.sees_moves(2)
    ann.does("Takeback")
    ann.does("Cancel request")
    expect(bob.action("Accept takeback")).to_have_count(0)
    ann.does("Takeback")
    bob.does("Accept takeback")
    for it in (ann, bob):
        expect(it.page.get_by_text("No moves yet.")).to_be_visible()
        expect(it.cell("3")).to_have_accessible_name("3, empty")
    ann.hears("accepts the takeback. Your turn.")
    ann.plays("O7")
    bob.sees_moves(1)
    assert bob.moves() == bob.stored() == ["O7"]


def test_resigning_needs_confirmation_and_rematch_swaps_seats(person: People) -> None:
    ann, bob = sit(person(), person(), "obstruction")
    ann.plays("c3")
    bob.plays("a1")
    ann.sees_moves(2)
    bob.does("Resign")
    expect(bob.page.get_by_text("Resign this game?")).to_be_visible()
    bob.does("No")
    expect(bob.action("Resign")).to_be_focused()
    ann.sees_turn("Your turn")
    bob.does("Resign")
    expect(bob.action("No")).to_be_focused()
    bob.does("Yes")
    ann.sees_end("YOU WON", "by resignation")
    bob.sees_end("YOU LOST", "by resignation")
    first = ann.game
    ann.does("Rematch")
    bob.hears("Ann wants a rematch.")
    bob.does("Decline rematch")
    ann.hears(f"{bob.name} declines the rematch.")
    bob.does("Rematch")
    bob.page.goto("/rules")  # a player may wait for it on another page
    ann.does("Accept rematch")
    bob.page.get_by_role("link", name="Your turn").click()
    for it in (ann, bob):
        it.page.wait_for_url(re.compile(rf"/game/(?!{first})"))
    assert ann.page.url == bob.page.url
    bob.sees_turn("Your turn")
    ann.sees_turn(f"{bob.name} to move")
    bob.plays("e5")
    ann.sees_moves(1)
    assert ann.moves() == ["e5"]


def test_aborted_game_ends_in_every_tab(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
    other = Player(ann.person, "Ann", ann.person.context.new_page())
    other.opens(ann.game)
    other.sees_turn("Your turn")
    ann.does("Abort game")
    for it in (ann, bob, other):
        it.sees_end("NO RESULT", "game aborted")
    bob.hears("Ann aborts the game. NO RESULT, game aborted.")


def test_chat(person: People) -> None:
    ann, bob = sit(person(), person(), "line")
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
    ann.is_known()
    game = ann.makes("sos", "3x3:3")
    for it in (ann, bob, cyd):
        it.opens(game)
    bob.joins()
    ann.sees_turn("Waiting for players")
    cyd.joins()
    ann.plays("Sa1")
    bob.plays("Ob2", "key")
    cyd.sees_moves(2)
    cyd.does("Resign")
    cyd.does("Yes")
    ann.hears(f"{cyd.name} resigns. Your turn.")
    expect(cyd.page.locator(".actions").get_by_role("button")).to_have_count(0)
    expect(cyd.page.locator(".seat").nth(2)).to_contain_text("out")
    ann.plays("Sc3")
    for it in (ann, bob, cyd):
        it.sees_turn("Your turn" if it is ann else "Ann to move")
        expect(it.page.locator(".seat").first).to_contain_text("1 point")
    for mover, cell in zip(
        (ann, bob, ann, bob, ann, bob), ("a2", "b1", "c1", "a3", "b3", "c2"), strict=True
    ):
        mover.clicks_cell(cell, "O")
    ann.sees_end("YOU WON", "on points")
    for it in (bob, cyd):
        it.sees_end("YOU LOST", "on points")
    assert ann.record()["moves"][2] == "x3"
