"""Stores, players and finished games that tests can do with as they like."""

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
from quire.store import games
from quire.store.people import players, statistics
from quire.store.people.players import Player
from quire.store.store import Store

T = TypeVar("T")
P = ParamSpec("P")

TODAY = 1_800_000_000.0


class StoreAtHand:
    """A store for tests that wait for each answer."""

    def __init__(self, url: str) -> None:
        self._runner = asyncio.Runner()
        try:
            self.store = self.run(Store.open(url))
        except BaseException:
            self._runner.close()
            raise

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What a coroutine gives."""
        return self._runner.run(work)

    def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What work gives that only reads."""
        return self.run(self.store.read(lambda connection: work(connection, *args, **kwargs)))

    def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What work gives once it is kept."""
        return self.run(self.store.write(lambda connection: work(connection, *args, **kwargs)))

    def guest(self, name: str = "Gus") -> Player:
        """A new guest."""
        return self.write(players.create_guest, name, TODAY)

    def member(self, name: str, bot: bool = False) -> Player:
        """A new member, without a passphrase that anybody knows."""
        return self.write(players.register, name, "no hash", TODAY, bot=bot)

    def close(self) -> None:
        """Lets it go."""
        self.run(self.store.close())
        self._runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def plans(connection: Connection, work: Callable[[Connection], object]) -> list[list[str]]:
    """How SQLite goes about each query of a piece of work, step by step."""
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, sql: str, parameters: Any, *___: object) -> None:
        if not sql.startswith("BEGIN"):
            asked.append((sql, parameters))

    event.listen(connection, "before_cursor_execute", note)
    work(connection)
    event.remove(connection, "before_cursor_execute", note)
    return [
        [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", parameters)]
        for sql, parameters in asked
    ]


def seat(who: Player | str) -> Seat:
    """A player's seat, or a computer's of that name."""
    return Seat(who, agent=who) if isinstance(who, str) else Seat(who.name, player=who.id)


def played(
    game: str, size: str, seats: Sequence[Seat], seed: int = 0, end: Reason | None = None
) -> Record:
    """A random game, played to its end, or up to one of these others after a move or two."""
    agents = [it.agent for it in seats] if any(it.agent for it in seats) else []
    match = Match(game, size, [it.name for it in seats], agents=agents)
    chance = random.Random(seed)
    while match.outcome is None:
        if end is Reason.ABORTED:
            match.abort(0)
        elif end is Reason.ABANDONED:
            match.abandon(0)
        elif end is Reason.RESIGNATION and match.record.moves:
            match.resign(match.to_move, 0)
        elif end is not None and match.record.moves:
            match.forfeit(match.to_move, end, 0)
        else:
            match.play(match.to_move, chance.choice(match.position.legal_moves()), 0)
    return match.record


def won(winner: int, seats: Sequence[Seat], game: str = "line", size: str = "14") -> Record:
    """A game of two that one of them resigned after a move."""
    match = Match(game, size, [it.name for it in seats])
    match.play(0, match.position.legal_moves()[0], 0)
    match.resign(1 - winner, 0)
    return match.record


def drawn(seats: Sequence[Seat], game: str = "line", size: str = "14") -> Record:
    """A game that the players agreed to draw."""
    match = Match(game, size, [it.name for it in seats])
    for number in range(len(seats)):
        match.offer_draw(number, 0)
    return match.record


def keep(
    connection: Connection,
    seats: Sequence[Seat],
    record: Record,
    rated: bool = False,
    public: bool = True,
    today: float = TODAY,
) -> str:
    """The id of a game that was made, played and finished so."""
    wish = games.GameRequest(
        record.game, record.size, tuple(seats), rated=rated, public=public, random_order=False
    )
    id = games.create(connection, wish, None, 0.0, today).setup.id
    statistics.finish(connection, [(id, Ending(tuple(seats), record, rated, today))])
    return id
