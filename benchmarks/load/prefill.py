"""Fill a database with N finished games and everything that belongs to them.

It is written to the file directly, in batches; a second call continues where the first one stopped.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs
from rich.progress import Progress, TimeRemainingColumn

from benchmarks.load.series import CLOCK, GAMES_PER_SERIES, Played, Series, random_series
from quire.online.identity import LETTERS, PLAYER, SECRET, time_prefix
from quire.store.store import Store

SERIES = 40
"""Number of different series."""

BATCH = 5_000
"""Games per transaction."""

FIRST_GAME_AT = 1.7e9
"""Start of the first game, in seconds since 1970."""

CACHE_MIB = 1024
"""Page cache, so that the trees need not be read again and again."""


def id_at(part: float, length: int) -> str:
    """Return an id at this fraction of all possible ids in sort order.

    >>> id_at(0.0, 4), id_at(0.5, 4), id_at(61.5 / 62, 4)
    ('0000', 'V000', 'zV00')
    """
    # Eight letters are as precise as a float.
    number, letters = int(part * len(LETTERS) ** 8), ""
    for _ in range(8):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return f"{letters[:length]:0<{length}}"


def file_of(games: int, directory: Path | None = None) -> Path:
    """Return where a database with N games is stored: there, or in the user's cache."""
    place = directory or platformdirs.user_cache_path("quire") / "load"
    return place / f"{games}.db"


def prefill(file: Path, games: int) -> float:
    """Fill the database up to N finished games, rounded up to whole series; return the seconds.

    Raises ValueError for a file that was filled, in whole or in part, with another number.
    """
    began = time.perf_counter()
    file.parent.mkdir(parents=True, exist_ok=True)
    asyncio.run(_make(f"sqlite:///{file}"))
    with closing(sqlite3.connect(file, isolation_level=None)) as store:
        Prefill(store, games).fill()
    return time.perf_counter() - began


async def _make(db: str) -> None:
    await (await Store.open(db)).close()


