"""A call from the server is shown by the service worker, and a click opens the game."""

from __future__ import annotations

import json

import pytest

from tests.web.app.test_turn_alerts import CLICK, COUNT_NOTIFICATIONS, NOTES
from tests.web.conftest import Driven
from tests.web.person import People


@pytest.fixture(scope="session")
def chromium(whole_chromium: Driven) -> Driven:
    """A browser with system notifications."""
    return whole_chromium


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Bob has joined your game"), ("tr", "Bob oyununa katıldı"), ("xx", "Bob has joined")],
)
def test_call_is_shown_and_opens_the_game(person: People, language: str, title: str) -> None:
    ann = person(offline_too=True)
    ann.context.grant_permissions(["notifications"])
    page = ann.page
    page.goto("/rules")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    known = ann.context.service_workers  # Playwright may learn of it later
    worker = known[0] if known else ann.context.wait_for_event("serviceworker")
    worker.evaluate(f"() => {{ {COUNT_NOTIFICATIONS} }}")
    browser = ann.context.new_cdp_session(page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(it["registrationId"] for it in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    origin = page.evaluate("() => location.origin")
    call = {"kind": "joined", "game_id": "abc123", "name": "Bob", "language": language}
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": json.dumps(call)},
    )
    while not worker.evaluate("() => self.shown"):
        page.wait_for_timeout(20)
    (note,) = page.evaluate(NOTES)
    assert note.startswith(title)
    assert note.endswith(" /game/abc123")
    worker.evaluate(CLICK)
    page.wait_for_url("**/game/abc123")
