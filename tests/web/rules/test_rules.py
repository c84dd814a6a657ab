"""The rules: every game has animated examples with controls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.oracles import ORACLES
from tests.web.person import People


def examples(page: Page) -> Locator:
    """Return the examples of a game."""
    return page.get_by_role("group", name="Example: ")


@pytest.mark.parametrize("game", ORACLES)
def test_every_step_of_every_example(person: People, game: str) -> None:
    page = person().page
    page.goto(f"/rules/{game}")
    expect(examples(page).first).to_be_visible()
    for example in examples(page).all():
        picture, caption = example.get_by_role("img"), example.locator(".caption")
        seen = [caption.inner_text()]
        while True:
            example.get_by_role("button", name="Next step").click()
            expect(caption).not_to_have_text(seen[-1])
            expect(picture).to_have_accessible_name(caption.inner_text())
            expect(picture.locator("svg")).to_be_visible()
            if caption.inner_text() == seen[0]:
                break
            seen.append(caption.inner_text())
        assert len(seen) > 1
        example.get_by_role("button", name="Previous step").click()
        expect(caption).to_have_text(seen[-1])


def test_examples_play_one_at_a_time(person: People) -> None:
    page = person(reduced_motion=False).page
    page.clock.install(time="2030-01-01T00:00:00")
    page.goto("/rules/obstruction")
    running = page.locator(".example.runs")
    expect(running).to_have_count(1)
    page.clock.pause_at("2030-01-01T01:00:00")
    before = running.locator(".caption").inner_text()
    page.clock.run_for(5000)
    expect(running.locator(".caption")).not_to_have_text(before)
    running.get_by_role("button", name="Pause").click()
    expect(running).to_have_count(0)
    captions = page.locator(".caption").all_inner_texts()
    page.clock.run_for(60_000)
    assert page.locator(".caption").all_inner_texts() == captions
    examples(page).nth(1).get_by_role("button", name="Play example").click()
    expect(examples(page).nth(1).get_by_role("button", name="Pause")).to_be_visible()


def test_reduced_motion_stops_examples(person: People) -> None:
    page = person(reduced_motion=True).page
    page.clock.install(time="2030-01-01T00:00:00")
    page.goto("/rules/sos")
    expect(examples(page).first).to_be_visible()
    captions = page.locator(".caption").all_inner_texts()
    page.clock.pause_at("2030-01-01T01:00:00")
    page.clock.run_for(60_000)
    assert page.locator(".caption").all_inner_texts() == captions
    expect(page.locator(".example.runs")).to_have_count(0)


def test_from_the_rules_to_a_game(person: People) -> None:
    page = person().page
    page.goto("/rules")
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Obstruction").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Obstruction")
    page.get_by_role("link", name="Play now").click()
    expect(page.get_by_role("heading", name="New game")).to_be_focused()
    form = page.locator("form").filter(has_text="Opponent")
    expect(form.get_by_label("Game", exact=True)).to_have_value("obstruction")
    page.go_back()
    page.get_by_role("link", name="Try it here").click()
    expect(page).to_have_title("Obstruction 6×6 · Quire")


def test_no_such_game(person: People) -> None:
    page = person().page
    page.goto("/rules/chess")
    expect(page.get_by_text("We don't have that game. Try one of these.")).to_be_visible()
