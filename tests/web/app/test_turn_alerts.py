"""Turn alerts on other pages: title and icon, sound, vibration and notification."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Driven
from tests.web.person import People
from tests.web.player import start_game


@pytest.fixture(scope="session")
def chromium(whole_chromium: Driven) -> Driven:
    """A browser with system notifications."""
    return whole_chromium


RECORD_ALERTS = """
    window.loudness = 0; window.shaken = 0; window.away = false;
    Object.defineProperty(document, "hidden", { get: () => window.away });
    navigator.vibrate = () => { window.shaken += 1; return true; };
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (to, ...rest) {
        if (to instanceof AudioDestinationNode) {
            const analyser = this.context.createAnalyser();
            connect.call(this, analyser);
            const wave = new Float32Array(analyser.fftSize);
            const timer = setInterval(() => {
                analyser.getFloatTimeDomainData(wave);
                window.loudness = Math.max(window.loudness, ...wave.map(Math.abs));
            }, 10);
            setTimeout(() => clearInterval(timer), 5000);
        }
        return connect.call(this, to, ...rest);
    };
"""
"""Record sounds, count vibrations, and let the tab be hidden."""

COUNT_NOTIFICATIONS = """
    self.shown = 0;
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = async function (...notification) {
        await show.apply(this, notification);
        self.shown += 1;
    };
"""
"""Count notifications once they are displayed.

Reading them earlier makes Chromium forget one that is stored and not yet displayed, so don't poll.
"""

NOTES = """async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    return (await worker.getNotifications()).map((it) => `${it.title} ${it.data.path}`);
}"""

CLICK = """async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""


def test_turn_alerts_on_another_page(person: People) -> None:
    first = person(offline_too=True, reduced_motion=False)
    first.context.grant_permissions(["notifications"])
    first.context.add_init_script(RECORD_ALERTS + COUNT_NOTIFICATIONS)
    ann, bob = start_game(first, person(), "line", "9")
    page = ann.page
    expect(page).to_have_title(re.compile("^● Your turn"))
    page.goto("/settings")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.get_by_label("Sound").check()
    page.get_by_label("Notifications").check()
    page.goto(f"/game/{ann.game}")
    ann.play_move("S1")
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/icon.svg")
    page.get_by_role("link", name="Rules").first.click()
    page.evaluate("() => { window.loudness = 0; window.shaken = 0; window.away = true; }")
    bob.play_move("S9")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    page.wait_for_function("() => window.loudness > 0.01")
    page.wait_for_function("() => window.shaken === 1")
    page.wait_for_function("() => window.shown === 1")
    assert page.evaluate(NOTES) == [f"Your turn /game/{ann.game}"]
    first.context.service_workers[0].evaluate(CLICK)
    page.wait_for_url(f"**/game/{ann.game}")
    ann.expect_turn("Your turn")
    assert page.evaluate(NOTES) == []


def test_no_alerts_unless_enabled(person: People) -> None:
    first = person(reduced_motion=True)
    first.context.add_init_script(RECORD_ALERTS)
    ann, bob = start_game(first, person(), "line", "9")
    ann.play_move("S1")
    ann.page.evaluate("() => { window.away = true; }")
    bob.play_move("S9")
    ann.expect_turn("Your turn")
    assert ann.page.evaluate("() => [window.loudness, window.shaken]") == [0, 0]
