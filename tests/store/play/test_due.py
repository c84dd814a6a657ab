"""Games that are due are found, without an index that every move would change."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from quire.online.ending import Ending
from quire.online.event import Event, EventKind
from quire.online.setup import JOIN_GRACE_SECONDS, Seat
from quire.store.play import event_log, games
from quire.store.play.event_log import PendingEvent
from quire.store.schema import events
from quire.store.schema import games as table
from tests.store.sync_store import TODAY, SyncStore, query_plans, resigned_record, seat

NOW = 1000.0


FIRST_CHECK = NOW + JOIN_GRACE_SECONDS


def start_game(store: SyncStore) -> tuple[str, tuple[Seat, Seat]]:
    """Start a game, which is due when its players should be there."""
    sitting = seat(store.guest("Ann")), seat(store.guest("Bob"))
    request = games.GameRequest("line", "14", sitting, rated=True, random_order=False)
    return store.write(games.create, request, None, NOW, TODAY).setup.id, sitting


def append(store: SyncStore, id: str, seq: int, at: float, due: float | None) -> None:
    event = Event(seq=seq, kind=EventKind.MOVE, at=at, seat=0, text="S1")
    assert store.run(store.store.append(PendingEvent(id, event, seq, due, position=7)))


def due(store: SyncStore, now: float) -> list[str]:
    return store.read(games.due, now, 10)


def next_check(store: SyncStore) -> float | None:
    return store.read(lambda connection: connection.scalar(select(table.c.next_check)))


def start_and_check(store: SyncStore) -> str:
    """Start a game whose players have come."""
    id, _ = start_game(store)
    store.write(games.postpone, {id: NOW + 61}, FIRST_CHECK)
    return id


def test_no_move_puts_off_the_first_check(store: SyncStore) -> None:
    id, _ = start_game(store)
    for seq, at in enumerate((NOW + 1, NOW + 5.5), 1):
        append(store, id, seq, at, at + 60)
        assert next_check(store) == FIRST_CHECK
        assert (due(store, FIRST_CHECK - 1), due(store, FIRST_CHECK)) == ([], [id])
    store.write(games.postpone, {id: NOW + 65.5}, FIRST_CHECK + 1)
    assert (due(store, NOW + 65), due(store, NOW + 65.5)) == ([], [id])


def test_move_puts_off_what_is_due(store: SyncStore) -> None:
    id = start_and_check(store)
    append(store, id, 1, NOW + 10, NOW + 70)
    assert (due(store, NOW + 69), due(store, NOW + 70)) == ([], [id])


def test_move_leaves_the_check_alone_until_it_has_passed(store: SyncStore) -> None:
    id = start_and_check(store)
    append(store, id, 1, NOW + 10, NOW + 70)
    assert next_check(store) == NOW + 61
    append(store, id, 2, NOW + 62, NOW + 122)
    assert next_check(store) == NOW + 122
    append(store, id, 3, NOW + 63, NOW + 123)
    assert next_check(store) == NOW + 122


def test_game_that_is_due_sooner_is_found_sooner(store: SyncStore) -> None:
    id = start_and_check(store)
    append(store, id, 1, NOW + 62, NOW + 500)
    append(store, id, 2, NOW + 63, NOW + 93)
    assert (due(store, NOW + 92), due(store, NOW + 93)) == ([], [id])


def test_game_that_became_due_again_is_found(store: SyncStore) -> None:
    id = start_and_check(store)
    append(store, id, 1, NOW + 62, None)
    assert next_check(store) is None
    append(store, id, 2, NOW + 63, NOW + 123)
    assert due(store, NOW + 123) == [id]


def test_check_that_passed_long_ago_is_put_off(store: SyncStore) -> None:
    id = start_and_check(store)
    append(store, id, 1, NOW + 10, NOW + 86_400)
    late = NOW + 61 + games.CHECK_SECONDS
    assert (due(store, late - 1), due(store, late)) == ([], [id])
    store.write(games.postpone, {id: NOW + 86_400}, late)
    assert due(store, late) == due(store, NOW + 86_399) == []
    assert due(store, NOW + 86_400) == [id]


@pytest.mark.parametrize("check", [NOW + 601, None])
def test_what_happened_since_the_check_is_not_put_off(
    store: SyncStore, check: float | None
) -> None:
    id, _ = start_game(store)
    append(store, id, 1, NOW + 10, NOW + 40)  # a player is away
    store.write(games.postpone, {id: check}, NOW + 10)  # decided before
    assert (due(store, NOW + 39), due(store, NOW + 40)) == ([], [id])


def test_postponed_game_that_is_still_due_waits(store: SyncStore) -> None:
    id, _ = start_game(store)
    store.write(games.postpone, {id: NOW + 8}, NOW + 6)
    assert (due(store, NOW + 7), due(store, NOW + 8)) == ([], [id])


def test_game_that_is_over_is_never_due(store: SyncStore) -> None:
    """Also if something happens after the end, in the same group of writes."""
    id, sitting = start_game(store)
    ending = Ending(sitting, resigned_record(0, sitting), True, TODAY)
    resign = Event(seq=1, kind=EventKind.RESIGN, at=NOW, seat=0)
    chat = Event(seq=2, kind=EventKind.CHAT, at=NOW, seat=1, text="Thanks!")
    entries = [PendingEvent(id, resign, 0, ending=ending), PendingEvent(id, chat, 0)]
    assert store.write(event_log.append, entries) == [True, True]
    assert (due(store, 1e12), next_check(store)) == ([], None)
    assert store.read(games.numbers, [id]) == {id: ("over", 2)}


def test_position_is_live_until_the_next_move(store: SyncStore) -> None:
    id, sitting = start_game(store)
    append(store, id, 1, NOW, NOW + 60)
    assert store.read(event_log.is_live, [6, 7])
    assert not store.read(event_log.is_live, [6, 8])
    resign = Event(seq=2, kind=EventKind.RESIGN, at=NOW, seat=0)
    ending = Ending(sitting, resigned_record(0, sitting), True, TODAY)
    assert store.run(store.store.append(PendingEvent(id, resign, 1, ending=ending)))
    assert not store.read(event_log.is_live, [7])


def test_current_games_are_read_through_indexes(store: SyncStore) -> None:
    if store.store.engine.dialect.name != "sqlite":
        pytest.skip("plans are those of SQLite")
    [found] = store.read(query_plans, lambda connection: games.due(connection, NOW, 10))
    assert any("ix_games_next_check" in step for step in found), found
    [found] = store.read(query_plans, lambda connection: event_log.is_live(connection, [7]))
    assert any("ix_games_rated_current" in step for step in found), found


def test_many_events_are_stored_at_once(store: SyncStore) -> None:
    """More than fit into one statement of SQLite; those of the second time are known."""
    entries = [
        PendingEvent(f"{number:05}", Event(seq=1, kind=EventKind.MOVE, at=NOW), 1)
        for number in range(5000)
    ]
    known = entries[::1000]
    assert store.write(event_log.append, known) == [True] * 5
    stored = store.write(event_log.append, entries)
    assert [entry for entry, new in zip(entries, stored, strict=True) if not new] == known
    number = select(func.count()).select_from(events)
    assert store.read(lambda connection: connection.scalar(number)) == 5000


def test_statements_keep_nothing_in_files(store: SyncStore) -> None:
    if store.store.engine.dialect.name != "sqlite":
        pytest.skip("a setting of SQLite")
    setting = store.write(
        lambda connection: connection.exec_driver_sql("PRAGMA temp_store").scalar()
    )
    assert setting == 2  # in memory
