"""Boards that pan have a small map; the game can fill the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import start_game

LAPTOP, PHONE = (1280, 720), (390, 844)


def expect_in_sight(page: Page, cell: str) -> None:
    """Expect a cell within the visible part of the board."""
    page.wait_for_function(
        """(name) => {
            const place = document.querySelector(`[data-cell="${name}"]`).getBoundingClientRect();
            const frame = document.querySelector(".scroller").getBoundingClientRect();
            return place.left >= frame.left - 1 && place.right <= frame.right + 1
                && place.top >= frame.top - 1 && place.bottom <= frame.bottom + 1;
        }""",
        arg=cell,
    )


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize(("game", "board", "last"), [("sos", "26x26", "z26"), ("line", "2000", "")])
def test_map_jumps_over_the_board(
    person: People, size: tuple[int, int], game: str, board: str, last: str
) -> None:
    ann, _ = start_game(person(viewport=size, touch=size == PHONE), person(), game, board)
    overview = ann.page.locator(".overview-map")
    frame = ann.page.locator(".in-sight")
    expect(overview).to_be_in_viewport(ratio=1)
    expect(frame).to_be_visible()
    assert axe(ann.page) == []
    place = overview.bounding_box()
    assert place is not None
    before = frame.bounding_box()
    ann.page.mouse.click(place["x"] + place["width"] - 2, place["y"] + place["height"] - 2)
    ann.page.wait_for_function("() => document.querySelector('.scroller').scrollLeft > 0")
    if last:
        expect_in_sight(ann.page, last)
    while frame.bounding_box() == before:  # the map follows in the next frame
        ann.page.wait_for_timeout(20)
    ann.page.mouse.move(place["x"] + place["width"] - 2, place["y"] + 2)
    ann.page.mouse.down()
    ann.page.mouse.move(place["x"] + 1, place["y"] + 1)
    ann.page.mouse.up()
    expect_in_sight(ann.page, "a1" if game == "sos" else "1")


def test_small_boards_have_no_map(person: People) -> None:
    ann, _ = start_game(person(), person(), "sos", "8x8")
    expect(ann.page.locator(".frame .drawing")).to_be_visible()
    expect(ann.page.locator(".overview")).to_have_count(0)


def test_squares_of_extreme_on_a_phone(person: People) -> None:
    ann, bob = start_game(person(viewport=PHONE, touch=True), person(), "extreme")

    def squares() -> set[str]:
        widths = "all => all.map(it => it.getBoundingClientRect().width)"
        found: list[float] = ann.page.locator("[data-cell]").evaluate_all(widths)
        assert min(found) >= 30
        return {f"{width:.2f}" for width in found}

    before = squares()
    for name in ("1a1", "1i9", "2a1", "2i9"):
        expect(ann.cell(name)).to_be_in_viewport(ratio=1)
    ann.play_move("1e5")
    bob.play_move("1d4")
    bob.press_action("Resign")
    bob.press_action("Resign")
    expect(ann.action("Rematch")).to_be_in_viewport(ratio=1)
    assert squares() == before


def test_full_screen(person: People) -> None:
    ann, _ = start_game(person(), person(), "sos", "5x5")
    ann.page.get_by_role("button", name="Full screen", exact=True).click()
    leave = ann.page.get_by_role("button", name="Leave full screen")
    expect(leave).to_be_visible()
    assert ann.page.evaluate("() => document.fullscreenElement !== null")
    leave.click()
    expect(ann.page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()


def test_moves_can_be_made_wider(person: People) -> None:
    ann, _ = start_game(person(viewport=LAPTOP), person(), "sos", "5x5")
    handle = ann.page.get_by_role("separator", name="Width of the moves")
    width = "it => it.clientWidth"
    before = ann.page.locator(".panel").evaluate(width)
    handle.press("ArrowLeft")
    expect(handle).to_have_attribute("aria-valuenow", str(before + 20))
    place = handle.bounding_box()
    assert place is not None
    ann.page.mouse.move(place["x"] + 8, place["y"] + 100)
    ann.page.mouse.down()
    ann.page.mouse.move(place["x"] - 52, place["y"] + 100)
    ann.page.mouse.up()
    assert ann.page.locator(".panel").evaluate(width) == before + 80
    ann.page.reload()
    expect(ann.page.locator(".frame .drawing")).to_be_visible()
    assert ann.page.locator(".panel").evaluate(width) == before + 80
    handle.dblclick()
    assert ann.page.locator(".panel").evaluate(width) == before
