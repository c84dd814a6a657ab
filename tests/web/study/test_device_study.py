"""Analysis, reviews, puzzles and lessons on this device, without a network."""

from __future__ import annotations

import datetime
import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

import quire
from docs.generators.examples import LESSONS
from quire.core import Position
from quire.engine.analysis.puzzle import daily, find, load
from quire.engine.analysis.review import Review
from quire.match.agent import Limit
from quire.server.site import page as built
from tests.brute_force import late_positions
from tests.needs import missing
from tests.server.example_games import EXAMPLES
from tests.web.app.test_offline import go_offline, wait_until_cached
from tests.web.lesson.test_lesson import lesson, take
from tests.web.person import People, Person
from tests.web.player import SMALL, Player
from tests.web.study.test_analysis import LATE, Analyser, mistakes, words_for
from tests.web.study.test_puzzles import expect_statistic, give_answer, other_move, solve

DYING_WORKERS = """(() => {
    const Real = Worker;
    window.deaths = 0;
    window.Worker = class extends Real {
        postMessage(message) {
            if (!/^%s/.test(message.request) || window.deaths >= %d) {
                return super.postMessage(message);
            }
            window.deaths++;
            this.terminate();
            this.onerror(new ErrorEvent("error", { message: "killed" }));
        }
    };
})()"""
"""Kills a worker at a request of that kind, that many times."""


@pytest.fixture(autouse=True)
def _core() -> None:
    if not list(built.STATIC.glob("assets/quire-*.wasm")):
        missing("the core for the browser", "run make page")


def offline_visitor(person: People) -> Person:
    """Return a visitor who has been here before, and has no network now."""
    ann = person(offline_too=True, reduced_motion=True)
    wait_until_cached(ann.page)
    go_offline(ann)
    return ann


def nodes(page: Page) -> int:
    """Return how much has been searched so far."""
    found = re.search(r"([\d,]+) nodes", page.locator(".effort").inner_text())
    assert found is not None
    return int(found[1].replace(",", ""))


@pytest.mark.parametrize("game", LATE)
def test_position_is_solved_offline(person: People, game: str) -> None:
    (position,) = late_positions(game, LATE[game], 3, 1)
    ann = Analyser(offline_visitor(person).page)
    ann.enter(game, str(position))
    ann.wait_for_position(position)
    values = ann.values()
    solution = quire.solve(position)
    assert solution.value is not None
    expect(ann.page.locator(".verdict")).to_contain_text(words_for(position, solution.value))
    assert {move for move, (_, best) in values.items() if best} == set(solution.best_moves)
    effort = ann.page.locator(".effort")
    expect(effort).to_contain_text("Computed on this device")
    expect(effort.get_by_role("button")).to_have_count(0)  # nothing is left to find
    line = ann.page.get_by_role("list", name="Best line").get_by_role("listitem")
    line.last.click()
    expect(ann.page.get_by_text("The game is over in this position.")).to_be_visible()


def test_book_answers_offline(person: People) -> None:
    ann = Analyser(offline_visitor(person).page, "/analysis?game=obstruction&size=9x10")
    expect(ann.page.locator(".verdict")).to_contain_text("loses")
    expect(ann.page.locator(".verdict .chip")).to_have_text("proven")


def test_analysis_goes_deeper_until_it_is_stopped(person: People) -> None:
    page = offline_visitor(person).page
    page.goto("/analysis?game=sos&size=8x8")
    effort = page.locator(".effort")
    expect(effort).to_contain_text("looking deeper")
    first = nodes(page)
    expect(effort).not_to_contain_text(f"{first:,} nodes")
    effort.get_by_role("button", name="Stop").click()
    expect(effort).to_contain_text("stopped")
    assert nodes(page) > first
    effort.get_by_role("button", name="Continue").click()
    expect(effort).to_contain_text("looking deeper")
    page.get_by_role("button", name="Play").first.click()  # another position: it begins again
    expect(page.locator(".stepper output")).to_have_text("Move 1 of 1")
    expect(page.locator(".verdict")).to_contain_text("Player 2 to move")


def test_several_players_get_estimates_offline(person: People) -> None:
    page = offline_visitor(person).page
    page.goto("/analysis?game=sos&size=4x4:3")
    expect(page.locator(".verdict .chip")).to_have_text("estimated")
    expect(page.locator("table.values tbody tr")).to_have_count(12)


