"""The game search, the leaderboard and player pages."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.example_games import DRAWS, EXAMPLES
from tests.server.harness import RunningServer
from tests.web.person import People
from tests.web.seed_data import Account, finished, guest, member

MIN_RATED_GAMES = 5
"""Rated games needed to appear on the leaderboard."""


@pytest.fixture(scope="module")
def server(server_of_file: RunningServer) -> RunningServer:
    """A server without other games."""
    return server_of_file


@pytest.fixture(scope="module")
def ann(server: RunningServer) -> Account:
    """A member who has beaten Bob several times and lost once; Bob also has private games."""
    ann, bob = member(server, "Ann"), member(server, "Bob")
    line, obstruction = EXAMPLES["line"], EXAMPLES["obstruction"]
    for _ in range(MIN_RATED_GAMES):
        finished(server, (ann, bob), "line", "3", line.moves, rated=True)
    finished(server, (ann, bob), "line", "3", DRAWS["line"])
    finished(server, (ann, bob), "obstruction", "5x5", obstruction.moves)
    finished(server, (bob, ann), "sos", "3x3", ["Sa1"], resigns=0)
    finished(server, (guest(server, "Cat"), bob), "sos", "3x3", ["Sa1"], resigns=0, public=False)
    return ann


def games(page: Page) -> Locator:
    """Return the listed games."""
    return page.get_by_role("list", name="Finished games").get_by_role("listitem")


def field(page: Page, name: str) -> Locator:
    """Return a field of the search form."""
    return page.get_by_role("search").get_by_label(re.compile(rf"^{name}"))


def address_filters(page: Page) -> dict[str, str]:
    """Return the filters in the address."""
    return {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}


def test_game_search(person: People, ann: Account) -> None:
    page = person().page
    page.goto("/history")
    expect(games(page)).to_have_count(MIN_RATED_GAMES + 3)
    expect(games(page).first).to_contain_text("SOS 3×3")
    expect(games(page).first).to_contain_text("Bob vs Ann")
    expect(games(page).first).to_contain_text("Ann won, by resignation")
    expect(games(page).first.locator(".thumbnail svg")).to_be_visible()
    page.get_by_text("Filters", exact=True).click()
    expect(field(page, "Result")).to_be_disabled()
    field(page, "Game").select_option("line")
    expect(games(page)).to_have_count(MIN_RATED_GAMES + 1)
    field(page, "Player").fill("ann")
    field(page, "Player").press("Enter")
    field(page, "Result").select_option("drawn")
    expect(games(page)).to_have_count(1)
    expect(games(page)).to_contain_text("Draw, board full")
    assert address_filters(page) == {"game": "line", "name": "ann", "result": "drawn"}
    page.reload()
    expect(games(page)).to_have_count(1)
    field(page, "Result").select_option("lost")
    expect(page.get_by_text("No games match.")).to_be_visible()
    field(page, "Game").select_option("")
    expect(games(page)).to_have_count(1)
    expect(games(page)).to_contain_text("Obstruction 5×5")
    field(page, "Result").select_option("")
    field(page, "Ended by").select_option("resignation")
    expect(games(page)).to_contain_text("by resignation")
    page.go_back()
    expect(games(page)).to_have_count(MIN_RATED_GAMES + 3)
    field(page, "From").fill("2100-01-01")
    expect(page.get_by_text("No games match.")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(games(page)).to_have_count(MIN_RATED_GAMES + 3)
    games(page).first.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("SOS 3×3")


def test_search_for_unknown_player(person: People, ann: Account) -> None:
    visitor = person()
    visitor.expect_error("404")
    visitor.page.goto("/history?name=Zoe&result=won")
    expect(visitor.page.get_by_role("alert")).to_contain_text("No registered player called Zoe.")
    visitor.page.goto("/history?game=chess&since=yesterday&result=perhaps")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Games")
    visitor.expect_error("400")


def test_my_games_come_first(person: People, ann: Account) -> None:
    visitor = person()
    ann.sign_in_at(visitor)
    page = visitor.page
    page.goto("/history")
    mine = page.get_by_role("list", name="Your finished games").get_by_role("listitem")
    expect(mine).to_have_count(3)
    expect(mine.first).to_contain_text("Won")
    headings = page.get_by_role("heading", level=2).all_text_contents()
    assert headings.index("Your finished games") < headings.index("Finished games")
    page.get_by_role("link", name="All your games").click()
    expect(games(page)).to_have_count(MIN_RATED_GAMES + 3)
    assert address_filters(page) == {"mine": "1"}
    page.get_by_text("Filters", exact=True).click()
    field(page, "Result").select_option("won")
    expect(games(page)).to_have_count(MIN_RATED_GAMES + 1)
    tabs = page.get_by_role("navigation", name="Whose games")
    tabs.get_by_role("link", name="Everyone").click()
    expect(mine).to_have_count(3)


def test_results_on_the_page_of_a_player_are_theirs(person: People, ann: Account) -> None:
    visitor = person()
    ann.sign_in_at(visitor)
    page = visitor.page
    page.goto("/history?mine=1")
    expect(games(page).first).to_contain_text("Won")
    games(page).first.get_by_role("link", name="Bob", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
    expect(page.locator(".game-tile").first).to_contain_text("Lost")


def test_leaderboard_and_player_pages(person: People, ann: Account) -> None:
    page = person().page
    page.goto("/leaders")
    page.get_by_role("navigation", name="Games").get_by_role("link", name="On a line").click()
    rows = page.get_by_role("table", name="Top SOS on a line players").get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(3)).to_contain_text("free")
    expect(rows.nth(1)).to_contain_text("Ann")
    expect(rows.nth(1).get_by_role("cell").nth(2)).to_have_text(str(MIN_RATED_GAMES))
    rows.nth(1).get_by_role("link", name="Ann").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
    line = page.locator("section").filter(has=page.get_by_role("heading", name="SOS on a line"))
    expect(line.get_by_role("img", name="Rating in SOS on a line over time")).to_be_visible()
    people = f"Vs people: {MIN_RATED_GAMES} wins, 1 draw, 0 losses"
    expect(line.get_by_role("img", name=people)).to_be_visible()
    page.goto("/leaders/extreme")
    expect(page.get_by_role("heading", name="No ranked players yet")).to_be_visible()


def test_empty_leaderboard_is_an_invitation(person: People, ann: Account) -> None:
    visitor = person()
    visitor.page.goto("/leaders/obstruction")
    visitor.page.get_by_role("main").get_by_role("link", name="Register").click()
    expect(visitor.page.get_by_role("heading", name="Account")).to_be_visible()


def test_leaderboard_counts_my_rated_games(person: People, server: RunningServer) -> None:
    cleo, dan = member(server, "Cleo"), member(server, "Dan")
    for _ in range(2):
        finished(server, (cleo, dan), "obstruction", "5x5", ["a1"], resigns=1, rated=True)
    visitor = person()
    cleo.sign_in_at(visitor)
    page = visitor.page
    page.goto("/leaders/obstruction")
    expect(page.get_by_role("main")).to_contain_text("You've played 2: 3 more to go")
    page.get_by_role("button", name="Play a rated game").click()
    seek = page.get_by_role("region", name=re.compile("^Looking for an opponent: Obstruction"))
    expect(seek).to_be_visible()


def test_block_and_report(person: People, ann: Account) -> None:
    page = person().page
    page.goto(f"/players/{ann.id}")
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("You blocked Ann. You won't be paired again.").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    page.goto("/settings")
    page.get_by_role("button", name="Unblock: Ann").click()
    expect(page.get_by_role("heading", name="Blocked players")).to_have_count(0)
    page.goto(f"/players/{ann.id}")
    expect(page.get_by_role("button", name="Block", exact=True)).to_be_visible()
    page.get_by_role("button", name="Report…").click()
    dialog = page.get_by_role("dialog", name="Report Ann")
    expect(dialog.get_by_role("button", name="Send report")).to_be_disabled()
    dialog.get_by_label("What happened?").fill("She wins too often.")
    dialog.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Thanks. Your report has been sent.").first).to_be_visible()
    expect(dialog).to_have_count(0)


def test_no_such_player(person: People) -> None:
    visitor = person()
    visitor.expect_error("404")
    visitor.page.goto("/players/nobody")
    heading = visitor.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("We can't find this player")
    expect(visitor.page.get_by_role("alert")).to_contain_text("the account has been deleted")
    expect(visitor.page.get_by_role("main")).not_to_contain_text("nobody")


def test_errors_are_in_the_language_of_the_page(person: People) -> None:
    visitor = person()
    visitor.expect_error("404")
    visitor.page.goto("/settings")
    visitor.page.get_by_label("Language").select_option("tr")
    for address, title in (
        ("/players/nobody", "Bu oyuncuyu bulamadık"),
        ("/puzzles/none", "Bu bulmacayı bulamadık"),
        ("/replay/none", "Bu oyun gösterilemiyor"),
        ("/arena/none", "Bu turnuvayı bulamadık"),
    ):
        visitor.page.goto(address)
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text(title)
