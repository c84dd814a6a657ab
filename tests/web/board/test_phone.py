"""Every game by touch on a phone, and boards larger than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.person import People, Person
from tests.web.player import SMALL, Player, expect_outcome, play_out, short_game, start_game

PHONE = (360, 740)


def with_phone(person: People) -> Person:
    """A person with a phone."""
    return person(viewport=PHONE, touch=True)


def expect_no_sideways_scrolling(page: Page) -> None:
    """Expect the page not to scroll sideways."""
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths == [PHONE[0], PHONE[0]]


def swipe(page: Page, box: Locator, left: int, up: int) -> None:
    """Swipe inside the box, and wait until it stops scrolling."""
    place = box.bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    still = "new Promise((done) => it.addEventListener('scrollend', done, { once: true }))"
    box.evaluate(f"(it) => {{ it.still = {still} }}")
    finger = page.context.new_cdp_session(page)
    for part in range(9):
        at = {"x": x - left * part / 8, "y": y - up * part / 8}
        kind = "touchMove" if part else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    box.evaluate("async (it) => { await it.still }")
    moved = box.evaluate("(it) => [it.scrollLeft, it.scrollTop]")
    assert [distance > 0 for distance in moved] == [left > 0, up > 0]


@pytest.mark.parametrize("game", SMALL)
def test_game_by_touch(person: People, game: str) -> None:
    size = SMALL[game]
    players = start_game(with_phone(person), with_phone(person), game)
    play_out(players, game, size, short_game(game, size), ("choice", "button"))
    expect_outcome(players, game, size)
    for player in players:
        expect_no_sideways_scrolling(player.page)


def test_largest_sos_board(person: People) -> None:
    ann = Player(with_phone(person), "Ann")
    ann.sign_in()
    ann.open_game(ann.create_game("sos", "26x26", seats=["me", "random"]))
    ann.expect_turn("Your turn")
    expect_no_sideways_scrolling(ann.page)
    box = ann.page.locator(".scroller")
    size = "it => it.scrollWidth"
    at_first = box.evaluate(size)
    assert at_first > PHONE[0]
    ann.page.get_by_role("button", name="Zoom in").tap()
    expect(box.locator(".sheet")).not_to_have_css("width", f"{at_first}px")
    assert box.evaluate(size) > at_first
    ann.page.get_by_role("button", name="Fit to screen").tap()
    expect(ann.page.get_by_role("button", name="Fit to screen", pressed=True)).to_be_visible()
    assert box.evaluate(size) <= PHONE[0]
    ann.page.get_by_role("button", name="Zoom out").and_(ann.page.locator(":disabled")).wait_for()
    while box.evaluate(size) < 2 * PHONE[0]:
        ann.page.get_by_role("button", name="Zoom in").tap()
    swipe(ann.page, box, 150, 150)
    number = 0
    for cell, letter in (("m13", "S"), ("a26", "O"), ("z1", "S")):
        ann.click_cell(cell, letter, "choice" if number else "button")
        number += 2
        ann.wait_for_moves(number)
        assert ann.moves()[number - 2] == letter + cell
    expect_no_sideways_scrolling(ann.page)
    last = ann.page.get_by_role("gridcell", name="last move")
    for _ in range(2):
        expect(last).to_be_in_viewport()
        names, place = ann.page.locator(".ruler.across svg").bounding_box(), last.bounding_box()
        assert names is not None
        assert place is not None
        assert place["y"] > names["y"] + names["height"] - 1, "the names lie over it"
        ann.page.reload()


def test_letter_choice_opens_beside_the_cell(person: People) -> None:
    ann, _ = start_game(with_phone(person), person(), "sos", "10x10")
    ann.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    for name in ("e8", "j9"):  # in the middle, and at the edge
        ann.press(ann.cell(name))
        choice, cell = ann.page.locator(".choice").bounding_box(), ann.cell(name).bounding_box()
        assert choice is not None
        assert cell is not None
        assert 0 <= choice["x"] <= PHONE[0] - choice["width"]
        assert choice["x"] - cell["width"] <= cell["x"] <= choice["x"] + choice["width"]
        assert abs(choice["y"] + choice["height"] + 4 - cell["y"]) < 1
        ann.page.locator(".turn-line").tap()
        expect(ann.page.locator(".choice")).to_have_count(0)


def test_longest_strip(person: People) -> None:
    ann = Player(with_phone(person), "Ann")
    ann.sign_in()
    ann.open_game(ann.create_game("line", "2000", seats=["me", "random"]))
    ann.expect_turn("Your turn")
    expect_no_sideways_scrolling(ann.page)
    box = ann.page.locator(".scroller")
    swipe(ann.page, box, 150, 0)
    ann.click_cell("1000", "S", "button")
    ann.wait_for_moves(2)
    ann.click_cell("2000", "O", "choice")
    ann.wait_for_moves(4)
    assert ann.moves()[::2] == ["S1000", "O2000"]
    expect(ann.page.get_by_role("gridcell", name="last move")).to_be_in_viewport()
    expect_no_sideways_scrolling(ann.page)
