"""The analysis: any position, what its moves are worth, and where a game was lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import quire
from quire.core import Position
from tests.brute_force import late_positions
from tests.server.example_games import EXAMPLES
from tests.server.harness import RunningServer
from tests.web.person import People
from tests.web.seed_data import finished, guest

LATE = {"sos": "3x4", "line": "8", "extreme": "2x9x9", "obstruction": "6x6"}


class Analyser:
    """A visitor on the analysis page."""

    def __init__(self, page: Page, address: str = "/analysis") -> None:
        self.page = page
        self.page.goto(address)

    def enter(self, game: str, position: str = "", moves: str = "") -> None:
        """Open a position given as text, or moves."""
        page = self.page
        page.get_by_role("combobox", name="Game").select_option(game)
        page.get_by_text("Paste a position or game").click()
        page.get_by_label("Position", exact=True).fill(position)
        page.get_by_label("Moves or game record").fill(moves)
        page.get_by_role("button", name="Open", exact=True).click()

    def wait_for_position(self, position: Position) -> None:
        """Wait until that position is shown."""
        expect(self.page.get_by_label("Position (text)")).to_have_value(str(position))

    def click_cell(self, cell: str) -> None:
        """Make the only move at that cell."""
        self.page.locator(f'[data-cell="{cell}"][aria-disabled=false]').click()

    def values(self) -> dict[str, tuple[str, bool]]:
        """Return every move of the table: its value in words, and whether it is best."""
        expect(self.page.locator(".verdict .chip")).to_be_visible()
        expect(self.page.locator("section[aria-busy=true]")).to_have_count(0)
        more = self.page.get_by_role("button", name=re.compile(r"^Show \d+ more"))
        if more.is_visible():
            more.click()
        rows = self.page.locator("table.values tbody tr")
        cells = rows.evaluate_all(
            "rows => rows.map(it => [it.querySelector('button').ariaLabel, it.className])"
        )
        found = (re.fullmatch("Play (.+): (.+)", words) for words, _ in cells)
        names = [(match[1], match[2]) for match in found if match]
        return {
            move: (worth, kind == "best")
            for (move, worth), (_, kind) in zip(names, cells, strict=True)
        }


def words_for(position: Position, value: int) -> str:
    """Return a proven value in words."""
    if value == 0:
        return "draws"
    words = "wins" if value > 0 else "loses"
    return f"{words} by {abs(value)}" if position.game == "sos" else words


@pytest.mark.parametrize("game", LATE)
def test_proven_values_match_the_solver(person: People, game: str) -> None:
    (position,) = late_positions(game, LATE[game], 3, 1)
    ann = Analyser(person().page)
    ann.enter(game, str(position))
    ann.wait_for_position(position)
    values = ann.values()
    solution = quire.solve(position)
    assert solution.value is not None
    verdict = ann.page.locator(".verdict")
    expect(verdict).to_contain_text(f"to move: {words_for(position, solution.value)}")
    expect(verdict.locator(".chip")).to_have_text("proven")
    assert set(values) == set(position.legal_moves())
    assert {move for move, (_, best) in values.items() if best} == set(solution.best_moves)
    for move, (worth, _) in values.items():
        after = position.play(move)
        value = value_for(after, position.to_move)
        assert worth == words_for(position, value), move
    # On the board as well: every cell where a move is possible is coloured.
    grounds = ann.page.locator(".board svg").locator(".fill.good, .fill.even, .fill.bad")
    assert grounds.count() == len({move.lstrip("SO") for move in values})
    ann.page.get_by_label("Show move values on the board").uncheck()
    expect(grounds).to_have_count(0)


def value_for(position: Position, player: int) -> int:
    """Return the value of a position for a player, even after the end of the game."""
    outcome = position.outcome()
    if outcome is None:
        value = quire.solve(position).value
        assert value is not None
        return value if position.to_move == player else -value
    if position.game == "sos":
        return outcome.points[player] - outcome.points[1 - player]
    return 0 if outcome.winner is None else 1 if outcome.winner == player else -1


def test_variations(person: People) -> None:
    start = quire.start("obstruction", "5x5")
    ann = Analyser(person().page, "/analysis?game=obstruction&size=5x5")
    ann.wait_for_position(start)
    for cell in ("a1", "e5"):
        ann.click_cell(cell)
    ann.wait_for_position(start.play("a1").play("e5"))
    main = ann.page.get_by_role("list", name="Moves", exact=True)
    expect(main.get_by_role("button")).to_contain_text(["Start", "a1", "e5"])
    ann.page.get_by_role("button", name="Previous move").click()
    ann.click_cell("c3")
    beside = start.play("a1").play("c3")
    ann.wait_for_position(beside)
    other = ann.page.get_by_role("list", name="Variation 2. c3")
    expect(other.locator("[aria-current=step]")).to_contain_text("c3")
    link = ann.page.url
    again = Analyser(person().page, link)
    again.wait_for_position(beside)
    group = ann.page.get_by_role("group", name="Variation 2. c3")
    group.get_by_role("button", name="Make main line").click()
    expect(main.get_by_role("button")).to_contain_text(["Start", "a1", "c3"])
    aside = ann.page.get_by_role("group", name="Variation 2. e5")
    aside.get_by_role("button", name="Delete variation").click()
    expect(aside).to_have_count(0)
    ann.page.get_by_role("button", name="Jump to start").click()
    ann.wait_for_position(start)


def test_pasted_moves_and_records(person: People) -> None:
    example = EXAMPLES["obstruction"]
    ann = Analyser(person().page, "/analysis?game=line&size=5")
    ann.enter("obstruction", moves="1. b2 2. d2")
    ann.wait_for_position(quire.start("obstruction").play("b2").play("d2"))
    record = f'{{"game": "obstruction", "size": "5x5", "moves": {list(example.moves)}}}'
    ann.enter("line", moves=record.replace("'", '"'))
    end = quire.start("obstruction", "5x5")
    for move in example.moves:
        end = end.play(move)
    ann.wait_for_position(end)
    expect(ann.page.get_by_text("The game is over in this position.")).to_be_visible()
    expect(ann.page.locator(".ending")).to_contain_text("won")


GARBLED = (
    ("this is no position", "", "Position"),
    ("....." * 400, "", "Position"),
    ("", "c3 c3", "Moves or game record"),
    ("", '{"game": 3', "Moves or game record"),
    ("", "<b>b</b>", "Moves or game record"),
)


def test_invalid_positions_show_an_error(person: People) -> None:
    ann = Analyser(person().page, "/analysis?game=obstruction&size=5x5")
    for position, moves, field in GARBLED:
        ann.page.reload()
        ann.enter("obstruction", position, moves)
        expect(ann.page.get_by_role("alert")).to_be_visible()
        wrong = ann.page.get_by_label(field, exact=True)
        expect(wrong).to_have_attribute("aria-invalid", "true")
        ann.wait_for_position(quire.start("obstruction", "5x5"))


def test_invalid_addresses_show_an_error(person: People) -> None:
    visitor = person()
    visitor.expect_error("404")
    for query in ("game=chess", "game=sos&size=1x1", "game=sos&position=x", "game=line&moves=x"):
        visitor.page.goto(f"/analysis?{query}")
        expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.page.get_by_role("link", name="Analysis").last.click()
    expect(visitor.page.locator(".board")).to_be_visible()


def mistakes(review: Locator) -> list[str]:
    """Return the mistakes that the review lists."""
    return review.locator(".mistakes li").all_inner_texts()


def test_review_lists_every_mistake(person: People, server: RunningServer) -> None:
    example = EXAMPLES["obstruction"]
    people = guest(server, "Ann"), guest(server, "Bob")
    id = finished(server, people, example.game, example.size, example.moves)
    page = person().page
    page.goto(f"/replay/{id}")
    page.get_by_role("link", name="Analyse from here").click()
    page.get_by_role("button", name="Review game").click()
    review = page.locator("section.review")
    graph = review.get_by_role("slider", name="Value after each move")
    expect(graph).to_be_visible()
    expect(review.locator(".review-progress")).to_have_count(0)
    position, expected = quire.start(example.game, example.size), []
    for number, move in enumerate(example.moves, 1):
        solution = quire.solve(position)
        if move not in solution.best_moves:
            name = ("Ann", "Bob")[position.to_move]
            expected.append((number, move, name, set(solution.best_moves)))
        position = position.play(move)
    assert expected, "the example has mistakes"
    listed = mistakes(review)
    assert len(listed) == len(expected)
    for words, (number, move, name, best) in zip(listed, expected, strict=True):
        assert re.search(rf"^{number}\. {move}\s*\?", words)
        assert f"{name} · blunder · Better: " in words
        assert set(words.split("Better: ")[1].split(", ")) == best
    expect(graph.locator(".mistake-label")).to_have_count(len(expected))
    review.get_by_role("button", name=re.compile(r"^2\. d2")).click()
    expect(graph).to_have_attribute("aria-valuenow", "2")
    expect(page.locator(".stepper output")).to_have_text("Move 2 of 4")
    graph.press("ArrowLeft")
    expect(page.locator(".stepper output")).to_have_text("Move 1 of 4")
    review.get_by_text("Values as a table").click()
    expect(review.locator("details").get_by_role("row")).to_have_count(len(example.moves) + 1)
