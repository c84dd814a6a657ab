"""Serves the built web page, with immutable caching for files that have a hash in their name."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from quire.server.site.static_files import IMMUTABLE, REVALIDATE, Directory

STATIC = Path(__file__).parents[1] / "static"

HASHED_PREFIX = "assets/"
"""Files below here have a hash of their content in their name."""

BUILD_MARKERS = ("index.html", "sw.js")
"""Files that change with every build; `sw.js` is written last and lists all others."""

API_PREFIXES = ("api", "docs", "health", "metrics", "socket")
"""Paths that answer errors as JSON instead of the page."""

NOT_BUILT = (
    "The web page isn't built: run `make page` (needs Node 20.19 or later). Wheels include it."
)

HOW_TO_BUILD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quire: the page isn't built</title>
<h1>The page isn't built</h1>
<p>This server is ready for programs, but its web page hasn't been built yet. Run
<code>make page</code> in Quire's directory, which needs <a href="https://nodejs.org">Node</a> 20.19
or later, and reload this page. Or install Quire from a wheel, which includes the page.</p>
</html>
"""


def is_built() -> bool:
    """Return whether there is a page to show."""
    return (STATIC / "index.html").is_file()


class Page:
    """The web page: its files, and `index.html` at every address that its script handles."""

    def __init__(self, directory: Path) -> None:
        self._directory = Directory(directory, BUILD_MARKERS)

    async def answer(self, request: Request) -> Response:
        """Return a file, or the page itself. Raises HTTPException if there is neither."""
        name: str = request.path_params["path"] or "index.html"
        is_hashed = name.startswith(HASHED_PREFIX)
        if not (is_hashed and name in self._directory.files):
            self._directory.refresh()
        files = self._directory.files
        if name in files:
            return files[name].answer(request, IMMUTABLE if is_hashed else REVALIDATE)
        if name != "index.html" and not _is_page_address(name, request):
            raise HTTPException(404)
        if "index.html" not in files:
            return Response(HOW_TO_BUILD, 503, {"cache-control": "no-store"}, "text/html")
        response = files["index.html"].answer(request)
        response.headers.add_vary_header("Accept")
        return response


def _is_page_address(name: str, request: Request) -> bool:
    """Return whether the page's script shows something at this address, such as /game/ID."""
    if "text/html" not in request.headers.get("accept", ""):
        return False
    return not PurePosixPath(name).suffix and name.partition("/")[0] not in API_PREFIXES
