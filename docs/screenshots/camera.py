"""A browser that takes pictures of screens, in both themes and in each size."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal, get_args

from playwright.sync_api import Browser, BrowserContext, Page, expect

from docs.screenshots.screens import Screen
from quire.games import GAMES

Theme = Literal["light", "dark"]

SIZES = {
    "phone": (390, 844),
    "laptop": (1280, 720),
    "desk": (1440, 900),
    "landscape": (844, 390),
}

COMPUTER, PHONE, LANDSCAPE = ("laptop", "desk"), ("phone",), ("landscape",)
"""The sizes of one device: one visit is enough for all of them."""

TIMEOUT_MS = 30_000

AFTER_LAYOUT = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))"


class Camera:
    """Takes pictures of screens; every screen has its own visitor."""

    def __init__(self, browser: Browser, url: str, output: Path) -> None:
        self._browser, self._url, self._output = browser, url, output

    def take(self, screen: Screen) -> None:
        """Open a screen on each device, wait until it is complete, and take its pictures."""
        devices = [PHONE, COMPUTER, LANDSCAPE] if screen.has_landscape else [PHONE, COMPUTER]
        for sizes in devices:
            context = self._visitor(screen, sizes)
            page = self._visit(context, screen)
            for size in sizes:
                self._take_themes(page, screen.name, size)
            context.close()

    def _visit(self, context: BrowserContext, screen: Screen) -> Page:
        page = context.new_page()
        path = screen.path if isinstance(screen.path, str) else screen.path()
        if screen.is_offline:
            page.goto(self._url)
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            context.set_offline(True)
        page.goto(f"{self._url}{path}")
        if not screen.is_offline:
            page.wait_for_load_state("networkidle")
        _wait_until_loaded(page)
        if screen.then is not None:
            screen.then(page)
            _wait_until_loaded(page)
        return page

    def _take_themes(self, page: Page, name: str, size: str) -> None:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(AFTER_LAYOUT)
        # Make the window as high as the page, so that what is fixed stays at its end.
        whole = page.evaluate("() => document.documentElement.scrollHeight")
        page.set_viewport_size({"width": width, "height": max(height, whole)})
        for theme in get_args(Theme):
            page.emulate_media(color_scheme=theme)
            page.evaluate(AFTER_LAYOUT)
            page.screenshot(path=self._output / f"{name}-{size}-{theme}.png")

    def _visitor(self, screen: Screen, sizes: tuple[str, ...]) -> BrowserContext:
        width, height = SIZES[sizes[0]]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="reduce",
            has_touch=sizes != COMPUTER,
        )
        stored: dict[str, object] = {"setting.language": screen.language}
        if not screen.is_first_visit:
            stored |= {"lessons": [game.key for game in GAMES], "setting.sound-offered": True}
        if screen.account is not None:
            account = screen.account
            player = {"id": account.id, "name": account.name, "kind": "member"}
            stored["account"] = {"token": account.token, "player": player}
        for key, value in stored.items():
            text = json.dumps(json.dumps(value))
            context.add_init_script(f"localStorage.setItem('quire.{key}', {text})")
        return context


def _wait_until_loaded(page: Page) -> None:
    waiting = page.locator(".loading, .loading-line, [aria-busy=true]")
    expect(waiting).to_have_count(0, timeout=TIMEOUT_MS)
