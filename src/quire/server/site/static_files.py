"""Directories of static files, read once and served from memory with ETags and gzip.

An ETag is a hash of the content, so all servers with the same build send the same one.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".inv": "application/octet-stream",
    ".ipynb": "application/x-ipynb+json",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Media types by suffix; the system's own table differs between machines."""

UNCOMPRESSED_SUFFIXES = frozenset({".ico", ".png", ".webp", ".woff2"})
"""File types that gzip doesn't shrink."""

REVALIDATE = "no-cache"
IMMUTABLE = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class File:
    """One static file, named by its path in its directory."""

    name: str
    body: bytes

    @property
    def suffix(self) -> str:
        """The last suffix of the name, as in `TYPES`."""
        return PurePosixPath(self.name).suffix

    @cached_property
    def tag(self) -> str:
        """A hash of the content."""
        return hashlib.sha256(self.body).hexdigest()[:24]

    @cached_property
    def packed(self) -> bytes | None:
        """The gzipped content, or None if it isn't smaller."""
        if self.suffix in UNCOMPRESSED_SUFFIXES:
            return None
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < len(self.body) else None

    def answer(self, request: Request, cache_control: str = REVALIDATE) -> Response:
        """Return the file, or 304 if the browser already has it."""
        packed = self.packed if _accepts_gzip(request) else None
        tag = f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'
        headers = {"cache-control": cache_control, "etag": tag}
        if self.packed:
            headers["vary"] = "Accept-Encoding"
        if is_among(tag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["content-encoding"] = "gzip"
        kind = TYPES.get(self.suffix, "application/octet-stream")
        return Response(packed or self.body, headers=headers, media_type=kind)


class Directory:
    """The files of one directory, read again when a new build has changed its markers.

    Only files that were found in the directory can be requested, so no path leads out of it.
    """

    def __init__(self, path: Path, build_markers: Sequence[str]) -> None:
        self.files: dict[str, File] = {}
        self._path = path
        self._build_markers = build_markers
        self._state: list[tuple[int, int] | None] = []

    def refresh(self) -> None:
        """Read all files if a marker has changed since the last time."""
        state = [_state(self._path / name) for name in self._build_markers]
        if state == self._state:
            return
        try:
            paths = [path for path in self._path.rglob("*") if path.is_file()]
            files = [File(self._name(path), path.read_bytes()) for path in paths]
        except FileNotFoundError:
            return  # a build is running: keep the previous files until it is done
        self.files, self._state = {file.name: file for file in files}, state

    def _name(self, path: Path) -> str:
        return path.relative_to(self._path).as_posix()


def _state(path: Path) -> tuple[int, int] | None:
    """Return modification time and size; None if there is no such file."""
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    return state.st_mtime_ns, state.st_size


def _accepts_gzip(request: Request) -> bool:
    for part in request.headers.get("accept-encoding", "").split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        if coding.lower() in ("gzip", "*"):
            return not weight or weight.strip("0.") != ""
    return False


def is_among(tag: str, known: str) -> bool:
    """Return whether an If-None-Match header has the tag; proxies may have made it a weak one."""
    return any(part.strip().removeprefix("W/") in (tag, "*") for part in known.split(","))
