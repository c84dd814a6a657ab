"""A person at a browser: a separate context with its first page.

For example:

    def test_two_visitors(person: People) -> None:
        ann, bob = person(), person(viewport=(320, 640), dark=True)
        ann.page.goto("/")
        expect(ann.page.get_by_role("heading", name="Quire")).to_be_visible()
"""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

TIMEOUT_MS = 60_000.0
"""Milliseconds until a test gives up waiting; no test asserts a time."""

ABORTED = "net::ERR_ABORTED"
"""The error of a request that ends because its page was left; it is harmless."""


class Person:
    """`page` is the first tab; `context.new_page()` opens another."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.errors: list[str] = []
        """Errors in any tab so far: of scripts, in the console, and of requests without a
        response."""
        self._expected: list[str] = []
        context.on("console", self._record_console)
        context.on("weberror", lambda error: self.errors.append(f"script: {error.error}"))
        context.on("requestfailed", self._record_request)
        self.page = context.new_page()

    def expect_error(self, pattern: str) -> None:
        """Expect errors that match this pattern."""
        self._expected.append(pattern)

    def unexpected(self) -> list[str]:
        """Return the errors that no test expected."""
        return [
            error for error in self.errors if not any(re.search(p, error) for p in self._expected)
        ]

    def _record_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _record_request(self, request: Request) -> None:
        if request.failure != ABORTED:
            self.errors.append(f"request: {request.url}: {request.failure}")


def wait_until(page: Page, condition: str) -> None:
    """Wait until an async function in the page returns true."""
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
"""Create a new person; see the fixture `person`."""
