"""A real SQLite database in memory, behind a link that delays and fails.

All servers share it. A request takes a while to arrive, is executed in one transaction, and its
answer takes a while too. In an outage nothing is written: requests are refused, hang until it is
over, or (as on a full disk) only reads work. Outside of outages, single requests fail before they
are executed, or after the commit, when nobody knows that they were.

Triggers record when each game was started and each event committed, and whether a stored event was
ever changed.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from quire.online import identity
from quire.store import schema
from quire.store.people import players, sessions, token
from tests.simulation.environment.scheduler import CURRENT, Process, SimulatedLoop

T = TypeVar("T")

DATE = 1_800_000_000.0
"""The date when a run starts."""

MAX_PLAYERS = 4
"""Players who have an account."""

AUDIT = """
CREATE TABLE absent (game_id TEXT, player TEXT);
CREATE TABLE commits (game_id TEXT, seq INTEGER, at REAL);
CREATE TRIGGER started AFTER INSERT ON games
  BEGIN INSERT INTO commits VALUES (NEW.id, 0, virtual_time()); END;
CREATE TRIGGER filled AFTER UPDATE ON games WHEN OLD.status = 'open' AND NEW.status = 'playing'
  BEGIN
    UPDATE commits SET at = virtual_time() WHERE game_id = NEW.id AND seq = 0;
    INSERT INTO absent SELECT NEW.id, player FROM seats
      WHERE game_id = NEW.id AND player IS NOT NULL
      AND player NOT IN (SELECT player FROM presence WHERE game_id = NEW.id);
  END;
CREATE TABLE changes (what TEXT, game_id TEXT, seq INTEGER);
CREATE TRIGGER committed AFTER INSERT ON events
  BEGIN INSERT INTO commits VALUES (NEW.game_id, NEW.seq, virtual_time()); END;
CREATE TRIGGER changed AFTER UPDATE ON events
  BEGIN INSERT INTO changes VALUES ('changed', OLD.game_id, OLD.seq); END;
CREATE TRIGGER deleted AFTER DELETE ON events
  BEGIN INSERT INTO changes VALUES ('deleted', OLD.game_id, OLD.seq); END;
