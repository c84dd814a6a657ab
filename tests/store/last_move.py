"""A game that is one move from its end, and that move, interrupted anywhere.

`python -m tests.store.last_move URL GAME WHERE` makes the move and kills itself there: before the
statement of that number, before the `COMMIT`, or when it is done.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, Engine, event

from quire.online.ending import Ending
from quire.online.event import EventKind
from quire.store import sql
from quire.store.play import event_log, games
from quire.store.store import Store
from tests.store.sync_store import TODAY, SyncStore, seat

MOVES = ("S1", "S3", "O2")
"""The last move wins."""


def start_game(store: SyncStore, agent: str | None = None) -> str:
    """Start a rated game of two members, or one against the computer; one move is left."""
    ann = store.member("Ann")
    other = agent or store.member("Bob")
    request = games.GameRequest(
        "line", "3", (seat(ann), seat(other)), rated=agent is None, random_order=False
    )
    id = store.write(games.create, request, ann.id, 0.0, TODAY).setup.id
    for _ in MOVES[:-1]:
        assert store.run(store.store.append(store.run(next_move(store.store, id))))
    return id


async def next_move(store: Store, id: str) -> event_log.PendingEvent:
    """Return the next move of the game, as a server stores it."""
    live = (await store.read(lambda connection: games.load(connection, id))).live(1.0)
    move = MOVES[len(live.match.moves)]
    event, next = live.decide(EventKind.MOVE, live.match.to_move, 1.0, move, "id")
    ending = Ending.of(next, TODAY) if next.is_over else None
    return event_log.PendingEvent(id, event, next.moves, next.due(), ending)


@contextmanager
def interrupt(
    store: Store, where: int | str, interrupt_by: Callable[[], None]
) -> Iterator[list[str]]:
    """Interrupt before a statement, given by number or text; yield the statements that ran."""
    async_engine: Any = store.engine
    engine: Engine = getattr(async_engine._engine, "sync_engine", async_engine._engine)
    run: list[str] = []

    def statement(_: object, __: object, text: str, *___: object) -> None:
        count_statement(text)

    def execute(connection: Connection, text: str, values: Sequence[Any] = ()) -> Sequence[Any]:
        if not text.startswith("BEGIN"):
            count_statement(text)
        return real(connection, text, values)

    def commit(_: object) -> None:
        count_statement("COMMIT")

    def count_statement(what: str) -> None:
        if len(run) + 1 == where or what == where:
            interrupt_by()
        run.append(what)

    real = sql.execute
    event.listen(engine, "before_cursor_execute", statement)
    event.listen(engine, "commit", commit)
    try:
        with patch.object(sql, "execute", execute):
            yield run
    finally:
        event.remove(engine, "before_cursor_execute", statement)
        event.remove(engine, "commit", commit)


async def _move_and_die(url: str, id: str, where: str) -> None:
    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    store = await Store.open(url)
    last = await next_move(store, id)
    with interrupt(store, int(where) if where.isdigit() else where, die):
        assert await store.append(last)
    die()


if __name__ == "__main__":
    asyncio.run(_move_and_die(*sys.argv[1:]))
