"""Every game by touch on a phone, and boards larger than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.person import People, Person
from tests.web.player import SMALL, Player, play_out, see_end, short_game, sit

PHONE = (360, 740)


def on_a_phone(person: People) -> Person:
    """A person with a phone."""
    return person(viewport=PHONE, touch=True)


def fits(page: Page) -> None:
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
    assert [it > 0 for it in moved] == [left > 0, up > 0]


@pytest.mark.parametrize("game", SMALL)
def test_a_game_by_touch(person: People, game: str) -> None:
    size = SMALL[game]
    players = sit(on_a_phone(person), on_a_phone(person), game)
    play_out(players, game, size, short_game(game, size), ("choice", "button"))
    see_end(players, game, size)
    for it in players:
        fits(it.page)


def test_largest_sos_board(person: People) -> None:
    ann = Player(on_a_phone(person), "Ann")
    ann.is_known()
    ann.opens(ann.makes("sos", "26x26", seats=["me", "random"]))
    ann.sees_turn("Your turn")
    fits(ann.page)
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
        ann.clicks_cell(cell, letter, "choice" if number else "button")
        number += 2
        ann.sees_moves(number)
        assert ann.moves()[number - 2] == letter + cell
    fits(ann.page)
    last = ann.page.get_by_role("gridcell", name="last move")
    for _ in range(2):
        expect(last).to_be_in_viewport()
        names, place = ann.page.locator(".ruler.across svg").bounding_box(), last.bounding_box()
        assert names is not None
        assert place is not None
        assert place["y"] > names["y"] + names["height"] - 1, "the names lie over it"
        ann.page.reload()


def test_letter_choice_opens_beside_the_cell(person: People) -> None:
    ann, _ = sit(on_a_phone(person), person(), "sos", "10x10")
    ann.page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    for name in ("e8", "j9"):  # in the middle, and at the edge
        ann.press(ann.cell(name))
        choice, cell = ann.page.locator(".choice").bounding_box(), ann.cell(name).bounding_box()
        assert choice is not None
        assert cell is not None
        assert 0 <= choice["x"] <= PHONE[0] - choice["width"]
        assert choice["x"] - cell["width"] <= cell["x"] <= choice["x"] + choice["width"]
        assert abs(choice["y"] + choice["height"] + 4 - cell["y"]) < 1
        ann.page.get_by_role("heading", level=1).tap()
        expect(ann.page.locator(".choice")).to_have_count(0)


def test_longest_strip(person: People) -> None:
    ann = Player(on_a_phone(person), "Ann")
    ann.is_known()
    ann.opens(ann.makes("line", "2000", seats=["me", "random"]))
    ann.sees_turn("Your turn")
    fits(ann.page)
    box = ann.page.locator(".scroller")
    swipe(ann.page, box, 150, 0)
    ann.clicks_cell("1000", "S", "button")
    ann.sees_moves(2)
    ann.clicks_cell("2000", "O", "choice")
    ann.sees_moves(4)
    assert ann.moves()[::2] == ["S1000", "O2000"]
    expect(ann.page.get_by_role("gridcell", name="last move")).to_be_in_viewport()
    fits(ann.page)