def native_review(game: str, size: str, moves: tuple[str, ...]) -> Review:
    from quire.engine.analysis.position import Analyser as Native

    return Native().game(quire.start(game, size), moves, Limit(nodes=10**7))


def test_review_offline_is_that_of_python(person: People) -> None:
    example = EXAMPLES["obstruction"]
    page = offline_visitor(person).page
    moves = ",".join(example.moves)
    page.goto(f"/analysis?game={example.game}&size={example.size}&moves={moves}")
    page.get_by_role("button", name="Review game").click()
    review = page.locator("section.review")
    expect(review.locator("ul.mistakes")).to_be_visible()
    expect(review.locator(".review-progress")).to_have_count(0)
    native = native_review(example.game, example.size, tuple(example.moves))
    listed = mistakes(review)
    assert [int(words.split(".")[0]) for words in listed] == [it.number for it in native.mistakes]
    for words, step in zip(listed, native.mistakes, strict=True):
        assert f"· {step.verdict}" in words
        assert not step.better or f"· Better: {', '.join(step.better[:3])}" in words


def test_review_of_a_large_game_goes_deeper_and_can_be_cancelled(person: People) -> None:
    page = offline_visitor(person).page
    page.goto("/analysis?game=sos&size=7x7&moves=Sa1,Ob1,Sd4,Oe5,Sg7,Oa7")
    page.get_by_role("button", name="Review game").click()
    review = page.locator("section.review")
    expect(review).to_contain_text("Looking deeper…")
    expect(review.get_by_role("slider", name="Value after each move")).to_be_visible()
    review.get_by_role("button", name="Cancel").click()
    expect(review.locator(".review-progress")).to_have_count(0)
    expect(review.get_by_role("slider", name="Value after each move")).to_be_visible()
    expect(page.locator(".effort")).to_contain_text("looking deeper")  # of the position, again


@pytest.mark.parametrize("kind", ["analyse", "prove"])
def test_worker_that_dies_during_an_analysis_is_replaced(person: People, kind: str) -> None:
    ann = offline_visitor(person)
    ann.page.add_init_script(DYING_WORKERS % (kind, 1))
    ann.page.goto("/analysis?game=obstruction&size=6x6&moves=c3,e5")
    expect(ann.page.get_by_text("The analysis stopped and was started again.")).to_be_visible()
    expect(ann.page.locator(".verdict .chip")).to_have_text("proven")
    assert ann.page.evaluate("window.deaths") == 1


def test_worker_that_dies_again_is_reported(person: People) -> None:
    ann = offline_visitor(person)
    ann.page.add_init_script(DYING_WORKERS % ("analyse", 2))
    ann.page.goto("/analysis?game=sos&size=8x8")
    expect(ann.page.get_by_text("This device couldn't finish the analysis.")).to_be_visible()


def test_workers_end_with_the_page(person: People) -> None:
    """Nothing goes on, and no memory is held, after the visitor has left the analysis."""
    page = offline_visitor(person).page
    page.goto("/analysis?game=sos&size=8x8")
    expect(page.locator(".effort")).to_contain_text("looking deeper")
    one, *analysts = page.workers  # one reads moves for every part of the page
    assert 1 <= len(analysts) <= 2
    with ExitStack() as closing:
        for worker in analysts:
            closing.enter_context(worker.expect_event("close"))
        page.get_by_role("link", name="Rules").first.click()
    assert page.workers == [one]


def test_notes_come_from_the_server(person: People) -> None:
    page = person().page
    page.goto("/analysis?game=line&size=8&moves=S1,S4")
    expect(page.locator(".remarks")).to_contain_text("Losing pairs")
    expect(page.locator(".effort")).to_contain_text("Computed on this device")


