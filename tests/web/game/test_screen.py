"""The screen of a game: the whole board is in sight, and nothing moves."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import axe
from tests.web.person import People, Person
from tests.web.player import Player, short_game, start_game

LAPTOP, PHONE, SIDEWAYS = (1280, 720), (390, 844), (844, 390)
NEAR = 10
"""Pixels between things that belong together."""

BOARDS = {"sos": "12x12", "line": "30", "extreme": "2x9x9", "obstruction": "10x10"}
FIRST_MOVES = {
    "sos": ("Sa1", "Sl12"),
    "line": ("S1", "S30"),
    "extreme": ("1e5", "1d4"),
    "obstruction": ("a1", "j10"),
}

RECORD_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    for (const { node } of entry.sources)
      window.shifts.push(`${node?.parentElement?.className}: ${node?.textContent}`);
}).observe({ type: "layout-shift", buffered: true });
"""
"""Record every layout shift, also those after a click."""


def at_screen(person: People, size: tuple[int, int]) -> Person:
    """A person with a screen of that size, who touches it if it is a phone."""
    return person(viewport=size, touch=size != LAPTOP)


def board_in_sight(page: Page) -> Any:
    """Return where the board is, after checking that all of it is visible without scrolling."""
    expect(page.locator(".scroller.scrolls")).to_have_count(0)
    place = page.locator(".sheet").bounding_box()
    frame = page.locator(".frame").bounding_box()
    size = page.viewport_size
    assert place is not None
    assert frame is not None
    assert size is not None
    for box in (place, frame):
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
    assert place["width"] <= frame["width"] + 1
    assert place["height"] <= frame["height"] + 1
    scrolls = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(scrolls) == [size["width"], size["height"]]
    return place


@pytest.mark.parametrize(
    ("game", "size"), [*product(BOARDS, (LAPTOP, PHONE)), ("extreme", SIDEWAYS)]
)
def test_whole_board_is_in_sight_in_every_state(
    person: People, game: str, size: tuple[int, int]
) -> None:
    ann, bob = start_game(at_screen(person, size), person(), game, BOARDS[game])
    before = board_in_sight(ann.page)
    for player, move in zip((ann, bob), FIRST_MOVES[game], strict=True):
        player.play_move(move, "button")
    ann.wait_for_moves(2)
    bob.press_action("Takeback")
    expect(ann.action("Accept takeback")).to_be_in_viewport()
    assert board_in_sight(ann.page) == before
    ann.press_action("Decline takeback")
    bob.press_action("Resign")
    bob.press_action("Resign")
    ann.expect_result("You won", "by resignation")
    expect(ann.action("Rematch")).to_be_in_viewport()
    assert board_in_sight(ann.page) == before


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_nothing_moves_from_the_first_move_to_the_end(
    person: People, size: tuple[int, int]
) -> None:
    first = at_screen(person, size)
    first.context.add_init_script(RECORD_SHIFTS)
    ann, bob = start_game(first, person(), "sos", "3x3")
    expect(ann.page.locator(".frame .drawing")).to_be_visible()
    ann.page.evaluate("async () => { await document.fonts.ready }")
    ann.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    invitation = [it for it in ann.page.evaluate("() => window.shifts") if "Cancel" in it]
    assert invitation == []  # nor when its link and code are loaded
    ann.page.evaluate("() => { window.shifts = [] }")
    moves = short_game("sos", "3x3")
    for number, move in enumerate(moves, 1):
        mover = ann if ann.page.locator(".turn-line.mine").count() else bob
        mover.play_move(move, "button")
        for player in (ann, bob):
            player.wait_for_moves(number)
        if number == 2:
            bob.press_action("Offer draw")
            ann.press_action("Decline draw")
            bob.press_action("Takeback")
            ann.press_action("Decline takeback")
            expect(ann.page.locator(".offer")).to_have_count(0)
            board = board_in_sight(ann.page)
    expect(ann.page).to_have_title("You lost · SOS 3×3 · Quire")
    expect(bob.page).to_have_title("You won · SOS 3×3 · Quire")
    assert board_in_sight(ann.page) == board
    assert ann.page.evaluate("() => window.shifts") == []
    assert axe(ann.page) == []


