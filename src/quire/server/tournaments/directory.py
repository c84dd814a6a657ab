"""The tournament directory: parses result files and reloads them when they change.

The server's admin copies results there, or runs tournaments that write them there.
"""

from __future__ import annotations

import asyncio
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from quire.arena.report.report import to_html
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import standings
from quire.errors import NotFound, QuireError, RecordError, TooMany
from quire.server.logging import logger
from quire.server.tournaments.tables import head_to_head, standings_table
from quire.wire.tournament_types import Tournament, TournamentDetails

T = TypeVar("T")

Stamp = tuple[int, int]
"""Modification time and size of a file: a different stamp means different content."""

NAME = re.compile("[A-Za-z0-9_-]{1,64}")
"""File names that can be part of a URL path."""

MAX_FILE_BYTES = 50_000_000
"""Larger files are not read; this is enough for tens of thousands of games."""

MAX_TOURNAMENTS = 100
"""Tournaments listed, most recently changed first."""

RELOAD_SECONDS = 10.0
"""Minimum time between two reads of a growing file."""

RELOAD_BYTES_PER_SECOND = 200_000
"""Large growing files are re-read more rarely, to about 5% of a core."""

MAX_CACHED_REPORTS = 4
"""Cached reports; each is up to 16 MB."""

MAX_QUEUED_REPORTS = 10

_log = logger("quire.server")


class _File(NamedTuple):
    path: Path
    changed: float
    stamp: Stamp

    @property
    def name(self) -> str:
        return self.path.stem


@dataclass(frozen=True, slots=True)
class _CachedResult(Generic[T]):
    """The parsed content of a file, or its report, and when it was made."""

    stamp: Stamp
    loaded_at: float
    result: T

    def is_fresh(self, file: _File, now: float) -> bool:
        """Return whether the file is unchanged, or was read so recently that it can wait."""
        reload_seconds = max(RELOAD_SECONDS, file.stamp[1] / RELOAD_BYTES_PER_SECOND)
        return self.stamp == file.stamp or now - self.loaded_at < reload_seconds


