"""A game against the computer, with hints and takebacks."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from tests.web.person import People
from tests.web.player import Player, expect_outcome


def play_random_moves(ann: Player, random: Random) -> None:
    """Make random moves for Ann until the game is over."""
    end = ann.page.locator(".ending")
    mine = ann.page.locator("[data-cell][aria-disabled=false]").first
    while True:
        end.or_(mine).first.wait_for()
        if end.is_visible():
            return
        number = len(ann.moves()) + 1
        ann.click_cell(random.choice(sorted(ann.free_cells())))
        ann.wait_for_moves(number)


def test_game_against_the_computer_and_rematch(person: People) -> None:
    random = Random(3)
    ann = Player(person(reduced_motion=False), "Ann")
    ann.sign_in()
    game = ann.create_game("obstruction", "5x5", seats=["me", "level2"])
    ann.open_game(game)
    ann.expect_turn("Your turn")
    expect(ann.action("Offer draw")).to_have_count(0)
    expect(ann.page.get_by_role("heading", name="Chat")).to_have_count(0)
    ann.press_action("Hint")
    ann.expect_announcement(re.compile("^Hint: [a-e][1-5]"))
    hint = re.findall("[a-e][1-5]", ann.page.locator(".hint-line").inner_text())[0]
    ann.click_cell(hint)
    ann.wait_for_moves(2)
    expect(ann.page.locator(".hint-line")).to_have_count(0)
    ann.press_action("Takeback")
    expect(ann.page.get_by_text("No moves yet.")).to_be_visible()
    ann.expect_turn("Your turn")
    play_random_moves(ann, random)
    expect_outcome([ann], "obstruction", "5x5")
    ann.press_action("Rematch")
    ann.page.wait_for_url(re.compile(rf"/game/(?!{game})"))
    ann.game = ann.page.url.rsplit("/", 1)[1]
    expect(ann.seat(0)).to_contain_text("Level 2")
    ann.wait_for_moves(1)  # now the computer starts
    play_random_moves(ann, random)
    record = ann.record()
    assert record["agents"] == ["level2", None]
    won = record["outcome"]["winner"] == 1
    ann.expect_result("You won" if won else "You lost", "no moves left")