def test_earlier_moves_can_be_looked_at_during_play(person: People) -> None:
    ann, bob = start_game(person(), person(), "sos", "3x3")
    for player, move in ((ann, "Sa1"), (bob, "Oc3"), (ann, "Sb2")):
        player.play_move(move, "button")
    ann.wait_for_moves(3)
    ann.page.get_by_role("button", name="1. Ann: Sa1").click()
    ann.expect_turn("After move 1")
    expect(ann.cell("c3")).to_have_accessible_name("c3, empty")
    assert ann.free_cells() == set()
    bob.play_move("Sa3", "button")  # the game goes on
    ann.wait_for_moves(4)
    expect(ann.cell("a3")).to_have_accessible_name("a3, empty")
    ann.page.get_by_role("button", name="Back to live game").click()
    ann.expect_turn("Your turn")
    expect(ann.cell("a3")).to_have_accessible_name("a3, S, last move")


def test_earlier_moves_on_a_phone(person: People) -> None:
    """The last moves are one line, in which an earlier one is found when it is looked at."""
    ann, bob = start_game(at_screen(person, PHONE), person(), "sos", "8x8")
    moves = [f"S{column}{row}" for row in (1, 3) for column in "abcdef"]
    for number, move in enumerate(moves, 1):
        (ann if number % 2 else bob).play_move(move, "button")
        ann.wait_for_moves(number)
    board = board_in_sight(ann.page)
    first, ninth = (
        ann.page.get_by_role("button", name=it) for it in ("1. Ann: Sa1", "9. Ann: Sc3")
    )
    last = ann.page.get_by_role("button", name=f"12. {bob.name}: Sf3")
    expect(last).to_be_in_viewport(ratio=1)
    expect(first).not_to_be_in_viewport()
    ann.page.get_by_role("button", name="Moves and chat").tap()
    ninth.tap()
    expect(ann.page.get_by_role("heading", name="Chat")).to_be_hidden()  # the board is not covered
    ann.expect_turn("After move 9")
    expect(ninth).to_be_in_viewport(ratio=1)
    expect(first).not_to_be_in_viewport()
    expect(ann.cell("d3")).to_have_accessible_name("d3, empty")
    assert board_in_sight(ann.page) == board
    bob.press_action("Offer draw")  # takes the place of the line
    expect(ann.page.get_by_role("button", name="Accept draw")).to_be_in_viewport(ratio=1)
    ann.page.get_by_role("button", name="Decline draw").tap()
    ann.page.get_by_role("button", name="Back to live game").tap()
    ann.expect_turn("Your turn")


@pytest.mark.parametrize("game", ["extreme", "sos"])
def test_end_and_chat_share_the_screen(person: People, game: str) -> None:
    ann, bob = start_game(at_screen(person, LAPTOP), person(), game, BOARDS[game])
    for _ in range(3):
        bob.page.get_by_role("button", name="Good luck!").click()
    for player, move in zip((ann, bob), FIRST_MOVES[game], strict=True):
        player.play_move(move, "button")
    ann.wait_for_moves(2)
    expect(ann.page.locator(".chat-messages li")).to_have_count(3)
    form, actions = ann.page.locator(".chat form"), ann.page.locator(".actions-place")
    before = [form.bounding_box(), actions.bounding_box()]
    ann.press_action("Resign")
    assert [form.bounding_box(), actions.bounding_box()] == before
    ann.press_action("Resign")
    ann.expect_result("You lost", "by resignation")
    assert form.bounding_box() == before[0]
    messages = ann.page.locator(".chat-messages")
    expect(messages.locator("li").last).to_be_in_viewport(ratio=0.9)
    ending, chat = ann.page.locator(".ending").bounding_box(), messages.bounding_box()
    assert ending is not None
    assert chat is not None
    assert game == "sos" or ending["y"] + ending["height"] <= chat["y"]


