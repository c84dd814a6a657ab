"""Two players who know each other: their score, and short messages."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import start_game


def test_score_of_players_who_have_met(person: People) -> None:
    ann, bob = start_game(person(), person(), "sos", "5x5")
    expect(ann.page.locator(".head-to-head")).to_have_count(0)
    for player, move in ((ann, "Sa1"), (bob, "Sa2")):
        player.play_move(move, "button")
    bob.wait_for_moves(2)
    bob.press_action("Resign")
    bob.press_action("Resign")
    ann.press_action("Rematch")
    bob.press_action("Accept rematch")
    for player in (ann, bob):
        player.page.wait_for_url(re.compile(rf"/game/(?!{ann.game})"))
        mine, other = ("1 – 0", "0 – 1") if player is ann else ("0 – 1", "1 – 0")
        expect(player.page.locator(".below .head-to-head")).to_contain_text(mine)
        expect(player.page.locator(".above .head-to-head")).to_contain_text(other)
        words = player.page.locator(".seat .hint")
        cut = "all => all.filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)"
        assert words.evaluate_all(cut) == []
        assert axe(player.page) == []


def test_rated_game_shows_what_it_did_to_the_ratings(person: People) -> None:
    ann, bob = start_game(person(), person(), "line", "9", rated=True)
    for player, move in ((ann, "S3"), (bob, "S5"), (ann, "O4")):
        player.play_move(move, "button")
    for player, other, sign in ((ann, 1, "+"), (bob, 0, "−")):
        change = player.page.locator(".rating-change")
        expect(change).to_contain_text(re.compile(rf"Rating 1,?000 → \d+ ?{re.escape(sign)}\d+"))
        mine, theirs = (player.seat(n).locator(".better, .worse") for n in (1 - other, other))
        expect(mine).to_have_text(re.compile(rf"^{re.escape(sign)}\d+$"))
        expect(theirs).to_have_text(re.compile(rf"^[^{re.escape(sign)}]\d+$"))


def test_quick_messages_are_shown_in_the_language_of_the_reader(person: People) -> None:
    ann, bob = start_game(person(), person(), "line")
    bob.page.evaluate("() => { localStorage['quire.setting.language'] = '\"tr\"' }")
    bob.page.reload()
    phrases = ann.page.get_by_role("group", name="Quick messages")
    phrases.get_by_role("button", name="Good luck!").click()
    expect(ann.page.locator(".chat-messages")).to_contain_text("You Good luck!")
    expect(bob.page.locator(".chat-messages")).to_contain_text("Bol şans!")
    ann.press_action("Abort game")
    expect(phrases.get_by_role("button", name="Good game!")).to_be_visible()
