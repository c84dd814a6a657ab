"""Answers that were found before: those that ship with the package, and the user's own.

The shipped ones are the JSON files in this directory, one a game (`sos.json`):

    {"game": "sos", "entries": [{"position": ".../.../... 1 0-0", "value": 0, "outcome": "draw",
      "best_moves": ["Sa1"], "all_best": false, "grundy": null, "nodes": 1234,
      "command": "quire solve sos 3x3 --no-book"}]}

The user's own are in one SQLite file, which several processes may share. Answers are kept by the
form of a position, so that one serves for all positions that are the same but for a turn, a
mirror or the points made so far.
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
from urllib.parse import quote

from platformdirs import user_data_path

from quire.core import Move, Position
from quire.engine.solver.symmetry import Form, form
from quire.games import parse

SOLVERS = 2
"""The generation of the solvers. When one was found to be wrong, raise it: what earlier ones said
is then forgotten, and the shipped answers are computed again."""

SHIPPED = Path(__file__).parent

MOST_BYTES = 64 << 20
"""The user's own book grows up to here; then the cheapest tenth of it makes room."""

_PATIENCE = 10.0
"""Seconds to wait for another process that writes."""

_SCHEMA = """
create table if not exists answers_1 (
  game text, form text, solvers integer, value integer, best_moves text, all_best integer,
  grundy integer, nodes integer, seconds real, primary key (game, form))
"""
_FIND = """
select value, best_moves, all_best, grundy, nodes, seconds from answers_1
where game = ? and form = ? and solvers = ?
"""
# A complete answer does not give way to one that lacks best moves, unless it is an old one.
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
    """The user's book cannot be used; answers are found without it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An exact answer: the value for the player to move, and what finding it took."""

    value: int
    best_moves: tuple[Move, ...]
    all_best: bool
    grundy: int | None
    nodes: int
    seconds: float


class Book:
    """The shipped answers, and those in a file of the user's; without a path only the former.

    No trouble with the file ever breaks an answer: a BookWarning says what to do.
    """

    def __init__(self, path: Path | None, shipped: Path = SHIPPED) -> None:
        self.path = path
        self.shipped = shipped

    def find(self, position: Position, *, all_best: bool = True) -> Entry | None:
        """The answer for a position that goes on between two players.

        Those of the user's own that lack best moves are only given where `all_best` is not
        asked for; a shipped one always is, since it would take long to find it again.
        """
        it = form(position)
        shipped = _shipped(self.shipped, position.game).get(it.key)
        entry = shipped or self._own(position.game, it.key)
        if entry is None or (all_best and not entry.all_best and entry is not shipped):
            return None
        return _seen_from(position, it, entry)

    def keep(self, position: Position, entry: Entry) -> None:
        """Write an answer into the user's own file, if there is one."""
        if self.path is None:
            return
        it = form(position)
        best = " ".join(sorted(it.there(move) for move in entry.best_moves))
        with _no_trouble(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(
                sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
            ) as book:
                # At once for writing: two that both read first could only wait for each other.
                book.execute("begin immediate")
                book.execute(_SCHEMA)
                if _bytes(book) > MOST_BYTES:
                    book.execute(_MAKE_ROOM)
                facts = (entry.value - it.base, best, entry.all_best, entry.grundy)
                effort = (entry.nodes, entry.seconds)
                book.execute(_KEEP, (position.game, it.key, SOLVERS, *facts, *effort))
                book.execute("commit")

    def _own(self, game: str, key: str) -> Entry | None:
        if self.path is None or not self.path.exists():
            return None
        entry: Entry | None = None
        with _no_trouble(self.path):
            place = f"file:{quote(str(self.path.absolute()))}?mode=ro"
            with closing(sqlite3.connect(place, timeout=_PATIENCE, uri=True)) as book:
                table = "select 1 from sqlite_master where name = 'answers_1'"
                if book.execute(table).fetchone() is not None:
                    row = book.execute(_FIND, (game, key, SOLVERS)).fetchone()
                    entry = row and _entry(*row)
        return entry


SHIPPED_BOOK = Book(None)
"""Only what ships with the package: for agents, which must not play otherwise on a machine where
somebody solved something."""


def default_book() -> Book:
    """The book for exact answers: in the file that QUIRE_BOOK names, or among the user's data.

    An empty QUIRE_BOOK means a book without a file.
    """
    named = os.environ.get("QUIRE_BOOK")
    if named is None:
        return Book(user_data_path("quire") / "book.sqlite3")
    return Book(Path(named).expanduser() if named else None)


@contextmanager
def _no_trouble(path: Path) -> Iterator[None]:
    """Warn if the file cannot be used, and continue without it."""
    try:
        yield
    except (sqlite3.Error, OSError, TypeError, ValueError) as error:
        warnings.warn(
            f"the book {path} cannot be used ({error}): fix or delete it, or set QUIRE_BOOK to "
            "another file; continuing without it",
            BookWarning,
            stacklevel=1,  # the same words from the same place are shown once
        )


def _bytes(book: sqlite3.Connection) -> int:
    """What the answers take, not counting the room that deleted ones have left."""
    size, pages, free = (
        int(book.execute(f"pragma {fact}").fetchone()[0])
        for fact in ("page_size", "page_count", "freelist_count")
    )
    return size * (pages - free)


def _entry(
    value: int, best: str, all_best: int, grundy: int | None, nodes: int, seconds: float
) -> Entry:
    """A row as an entry; one that holds what it must not raises TypeError or ValueError."""
    return Entry(
        int(value),
        tuple(str(best).split()),
        bool(int(all_best)),
        None if grundy is None else int(grundy),
        int(nodes),
        float(seconds),
    )


def _seen_from(position: Position, it: Form, entry: Entry) -> Entry | None:
    """The form's answer for this position; None where it cannot be right."""
    legal = position.legal_moves()
    try:
        best = {it.back(move) for move in entry.best_moves}
    except (IndexError, KeyError, ValueError):
        return None
    if not best <= set(legal) or (entry.all_best and not best):
        return None
    return Entry(
        entry.value + it.base,
        tuple(move for move in legal if move in best),
        entry.all_best,
        entry.grundy,
        entry.nodes,
        entry.seconds,
    )


@cache
def _shipped(directory: Path, game: str) -> Mapping[str, Entry]:
    file = directory / f"{game}.json"
    if not file.is_file():
        return {}
    entries = {}
    for facts in json.loads(file.read_text(encoding="utf-8"))["entries"]:
        position = parse(game, facts["position"])
        it = form(position)
        best = tuple(it.there(move) for move in facts["best_moves"])
        entries[it.key] = Entry(
            facts["value"] - it.base, best, facts["all_best"], facts["grundy"], facts["nodes"], 0.0
        )
    return entries
