"""Tournaments on the page, and an unreadable file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from quire.arena.tournament.results import Results
from tests.arena.random_results import make_plan, random_results
from tests.server.harness import RunningServer, running_server, settings
from tests.web.person import People


@pytest.fixture(scope="module")
def cup() -> Results:
    """The results of a tournament."""
    return random_results(make_plan("ant", "bee", "cat"), forfeits=0.2)


@pytest.fixture(scope="module")
def arena(cup: Results, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with that tournament and an unreadable file."""
    directory = tmp_path_factory.mktemp("arena")
    (directory / "tournaments").mkdir()
    cup.write(directory / "tournaments" / "cup.jsonl")
    (directory / "tournaments" / "broken.jsonl").write_text("no results\n")
    with running_server(settings(directory)) as server:
        yield server


def test_tournament_and_its_report(person: People, arena: RunningServer, cup: Results) -> None:
    page = person(arena).page
    page.goto("/arena")
    cards = page.get_by_role("list", name="Tournaments").locator("> li")
    line = cards.filter(has=page.get_by_role("heading", name="cup"))
    expect(line).to_contain_text("12 games")
    expect(line).to_contain_text("finished")
    expect(line).to_contain_text("SOS 3×3")
    line.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("cup")
    expect(page.get_by_text("3 bots")).to_be_visible()
    table = page.get_by_role("table", name="Standings")
    standings = page.request.get("/api/tournaments/cup").json()["tournament"]["standings"]
    expect(table.get_by_role("rowheader")).to_have_text(
        [standing["name"] for standing in standings]
    )
    assert sorted(standing["name"] for standing in standings) == ["ant", "bee", "cat"]
    expect(page.get_by_role("heading", name="Elo with 95% confidence intervals")).to_be_visible()
    expect(page.locator(".plot .interval")).to_have_count(3)
    expect(page.locator(".plot .interval").first).to_be_visible()
    cross = page.get_by_role("table", name="Crosstable")
    expect(cross.get_by_role("row")).to_have_count(4)
    page.get_by_role("link", name="Full report").click()
    expect(page.get_by_role("heading", name="sos 3x3: 12 games")).to_be_visible()


def test_unreadable_file_shows_an_error(person: People, arena: RunningServer) -> None:
    ann = person(arena)
    ann.page.goto("/arena/broken")
    expect(ann.page.get_by_text("We can't read the results")).to_be_visible()
    ann.expect_error("404")
    ann.page.goto("/arena/none")
    title = ann.page.get_by_role("heading", level=1)
    expect(title).to_have_text("We can't find this tournament")


def test_no_tournament_yet(person: People) -> None:
    page = person().page
    page.goto("/arena")
    expect(page.get_by_role("heading", name="No tournaments yet")).to_be_visible()
    manual = page.get_by_role("link", name="How to run a tournament of bots")
    expect(manual).to_have_attribute("href", "/docs/how-to/tournaments.html")


def test_points_are_in_sight_on_a_phone(person: People, arena: RunningServer, cup: Results) -> None:
    page = person(arena, viewport=(390, 844), touch=True).page
    page.goto("/arena/cup")
    heads = page.locator("table.standings").get_by_role("columnheader")
    expect(heads).to_have_text(["Rank", "Bot", "Points", "Elo"])
    expect(heads.last).to_be_in_viewport(ratio=1)
