"""The book: exact answers that ship with the package, and those the user has found.

The shipped answers are the JSON files in this directory, one per game (`sos.json`):

    {"game": "sos", "entries": [{"position": ".../.../... 1 0-0", "value": 0, "outcome": "draw",
      "best_moves": ["Sa1"], "all_best": false, "grundy": null, "nodes": 1234,
      "command": "quire solve sos 3x3 --no-book"}]}

The user's answers are in one SQLite file, which several processes may share. They are stored under
the canonical form of a position, so one answer serves all positions that differ only by rotation,
reflection or the points so far.
"""

from __future__ import annotations

import json
import os
import sqlite3
import warnings
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from platformdirs import user_data_path

from quire.core import Move, Position
from quire.engine.solver.symmetry import CanonicalForm, canonical_form
from quire.games import parse

SOLVERS = 2
"""Version of the solvers. Raise it when a solver was found to be wrong: earlier answers are then
ignored, and the shipped ones are computed again."""

SHIPPED = Path(__file__).parent

MAX_BYTES = 64 << 20
"""Maximum size of the user's book; beyond it, the tenth that was cheapest to find is deleted."""

_LOCK_TIMEOUT_SECONDS = 10.0
"""How long to wait for another process that is writing."""

_SCHEMA = """
create table if not exists answers_1 (
  game text, form text, solvers integer, value integer, best_moves text, all_best integer,
  grundy integer, nodes integer, seconds real, primary key (game, form))
"""
_FIND = """
select value, best_moves, all_best, grundy, nodes, seconds from answers_1
where game = ? and form = ? and solvers = ?
"""
# An incomplete answer never replaces a complete one of the same version.
_KEEP = """
insert into answers_1 values (?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict do update set solvers = excluded.solvers, value = excluded.value,
  best_moves = excluded.best_moves, all_best = excluded.all_best, grundy = excluded.grundy,
  nodes = excluded.nodes, seconds = excluded.seconds
where excluded.solvers > solvers or excluded.all_best >= all_best
"""
_MAKE_ROOM = """
delete from answers_1 where rowid in (
  select rowid from answers_1 order by solvers, seconds
  limit (select count(*) / 10 + 1 from answers_1))
"""


class BookWarning(UserWarning):
    """The user's book can't be used; answers are found without it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An exact answer: the value for the player to move, and what it cost to find."""

    value: int
    best_moves: tuple[Move, ...]
    all_best: bool
    grundy: int | None
    nodes: int
    seconds: float


