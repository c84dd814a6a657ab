"""Browsers and servers, as the tests of the page have them."""

from __future__ import annotations

from tests.web.conftest import browser, chromium, person, playwright, server

__all__ = ["browser", "chromium", "person", "playwright", "server"]
