"""A synchronous store, and players and finished games to put into it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, event

from quire.core import Reason
from quire.match.match import Match
from quire.match.record import Record
from quire.online.ending import Ending
from quire.online.setup import Seat
from quire.server.run import loop_factory
from quire.store.people import players, statistics
from quire.store.people.players import Player
from quire.store.people.statistics import FinishedGame
from quire.store.play import games
from quire.store.store import Store

T = TypeVar("T")
P = ParamSpec("P")

TODAY = 1_800_000_000.0


class SyncStore:
    """A store whose methods wait for the result."""

    def __init__(self, url: str) -> None:
        self._runner = asyncio.Runner(loop_factory=loop_factory())
        try:
            self.store = self.run(Store.open(url))
        except BaseException:
            self._runner.close()
            raise

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and return its result."""
        return self._runner.run(work)

    def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run work that only reads, and return its result."""
        return self.run(self.store.read(lambda connection: work(connection, *args, **kwargs)))

    def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run work in a transaction, and return its result."""
        return self.run(self.store.write(lambda connection: work(connection, *args, **kwargs)))

    def guest(self, name: str = "Gus") -> Player:
        """Create a guest."""
        return self.write(players.create_guest, name, TODAY)

    def member(self, name: str, bot: bool = False) -> Player:
        """Register a member, without a valid passphrase."""
        return self.write(players.register, name, "no hash", TODAY, bot=bot)

    def close(self) -> None:
        """Close the store."""
        self.run(self.store.close())
        self._runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def query_plans(connection: Connection, work: Callable[[Connection], object]) -> list[list[str]]:
    """Return the query plan of SQLite for each query of the work."""
    queries: list[tuple[str, Any]] = []

    def record_query(_: object, __: object, sql: str, parameters: Any, *___: object) -> None:
        if not sql.startswith("BEGIN"):
            queries.append((sql, parameters))

    event.listen(connection, "before_cursor_execute", record_query)
    work(connection)
    event.remove(connection, "before_cursor_execute", record_query)
    return [
        [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters)]
        for sql, parameters in queries
    ]


def seat(who: Player | str) -> Seat:
    """Return a player's seat, or that of a computer player."""
    return Seat(who, agent=who) if isinstance(who, str) else Seat(who.name, player=who.id)


def random_record(
    game: str, size: str, seats: Sequence[Seat], seed: int = 0, end: Reason | None = None
) -> Record:
    """Play a random game to its end, or end it for that reason after a move or two."""
    agents = [seat.agent for seat in seats] if any(seat.agent for seat in seats) else []
    match = Match(game, size, [seat.name for seat in seats], agents=agents)
    rng = random.Random(seed)
    while match.outcome is None:
        if end is Reason.ABORTED:
            match.abort(0)
        elif end is Reason.ABANDONED:
            match.abandon(0)
        elif end is Reason.ENDED_BY_ADMIN:
            match.end_by_admin(0)
        elif end is Reason.RESIGNATION and match.record.moves:
            match.resign(match.to_move, 0)
        elif end is not None and match.record.moves:
            match.forfeit(match.to_move, end, 0)
        else:
            match.play(match.to_move, rng.choice(match.position.legal_moves()), 0)
    return match.record


def resigned_record(
    winner: int, seats: Sequence[Seat], game: str = "line", size: str = "14"
) -> Record:
    """Return a game of two that the loser resigned after a move."""
    match = Match(game, size, [seat.name for seat in seats])
    match.play(0, match.position.legal_moves()[0], 0)
    match.resign(1 - winner, 0)
    return match.record


def drawn_record(seats: Sequence[Seat], game: str = "line", size: str = "14") -> Record:
    """Return a game that the players agreed to draw."""
    match = Match(game, size, [seat.name for seat in seats])
    for number in range(len(seats)):
        match.offer_draw(number, 0)
    return match.record


def store_game(
    connection: Connection,
    seats: Sequence[Seat],
    record: Record,
    rated: bool = False,
    public: bool = True,
    today: float = TODAY,
) -> str:
    """Create and finish a game with that record, and return its id."""
    request = games.GameRequest(
        record.game, record.size, tuple(seats), rated=rated, public=public, random_order=False
    )
    id = games.create(connection, request, None, 0.0, today).setup.id
    ending = Ending(tuple(seats), record, rated, today)
    statistics.finish(connection, [FinishedGame(id, 0, ending)])
    return id
