"""The documentation site as `make docs-site` builds it: complete, without external resources."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.api_coverage import public_names
from quire.server.site import docs_site, static_files
from tests.needs import missing

LOADS = re.compile(
    r"""<(?:script|img|iframe|source|video|object)\b[^>]*\b(?:src|data)\s*=\s*["']?(?:https?:)?//"""
    r"""|<link\b(?=[^>]*\brel=["']?(?:stylesheet|icon|preload|preconnect))[^>]*\bhref=["']?(?:https?:)?//"""
    r"""|@import|url\(\s*["']?(?:https?:)?//""",
    re.IGNORECASE,
)
"""Anything that makes a browser fetch from another host."""


@pytest.fixture(scope="module")
def site() -> Path:
    if not (docs_site.SITE / "index.html").is_file():
        missing("The documentation site", "make docs-site")
    return docs_site.SITE


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.css"), *site.rglob("*.svg")]
    assert len(pages) > 30
    found = {
        f"{page.relative_to(site)}: {match[0]}"
        for page in pages
        for match in LOADS.finditer(page.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.example/x.js">',
        "<img alt='' src='//host/x.png'>",
        '<link rel="stylesheet" href="https://fonts.example/x.css">',
        "@font-face { src: url(https://fonts.example/x.woff2) }",
    ],
)
def test_external_resource_is_noticed(text: str) -> None:
    assert LOADS.search(text)


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    text = "".join(page.read_text("utf-8") for page in (site / "reference").glob("*.html"))
    places = set(re.findall(r'id="(?:module-)?(quire[\w.]*)"', text))
    assert set(public_names()) - places == set()


def test_notebook_was_executed(site: Path) -> None:
    text = (site / "tutorials" / "notebook.html").read_text("utf-8")
    drawn = re.findall(r'<img [^>]*src="\.\./(_images/\w+\.svg)"', text)
    boards = [text, *((site / path).read_text("utf-8") for path in drawn)]
    assert sum(board.count('class="quire-auto"') for board in boards) >= 5


def test_every_file_has_a_known_type(site: Path) -> None:
    served = {path.suffix for path in site.rglob("*") if path.is_file()}
    downloads = {path.suffix for path in (site / "_downloads").rglob("*") if path.is_file()}
    assert served - downloads - {""} <= static_files.TYPES.keys()
