"""A tournament report from the server: its own script runs, and no other."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.arena.random_results import make_plan, random_results
from tests.server.harness import running_server, settings
from tests.web.person import People


def test_report_works_under_its_content_policy(person: People, tmp_path: Path) -> None:
    (tmp_path / "tournaments").mkdir()
    random_results(make_plan("ant", "bee")).write(tmp_path / "tournaments" / "cup.jsonl")
    with running_server(settings(tmp_path)) as server:
        page = person(server).page
        page.goto("/tournaments/cup/report")
        expect(page.get_by_role("heading", name="sos 3x3: 4 games")).to_be_visible()
        expect(page.locator("#board svg")).to_be_visible()
        page.get_by_role("button", name="First position").click()
        expect(page.locator("#move")).to_have_text("Start")
        assert page.evaluate("origin") == "null", "it is a stranger to the rest of the server"
        bar = page.locator(".bar").first
        assert bar.evaluate("it => getComputedStyle(it).left") != "auto", "styles are heeded"
