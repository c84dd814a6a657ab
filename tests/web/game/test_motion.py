"""Only pencils move: new marks and lines are drawn, and nothing waits for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.person import People
from tests.web.player import start_game

RECORD_ANIMATIONS = """
window.animated = [];
document.addEventListener("animationstart", (event) => {
  if (event.target.closest(".drawing, .seat")) window.animated.push(event.animationName);
});
"""


def animations(page: Page) -> set[str]:
    """Return the names of the animations on the board and of player boxes so far."""
    names: list[str] = page.evaluate("() => window.animated")
    return set(names)


def test_marks_and_lines_are_drawn(person: People) -> None:
    second = person(reduced_motion=False)
    second.context.add_init_script(RECORD_ANIMATIONS)
    ann, bob = start_game(person(), second, "sos", "3x3")
    ann.play_move("Sa1", "button")
    bob.wait_for_moves(1)
    for name in ("reveal", "wipe", "settle"):  # a mark, the highlighter, and my turn
        bob.page.wait_for_function("(name) => window.animated.includes(name)", arg=name)
    expect(bob.page.locator(".writing")).to_have_count(1)
    bob.play_move("Oa2", "button")  # at once, while the last move is drawn
    bob.wait_for_moves(2)
    expect(bob.page.locator(".writing")).to_have_count(0)  # my own is simply there
    ann.play_move("Sa3", "button")
    bob.wait_for_moves(3)
    expect(bob.page.locator(".revealing")).to_have_count(1)
    bob.page.reload()
    bob.wait_for_moves(3)
    expect(bob.page.locator(".writing, .revealing, .wiping")).to_have_count(0)


@pytest.mark.parametrize("game", ["extreme", "obstruction"])
def test_what_a_move_causes_is_drawn(person: People, game: str) -> None:
    ann, bob = start_game(person(), person(reduced_motion=False), game)
    if game == "obstruction":
        ann.play_move("c3")
        expect(bob.page.locator(".spreading")).to_have_count(1)
        expect(bob.page.locator(".writing")).to_have_count(2)  # the strokes of an X
    else:
        ann.play_move("1a1")
        expect(bob.page.locator(".writing")).to_have_count(2)


def test_motion_can_be_switched_off(person: People) -> None:
    for off in ("setting", "system"):
        second = person(reduced_motion=off == "system")
        second.context.add_init_script(RECORD_ANIMATIONS)
        if off == "setting":
            second.context.add_init_script("localStorage['quire.setting.drawing'] = 'false'")
        ann, bob = start_game(person(), second, "sos", "3x3")
        for player, move in ((ann, "Sa1"), (bob, "Oa2"), (ann, "Sa3")):
            player.play_move(move, "button")
        bob.wait_for_moves(3)
        expect(bob.page.locator(".drawing .last")).to_have_count(1)
        assert animations(bob.page) <= {"settle"}
        moving = "() => document.getAnimations().filter(it => it.playState === 'running').length"
        if off == "system":
            assert bob.page.evaluate(moving) == 0


def test_switch_is_in_settings(person: People) -> None:
    ann = person()
    ann.page.goto("/settings")
    ann.page.get_by_label("Draw marks with a pencil").uncheck()
    expect(ann.page.locator("html[data-no-motion]")).to_be_attached()
    ann.page.reload()
    expect(ann.page.locator("html[data-no-motion]")).to_be_attached()
