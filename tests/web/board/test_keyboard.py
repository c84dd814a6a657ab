"""Every game from its link to its end by keyboard, and by screen reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.oracles import ORACLES
from tests.web.person import People
from tests.web.player import SMALL, Player, expect_outcome, short_game, split_move

MAX_TAB_PRESSES = 60
"""Maximum number of key presses to reach an element."""

KEYS_TO_CELL = """(cell) => {
    const middle = (it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    const [x, y] = middle(document.activeElement);
    const [to_x, to_y] = middle(document.querySelector(`[data-cell="${cell}"]`));
    if (Math.abs(to_x - x) > 2) return to_x > x ? "ArrowRight" : "ArrowLeft";
    if (Math.abs(to_y - y) > 2) return to_y > y ? "ArrowDown" : "ArrowUp";
    return null;
}"""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is on a matching element."""
    for _ in range(MAX_TAB_PRESSES):
        page.keyboard.press("Tab")
        if page.evaluate("(it) => document.activeElement.matches(it)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def play_by_keys(player: Player, move: str, by_letter: bool) -> None:
    """Move with arrows and Enter; choose a letter by its key, or with Enter and arrows."""
    page, (name, letter) = player.page, split_move(move)
    player.cell(name).and_(page.locator("[aria-disabled=false]")).wait_for()
    if not page.evaluate("() => document.activeElement.matches('[data-cell]')"):
        tab_to(page, "[data-cell]")
    for _ in range(MAX_TAB_PRESSES):
        arrow = page.evaluate(KEYS_TO_CELL, name)
        if arrow is None:
            break
        page.keyboard.press(arrow)
    expect(player.cell(name)).to_be_focused()
    if letter and by_letter:
        page.keyboard.press(letter.lower())
        return
    page.keyboard.press("Enter")
    if letter:
        choice = page.locator(".choice")
        expect(choice.get_by_role("button").first).to_be_focused()
        for _ in range("SO".index(letter)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")


@pytest.mark.parametrize("game", SMALL)
def test_game_by_keyboard(person: People, game: str) -> None:
    size, moves = SMALL[game], short_game(game, SMALL[game])
    ann, bob = Player(person(), "Ann"), Player(person(), "Bob")
    ann.sign_in()
    id = ann.create_game(game, size)
    for player in (ann, bob):
        player.open_game(id)
    bob.action("Join").wait_for()
    tab_to(bob.page, ".actions .primary")
    bob.page.keyboard.press("Enter")
    expect(bob.page.locator("main")).to_be_focused()
    position = ORACLES[game].start(size)
    for number, move in enumerate(moves, 1):
        play_by_keys((ann, bob)[position.to_move], move, by_letter=number % 2 == 0)
        for player in (ann, bob):
            player.wait_for_moves(number)
        position = position.play(move)
    expect_outcome((ann, bob), game, size)


class ScreenReader:
    """A screen reader user, who has only roles, names and announcements."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def expect_announcement(self, words: str) -> None:
        """Wait until that is announced."""
        said = self.page.get_by_role("status").filter(has_text=re.compile(words))
        said.wait_for(state="attached")

    def play_move(self, move: str) -> None:
        """Find the cell by its name, and the letter by its own."""
        name, letter = split_move(move)
        self.page.get_by_role(
            "gridcell", name=re.compile(rf"^{name}, (empty|playable)$"), disabled=False
        ).press("Enter")
        if letter:
            asked = self.page.get_by_role("group", name=f"Letter for {name}")
            asked.get_by_role("button", name=letter, exact=True).press("Enter")


@pytest.mark.parametrize("game", SMALL)
def test_game_by_screen_reader(person: People, game: str) -> None:
    size, moves = SMALL[game], short_game(game, SMALL[game])
    seated = Player(person(), "Ann"), Player(person(), "Bob")
    seated[0].sign_in()
    id = seated[0].create_game(game, size)
    for player in seated:
        player.open_game(id)
    ann, bob = (ScreenReader(player.page) for player in seated)
    ann.expect_announcement("Waiting for players")
    bob.page.get_by_role("button", name="Join").press("Enter")
    bob.expect_announcement("Ann to move")
    ann.expect_announcement("Your turn")
    position = ORACLES[game].start(size)
    for move in moves:
        seat = position.to_move
        mover, other = (ann, bob) if seat == 0 else (bob, ann)
        mover.play_move(move)
        position = position.play(move)
        outcome = position.outcome()
        again = position.to_move == seat
        if outcome is None:
            mover.expect_announcement(rf"^You: {move}\..* (Your turn again|to move)\.")
            other.expect_announcement(rf": {move}\..* {'to move' if again else 'Your turn'}\.")
        elif outcome.winner is None:
            for listener in (ann, bob):
                listener.expect_announcement(rf": {move}\. Draw, ")
        else:
            (ann, bob)[outcome.winner].expect_announcement(r"You won, ")
            (ann, bob)[1 - outcome.winner].expect_announcement(r"You lost, ")