class Book:
    """The shipped answers, and those in the user's file; without a path only the former.

    Problems with the file never fail a lookup: a BookWarning says what to do.
    """

    def __init__(self, path: Path | None, shipped: Path = SHIPPED) -> None:
        self.path = path
        self.shipped = shipped

    def find(self, position: Position, *, all_best: bool = True) -> Entry | None:
        """Return the answer for an unfinished two-player position, if it is in the book.

        With `all_best`, answers in the user's file that lack best moves are ignored; shipped ones
        never are, since they take long to compute.
        """
        canonical = canonical_form(position)
        shipped = _shipped(self.shipped, position.game).get(canonical.key)
        entry = shipped or self._own(position.game, canonical.key)
        if entry is None or (all_best and not entry.all_best and entry is not shipped):
            return None
        return _for_position(position, canonical, entry)

    def positions(self, game: str) -> list[str]:
        """Return the texts of the positions of a game whose answers ship."""
        return [facts["position"] for facts in _shipped_facts(self.shipped, game)]

    def keep(self, position: Position, entry: Entry) -> None:
        """Write an answer to the user's file, if there is one."""
        if self.path is None:
            return
        canonical = canonical_form(position)
        best = " ".join(sorted(canonical.there(move) for move in entry.best_moves))
        with _errors_as_warnings(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(
                sqlite3.connect(self.path, timeout=_LOCK_TIMEOUT_SECONDS, isolation_level=None)
            ) as book:
                # Lock for writing at once: two readers that upgrade would wait for each other.
                book.execute("begin immediate")
                book.execute(_SCHEMA)
                if _bytes(book) > MAX_BYTES:
                    book.execute(_MAKE_ROOM)
                facts = (entry.value - canonical.base, best, entry.all_best, entry.grundy)
                effort = (entry.nodes, entry.seconds)
                book.execute(_KEEP, (position.game, canonical.key, SOLVERS, *facts, *effort))
                book.execute("commit")

    def _own(self, game: str, key: str) -> Entry | None:
        if self.path is None or not self.path.exists():
            return None
        entry: Entry | None = None
        with _errors_as_warnings(self.path):
            place = f"file:{quote(str(self.path.absolute()))}?mode=ro"
            with closing(sqlite3.connect(place, timeout=_LOCK_TIMEOUT_SECONDS, uri=True)) as book:
                table = "select 1 from sqlite_master where name = 'answers_1'"
                if book.execute(table).fetchone() is not None:
                    row = book.execute(_FIND, (game, key, SOLVERS)).fetchone()
                    entry = row and _entry(*row)
        return entry


SHIPPED_BOOK = Book(None)
"""The shipped answers only: for agents, so that they play the same on every machine."""


def default_book() -> Book:
    """Return the user's book: the file named by QUIRE_BOOK, or one in the user's data directory.

    An empty QUIRE_BOOK means no file.
    """
    named = os.environ.get("QUIRE_BOOK")
    if named is None:
        return Book(user_data_path("quire") / "book.sqlite3")
    return Book(Path(named).expanduser() if named else None)


@contextmanager
def _errors_as_warnings(path: Path) -> Iterator[None]:
    """Warn if the file cannot be used, and continue without it."""
    try:
        yield
    except (sqlite3.Error, OSError, TypeError, ValueError) as error:
        warnings.warn(
            f"the book {path} cannot be used ({error}): fix or delete it, or set QUIRE_BOOK to "
            "another file; continuing without it",
            BookWarning,
            stacklevel=1,  # so that the same warning is shown once
        )


def _bytes(book: sqlite3.Connection) -> int:
    """Return the size of the answers in bytes, without free pages."""
    size, pages, free = (
        int(book.execute(f"pragma {fact}").fetchone()[0])
        for fact in ("page_size", "page_count", "freelist_count")
    )
    return size * (pages - free)


def _entry(
    value: int, best: str, all_best: int, grundy: int | None, nodes: int, seconds: float
) -> Entry:
    """Return a row as an entry. Raises TypeError or ValueError for invalid content."""
    return Entry(
        int(value),
        tuple(str(best).split()),
        bool(int(all_best)),
        None if grundy is None else int(grundy),
        int(nodes),
        float(seconds),
    )


def _for_position(position: Position, canonical: CanonicalForm, entry: Entry) -> Entry | None:
    """Return the answer of a form for this position; None if it can't be right."""
    legal = position.legal_moves()
    try:
        best = {canonical.back(move) for move in entry.best_moves}
    except (IndexError, KeyError, ValueError):
        return None
    if not best <= set(legal) or (entry.all_best and not best):
        return None
    return Entry(
        entry.value + canonical.base,
        tuple(move for move in legal if move in best),
        entry.all_best,
        entry.grundy,
        entry.nodes,
        entry.seconds,
    )


@cache
def _shipped(directory: Path, game: str) -> Mapping[str, Entry]:
    entries = {}
    for facts in _shipped_facts(directory, game):
        position = parse(game, facts["position"])
        canonical = canonical_form(position)
        best = tuple(canonical.there(move) for move in facts["best_moves"])
        entries[canonical.key] = Entry(
            facts["value"] - canonical.base,
            best,
            facts["all_best"],
            facts["grundy"],
            facts["nodes"],
            0.0,
        )
    return entries


def _shipped_facts(directory: Path, game: str) -> list[dict[str, Any]]:
    file = directory / f"{game}.json"
    if not file.is_file():
        return []
    entries: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["entries"]
    return entries
