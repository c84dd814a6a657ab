"""Puzzles: solved, given up, and counted, also without an account."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from quire.engine.analysis.puzzle import Puzzle, find, load
from tests.web.person import People
from tests.web.player import split_move


def daily_puzzle(page: Page) -> Puzzle:
    """Return today's puzzle."""
    return find(page.request.get("/api/puzzles/today").json()["id"])


def other_move(puzzle: Puzzle) -> str:
    """Return any move that is not the solution."""
    return next(move for move in puzzle.start().legal_moves() if move != puzzle.solution)


def task(puzzle: Puzzle) -> str:
    """Return what the page asks for."""
    number, wins = len(puzzle.own_moves), puzzle.value > 0
    if number > 1:
        return f"Find the {number} moves that {'win' if wins else 'save the draw'}, one after"
    return f"Find the only {'winning move' if wins else 'move that saves the draw'}."


def give_answer(page: Page, move: str) -> None:
    """Make that move on the board once it is possible."""
    name, letter = split_move(move)
    page.locator(f'[data-cell="{name}"][aria-disabled=false]').click()
    if letter:
        asked = page.get_by_role("group", name=f"Letter for {name}")
        asked.get_by_role("button", name=letter, exact=True).click()


def solve(page: Page, puzzle: Puzzle) -> None:
    """Make every move of the solution, once it is possible."""
    for number, move in enumerate(puzzle.own_moves, 1):
        give_answer(page, move)
        if number < len(puzzle.own_moves):
            expect(page.locator(".answer")).to_contain_text("Find the next")


def expect_statistic(page: Page, name: str, number: int) -> None:
    """Wait until the statistics on the puzzles page have that number."""
    row = page.locator("dl.statistics > div").filter(has=page.get_by_text(name, exact=True))
    expect(row.locator("dd")).to_have_text(str(number))


def test_daily_puzzle_after_a_wrong_move(person: People) -> None:
    page = person().page
    page.goto("/puzzles")
    expect(page.get_by_text("No puzzles solved yet.")).to_be_visible()
    page.get_by_role("link", name="Solve").click()
    puzzle = daily_puzzle(page)
    expect(page.locator(".question")).to_contain_text(task(puzzle))
    answer = page.locator(".answer")
    expect(answer.get_by_role("heading")).to_have_text("Your move")
    wrong = other_move(puzzle)
    give_answer(page, wrong)
    expect(answer).to_contain_text(f"{wrong} isn't it. Try again.")
    assert puzzle.solution not in answer.inner_text()
    solve(page, puzzle)
    expect(answer.get_by_role("heading")).to_have_text("Correct!")
    expect(answer).to_contain_text("Streak: 1 day")
    expect(page.locator("[data-cell][aria-disabled=false]")).to_have_count(0)
    expect(page.get_by_role("gridcell", name="last move")).to_have_count(1)
    expect(page.locator(".letter-key")).to_have_count(0)
    page.reload()
    expect(answer).to_contain_text(f"You solved this one with {' '.join(puzzle.line)}.")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Solved. Come back tomorrow for a new one.")).to_be_visible()
    expect(page.locator("dl.statistics")).to_contain_text("Streak1 day")
    expect_statistic(page, "Solved", 1)
    expect_statistic(page, "First try", 0)
    page.goto("/")
    today = page.locator("section.daily-puzzle")
    expect(today).to_contain_text("1-day streak")
    expect(today).to_contain_text("Solved today")
    expect(today.get_by_role("link", name="View again")).to_be_visible()


def test_giving_up_a_puzzle(person: People) -> None:
    page = person().page
    puzzle = next(puzzle for puzzle in load("obstruction") if puzzle != daily_puzzle(page))
    page.goto(f"/puzzles/{puzzle.id}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Obstruction puzzle")
    page.get_by_role("button", name="Give up").click()
    answer = page.locator(".answer")
    expect(answer).to_contain_text(f"The solution is {' '.join(puzzle.line)}.")
    expect(page.locator("[data-cell][aria-disabled=false]")).to_have_count(0)
    page.reload()
    expect(answer).to_contain_text(f"The solution is {' '.join(puzzle.line)}.")
    page.get_by_role("link", name="Analyse this position").click()
    expect(page.get_by_label("Position (text)")).to_have_value(puzzle.position)
    expect(page.locator("tr.best button")).to_have_text(puzzle.solution)


def open_next(page: Page, grade: int) -> Puzzle:
    """Open the next SOS on a line puzzle of that difficulty."""
    page.goto("/puzzles")
    page.get_by_role("radio", name="SOS on a line").check()
    page.get_by_role("radio", name=f"Difficulty {grade} of 5").check()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(re.compile(r"/puzzles/[\w-]+$"))
    return find(page.url.rsplit("/", 1)[1])


def test_next_puzzle_matches_the_filter(person: People) -> None:
    visitor = person()
    page = visitor.page
    easy = [puzzle for puzzle in load("line") if puzzle.grade == 2]
    for number in range(1, 3):
        puzzle = open_next(page, 2)
        assert puzzle in easy
        solve(page, puzzle)
        expect(page.locator(".answer").get_by_role("heading")).to_have_text("Correct!")
        page.goto("/puzzles")
        expect(page.get_by_role("radio", name="SOS on a line")).to_be_checked()
        line = page.locator(".progress-games > div").filter(has_text="SOS on a line")
        expect(line).to_contain_text(f"{number} / {len(easy)}")
    visitor.expect_error("404")  # as when all are done
    missing = {"status": 404, "body": '{"code": "not_found", "message": ""}'}
    page.route("**/api/puzzles?*", lambda route: route.fulfill(**missing))
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("alert")).to_contain_text("You've done all of these.")
    page.unroute("**/api/puzzles?*")
    other = open_next(page, 1)
    assert (other.game, other.grade) == ("line", 1)


def test_no_such_puzzle(person: People) -> None:
    visitor = person()
    visitor.expect_error("404")
    visitor.page.goto("/puzzles/none")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("We can't find this puzzle")
