"""Deleted accounts leave their games without a name."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, Table, func, select

from quire.errors import NotFound, NotSignedIn, QuireError
from quire.online.event import Event, EventKind
from quire.store import schema
from quire.store.people import deletion, moderation, players, sessions
from quire.store.people.token import Token
from quire.store.play import archive, event_log, games, pairing
from tests.store.sync_store import TODAY, SyncStore, resigned_record, seat, store_game


def test_deleted_account_leaves_games_without_the_name(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    id = store.write(store_game, sitting, resigned_record(0, sitting), rated=True)
    store.write(moderation.block, ann.id, bob.id)
    store.write(moderation.report, bob.id, ann.id, "rude", TODAY)
    store.write(moderation.report, ann.id, bob.id, "rude too", TODAY)
    assert store.write(deletion.delete, ann.id, 0.0, TODAY) == []

    found = store.read(archive.one, id)
    assert found.record.players == ("deleted player", "Bob")
    assert [sitting.name for sitting in found.game.seats] == ["deleted player", "Bob"]
    assert store.read(count_of, schema.tallies, ann.id) == 0
    assert store.read(count_of, schema.standings, ann.id) == 0
    assert store.read(count_of, schema.tallies, bob.id) == 1
    assert not store.read(moderation.is_blocked, bob.id, ann.id)
    assert store.read(moderation.reports) == []
    for look in (
        lambda: store.read(players.find, ann.id),
        lambda: store.read(players.find_by_name, "Ann"),
        lambda: store.write(players.rename, ann.id, "Ann"),
        lambda: store.write(deletion.delete, ann.id, 0.0, TODAY),
    ):
        with pytest.raises(NotFound):
            look()
    with pytest.raises(NotSignedIn, match="session has ended"):
        store.read(sessions.authenticate, Token(ann.id, 1), 0.0)
    assert store.member("Ann").id != ann.id


def test_nothing_of_a_deleted_account_is_left(store: SyncStore) -> None:
    ann, bob = store.member("Wilhelmina"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    store.write(store_game, sitting, resigned_record(0, sitting))
    for who, size in ((ann, "14"), (bob, "12")):
        store.write(pairing.seek, who.id, "line", size, "node", TODAY, "seek")
    ((paired, _),) = store.write(pairing.pair, 60.0, 30.0, 0.0, TODAY)
    choices = store.read(games.load, paired.setup.id).random_choices
    assert choices
    assert (
        {choice["name"] for choice in choices["size_choices"]}
        == set(choices["order"])
        == {"Wilhelmina", "Bob"}
    )
    store.write(deletion.delete, ann.id, 0.0, TODAY)
    choices = store.read(games.load, paired.setup.id).random_choices
    assert choices
    assert {choice["name"] for choice in choices["size_choices"]} == {"deleted player", "Bob"}

    def everything(connection: Connection) -> str:
        return "".join(
            str(connection.execute(select(table)).all())
            for table in schema.metadata.tables.values()
        )

    assert "ilhelmina" not in store.read(everything)


def test_deleted_account_leaves_open_games(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    mine = games.GameRequest("line", "14", (seat(ann), None))
    theirs = games.GameRequest("sos", "3x3:3", (seat(bob), None, None))
    both = games.GameRequest("line", "14", (seat(ann), seat(bob)))
    ids = [
        store.write(games.create, request, who.id, 0.0, TODAY).setup.id
        for request, who in ((mine, ann), (theirs, bob), (both, ann))
    ]
    store.write(games.join, ids[1], ann.id, "Ann", 0.0, TODAY)
    assert sorted(store.write(deletion.delete, ann.id, 0.0, TODAY)) == sorted(ids)
    with pytest.raises(NotFound):
        store.read(games.load, ids[0])
    assert store.read(games.load, ids[1]).open_seats == 2
    begun = store.read(games.load, ids[2])
    assert begun.status == "over"
    assert {sitting.name for sitting in begun.setup.seats} == {"deleted player", "Bob"}


@pytest.mark.parametrize(
    ("moves", "last", "winner"),
    [(0, EventKind.ABORT, None), (1, EventKind.ABORT, None), (2, EventKind.RESIGN, 1)],
)
def test_deleted_account_aborts_or_resigns_running_games(
    store: SyncStore, moves: int, last: EventKind, winner: int | None
) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    request = games.GameRequest(
        "line", "14", (seat(ann), seat(bob)), random_order=False, rated=True
    )
    id = store.write(games.create, request, ann.id, 0.0, TODAY).setup.id
    for seq, move in enumerate(("S1", "S3")[:moves], 1):
        event = Event(seq=seq, kind=EventKind.MOVE, at=seq, seat=seq - 1, text=move)
        store.write(event_log.append, [event_log.PendingEvent(id, event, seq)])
    assert store.write(deletion.delete, ann.id, 5.0, TODAY) == [id]
    game = store.read(games.load, id)
    assert (game.status, game.events[-1].kind, game.events[-1].at) == ("over", last, 5.0)
    outcome = game.live(0.0).match.outcome
    assert outcome is not None
    assert outcome.winner == winner
    for table in (schema.tallies, schema.standings):
        assert store.read(count_of, table, bob.id) == (winner is not None)
        assert store.read(count_of, table, ann.id) == 0


def test_others_play_on_when_one_of_three_is_deleted(store: SyncStore) -> None:
    three = [store.member(name) for name in ("Ann", "Bob", "Cyd")]
    request = games.GameRequest("sos", "3x3:3", tuple(map(seat, three)), random_order=False)
    id = store.write(games.create, request, three[0].id, 0.0, TODAY).setup.id
    for seq, move in enumerate(("Sa1", "Sa2"), 1):
        event = Event(seq=seq, kind=EventKind.MOVE, at=seq, seat=seq - 1, text=move)
        store.write(event_log.append, [event_log.PendingEvent(id, event, seq)])
    store.write(deletion.delete, three[0].id, 5.0, TODAY)
    game = store.read(games.load, id)
    assert (game.status, game.events[-1].kind) == ("playing", EventKind.RESIGN)
    assert game.live(0.0).people() == [1, 2]
    assert store.read(games.due, 70.0, 10) == [id], "the clock of the others runs on"


def count_of(connection: Connection, table: Table, player: str) -> int:
    query = select(func.count()).select_from(table).where(table.c.player == player)
    return connection.scalar(query) or 0


def test_unknown_player_is_refused(store: SyncStore) -> None:
    for work, more in ((players.ban, ()), (players.unban, ()), (deletion.delete, (0.0, TODAY))):
        with pytest.raises(QuireError, match="no player"):
            store.write(work, "nobody", *more)


def test_chat_of_a_deleted_account_is_deleted(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    request = games.GameRequest("line", "14", (seat(ann), seat(bob)), random_order=False)
    game = store.write(games.create, request, ann.id, 0.0, TODAY).setup.id
    for seq, sender in enumerate((0, 1, 0), 1):
        event = Event(seq=seq, kind=EventKind.CHAT, at=1.0, seat=sender, text=f"message {seq}")
        store.write(event_log.append, [event_log.PendingEvent(game, event, 0)])
    assert store.read(moderation.chat_by, ann.id, ("", 0), 1) == [(game, 1, "message 1")]
    assert store.read(moderation.chat_by, ann.id, (game, 1)) == [(game, 3, "message 3")]
    store.write(deletion.delete, ann.id, 0.0, TODAY)
    texts = [event.text for event in store.read(games.load, game).events[:3]]
    assert texts == ["", "message 2", ""]
