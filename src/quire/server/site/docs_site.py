"""Serves the built documentation at /docs; `make docs-site` builds it, and wheels carry it."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.server.site.static_files import Directory, File

SITE = Path(__file__).parents[1] / "docs"

BUILD_MARKERS = ("index.html", "searchindex.js")
"""Files that change with every build; Sphinx writes the search index last."""

_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


class DocsSite:
    """The documentation site, if it was built; otherwise every address below /docs is a 404."""

    def __init__(self, directory: Path) -> None:
        self._directory = Directory(directory, BUILD_MARKERS)

    async def answer(self, request: Request) -> Response:
        """Return a file of the site. Raises HTTPException if there is none."""
        name: str = request.path_params["path"]
        self._directory.refresh()
        files = self._directory.files
        if name == "" or name.endswith("/"):
            name += "index.html"
        if name not in files:
            raise HTTPException(404)
        response = files[name].answer(request)
        if files[name].suffix == ".html":
            response.headers["content-security-policy"] = _policy(files[name])
        return response

    async def add_slash(self, request: Request) -> Response:
        """Redirect /docs to /docs/, so that relative links work."""
        self._directory.refresh()
        if not self._directory.files:
            raise HTTPException(404)
        return RedirectResponse(request.scope["path"] + "/", 308)


@lru_cache(maxsize=256)
def _policy(file: File) -> str:
    """Return a policy that allows the inline scripts of this file, by their hash, and no others.

    Inline styles are allowed: the theme has its colours there, and boards in notebooks theirs.
    """
    digests = [hashlib.sha256(script).digest() for script in _INLINE_SCRIPT.findall(file.body)]
    hashes = "".join(f" 'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
