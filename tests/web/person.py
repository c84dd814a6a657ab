"""Somebody who sits at a browser: a context of their own, with its first page.

For example:

    def test_two_meet(person: People) -> None:
        ann, bob = person(), person(viewport=(320, 640), dark=True)
        ann.page.goto("/")
        expect(ann.page.get_by_role("heading", name="Quire")).to_be_visible()
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

TIMEOUT_MS = 60_000.0
"""Milliseconds after which a test gives up waiting; none asserts a time."""

ABORTED = "net::ERR_ABORTED"
"""How a request ends whose page is left; nothing is wrong with it."""


class Person:
    """`page` is the first tab; `context.new_page()` opens another."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.troubles: list[str] = []
        """What went wrong in any tab so far: errors in scripts and in the console, and requests
        without an answer."""
        self._expected: list[str] = []
        context.on("console", self._note_console)
        context.on("weberror", lambda it: self.troubles.append(f"script: {it.error}"))
        context.on("requestfailed", self._note_request)
        self.page = context.new_page()

    def expect_trouble(self, pattern: str) -> None:
        """Says that a trouble in which this is found is what the test wants."""
        self._expected.append(pattern)

    def unexpected(self) -> list[str]:
        """The troubles that nobody wanted."""
        return [it for it in self.troubles if not any(re.search(p, it) for p in self._expected)]

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _note_request(self, request: Request) -> None:
        if request.failure != ABORTED:
            self.troubles.append(f"request: {request.url}: {request.failure}")


def wait_until(page: Page, condition: str) -> None:
    """Waits until a function of the page's own says so, which may have to wait for its answer."""
    page.evaluate(
        """async ([condition, timeout]) => {
            const ask = eval(condition);
            for (const until = Date.now() + timeout; !(await ask());) {
                if (Date.now() > until) throw new Error(`never so: ${condition}`);
                await new Promise((done) => setTimeout(done, 20));
            }
        }""",
        [condition, TIMEOUT_MS],
    )


People = Callable[..., Person]
"""Brings a new person; see the fixture `person`."""
