"""Real browsers for tests of the page: one Chromium per process, with a context per person."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from quire.server.site.page import is_built
from tests.needs import missing
from tests.oracles import ORACLES
from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, settings
from tests.web.person import TIMEOUT_MS, People, Person

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
    "--disable-features=PreloadTopChromeWebUI,InitialWebUI",  # parts of visible windows
)

SEEN_LESSONS = (
    "if (location.protocol === 'http:' && origin !== 'null')"  # no storage in sandboxed frames
    f" localStorage.setItem('quire.lessons', {json.dumps(json.dumps(list(ORACLES)))})"
)


class Site(Protocol):
    """What people open."""

    @property
    def url(self) -> str: ...


Driven = tuple[Browser, asyncio.AbstractEventLoop]
"""A browser, and the event loop that drives it."""

expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def playwright() -> Iterator[tuple[Playwright, asyncio.AbstractEventLoop]]:
    """Playwright, and its event loop."""
    with sync_playwright() as started:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield started, loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def chromium(playwright: tuple[Playwright, asyncio.AbstractEventLoop]) -> Iterator[Driven]:
    """The installed Chromium; Debian's headless shell if there is one, as it is faster."""
    yield from _launched(playwright, "chromium-headless-shell", "chromium", "chromium-browser")


@pytest.fixture(scope="session")
def whole_chromium(playwright: tuple[Playwright, asyncio.AbstractEventLoop]) -> Iterator[Driven]:
    """The full Chromium, with system features such as notifications."""
    yield from _launched(playwright, "chromium", "chromium-browser")


def _launched(
    playwright: tuple[Playwright, asyncio.AbstractEventLoop], *programs: str
) -> Iterator[Driven]:
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        missing("Chromium", "install the package chromium")
    started, loop = playwright
    asyncio._set_running_loop(loop)
    browser = started.chromium.launch(executable_path=program, args=FLAGS)
    asyncio._set_running_loop(None)
    yield browser, loop
    asyncio._set_running_loop(loop)
    browser.close()
    asyncio._set_running_loop(None)


@pytest.fixture
def browser(chromium: Driven) -> Iterator[Browser]:
    """Chromium, for one test.

    Playwright's loop counts as running from its start to its end, and `asyncio.run` refuses to work
    beside it. So it only counts while a test uses a browser; such a test has `server.run` instead.
    """
    running, loop = chromium
    asyncio._set_running_loop(loop)
    try:
        yield running
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with the page, shared by all tests whose guests don't disturb each other.

    It runs in real time.
    """
    yield from _serving(tmp_path_factory)


@pytest.fixture(scope="module")
def server_of_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server for one test file, whose tests register names or list all games."""
    yield from _serving(tmp_path_factory)


def _serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    _check_page()
    with running_server(settings(tmp_path_factory.mktemp("server"))) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server for one test, with a clock that `own_server.advance(seconds)` moves."""
    _check_page()
    with running_server(settings(tmp_path), FakeTime()) as running:
        yield running


def _check_page() -> None:
    if not is_built():
        missing("The page", "make page")


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[People]:
    """Return a function that creates people, each with a separate browser context.

    They are at `server` by default, so that `page.goto("/")` works, and have seen the lessons
    unless it is their `first_visit`. Nothing is cached for offline use unless a test asks for
    `offline_too`. They prefer reduced motion unless a test is about motion: animations take a fifth
    of the processor time. At the end of the test, no error may have occurred in any tab except
    those expected.
    """
    if "own_server" in request.fixturenames:
        request.getfixturevalue("own_server")  # it must stop after the browsers are closed
    people: list[Person] = []

    def create(
        at: Site | None = None,
        *,
        viewport: tuple[int, int] = (1280, 800),
        touch: bool = False,
        reduced_motion: bool = True,
        dark: bool = False,
        offline_too: bool = False,
        first_visit: bool = False,
    ) -> Person:
        home: Site = at or request.getfixturevalue("server")
        context = browser.new_context(
            base_url=home.url,
            locale="en",
            viewport={"width": viewport[0], "height": viewport[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if reduced_motion else "no-preference",
            color_scheme="dark" if dark else "light",
            service_workers="allow" if offline_too else "block",
        )
        context.set_default_timeout(TIMEOUT_MS)
        if not first_visit:
            context.add_init_script(SEEN_LESSONS)
        new = Person(context)
        people.append(new)
        return new

    yield create
    for player in people:
        player.context.close()
    assert [player.unexpected() for player in people if player.unexpected()] == []