def test_server_solves_if_it_is_asked(person: People) -> None:
    page = person().page
    page.goto("/analysis?game=sos&size=8x8")
    effort = page.locator(".effort")
    expect(effort).to_contain_text("Computed on this device")
    effort.get_by_role("button", name="Solve on the server").click()
    expect(effort).to_contain_text("Computed by the server")


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def test_puzzle_of_the_day_offline(person: People) -> None:
    ann = offline_visitor(person)
    page = ann.page
    page.goto("/puzzles")
    expect(page.get_by_text("No puzzles solved yet.")).to_be_visible()
    page.get_by_role("link", name="Solve").click()
    puzzle = daily(today())
    answer = page.locator(".answer")
    wrong = other_move(puzzle)
    give_answer(page, wrong)
    expect(answer).to_contain_text(f"{wrong} isn't it. Try again.")
    solve(page, puzzle)
    expect(answer.get_by_role("heading")).to_have_text("Correct!")
    expect(answer).to_contain_text("Streak: 1 day")
    page.reload()
    expect(answer).to_contain_text(f"You solved this one with {' '.join(puzzle.line)}.")
    page.get_by_role("link", name="All puzzles").click()
    expect_statistic(page, "Solved", 1)
    expect_statistic(page, "First try", 0)
    # Online again, the account counts it; the second answer to it changes nothing.
    ann.context.set_offline(False)
    second = next(it for it in load("line") if it != puzzle)
    page.goto(f"/puzzles/{second.id}")
    solve(page, second)
    expect(answer.get_by_role("heading")).to_have_text("Correct!")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator("dl.statistics")).to_contain_text("Streak1 day")
    expect_statistic(page, "Solved", 2)
    expect_statistic(page, "First try", 1)


def test_puzzles_of_every_game_follow_one_another_offline(person: People) -> None:
    page = offline_visitor(person).page
    page.goto("/puzzles")
    for title, game in (("SOS", "sos"), ("Extreme Tic-Tac-Toe", "extreme")):
        page.get_by_role("radio", name=title, exact=True).check()
        page.get_by_role("button", name="Next puzzle").click()
        page.wait_for_url(re.compile(rf"/puzzles/{game}-\w+$"))
        puzzle = find(page.url.rsplit("/", 1)[1])
        solve(page, puzzle)
        expect(page.locator(".answer").get_by_role("heading")).to_have_text("Correct!")
        page.get_by_role("link", name="All puzzles").click()
        expect(page.locator("dl.statistics")).to_contain_text("First try")
    expect_statistic(page, "First try", 2)


def test_giving_up_a_puzzle_offline(person: People) -> None:
    page = offline_visitor(person).page
    puzzle = next(it for it in load("obstruction") if it != daily(today()))
    page.goto(f"/puzzles/{puzzle.id}")
    page.get_by_role("button", name="Give up").click()
    expect(page.locator(".answer")).to_contain_text(f"The solution is {' '.join(puzzle.line)}.")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".verdict .chip")).to_have_text("proven")


def test_unknown_puzzle_offline(person: People) -> None:
    page = offline_visitor(person).page
    page.goto("/puzzles/sos-00000000")
    expect(page.get_by_role("heading", level=1)).to_contain_text("puzzle")


@pytest.mark.parametrize("game", LESSONS)
def test_first_lesson_offline(person: People, game: str) -> None:
    ann = Player(offline_visitor(person), "")
    ann.page.goto(f"/rules/{game}")
    ann.page.get_by_role("button", name="Try the lesson").click()
    take(ann, game)
    ann.page.get_by_role("button", name="Close lesson").click()
    expect(lesson(ann.page)).to_have_count(0)


def test_no_analysis_of_a_game_that_is_played_rated(person: People) -> None:
    ann, bob = (Player(person(offline_too=name == "Ann"), name) for name in ("Ann", "Bob"))
    for it in (ann, bob):
        it.sign_in()
    wait_until_cached(ann.page)
    game = ann.create_game("obstruction", "6x6", clock=60, seats=["me", "open"], rated=True)
    ann.open_game(game)
    bob.page.goto(f"/game/{game}")
    bob.join()
    start: Position = quire.start("obstruction", "6x6")
    for player, move in ((ann, "a1"), (bob, "f6"), (ann, "c3")):
        player.play_move(move)
        start = start.play(move)
    ann.wait_for_moves(3)
    assert ann.page.get_by_role("link", name=re.compile("Analy")).count() <= 1  # in the footer
    refusal = "You're playing a rated game of Obstruction"
    ann.person.expect_error("403")
    for moves in ("a1,f6,c3", "d4"):
        ann.page.goto(f"/analysis?game=obstruction&size=6x6&moves={moves}")
        if moves == "d4":
            expect(ann.page.get_by_text(refusal)).to_be_visible()
        else:
            expect(ann.page.locator(".study-side .wrong")).to_be_visible()
        expect(ann.page.locator("table.values")).to_have_count(0)
    go_offline(ann.person)
    ann.page.reload()
    expect(ann.page.get_by_text(refusal)).to_be_visible()
    ann.page.goto(f"/analysis?game=line&size={SMALL['line']}")
    expect(ann.page.locator(".verdict .chip")).to_have_text("proven")  # of another game
    ann.person.context.set_offline(False)
