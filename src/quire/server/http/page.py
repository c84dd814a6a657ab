"""The page, as `npm run build` in web/ leaves it: read once, and answered from memory.

A browser may keep for ever what has a hash in its name, and asks about everything else whether it
has changed. Tags are made of what is in a file, so that all servers of one Quire give the same.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

STATIC = Path(__file__).parents[1] / "static"

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What the files are; the machine's own table of types may say something else."""

UNCOMPRESSED_SUFFIXES = frozenset({".ico", ".png", ".webp", ".woff2"})
"""File types that gzip doesn't shrink."""

HASHED = "assets/"
"""Where the files are whose names change with what is in them."""

BUILD_MARKERS = ("index.html", "sw.js")
"""Files that change with every build; `sw.js` is written last and lists all others."""

API_PREFIXES = ("api", "health", "metrics", "socket")
"""Paths that answer errors as JSON instead of the page."""

NOT_BUILT = "The page is not built: `make page` does it with Node 20.19 or later; a wheel has it."

HOW_TO_BUILD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quire: the page is not built</title>
<h1>The page is not built</h1>
<p>This Quire serves games to programs, but its page has not been built yet. In its directory run
<code>make page</code>, which needs <a href="https://nodejs.org">Node</a> 20.19 or later, and load
this page again. Or install Quire from a wheel, which has the page in it.</p>
</html>
"""


def is_built() -> bool:
    """Whether there is a page to show."""
    return (STATIC / "index.html").is_file()


@dataclass(frozen=True)
class File:
    """One file of the page."""

    name: str
    body: bytes

    @property
    def suffix(self) -> str:
        """What its name ends with, as in `TYPES`."""
        return PurePosixPath(self.name).suffix

    @cached_property
    def tag(self) -> str:
        """What changes with what is in it."""
        return hashlib.sha256(self.body).hexdigest()[:24]

    @cached_property
    def packed(self) -> bytes | None:
        """The same for browsers that can unpack it, unless that is no gain."""
        if self.suffix in UNCOMPRESSED_SUFFIXES:
            return None
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < len(self.body) else None

    def answer(self, request: Request) -> Response:
        """The file, or that it is still what the browser has."""
        packed = self.packed if _takes_gzip(request) else None
        tag = f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'
        kept = "public, max-age=31536000, immutable" if self._is_hashed else "no-cache"
        headers = {"cache-control": kept, "etag": tag}
        if self.packed:
            headers["vary"] = "Accept-Encoding"
        if is_among(tag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        kind = TYPES.get(self.suffix, "application/octet-stream")
        return Response(packed or self.body, headers=headers, media_type=kind)

    @property
    def _is_hashed(self) -> bool:
        return self.name.startswith(HASHED)


class Page:
    """Answers for every address that nobody else answers for.

    Nothing but the files of the directory is ever given, whatever is asked for.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._files: dict[str, File] = {}
        self._seen: list[tuple[int, int] | None] = []

    async def answer(self, request: Request) -> Response:
        """A file, or the page itself where a person looks. Raises HTTPException for the rest."""
        name: str = request.path_params["path"] or "index.html"
        if not (name.startswith(HASHED) and name in self._files):
            self._look()
        if name in self._files:
            return self._files[name].answer(request)
        if name != "index.html" and not _is_a_place(name, request):
            raise HTTPException(404)
        if "index.html" not in self._files:
            return Response(HOW_TO_BUILD, 503, {"cache-control": "no-store"}, "text/html")
        response = self._files["index.html"].answer(request)
        response.headers.add_vary_header("Accept")
        return response

    def _look(self) -> None:
        """Reads the files, if they are not those of the last time: the page may be built anew."""
        seen = [_state(self._directory / name) for name in BUILD_MARKERS]
        if seen == self._seen:
            return
        try:
            paths = [it for it in self._directory.rglob("*") if it.is_file()]
            files = [File(self._name(it), it.read_bytes()) for it in paths]
        except FileNotFoundError:
            return  # it is being built right now: until then, what was there before
        self._files, self._seen = {it.name: it for it in files}, seen

    def _name(self, path: Path) -> str:
        return path.relative_to(self._directory).as_posix()


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when the file does; None if there is none."""
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    return state.st_mtime_ns, state.st_size


def _is_a_place(name: str, request: Request) -> bool:
    """Whether an address is one that the page's script shows something for, such as /game/ID."""
    if "text/html" not in request.headers.get("accept", ""):
        return False
    return not PurePosixPath(name).suffix and name.partition("/")[0] not in API_PREFIXES


def _takes_gzip(request: Request) -> bool:
    for it in request.headers.get("accept-encoding", "").split(","):
        coding, _, weight = it.replace(" ", "").partition(";q=")
        if coding.lower() in ("gzip", "*"):
            return not weight or weight.strip("0.") != ""
    return False


def is_among(tag: str, known: str) -> bool:
    """Whether a browser has that already; a proxy may have marked the tag as a weak one."""
    return any(it.strip().removeprefix("W/") in (tag, "*") for it in known.split(","))
