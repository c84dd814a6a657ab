"""A game that is one move from its end, and that move, which may be cut off anywhere.

`python -m tests.store.last_move URL GAME WHERE` makes it and is killed with -9 there: before the
statement of that number, before the `COMMIT`, or when it is done.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from quire.online.ending import Ending
from quire.online.event import EventKind
from quire.store import event_log, games
from quire.store.store import Store
from tests.store.sync_store import TODAY, StoreAtHand, seat

MOVES = ("S1", "S3", "O2")
"""The last one wins."""


def almost_over(store: StoreAtHand, agent: str | None = None) -> str:
    """A rated game of two members, or one of a member and a computer, before the last move."""
    ann = store.member("Ann")
    other = agent or store.member("Bob")
    wish = games.GameRequest(
        "line", "3", (seat(ann), seat(other)), rated=agent is None, random_order=False
    )
    id = store.write(games.create, wish, ann.id, 0.0, TODAY).setup.id
    for _ in MOVES[:-1]:
        assert store.run(store.store.append(store.run(next_move(store.store, id))))
    return id


async def next_move(store: Store, id: str) -> event_log.PendingEvent:
    """The next move of the game, as a server stores it."""
    live = (await store.read(lambda it: games.load(it, id))).live(1.0)
    move = MOVES[len(live.match.moves)]
    event, next = live.decide(EventKind.MOVE, live.match.to_move, 1.0, move, "id")
    ending = Ending.of(next, TODAY) if next.is_over else None
    return event_log.PendingEvent(id, event, next.moves, next.due(), ending)


@contextmanager
def cut_off(store: Store, where: int | str, cut: Callable[[], None]) -> Iterator[list[str]]:
    """Call `cut` before a statement, given by number or text; yield the statements that ran."""
    there: Any = store.engine
    engine: Engine = getattr(there._engine, "sync_engine", there._engine)
    run: list[str] = []

    def statement(_: object, __: object, sql: str, *___: object) -> None:
        if not sql.startswith("BEGIN"):
            note(sql)

    def commit(_: object) -> None:
        note("COMMIT")

    def note(what: str) -> None:
        if len(run) + 1 == where or what == where:
            cut()
        run.append(what)

    event.listen(engine, "before_cursor_execute", statement)
    event.listen(engine, "commit", commit)
    try:
        yield run
    finally:
        event.remove(engine, "before_cursor_execute", statement)
        event.remove(engine, "commit", commit)


async def _die(url: str, id: str, where: str) -> None:
    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    store = await Store.open(url)
    last = await next_move(store, id)
    with cut_off(store, int(where) if where.isdigit() else where, die):
        assert await store.append(last)
    die()


if __name__ == "__main__":
    asyncio.run(_die(*sys.argv[1:]))
