"""The lesson of a first visit: in every game, where no clock runs and nobody waits."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from docs.generators.examples import LESSONS
from quire.core import Position, step
from tests.oracles import ORACLES
from tests.web.axe import axe
from tests.web.person import People
from tests.web.player import SMALL, Player, split_move

GAME = re.compile(r"/game/\w+$")


def lesson(page: Page) -> Locator:
    """Return the lesson."""
    return page.get_by_role("region", name="Lesson: ")


def moves_of_the_visitor(game: str) -> list[str]:
    """Return the moves of the lesson without the opponent's."""
    rules, example = ORACLES[game], LESSONS[game]
    position: Position = (
        rules.parse(example.position or "") if example.position else rules.start(example.size or "")
    )
    moves, visitor = [], position.to_move
    for move in example.moves.split():
        if position.to_move == visitor:
            moves.append(move)
        position = step(position, move)
    return moves


def take(player: Player, game: str) -> None:
    """Make the visitor's moves of the lesson, and expect the sentence about each."""
    region, words = lesson(player.page), lesson(player.page).locator(".lesson-words")
    for move in moves_of_the_visitor(game):
        expect(words).to_contain_text("Your move.")
        seen = words.inner_text()
        name, letter = split_move(move)
        player.press(region.locator(f'[data-cell="{name}"]'))
        if letter:
            choice = player.page.get_by_role("group", name=f"Letter for {name}")
            player.press(choice.get_by_role("button", name=letter, exact=True))
        expect(words).not_to_have_text(seen, use_inner_text=True)
    expect(words).not_to_contain_text("Your move.")


def test_every_game_has_a_lesson() -> None:
    assert list(LESSONS) == list(ORACLES)


@pytest.mark.parametrize("game", LESSONS)
def test_first_game_against_the_computer(person: People, game: str) -> None:
    ann = Player(person(first_visit=True), "Ann")
    ann.sign_in()
    id = ann.create_game(game, SMALL[game], clock=None, seats=["me", "level1"])
    ann.open_game(id)
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("in ten seconds")
    expect(lesson(ann.page).locator("svg.drawing")).to_be_visible()
    assert axe(ann.page) == []
    take(ann, game)
    assert axe(ann.page) == []
    assert ann.stored() == []
    ann.press_action("Play")
    ann.expect_turn("Your turn")
    expect(ann.page.locator("#content")).to_be_focused()
    ann.page.reload()
    ann.expect_turn("Your turn")
    expect(lesson(ann.page)).to_have_count(0)


def test_lesson_is_skipped_for_one_game_only(person: People) -> None:
    ann = Player(person(first_visit=True, dark=True), "")
    ann.page.goto("/hotseat?game=obstruction")
    assert axe(ann.page) == []
    ann.press_action("Skip lesson")
    expect(ann.page.locator(".turn-line")).to_have_text("Player 1 to move")
    ann.page.goto("/hotseat?game=line")
    expect(lesson(ann.page)).to_be_visible()
    ann.page.goto("/hotseat?game=obstruction")
    expect(ann.page.locator(".turn-line")).to_have_text("Player 1 to move")


def test_wrong_move_shows_the_right_one(person: People) -> None:
    page = person(first_visit=True).page
    page.goto("/hotseat?game=line")
    region = lesson(page)
    region.locator('[data-cell="2"]').click()
    page.get_by_role("group", name="Letter for 2").get_by_role("button", name="O").click()
    expect(region).to_contain_text("Not that one. Write S on 4.")
    expect(page.locator("#announcement")).to_have_text("Not that one. Write S on 4.")
    expect(region.get_by_role("gridcell", name="2, empty")).to_be_visible()


def test_lesson_by_keyboard(person: People) -> None:
    page = person(first_visit=True).page
    page.goto("/hotseat?game=line")
    cell = lesson(page).get_by_role("gridcell", name="2, empty")
    cell.focus()
    for key in ("ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(lesson(page).get_by_role("gridcell", name="4, playable")).to_be_focused()
    page.keyboard.press("s")
    announced = page.locator("#announcement")
    expect(announced).to_contain_text("write an S on 3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("s")
    expect(announced).to_contain_text("You win.")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".turn-line")).to_have_text("Player 1 to move")


def test_start_page_begins_with_the_lesson(person: People) -> None:
    ann = Player(person(first_visit=True, viewport=(390, 844), touch=True), "")
    ann.page.goto("/")
    expect(lesson(ann.page)).to_be_visible()
    assert axe(ann.page) == []
    take(ann, "sos")
    expect(lesson(ann.page)).to_contain_text("most points wins")
    ann.page.get_by_role("button", name="Play SOS now").tap()
    ann.page.wait_for_url(GAME)
    ann.expect_turn(re.compile("Your turn|to move"))
    ann.page.goto("/")
    expect(ann.page.get_by_role("button", name="Play SOS now")).to_be_visible()
    expect(lesson(ann.page)).to_have_count(0)


def test_invited_friend_has_the_lesson_until_the_game_starts(person: People) -> None:
    ann, bob = Player(person(), "Ann"), Player(person(first_visit=True), "")
    ann.sign_in()
    id = ann.create_game("obstruction", "5x5")
    ann.open_game(id)
    ann.expect_turn("Waiting for players")
    expect(lesson(ann.page)).to_have_count(0)
    bob.open_game(id)
    expect(bob.action("Join")).to_be_visible()
    expect(lesson(bob.page)).to_be_visible()
    assert axe(bob.page) == []
    bob.join()  # without the lesson: the clock runs
    bob.expect_turn("Ann to move")
    expect(lesson(bob.page)).to_have_count(0)


def test_rules_open_the_lesson_again(person: People) -> None:
    ann = Player(person(), "")
    ann.page.goto("/rules/extreme")
    expect(lesson(ann.page)).to_have_count(0)
    ann.page.get_by_role("button", name="Try the lesson").click()
    take(ann, "extreme")
    expect(lesson(ann.page)).to_contain_text("The small board is yours")
    ann.page.get_by_role("button", name="Close lesson").click()
    expect(lesson(ann.page)).to_have_count(0)
