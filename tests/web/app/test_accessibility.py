"""Accessibility: axe-core finds no serious violation, and every page fits a phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from quire.engine.analysis.puzzle import load
from tests.arena.random_results import make_plan, random_results
from tests.oracles import ORACLES
from tests.server.example_games import EXAMPLES
from tests.server.harness import RunningServer, running_server, settings
from tests.web.axe import axe
from tests.web.person import People
from tests.web.seed_data import Account, finished, member

WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 320, "height": 640}

PARTS = 3
"""Groups of pages, tested in parallel."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a tournament."""
    directory = tmp_path_factory.mktemp("server")
    (directory / "tournaments").mkdir()
    random_results(make_plan("ant", "bee", "cat")).write(directory / "tournaments" / "cup.jsonl")
    with running_server(settings(directory)) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: RunningServer) -> Account:
    """A member, who visits the pages and appears on them."""
    return member(server, "Ann")


@pytest.fixture(scope="module")
def addresses(server: RunningServer, ann: Account) -> dict[str, str]:
    """Every page by name: its address with content, and a selector that shows it has loaded."""
    bob = member(server, "Bob")
    game = EXAMPLES["sos"]
    for _ in range(5):  # enough for the leaderboard
        over = finished(server, (ann, bob), "sos", "3x3", game.moves, rated=True)
    # With a day per move, players may disconnect.
    playing = finished(server, (ann, bob), "sos", "3x3", game.moves[:5], clock=86400)
    return {
        "/": ".game-row",
        f"/game/{playing}": ".turn-line",
        f"/game/{over}": ".ending",
        "/hotseat?game=extreme": ".board svg",
        **{f"/rules/{game}": ".example svg" for game in ORACLES},
        f"/replay/{over}?move=5": ".board svg",
        f"/analysis/{over}?move=7": ".verdict",
        "/analysis?game=line&size=5": ".verdict",
        "/puzzles": "dl.statistics",
        f"/puzzles/{load('line')[0].id}": ".board svg",
        f"/players/{ann.id}": ".result-bar",
        f"/players/{bob.id}": ".result-bar",
        "/leaders/sos": "table",
        "/history": ".game-tile .thumbnail svg",
        "/history?mine=1": ".game-tile",
        "/leaders/extreme": ".empty-place",
        "/arena": ".tournament-card",
        "/arena/cup": "table",
        "/settings": "form, .card",
        "/nowhere": "h1",
    }


def violations(page: Page, address: str, sign: str) -> list[str]:
    """Return the violations on a page: dark on a phone, and light on a wide screen."""
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    page.goto(address)
    expect(page.locator(sign).first).to_be_visible()
    expect(page.locator(".loading, .loading-line, .thinking")).to_have_count(0)
    found = axe(page) + headings(page)
    if page.evaluate("() => document.documentElement.scrollWidth") != PHONE["width"]:
        found.append("the page scrolls sideways")
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light")
    return found + axe(page)


def headings(page: Page) -> list[str]:
    """Return the problems of the headings and the title."""
    levels = page.locator("h1, h2, h3, h4").evaluate_all("all => all.map(it => +it.tagName[1])")
    found = []
    if levels.count(1) != 1:
        found.append("there is not exactly one main heading")
    if any(below > above + 1 for above, below in pairwise(levels)):
        found.append(f"a heading level is skipped: {levels}")
    if "Quire" not in page.title():
        found.append(f"the title is {page.title()!r}")
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_pages_are_accessible_to_members(
    person: People, ann: Account, addresses: dict[str, str], part: int
) -> None:
    visitor = person()
    ann.sign_in_at(visitor)
    seen = list(addresses)[part::PARTS]
    found = {name: violations(visitor.page, name, addresses[name]) for name in seen}
    assert "\n".join(f"{name}: {fault}" for name, all in found.items() for fault in all) == ""


def test_pages_are_accessible_to_visitors(person: People, addresses: dict[str, str]) -> None:
    page = person().page
    seen = ("/", "/settings", "/puzzles", "/nowhere")
    found = {name: violations(page, name, addresses[name]) for name in seen}
    assert "\n".join(f"{name}: {fault}" for name, all in found.items() for fault in all) == ""
