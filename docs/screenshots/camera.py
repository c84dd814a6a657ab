"""A browser of one size and theme that takes pictures."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from docs.screenshots.screens import Screen
from quire.games import GAMES

SIZES = {
    "phone": (390, 844),
    "laptop": (1280, 720),
    "desk": (1440, 900),
    "landscape": (844, 390),
}
THEMES = ("light", "dark")

TIMEOUT_MS = 30_000


class Camera:
    """Takes pictures of screens; every screen has its own visitor."""

    def __init__(self, browser: Browser, url: str, output: Path, size: str, theme: str) -> None:
        self.size = size
        self._browser, self._url, self._output, self._theme = browser, url, output, theme

    def take(self, screen: Screen) -> None:
        """Open a screen, wait until it is complete, and take its picture."""
        context = self._visitor(screen)
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
        picture = self._output / f"{screen.name}-{self.size}-{self._theme}.png"
        _show_all(page, *SIZES[self.size])
        page.screenshot(path=picture)
        context.close()

    def _visitor(self, screen: Screen) -> BrowserContext:
        width, height = SIZES[self.size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if self._theme == "dark" else "light",
            reduced_motion="reduce",
            has_touch=self.size in ("phone", "landscape"),
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


def _show_all(page: Page, width: int, height: int) -> None:
    """Make the window as high as the page, so that what is fixed stays at its end."""
    whole = page.evaluate("() => document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": max(height, whole)})