def test_new_message_is_marked_on_a_phone(person: People) -> None:
    ann, bob = start_game(at_screen(person, PHONE), person(), "sos", "8x8")
    bob.page.get_by_role("button", name="Good luck!").click()
    unread = ann.page.get_by_role("button", name="Moves and chat New message")
    unread.tap()
    expect(ann.page.locator(".chat-messages")).to_contain_text("Good luck!")
    expect(unread).to_have_count(0)
    ann.page.get_by_role("button", name="Moves and chat").tap()
    expect(unread).to_have_count(0)


COVERED = """
() => [...document.querySelectorAll(".game-page button")].filter((button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return width > 0 && top?.closest(".notices");
}).map((it) => it.textContent)
"""
"""The buttons under a notice."""


@pytest.mark.parametrize("size", [LAPTOP, PHONE, SIDEWAYS])
@pytest.mark.parametrize("game", ["sos", "obstruction"])
def test_notice_covers_no_button(person: People, game: str, size: tuple[int, int]) -> None:
    first = at_screen(person, size)
    first.expect_error("WebSocket|ERR_INTERNET_DISCONNECTED")
    ann, _ = start_game(first, person(), game, "8x8")
    ann.person.context.set_offline(True)
    expect(ann.page.locator(".connection-bar")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(COVERED) == []
    ann.play_move("Sa1" if game == "sos" else "a1", "button")
    expect(ann.page.locator(".connection-bar")).to_contain_text(
        "Connection lost. Your move will be sent when you're back online."
    )
    assert ann.page.evaluate(COVERED) == []
    ann.person.context.set_offline(False)
    expect(ann.page.locator(".connection-bar")).to_have_count(0)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_longest_name_is_whole(person: People, size: tuple[int, int]) -> None:
    host = Player(at_screen(person, size), "Maximiliana of Nuremberg")
    host.sign_in()
    host.open_game(host.create_game("sos", "8x8", clock=300))
    guest = Player(person(), "")
    guest.open_game(host.game)
    guest.join()
    host.expect_turn("Your turn")
    name = host.seat(0).get_by_role("link", name=host.name)
    assert name.evaluate("it => it.scrollWidth <= it.clientWidth")


def test_players_are_next_to_the_board_on_a_phone(person: People) -> None:
    ann, _ = start_game(at_screen(person, PHONE), person(), "sos", "8x8")
    board = board_in_sight(ann.page)
    above, below = ann.seat(1).bounding_box(), ann.seat(0).bounding_box()
    assert above is not None
    assert below is not None
    for upper, lower in ((above, board), (board, below)):
        end = upper["y"] + upper["height"]
        assert end <= lower["y"] <= end + NEAR


def test_moves_show_who_made_them_and_their_points(person: People) -> None:
    ann, bob = start_game(person(), person(), "sos", "3x3")
    for player, move in ((ann, "Sa1"), (bob, "Oa2"), (ann, "Sa3"), (ann, "Sb3")):
        player.play_move(move, "button")
    for player in (ann, bob):
        player.wait_for_moves(4)
        rows = player.page.locator(".moves > li")
        expect(rows).to_have_text(["1Sa1Oa2", "2Sa3+1Sb3"])
        player.page.reload()  # a visitor who comes later sees the same
        expect(rows).to_have_text(["1Sa1Oa2", "2Sa3+1Sb3"])


def test_rows_of_moves_are_whole(person: People) -> None:
    ann, bob = start_game(at_screen(person, LAPTOP), person(), "line", "200")
    for number in range(1, 39):
        mover = ann if number % 2 else bob
        mover.play_move(f"O{number}")
        ann.wait_for_moves(number)
        bob.wait_for_moves(number)
    heights = ann.page.locator(".moves").evaluate(
        "it => [it.clientHeight % 30, it.scrollTop % 30, it.scrollHeight > it.clientHeight]"
    )
    assert heights == [0, 0, True]
