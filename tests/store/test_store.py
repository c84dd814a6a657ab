"""The store, on SQLite and on PostgreSQL: what is stored stays stored, even through outages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import Connection, func, select, text

from quire.errors import NotationError, NotFound, Unavailable
from quire.online.event import Event, EventKind
from quire.store.play import event_log
from quire.store.schema import events, secrets
from quire.store.store import Store
from tests.services import Postgres


def entry(game: str, seq: int, words: str = "") -> event_log.PendingEvent:
    return event_log.PendingEvent(
        game, Event(seq=seq, kind=EventKind.CHAT, at=0.0, seat=0, text=words), 0
    )


def insert_name(connection: Connection, name: str) -> None:
    connection.execute(secrets.insert().values(name=name, value=""))


def stored_names(connection: Connection) -> set[str]:
    return set(connection.scalars(select(secrets.c.name)))


def count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(events)) or 0


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def run(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def main() -> None:
        async with opened(url) as store:
            await test(store)

    asyncio.run(main())


def test_event_is_stored_once(prepared_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append(entry("a", 1))
        assert not await store.append(entry("a", 1))
        answers = await asyncio.gather(*(store.append(entry("a", 2)) for _ in range(5)))
        assert sorted(answers) == [False] * 4 + [True]
        assert [
            event.seq
            for event in await store.read(lambda connection: event_log.since(connection, "a"))
        ] == [1, 2]

    run(prepared_url, test)


def test_events_of_many_games_are_read_at_once(prepared_url: str) -> None:
    async def test(store: Store) -> None:
        for game, seq in (("a", 1), ("a", 2), ("b", 1), ("a", 3)):
            assert await store.append(entry(game, seq))
        known = [("a", 1), ("b", 1), ("c", 0), ("a", 2), ("b", 0)]
        found = await asyncio.gather(
            *(store.read_batched(event_log.since_all, one) for one in known)
        )
        assert [[event.seq for event in one] for one in found] == [[2, 3], [], [], [3], [1]]
        assert found[0] == await store.read(lambda connection: event_log.since(connection, "a", 1))

    run(prepared_url, test)


def test_waiting_writes_share_a_commit(prepared_url: str) -> None:
    async def test(store: Store) -> None:
        groups: list[int] = []
        store.on_group_written = lambda writes, _: groups.append(writes)
        entries = [entry(f"game {number}", 1) for number in range(100)]
        assert all(await asyncio.gather(*map(store.append, entries)))
        assert sum(groups) == 100
        assert len(groups) <= 2
        assert await store.read(count) == 100

    run(prepared_url, test)


def test_writes_of_a_group_fail_independently(prepared_url: str) -> None:
    def fail(connection: Connection) -> None:
        insert_name(connection, "not kept")
        raise NotFound("no such thing")

    def violate_constraint(connection: Connection) -> None:
        insert_name(connection, "one")
        insert_name(connection, "one")

    async def test(store: Store) -> None:
        answers = await asyncio.gather(
            store.write(lambda connection: insert_name(connection, "first")),
            store.write(fail),
            store.write(violate_constraint),
            store.append(entry("a", 1)),
            store.write(lambda connection: insert_name(connection, "last")),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [
            type(None),
            NotFound,
            Unavailable,
            bool,
            type(None),
        ]
        assert {"first", "last"} <= await store.read(stored_names)
        assert not {"one", "not kept"} & await store.read(stored_names)

    run(prepared_url, test)


def test_event_that_cannot_be_stored_does_not_affect_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = event_log.append

    def fragile(connection: Connection, entries: list[event_log.PendingEvent]) -> object:
        kept = real(connection, entries)
        if any(entry.event.text == "bad" for entry in entries):
            raise KeyError("bad")
        return kept

    monkeypatch.setattr(event_log, "append", fragile)

    async def test(store: Store) -> None:
        words = ["good", "bad", "fine"]
        entries = [entry(f"game {number}", 1, number) for number in words]
        good, bad, fine = await asyncio.gather(*map(store.append, entries), return_exceptions=True)
        assert (good, fine) == (True, True)
        assert isinstance(bad, KeyError)
        assert await store.read(count) == 2

    run(url, test)


def test_postgresql_refuses_null_characters(postgres: Postgres) -> None:
    async def test(store: Store) -> None:
        entries = [entry("a", 1, "good"), entry("b", 1, "\0"), entry("c", 1, "good")]
        first, second, third = await asyncio.gather(
            *map(store.append, entries), return_exceptions=True
        )
        assert (first, third) == (True, True)
        assert isinstance(second, Unavailable)

    with postgres.database() as url:
        run(url, test)


def test_two_servers_race_for_every_sequence_number(prepared_url: str) -> None:
    async def test(store: Store) -> None:
        async with opened(prepared_url) as other:
            for seq in range(1, 21):
                one, two = await asyncio.gather(
                    store.append(entry("a", seq)), other.append(entry("a", seq))
                )
                assert one != two
            assert await store.read(count) == 20

    run(prepared_url, test)


def test_serialization_failure_is_retried(postgres: Postgres) -> None:
    tries = 0

    def collide(connection: Connection) -> int:
        nonlocal tries
        tries += 1
        insert_name(connection, f"try {tries}")
        if tries < 3:
            state = ("40001", "40P01")[tries - 1]
            words = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE='{state}'; END $$"
            connection.execute(text(words))
        return tries

    async def test(store: Store) -> None:
        kept, at = await asyncio.gather(store.append(entry("a", 1)), store.write(collide))
        assert (kept, at) == (True, 3)
        assert "try 3" in await store.read(stored_names)
        assert not {"try 1", "try 2"} & await store.read(stored_names)

    with postgres.database() as url:
        run(url, test)


def test_postgresql_outage_fails_fast_and_recovers(postgres: Postgres) -> None:
    async def test(store: Store) -> None:
        assert await store.append(entry("a", 1))
        postgres.kill()
        with pytest.raises(Unavailable):
            await store.read(count)
        answers = await asyncio.gather(
            store.append(entry("a", 2)),
            store.write(lambda connection: insert_name(connection, "lost")),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [Unavailable, Unavailable]
        postgres.start()
        assert await store.append(entry("a", 2))
        assert await store.read(count) == 2
        assert "lost" not in await store.read(stored_names)

    with postgres.database() as url:
        run(url, test)


def test_acknowledged_events_survive_killing_postgresql(postgres: Postgres) -> None:
    kept: set[tuple[str, int]] = set()
    over = False

    async def play(store: Store, game: str) -> None:
        seq = 1
        while not over:
            try:
                await store.append(entry(game, seq))  # False: it was stored without an answer
            except Unavailable:
                await asyncio.sleep(0.01)
                continue
            kept.add((game, seq))
            seq += 1

    async def test(store: Store) -> None:
        nonlocal over
        players = [asyncio.create_task(play(store, f"game {number}")) for number in range(8)]
        async with asyncio.timeout(300):
            for _ in range(3):
                enough = len(kept) + 100
                while len(kept) < enough:
                    await asyncio.sleep(0.005)
                postgres.kill()
                await asyncio.to_thread(postgres.start)
        over = True
        await asyncio.gather(*players)
        found = await store.read(
            lambda connection: connection.execute(select(events.c.game_id, events.c.seq)).all()
        )
        assert kept <= {(game, seq) for game, seq in found}

    with postgres.database() as url:
        run(url, test)


def test_unreachable_database(postgres: Postgres) -> None:
    with postgres.database() as url:
        pass
    with pytest.raises(Unavailable, match="does not exist"):
        asyncio.run(Store.open(url))
    postgres.kill()
    try:
        with pytest.raises(Unavailable, match="can't open the database"):
            asyncio.run(Store.open(url))
    finally:
        postgres.start()


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://host/name", "redis://127.0.0.1"])
def test_invalid_address_is_refused(url: str) -> None:
    with pytest.raises(NotationError):
        asyncio.run(Store.open(url))


def test_batched_work_runs_once_for_a_group(prepared_url: str) -> None:
    batches: list[list[str]] = []

    def add_names(connection: Connection, names: Sequence[str]) -> list[str]:
        batches.append(list(names))
        for name in names:
            insert_name(connection, name)
        return [name.upper() for name in names]

    async def test(store: Store) -> None:
        answers = await asyncio.gather(
            store.write(lambda connection: insert_name(connection, "alone")),
            *(store.write_batched(add_names, name) for name in ("one", "two", "three")),
        )
        assert answers[1:] == ["ONE", "TWO", "THREE"]
        assert batches[-1] == ["one", "two", "three"]
        assert {"alone", "one", "two", "three"} <= await store.read(stored_names)

    run(prepared_url, test)


def test_failing_batch_affects_no_other_work(prepared_url: str) -> None:
    def fail(connection: Connection, names: Sequence[str]) -> list[str]:
        insert_name(connection, "not kept")
        raise NotFound("no such thing")

    async def test(store: Store) -> None:
        answers = await asyncio.gather(
            store.append(entry("a", 1)),
            store.write_batched(fail, "one"),
            store.write(lambda connection: insert_name(connection, "kept")),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [bool, NotFound, type(None)]
        assert "kept" in await store.read(stored_names)
        assert "not kept" not in await store.read(stored_names)

    run(prepared_url, test)


def test_reads_that_are_asked_for_together_are_one(prepared_url: str) -> None:
    batches: list[list[str]] = []

    def find(connection: Connection, names: Sequence[str]) -> list[bool]:
        batches.append(list(names))
        stored = stored_names(connection)
        return [name in stored for name in names]

    async def test(store: Store) -> None:
        await store.write(lambda connection: insert_name(connection, "here"))
        asked = [asyncio.create_task(store.read_batched(find, it)) for it in ("here", "x", "gone")]
        await asyncio.sleep(0)
        asked[1].cancel()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert (answers[0], answers[2]) == (True, False)
        assert await store.read_batched(find, "here")
        assert batches == [["here", "x", "gone"], ["here"]]

    run(prepared_url, test)


def test_failing_read_is_everyones_error(prepared_url: str) -> None:
    def fail(connection: Connection, names: Sequence[str]) -> list[str]:
        raise NotFound("no such thing")

    async def test(store: Store) -> None:
        asked = (store.read_batched(fail, name) for name in ("one", "two"))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotFound, NotFound]

    run(prepared_url, test)
