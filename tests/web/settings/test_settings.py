"""Language, theme and typed moves."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.person import People
from tests.web.player import Player


def background_colour(page: Page) -> str:
    """Return the background colour of the page."""
    colour: str = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    return colour


def test_switching_to_turkish_and_back(person: People) -> None:
    page = person().page
    page.goto("/settings")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_label("Language").select_option("tr")
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Settings")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    for address in ("/", "/rules/sos", "/puzzles", "/history", "/leaders", "/arena"):
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", "tr")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/settings")
    page.locator("select").first.select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_themes(person: People) -> None:
    page = person().page
    page.goto("/settings")
    light = background_colour(page)
    page.get_by_label("Theme").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = background_colour(page)
    assert dark != light
    page.reload()
    expect(page.get_by_label("Theme")).to_have_value("dark")
    assert background_colour(page) == dark
    page.get_by_label("Theme").select_option("auto")
    page.emulate_media(color_scheme="dark")
    assert background_colour(page) == dark
    page.emulate_media(color_scheme="light")
    assert background_colour(page) == light


def test_moves_can_be_typed(person: People) -> None:
    ann = Player(person(), "")
    ann.page.goto("/settings")
    ann.page.get_by_label("Type moves").check()
    ann.page.goto("/hotseat?game=obstruction&size=5x5")
    box = ann.page.get_by_label("Type a move")
    box.fill("c9")
    box.press("Enter")
    expect(ann.page.get_by_text("c9 isn't a legal move here.").first).to_be_attached()
    box.fill("C3")
    box.press("Enter")
    ann.wait_for_moves(1)
    assert ann.moves() == ["c3"]
