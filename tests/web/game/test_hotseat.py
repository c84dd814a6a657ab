"""Pass and play: a whole game on one device without an account, stored in the browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from quire.core import Position
from quire.match.record import Record
from tests.oracles import ORACLES
from tests.web.person import People
from tests.web.player import SMALL, Player, short_game, split_move, words_for


def open_hotseat(person: People, game: str, size: str, *, offline_too: bool = False) -> Player:
    """Open a game of pass and play."""
    both = Player(person(offline_too=offline_too), "")
    both.page.goto(f"/hotseat?game={game}&size={size}")
    return both


def play_move(both: Player, move: str) -> None:
    """Make that move for the player to move."""
    number, (name, letter) = len(both.moves()) + 1, split_move(move)
    both.cell(name).and_(both.page.locator("[aria-disabled=false]")).click()
    if letter:
        asked = both.page.get_by_role("group", name=f"Letter for {name}")
        asked.get_by_role("button", name=letter, exact=True).click()
    both.wait_for_moves(number)


def play_on(both: Player, position: Position, moves: list[str]) -> Position:
    """Make the moves in turn and return the last position."""
    for move in moves:
        both.expect_turn(f"Player {position.to_move + 1} to move")
        play_move(both, move)
        position = position.play(move)
    return position


@pytest.mark.parametrize("game", ["sos", "obstruction"])
def test_whole_game(person: People, game: str) -> None:
    size, moves = SMALL[game], short_game(game, SMALL[game])
    both = open_hotseat(person, game, size)
    position = play_on(both, ORACLES[game].start(size), moves[:3])
    both.press_action("Undo")
    both.expect_announcement(f"Undid {moves[2]}.")
    expect(both.page.locator(".moves [data-move]")).to_have_count(2)
    both.page.reload()
    both.wait_for_moves(2)
    assert both.moves() == moves[:2]
    position = play_on(both, ORACLES[game].start(size).play(moves[0]).play(moves[1]), moves[2:])
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner is not None
    _, why = words_for(outcome, 0)
    both.expect_result(f"Player {outcome.winner + 1} won", why)
    assert both.free_cells() == set()
    with both.page.expect_download() as download:
        both.press_action("Download game")
    record = Record.from_json(download.value.path().read_text("utf-8"))
    record.check()
    assert record.moves == tuple(moves)
    both.page.reload()
    both.expect_result(f"Player {outcome.winner + 1} won", why)
    assert both.page.evaluate("() => localStorage.getItem('quire.account')") is None


def enter_names(page: Page, *names: str) -> None:
    """Enter the players' names."""
    page.get_by_text("Names", exact=True).click()
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Player {number}'s name").fill(name)


def test_names_and_another_game(person: People) -> None:
    both = open_hotseat(person, "line", "3")
    enter_names(both.page, "Ann", "Bob")
    both.expect_turn("Ann to move")
    for move in ("S1", "S3", "O2"):
        play_move(both, move)
    both.expect_result("Ann won", "line completed")
    both.press_action("Rematch, swap sides")
    both.expect_turn("Bob to move")
    play_move(both, "O3")
    both.press_action("New game")
    confirmation = both.page.get_by_role("group", name="Start a new game?")
    expect(confirmation.get_by_role("button", name="Keep playing")).to_be_focused()
    confirmation.get_by_role("button", name="Keep playing").click()
    assert both.moves() == ["O3"]
    both.press_action("New game")
    confirmation.get_by_role("button", name="New game").click()
    expect(both.page.get_by_text("No moves yet.")).to_be_visible()
    both.expect_turn("Bob to move")


def store_as_before(page: Page, moves: list[str]) -> None:
    """Store a game as the page did when it stored one only."""
    page.goto("/settings")
    game = json.dumps({"game": "line", "size": "7", "names": [], "moves": moves})
    page.evaluate("(it) => localStorage.setItem('quire.hotseat', it)", game)
    page.goto("/hotseat")


def test_game_stored_by_an_older_page_goes_on(person: People) -> None:
    both = Player(person(), "")
    store_as_before(both.page, ["S1", "O4"])
    expect(both.page.get_by_role("heading", level=1)).to_have_text("SOS on a line 7")
    both.wait_for_moves(2)
    play_move(both, "S7")
    both.page.goto("/hotseat")
    both.wait_for_moves(3)
    assert both.moves() == ["S1", "O4", "S7"]


def test_corrupt_stored_game_is_ignored(person: People) -> None:
    ann = person()
    ann.expect_error("40[04]")  # browsers log failed requests
    store_as_before(ann.page, ["S1", "S1"])
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(re.compile("SOS on a line"))
    expect(ann.page.locator(".moves [data-move]")).to_have_count(0)
    ann.page.goto("/hotseat?game=chess")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    ann.page.get_by_role("link", name="Choose another game").click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text(
        "Two pencils, one sheet of paper."
    )
