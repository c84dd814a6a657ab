"""What administrators change in the database, and the log of it."""

from __future__ import annotations

import pytest

from quire.errors import NotAllowed, NotationError, NotFound
from quire.online.event import Event, EventKind
from quire.online.setup import Seat
from quire.store import admin
from quire.store.people import players, sessions
from quire.store.people.players import Player
from quire.store.play import event_log, game_list, games
from quire.store.play.event_log import PendingEvent
from tests.store.sync_store import TODAY, SyncStore


def new_game(store: SyncStore, *sitting: Player | None) -> str:
    seats = tuple(None if player is None else Seat(player.name, player.id) for player in sitting)
    request = games.GameRequest("line", "7", seats, random_order=False)
    maker = next(player.id for player in sitting if player is not None)
    made = store.write(games.create, request, maker, 1.0, TODAY)
    return made.setup.id


def append(store: SyncStore, game: str, seq: int, kind: EventKind, text: str) -> None:
    event = Event(seq=seq, kind=kind, at=2.0, seat=0, text=text)
    assert store.write(
        lambda connection: event_log.append(connection, [PendingEvent(game, event, 1)])
    )


def test_running_game_ends_without_a_server(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    game = new_game(store, ann, bob)
    append(store, game, 1, EventKind.MOVE, "S1")
    store.write(admin.end_game, game, TODAY)
    stored = store.read(games.load, game)
    assert stored.status == games.OVER
    assert stored.events[-1].kind is EventKind.ENDED_BY_ADMIN
    assert store.read(games.due, 1e12, 10) == []
    with pytest.raises(NotAllowed, match="already over"):
        store.write(admin.end_game, game, TODAY)


def test_open_game_is_deleted(store: SyncStore) -> None:
    game = new_game(store, store.guest("Ann"), None)
    store.write(admin.end_game, game, TODAY)
    with pytest.raises(NotFound):
        store.read(games.load, game)
    with pytest.raises(NotFound):
        store.write(admin.end_game, game, TODAY)


def test_chat_lines(store: SyncStore) -> None:
    ann = store.guest("Ann")
    game = new_game(store, ann, store.guest("Bob"))
    append(store, game, 1, EventKind.MOVE, "S1")
    append(store, game, 2, EventKind.CHAT, "hello")
    append(store, game, 3, EventKind.CHAT, "something rude")
    deleted = store.write(admin.delete_chat, game, 3)
    assert (deleted.player, deleted.name, deleted.text) == (ann.id, "Ann", "something rude")
    assert [line.text for line in store.read(admin.chat_lines, game)] == ["hello"]
    for seq in (1, 3, 99):
        with pytest.raises(NotFound):
            store.write(admin.delete_chat, game, seq)
    with pytest.raises(NotFound):
        store.read(admin.chat_lines, "nothing")


def test_muting(store: SyncStore) -> None:
    ann = store.guest("Ann")
    for _ in range(2):
        store.write(admin.mute, ann.id, TODAY)
    assert store.read(players.find, ann.id).muted
    assert [player.id for player in store.read(players.muted)] == [ann.id]
    assert store.read(sessions.account_statuses, [ann.id], TODAY)[ann.id].muted
    store.write(admin.unmute, ann.id)
    assert not store.read(players.find, ann.id).muted
    with pytest.raises(NotFound, match="not muted"):
        store.write(admin.unmute, ann.id)


@pytest.mark.parametrize(
    ("given", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7/32", "203.0.113.7"),
        ("203.0.113.7/24", "203.0.113.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::/64", "2001:db8:1:2::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
    ],
)
def test_networks(store: SyncStore, given: str, network: str) -> None:
    assert admin.read_network(given) == network
    for _ in range(2):
        store.write(admin.ban_network, network, TODAY)
    assert store.read(admin.banned_networks) == [network]
    store.write(admin.unban_network, network)
    assert store.read(admin.banned_networks) == []
    with pytest.raises(NotFound):
        store.write(admin.unban_network, network)


@pytest.mark.parametrize("text", ["", "Ann", "203.0.113", "203.0.113.0/33", "2001:db8::/129"])
def test_what_is_no_network(text: str) -> None:
    with pytest.raises(NotationError, match="not a network"):
        admin.read_network(text)


@pytest.mark.parametrize("text", ["203.0.113.7/0", "0.0.0.0/7", "::/0", "2001:db8::/15"])
def test_network_that_is_too_large(text: str) -> None:
    with pytest.raises(NotationError, match="too large"):
        admin.read_network(text)


def test_log(store: SyncStore) -> None:
    before = store.read(admin.last_action)
    for command in ("first", "second"):
        store.write(admin.log, command, "root", TODAY, player="p", detail="why")
    newest, older = store.read(admin.actions, 2)
    assert (newest.command, older.command) == ("second", "first")
    assert (newest.admin, newest.created, newest.player, newest.detail) == (
        *("root", TODAY, "p", "why"),
    )
    assert [action.command for action in store.read(admin.actions_since, before)] == [
        *("first", "second"),
    ]
    assert store.read(admin.last_action) == newest.id


def test_current_games(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    waiting, running = new_game(store, ann, None), new_game(store, ann, bob)
    append(store, running, 1, EventKind.MOVE, "S1")

    def found(**filters: object) -> list[str]:
        wanted = game_list.CurrentGames(**filters)  # type: ignore[arg-type]
        listed = store.read(game_list.current, wanted, 100)
        return [game.id for game in listed if game.id in (waiting, running)]

    assert sorted(found()) == sorted([waiting, running])
    assert found(status="open") == [waiting]
    assert found(player=bob.id) == [running]
    assert found(min_events=1) == [running]
    assert found(game="sos") == []
    assert found(before=TODAY) == []
    assert len(found(before=TODAY + 1)) == 2