"""


class Outage(Enum):
    """How the database is away."""

    REFUSED = "requests are refused"
    HANGING = "requests hang"
    READ_ONLY = "nothing can be written"


@dataclass(frozen=True, slots=True)
class FailureRates:
    """How often single requests fail."""

    before: float = 0.0
    """Before anything is executed."""
    after: float = 0.0
    """After the commit."""
    conflict: float = 0.0
    """Because another transaction was in the way."""
    slow: float = 0.0
    """Not at all, but they take seconds."""


class Account(NamedTuple):
    """A guest who is signed in."""

    id: str
    name: str
    token: str


class SeededSecrets:
    """Ids and secrets that are the same in every run of a seed: a stand-in for `secrets`."""

    def __init__(self, chance: random.Random) -> None:
        self.randbelow = chance.randrange
        self.token_urlsafe = lambda length: chance.randbytes(length).hex()


class _Memory:
    """The database of this process, used by one run after another."""

    def __init__(self) -> None:
        self.now: Callable[[], float] = lambda: 0.0
        self.driver = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.driver.execute("PRAGMA foreign_keys=ON")
        self.driver.create_function("virtual_time", 0, self._time)
        engine = create_engine("sqlite://", creator=lambda: self.driver, poolclass=StaticPool)
        event.listen(engine, "begin", lambda _: self.driver.execute("BEGIN"))
        self.connection = engine.connect()
        self._empty = sqlite3.connect(":memory:", check_same_thread=False)
        schema.metadata.create_all(self.connection)
        self.accounts = self._create_accounts()
        self.connection.commit()
        self.driver.executescript(AUDIT)
        self.driver.backup(self._empty)

    def _time(self) -> float:
        return self.now()

    def _create_accounts(self) -> list[Account]:
        fixed = SeededSecrets(random.Random("accounts"))
        with patch.object(identity, "secrets", fixed), patch.object(token, "secrets", fixed):
            signer, made = token.TokenSigner.load(self.connection), []
            for number in range(MAX_PLAYERS):
                player = players.create_guest(self.connection, f"Guest {number}", DATE)
                session = sessions.start(self.connection, player.id, "simulation", DATE)
                made.append(Account(player.id, player.name, signer.sign(session)))
        return made

    def clear(self) -> None:
        """Forget everything but the accounts."""
        self._empty.backup(self.driver)


@cache
def _memory() -> _Memory:
    return _Memory()


class SharedDatabase:
    """The database server."""

    def __init__(self, loop: SimulatedLoop, chance: random.Random) -> None:
        self.loop = loop
        self.chance = chance
        self.rates = FailureRates()
        self.date_offset = 0.0
        """Seconds that its date is ahead of the virtual time."""
        self.cut_off: dict[Process, Outage] = {}
        """Servers that can't reach the database, while others can, and how."""
        self.disturbances: list[float] = []
        """When a single write failed or was slow."""
        self.slow_writes: list[tuple[float, float]] = []
        """When one server waited for a write: from and until."""
        self.outage: Outage | None = None
        self._hanging: list[Callable[[], None]] = []
        self.memory = _memory()
        self.memory.clear()
        self.memory.now = loop.time

    def date(self) -> float:
        """Return seconds since 1970, by this server."""
        return self.loop.time() + self.date_offset

    def begin_outage(self, outage: Outage, process: Process | None = None) -> None:
        """Let nothing be written from now on, or nothing by one server."""
        if process is None:
            self.outage = outage
        else:
            self.cut_off[process] = outage

    def end_outage(self, process: Process | None = None) -> None:
        """Be there again, for all or for one server."""
        if process is None:
            self.outage = None
        else:
            self.cut_off.pop(process, None)
        hanging, self._hanging = self._hanging, []
        for execute in hanging:
            execute()

    def run(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction at once."""
        with self.memory.connection.begin():
            return work(self.memory.connection)

    def delay(self) -> float:
        """Return how long a message to or from the database takes."""
        return self.chance.expovariate(300.0)

    def execute(
        self, client: DatabaseClient, work: Callable[[Connection], T], done: Any, writes: bool
    ) -> None:
        """Execute a request that has arrived, and send the answer."""
        chance, rates = self.chance, self.rates
        outage = self.cut_off.get(client.process, self.outage)
        if outage is Outage.HANGING:
            if client.process.alive or chance.random() < 0.5:
                self._hanging.append(lambda: self.execute(client, work, done, writes))
            return
        if outage is Outage.REFUSED or (writes and outage is not None):
            client.answer(done, _failure(chance))
            return
        luck = chance.random()
        if luck < rates.before:
            self._disturb(writes)
            client.answer(done, _failure(chance))
            return
        if writes and luck < rates.before + rates.conflict:
            client.answer(done, _Conflict())
            return
        slow = 0.0
        try:
            result: Any = self.run(work)
        except Exception as error:
            result = error
        else:
            if writes and chance.random() < rates.after:
                self._disturb(writes)
                result = _failure(chance)
            elif chance.random() < rates.slow:
                self._disturb(writes)
                slow = chance.uniform(0.2, 3.0)
                self.slow_writes.append((self.loop.time(), self.loop.time() + slow))
        client.answer(done, result, slow)

    def _disturb(self, writes: bool) -> None:
        if writes:
            self.disturbances.append(self.loop.time())


class DatabaseClient:
    """The connection of one server to the database: a `Database`."""

    def __init__(self, server: SharedDatabase, alone: bool) -> None:
        process = CURRENT.get()
        assert process is not None
        self.process: Process = process
        self._server = server
        self.dialect: Any = SimpleNamespace(name="sqlite" if alone else "postgresql")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""
        return await self._request(work, False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit."""
        return await self._request(work, True)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Do nothing: the tables are there."""

    async def dispose(self) -> None:
        """Close nothing: the other servers go on."""

    async def _request(self, work: Callable[[Connection], T], writes: bool) -> T:
        server = self._server
        done: asyncio.Future[T] = server.loop.create_future()
        server.loop.call_outside(server.delay(), server.execute, self, work, done, writes)
        return await done

    def answer(self, done: asyncio.Future[Any], result: Any, slow: float = 0.0) -> None:
        """Send the result or the error of a request."""
        server = self._server
        server.loop.call_outside(server.delay() + slow, self._resolve, done, result)

    def _resolve(self, done: asyncio.Future[Any], result: Any) -> None:
        if done.done():
            return
        if self.process in self._server.cut_off and not isinstance(result, Exception):
            result = _failure(self._server.chance)  # the answer gets lost
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


class _Conflict(OperationalError):
    """PostgreSQL's serialization failure, after which a transaction is tried again."""

    def __init__(self) -> None:
        error = Exception("could not serialize access")
        error.sqlstate = "40001"  # type: ignore[attr-defined]
        super().__init__("", {}, error)


def _failure(chance: random.Random) -> Exception:
    if chance.random() < 0.5:
        return ConnectionResetError("the database closed the connection")
    return OperationalError("", {}, Exception("the database is shutting down"))