class Prefill:
    """The games to write. The n-th games of all series are next to each other."""

    def __init__(self, store: sqlite3.Connection, games: int) -> None:
        self._store = store
        self.pairs = max(1, -(-games // GAMES_PER_SERIES))
        self.games = self.pairs * GAMES_PER_SERIES
        self._series = [random_series(number) for number in range(min(SERIES, self.pairs))]

    def fill(self) -> None:
        """Write the missing games."""
        (filled_with,) = self._store.execute("PRAGMA user_version").fetchone()
        if filled_with not in (0, self.games):
            raise ValueError(f"the database was filled with {filled_with} games: use another file")
        done = self._done()
        if done == self.games:
            return
        self._prepare()
        with Progress(*Progress.get_default_columns()[:-1], TimeRemainingColumn()) as progress:
            task = progress.add_task(f"{self.games:,} games", total=self.games, completed=done)
            while done < self.games:
                last = min(self.games, done + BATCH)
                self._write(done, last)
                progress.update(task, completed=last)
                done = last
        # No ANALYZE: a server never runs it either.
        self._store.execute("PRAGMA synchronous=FULL")
        self._store.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _done(self) -> int:
        """Return the number of games that exist; they are written in order."""
        low, high = 0, self.games
        while low < high:
            middle = (low + high) // 2
            known = self._store.execute("SELECT 1 FROM games WHERE id=?", (self._id(middle),))
            low, high = (middle + 1, high) if known.fetchone() else (low, middle)
        return low

    def _prepare(self) -> None:
        """Prepare for fast writing: after a crash the file can be filled again."""
        for pragma in ("synchronous=OFF", f"cache_size=-{CACHE_MIB * 1024}", "foreign_keys=OFF"):
            self._store.execute(f"PRAGMA {pragma}")
        self._store.execute(f"PRAGMA user_version={self.games}")
        self._store.execute(
            "CREATE TEMP TABLE lines (played, seq, kind, seat, text, after, id, "
            "PRIMARY KEY (played, seq)) WITHOUT ROWID"
        )
        self._insert(
            "lines",
            (row for numbered in enumerate(self._played()) for row in _lines(*numbered)),
        )

    def _played(self) -> Iterator[Played]:
        return (game for series in self._series for game in series.games)

    def _write(self, first: int, last: int) -> None:
        self._store.execute("BEGIN")
        if first == 0:
            self._insert("players", map(self._player_row, range(2 * self.pairs)))
            self._insert("standings", map(self._standing_row, range(2 * self.pairs)))
            self._insert("tallies", self._tally_rows())
        games = range(first, last)
        self._insert("games", map(self._game_row, games))
        self._insert("seats", (row for game in games for row in self._seat_rows(game)))
        self._store.executemany(
            "INSERT INTO events SELECT ?1, seq, kind, seat, iif(kind='next_game', ?2, text), "
            "?3 + after, id FROM temp.lines WHERE played=?4",
            map(self._event_values, games),
        )
        self._store.execute("COMMIT")

    def _insert(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        rows = iter(rows)
        row = next(rows)
        known = self._store.execute("SELECT name FROM pragma_table_info(?)", (table,))
        columns = [name for (name,) in known][: len(row)]
        values = ",".join("?" * len(row))
        insertion = f"INSERT INTO {table} ({','.join(columns)}) VALUES ({values})"
        self._store.execute(insertion, row)
        self._store.executemany(insertion, rows)

    # --- rows, in the order of the columns; the last ones may be left out if they are null ---

    def _at(self, number: int) -> tuple[int, int, Series]:
        """Return the index of a game in its series, the pair of players, and the series."""
        game, pair = divmod(number, self.pairs)
        return game, pair, self._series[pair % len(self._series)]

    def _id(self, number: int) -> str:
        # Steps of the golden ratio always fall into the widest gap.
        return time_prefix(self._began(number)) + id_at(number * 0.6180339887498949 % 1, SECRET)

    def _person(self, number: int) -> str:
        return id_at(number / (2 * self.pairs), PLAYER)

    def _began(self, number: int) -> float:
        """Return the start of a game: one hour per game, so that no player plays two at once."""
        return FIRST_GAME_AT + 3600 * number / self.pairs

    def _player_row(self, number: int) -> tuple[Any, ...]:
        name = f"Player {number}"
        passphrase = f"$argon2id$v=19$m=65536,t=3,p=4${number:022}${number:043}"
        id, login = self._person(number), name.casefold()
        return id, name, "member", login, passphrase, 1, FIRST_GAME_AT, False, True, None

    def _standing_row(self, number: int) -> tuple[Any, ...]:
        _, _, series = self._at(number // 2)
        standing = series.standings[number % 2]
        figures = standing.mu, standing.sigma, standing.rating, standing.rated
        return self._person(number), series.game, standing.streak, standing.best, *figures

    def _tally_rows(self) -> Iterator[tuple[Any, ...]]:
        for number in range(2 * self.pairs):
            _, _, series = self._at(number // 2)
            for seat in (0, 1):
                counted = series.tallies[number % 2]
                counts = [counted[seat, result] for result in ("wins", "losses", "draws")]
                yield (
                    self._person(number),
                    series.game,
                    "people",
                    seat,
                    sum(counts),
                    *counts,
                )

    def _game_row(self, number: int) -> tuple[Any, ...]:
        at, _, series = self._at(number)
        played, began = series.games[at], self._began(number)
        choices = None
        if at == 0:
            choices = json.dumps({"order": []})  # both asked for the same size
        started = datetime.fromtimestamp(began, UTC).isoformat(timespec="milliseconds")
        return (
            self._id(number), "over", series.game, series.size, CLOCK, 30.0, True, True, True,
            "listed" if at else "random", None, choices, began, began, began, began + played.lasted,
            len(played.lines), None, played.winner, played.reason, played.moves,
            f"{started[:-6]}Z".join(played.record),
        )  # fmt: skip

    def _seat_rows(self, number: int) -> Iterator[tuple[Any, ...]]:
        at, pair, series = self._at(number)
        played = series.games[at]
        ended = self._began(number) + played.lasted
        for seat in (0, 1):
            person = 2 * pair + (seat + at) % 2
            name, rank, rating = (
                f"Player {person}",
                played.ranks[seat],
                series.ratings[at][seat],
            )
            facts = self._person(person), name, None, rank, ended, rating, None
            yield self._id(number), seat, *facts

    def _event_values(self, number: int) -> tuple[Any, ...]:
        at, pair, _ = self._at(number)
        template = pair % len(self._series) * GAMES_PER_SERIES + at
        next_id = self._id(number + self.pairs) if at < GAMES_PER_SERIES - 1 else ""
        return self._id(number), next_id, self._began(number), template


def _lines(number: int, played: Played) -> Iterator[tuple[Any, ...]]:
    return ((number, *line) for line in played.lines)


def tidy(file: Path) -> None:
    """Delete what a run has left in the file: guests and their games."""
    with closing(sqlite3.connect(file, isolation_level=None)) as store:
        store.execute("BEGIN IMMEDIATE")
        store.execute(
            "CREATE TEMP TABLE new AS SELECT id FROM games WHERE status <> 'over' "
            "UNION SELECT id FROM games WHERE public = 1 AND ended > ?",
            (FIRST_GAME_AT + 3600 * 24,),
        )
        store.execute("CREATE TEMP TABLE guests AS SELECT id FROM players WHERE login IS NULL")
        for table, column, which in (
            ("events", "game_id", "new"),
            ("seats", "game_id", "new"),
            ("games", "id", "new"),
            ("standings", "player", "guests"),
            ("tallies", "player", "guests"),
            ("players", "id", "guests"),
        ):
            store.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT id FROM temp.{which})")
        for table in ("presence", "seeks", "nodes", "downtime"):
            store.execute(f"DELETE FROM {table}")
        store.execute("COMMIT")
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
