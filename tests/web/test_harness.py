"""The browser fixtures: they notice errors, and don't disturb other tests."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.harness import RunningServer
from tests.web.axe import axe
from tests.web.person import People

APPEARANCES: dict[str, dict[str, Any]] = {
    "wide": {"reduced_motion": False},
    "narrow": {"viewport": (320, 640), "touch": True, "reduced_motion": False},
    "dark": {"dark": True},
}


@pytest.mark.parametrize("look", APPEARANCES)
def test_page_opens_without_errors(person: People, look: str) -> None:
    ann = person(**APPEARANCES[look])
    ann.page.goto("/")
    expect(ann.page).to_have_title(re.compile("Quire"))
    assert ann.errors == []


def test_people_have_separate_browsers(person: People) -> None:
    ann, bob = person(), person()
    for player in (ann, bob):
        player.page.goto("/")
    ann.page.evaluate("() => localStorage.setItem('name', 'Ann')")
    assert bob.page.evaluate("() => localStorage.getItem('name')") is None


def test_errors_are_noticed(person: People, own_server: RunningServer) -> None:
    ann = person(own_server)
    ann.page.goto("/")
    for event, script, error in (
        ("console", "console.error('this is wrong')", "this is wrong"),
        ("weberror", "setTimeout(() => { throw new Error('so is this') })", "so is this"),
        ("console", "fetch('/none.js')", "404"),
        ("requestfailed", "new Image().src = 'https://quire.invalid/'", "quire.invalid"),
    ):
        with ann.context.expect_event(event):
            ann.page.evaluate(f"() => {{ {script} }}")
        assert any(error in message for message in ann.unexpected())
        ann.expect_error(error)
    own_server.stop()
    with ann.context.expect_event("requestfailed"):
        ann.page.evaluate("() => fetch('/health/live').catch(() => null)")
    assert any(error.startswith("request: ") for error in ann.unexpected())
    ann.expect_error("ERR_CONNECTION_REFUSED")
    ann.expect_error("WebSocket")


def test_violations_are_found(person: People) -> None:
    ann = person()
    ann.page.goto("/")
    ann.page.evaluate("() => document.body.append(new Image())")
    (found,) = [violation for violation in axe(ann.page) if "image-alt" in violation]
    assert found.startswith("critical: ")
    assert "img: <img" in found


def test_other_tests_have_separate_event_loops() -> None:
    async def work() -> int:
        return 1

    assert asyncio.run(work()) == 1