class TournamentDirectory:
    """The tournaments of a directory. Files are read in a thread, one at a time.

    Reports take longer and are made in another thread, so that other requests don't wait for them.
    """

    def __init__(self, directory: Path, wall: Callable[[], float]) -> None:
        self._directory = directory
        self._wall = wall
        self._tournaments: dict[str, _CachedResult[TournamentDetails]] = {}
        self._reports: dict[str, _CachedResult[bytes]] = {}
        self._read_lock = asyncio.Lock()
        self._report_lock = asyncio.Lock()
        self._queued_reports = 0

    async def all(self) -> tuple[Tournament, ...]:
        """Return the tournaments, most recently changed first; unreadable ones have a `problem`."""
        async with self._read_lock:
            return await asyncio.to_thread(self._all)

    async def details(self, name: str) -> TournamentDetails:
        """Return a tournament with its head-to-head results. Raises NotFound."""
        async with self._read_lock:
            return await asyncio.to_thread(lambda: self._load(self._find(name)))

    async def report(self, name: str, has: Callable[[Stamp], bool]) -> tuple[Stamp, bytes | None]:
        """Return the stamp of a report and its HTML; None instead if `has` says it is cached.

        Raises NotFound, also for unreadable files, and TooMany if too many reports are queued.
        """
        problem = (await self.details(name)).tournament.problem
        if problem is not None:
            raise NotFound(f"no report for {name!r}: {problem}")
        file = await asyncio.to_thread(self._find, name)
        cached = self._cached_report(file)
        if cached is None:
            if has(file.stamp):
                return file.stamp, None
            cached = await self._make_report(file)
        self._cache_report(name, cached)
        return cached.stamp, None if has(cached.stamp) else cached.result

    def _cached_report(self, file: _File) -> _CachedResult[bytes] | None:
        known = self._reports.get(file.name)
        return known if known is not None and known.is_fresh(file, self._wall()) else None

    async def _make_report(self, file: _File) -> _CachedResult[bytes]:
        if self._queued_reports >= MAX_QUEUED_REPORTS:
            raise TooMany("too many reports in progress: try again in a minute", 60.0)
        self._queued_reports += 1
        try:
            async with self._report_lock:
                cached = self._cached_report(file)  # another request may have made it meanwhile
                if cached is None:
                    made = await asyncio.to_thread(_html, file)
                    cached = _CachedResult(file.stamp, self._wall(), made)
                return cached
        finally:
            self._queued_reports -= 1

    def _cache_report(self, name: str, cached: _CachedResult[bytes]) -> None:
        self._reports.pop(name, None)
        self._reports[name] = cached
        while len(self._reports) > MAX_CACHED_REPORTS:
            del self._reports[next(iter(self._reports))]  # the least recently used

    def _files(self) -> list[_File]:
        found = []
        for path in self._directory.glob("*.jsonl"):
            with suppress(OSError):  # deleted meanwhile, or a dangling link
                state = path.stat()
                if stat.S_ISREG(state.st_mode):
                    stamp = state.st_mtime_ns, state.st_size
                    found.append(_File(path, state.st_mtime, stamp))
        return sorted(found, key=lambda summary: (-summary.changed, summary.name))

    def _find(self, name: str) -> _File:
        """Find a file by name among those listed, so that no name leads out of the directory."""
        for file in self._files():
            if file.name == name and NAME.fullmatch(name):
                return file
        raise NotFound(f"no tournament {name!r}")

    def _all(self) -> tuple[Tournament, ...]:
        files = self._files()[:MAX_TOURNAMENTS]
        self._tournaments = {
            file.name: self._tournaments[file.name]
            for file in files
            if file.name in self._tournaments
        }
        return tuple(self._load(file).tournament for file in files)

    def _load(self, file: _File) -> TournamentDetails:
        known, now = self._tournaments.get(file.name), self._wall()
        if known is None or not known.is_fresh(file, now):
            known = self._tournaments[file.name] = _CachedResult(file.stamp, now, _details(file))
        return known.result


def _html(file: _File) -> bytes:
    try:
        with _errors_of(file):
            return to_html(_read(file)).encode()
    except QuireError as error:
        raise NotFound(f"no report for {file.name!r}: {error}") from None


def _details(file: _File) -> TournamentDetails:
    title = re.sub("[-_]+", " ", file.name).strip() or file.name
    try:
        with _errors_of(file):
            results = _read(file)
            best_first = standings(results)
            tournament = standings_table(results, best_first, file.name, title, file.changed)
            pairs = head_to_head(results, best_first)
    except QuireError as error:
        tournament = Tournament(
            name=file.name, title=title, changed=file.changed, problem=str(error)
        )
        pairs = ()
    return TournamentDetails(
        tournament=tournament, head_to_head=pairs, report=f"/tournaments/{file.name}/report"
    )


@contextmanager
def _errors_of(file: _File) -> Iterator[None]:
    """Turn any failure while reading a file into an error about that file only."""
    try:
        yield
    except QuireError:
        raise
    except Exception as error:
        _log.error("internal_error", tournament=file.name, exc_info=error)
        raise RecordError("internal error: see the server log") from error


def _read(file: _File) -> Results:
    """Parse a file. Raises a QuireError that does not reveal its path."""
    if not NAME.fullmatch(file.name):
        raise RecordError("the file name may only have up to 64 letters, digits, - and _")
    if file.stamp[1] > MAX_FILE_BYTES:
        raise RecordError(
            f"the file is larger than {MAX_FILE_BYTES:,} bytes, too large to show here"
        )
    try:
        results = Results.read(file.path)
    except QuireError as error:
        raise RecordError(str(error).replace(str(file.path), file.path.name)) from None
    if not all(bot.name for bot in results.plan.bots):
        raise RecordError("the plan has bots without names")
    return results
