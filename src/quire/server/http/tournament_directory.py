"""The directory of tournaments: what its files say, read when they have changed.

Whoever runs the server puts results there, or has a tournament write them there.
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
from quire.server.http.tournament_table import meetings, table
from quire.server.logging import logger
from quire.wire.tournament_types import Tournament, TournamentDetails

T = TypeVar("T")

Stamp = tuple[int, int]
"""When a file was last changed, and its size: another one is another content."""

PLAIN = re.compile("[A-Za-z0-9_-]{1,64}")
"""What can stand in an address."""

LARGEST = 50_000_000
"""Bytes of a file that is read: tens of thousands of games."""

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
class _Look(Generic[T]):
    """What was made of a file, and when."""

    stamp: Stamp
    at: float
    found: T

    def will_do(self, file: _File, now: float) -> bool:
        """Whether there is no need to read the file again, or not yet."""
        patience = max(RELOAD_SECONDS, file.stamp[1] / RELOAD_BYTES_PER_SECOND)
        return self.stamp == file.stamp or now - self.at < patience


class TournamentDirectory:
    """The tournaments of a directory. Files are read in a thread, one at a time.

    Reports, which take longer, are made in another, so that nobody else waits for them.
    """

    def __init__(self, directory: Path, wall: Callable[[], float]) -> None:
        self._directory = directory
        self._wall = wall
        self._looks: dict[str, _Look[TournamentDetails]] = {}
        self._reports: dict[str, _Look[bytes]] = {}
        self._reading = asyncio.Lock()
        self._reporting = asyncio.Lock()
        self._waiting = 0

    async def all(self) -> tuple[Tournament, ...]:
        """Those that changed last, newest first. What cannot be read has a problem instead."""
        async with self._reading:
            return await asyncio.to_thread(self._all)

    async def page(self, name: str) -> TournamentDetails:
        """One of them with its meetings. Raises NotFound."""
        async with self._reading:
            return await asyncio.to_thread(lambda: self._look(self._find(name)))

    async def report(self, name: str, has: Callable[[Stamp], bool]) -> tuple[Stamp, bytes | None]:
        """The stamp of what its report tells, and the report as a page, unless one has that.

        Raises NotFound, also for a file that cannot be read, and TooMany if many wait for theirs.
        """
        problem = (await self.page(name)).tournament.problem
        if problem is not None:
            raise NotFound(f"no report for {name!r}: {problem}")
        file = await asyncio.to_thread(self._find, name)
        look = self._kept_report(file)
        if look is None:
            if has(file.stamp):
                return file.stamp, None
            look = await self._made_report(file)
        self._keep_report(name, look)
        return look.stamp, None if has(look.stamp) else look.found

    def _kept_report(self, file: _File) -> _Look[bytes] | None:
        known = self._reports.get(file.name)
        return known if known is not None and known.will_do(file, self._wall()) else None

    async def _made_report(self, file: _File) -> _Look[bytes]:
        if self._waiting >= MAX_QUEUED_REPORTS:
            raise TooMany("too many reports in progress: try again in a minute", 60.0)
        self._waiting += 1
        try:
            async with self._reporting:
                look = self._kept_report(file)  # as somebody may have waited for the same one
                if look is None:
                    made = await asyncio.to_thread(_html, file)
                    look = _Look(file.stamp, self._wall(), made)
                return look
        finally:
            self._waiting -= 1

    def _keep_report(self, name: str, look: _Look[bytes]) -> None:
        self._reports.pop(name, None)
        self._reports[name] = look
        while len(self._reports) > MAX_CACHED_REPORTS:
            del self._reports[next(iter(self._reports))]  # the one not asked for for longest

    def _files(self) -> list[_File]:
        found = []
        for path in self._directory.glob("*.jsonl"):
            with suppress(OSError):  # it was taken away meanwhile, or leads nowhere
                state = path.stat()
                if stat.S_ISREG(state.st_mode):
                    stamp = state.st_mtime_ns, state.st_size
                    found.append(_File(path, state.st_mtime, stamp))
        return sorted(found, key=lambda it: (-it.changed, it.name))

    def _find(self, name: str) -> _File:
        """By its name among those that are there: no name leads anywhere else."""
        for file in self._files():
            if file.name == name and PLAIN.fullmatch(name):
                return file
        raise NotFound(f"no tournament {name!r}")

    def _all(self) -> tuple[Tournament, ...]:
        files = self._files()[:MAX_TOURNAMENTS]
        self._looks = {it.name: self._looks[it.name] for it in files if it.name in self._looks}
        return tuple(self._look(it).tournament for it in files)

    def _look(self, file: _File) -> TournamentDetails:
        known, now = self._looks.get(file.name), self._wall()
        if known is None or not known.will_do(file, now):
            known = self._looks[file.name] = _Look(file.stamp, now, _page(file))
        return known.found


def _html(file: _File) -> bytes:
    try:
        with _blamed_on(file):
            return to_html(_read(file)).encode()
    except QuireError as error:
        raise NotFound(f"no report for {file.name!r}: {error}") from None


def _page(file: _File) -> TournamentDetails:
    title = re.sub("[-_]+", " ", file.name).strip() or file.name
    try:
        with _blamed_on(file):
            results = _read(file)
            best_first = standings(results)
            tournament = table(results, best_first, file.name, title, file.changed)
            found = meetings(results, best_first)
    except QuireError as error:
        tournament = Tournament(
            name=file.name, title=title, changed=file.changed, problem=str(error)
        )
        found = ()
    return TournamentDetails(
        tournament=tournament, head_to_head=found, report=f"/tournaments/{file.name}/report"
    )


@contextmanager
def _blamed_on(file: _File) -> Iterator[None]:
    """Whatever goes wrong is a problem of that file, and no harm to the others."""
    try:
        yield
    except QuireError:
        raise
    except Exception as error:
        _log.error("failure", tournament=file.name, exc_info=error)
        raise RecordError("internal error: see the server log") from error


def _read(file: _File) -> Results:
    """What a file holds. Raises a QuireError that does not tell where it lies."""
    if not PLAIN.fullmatch(file.name):
        raise RecordError("the file name may only have up to 64 letters, digits, - and _")
    if file.stamp[1] > LARGEST:
        raise RecordError(f"the file is larger than {LARGEST:,} bytes, too large to show here")
    try:
        results = Results.read(file.path)
    except QuireError as error:
        raise RecordError(str(error).replace(str(file.path), file.path.name)) from None
    if not all(it.name for it in results.plan.bots):
        raise RecordError("the plan has bots without names")
    return results
