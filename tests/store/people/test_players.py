"""Accounts: guests, members, passphrases, tokens and bans."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Connection, select

from quire.errors import NotAllowed, NotFound, NotSignedIn, Taken
from quire.store import schema
from quire.store.people import deletion, players, sessions, statistics
from quire.store.people.passphrase import hashed, needs_rehash
from quire.store.people.players import Player
from quire.store.people.token import Token
from quire.store.play import archive
from quire.store.store import Store
from tests.store.sync_store import TODAY, SyncStore, resigned_record, seat, store_game


def passphrase_of(connection: Connection, id: str) -> str | None:
    return connection.scalar(select(schema.players.c.passphrase).where(schema.players.c.id == id))


# --- guests and members ---


def test_guests_may_share_a_name(store: SyncStore) -> None:
    one, other = store.guest("Ann"), store.guest(" Ann ")
    assert one.name == other.name == "Ann"
    assert one.id != other.id
    assert len(one.id) == 12
    assert store.read(players.find, one.id) == one
    assert one == Player(id=one.id, name="Ann", kind="guest", created=TODAY)


def test_member_name_is_unique(store: SyncStore) -> None:
    ann = store.member("Ann")
    with pytest.raises(Taken, match="sign in"):
        store.guest("ANN")
    with pytest.raises(Taken, match="choose another"):
        store.member("aNN")
    with pytest.raises(Taken):
        store.member("\uff21nn", bot=True)
    assert store.read(players.find_by_name, " ann") == ann


@pytest.mark.parametrize("alike", ["\u041e\u0421\u0410", "0CA", "\u041e\u0441\u0430"])
def test_names_that_look_like_a_members_are_taken(store: SyncStore, alike: str) -> None:
    oca = store.member("OCA")
    for create in (store.guest, store.member):
        with pytest.raises(Taken):
            create(alike)
    guest = store.guest("Gus")
    with pytest.raises(Taken):
        store.write(players.rename, guest.id, alike)
    with pytest.raises(Taken):
        store.write(players.register, alike, "no hash", TODAY, guest_id=guest.id)
    bob = store.member("Bob")
    with pytest.raises(Taken):
        store.write(players.rename, bob.id, alike)
    assert store.write(players.rename, oca.id, alike).name == alike, "it is her own"
    store.write(players.rename, oca.id, "Ann")
    store.write(players.rename, bob.id, alike)
    store.write(deletion.delete, bob.id, 0.0, TODAY)
    store.member(alike)


def test_older_names_that_look_alike_stay(store: SyncStore) -> None:
    ann = store.member("Ann")
    look_alike = schema.players.update().where(schema.players.c.id == ann.id)
    store.write(
        lambda connection: connection.execute(look_alike.values(name="\u0410nn", login="\u0430nn"))
    )
    assert store.read(players.find_by_name, "\u0410nn").id == ann.id, "and can still sign in"
    store.write(players.set_chat, ann.id, False)


@pytest.mark.parametrize("name", ["deleted player", "Deleted", "Admin", "level 3"])
def test_reserved_name_is_refused(store: SyncStore, name: str) -> None:
    with pytest.raises(Taken):
        store.guest(name)
    with pytest.raises(Taken):
        store.member(name)


@pytest.mark.parametrize("name", ["Bob", "", "x" * 1000, "\ud800", "a\0b"])
def test_unknown_name(store: SyncStore, name: str) -> None:
    store.guest("Bob")
    with pytest.raises(NotFound):
        store.read(players.find_by_name, name)


def test_guest_who_registers_keeps_everything(store: SyncStore) -> None:
    gus, bob = store.guest("Gus"), store.guest("Bob")
    id = store.write(store_game, [seat(gus), seat(bob)], resigned_record(0, [seat(gus), seat(bob)]))
    ann = store.write(players.register, "Ann", "hash", TODAY + 9, guest_id=gus.id)
    assert ann == Player(id=gus.id, name="Ann", kind="member", created=TODAY)
    assert store.read(statistics.player_page, ann.id).games[0].people.wins == 1
    assert store.read(archive.one, id).record.players == ("Ann", "Bob")
    with pytest.raises(NotAllowed, match="already registered"):
        store.write(players.register, "Anna", "hash", TODAY, guest_id=ann.id)
    with pytest.raises(Taken):
        store.write(players.register, "ann", "hash", TODAY, guest_id=bob.id)
    with pytest.raises(NotAllowed, match="registered from a guest account"):
        store.write(players.register, "Robot", "hash", TODAY, bot=True, guest_id=bob.id)
    with pytest.raises(NotFound):
        store.write(players.register, "Cy", "hash", TODAY, guest_id="nobody")
    assert store.read(players.find, bob.id) == bob


def test_only_one_of_many_gets_the_name(store: SyncStore) -> None:
    guests = [store.guest(f"Gus {number}") for number in range(4)]

    async def all_at_once(one: Store) -> list[Player | BaseException]:
        ids = [None, *(guest.id for guest in guests)]
        works = [
            one.write(partial(players.register, name="Ann", hash="h", today=TODAY, guest_id=id))
            for id in ids
        ]
        return list(await asyncio.gather(*works, return_exceptions=True))

    results = store.run(all_at_once(store.store))
    assert sum(isinstance(result, Player) for result in results) == 1
    assert sum(isinstance(result, Taken) for result in results) == 4


# --- passphrases and tokens ---


def test_sign_in(store: SyncStore) -> None:
    hash = hashed("correct horse")
    ann = store.write(players.register, "Ann", hash, TODAY)
    assert store.run(players.sign_in(store.store, "ANN ", "correct horse")) == ann
    assert store.read(passphrase_of, ann.id) == hash


def test_sign_in_error_does_not_say_what_was_wrong(store: SyncStore) -> None:
    store.write(players.register, "Ann", hashed("correct horse"), TODAY)
    store.guest("Gus")
    said = set()
    for name, passphrase in (
        ("Ann", "wrong horse"),
        ("Bob", "correct horse"),
        ("Gus", "correct horse"),
        ("Ann", ""),
        ("Ann", "x" * 1000),
        ("\ud800", "correct horse"),
    ):
        with pytest.raises(NotSignedIn) as caught:
            store.run(players.sign_in(store.store, name, passphrase))
        said.add(str(caught.value))
    assert len(said) == 1


def test_wrong_name_takes_as_long_as_wrong_passphrase(
    store: SyncStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(players.register, "Ann", hashed("correct horse"), TODAY)
    verified = []
    verify = PasswordHasher.verify

    def counted(hasher: PasswordHasher, hash: str, passphrase: bytes) -> bool:
        verified.append(hash.split("$")[1:4])  # the algorithm and its parameters
        return verify(hasher, hash, passphrase)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    for name in ("Ann", "Bob"):
        with pytest.raises(NotSignedIn):
            store.run(players.sign_in(store.store, name, "wrong horse"))
    assert len(verified) == 2
    assert verified[0] == verified[1]


def test_old_hash_is_renewed(store: SyncStore) -> None:
    old = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("correct horse")
    ann = store.write(players.register, "Ann", old, TODAY)
    assert store.run(players.sign_in(store.store, "Ann", "correct horse")) == ann
    new = store.read(passphrase_of, ann.id)
    assert new
    assert not needs_rehash(new)
    assert store.run(players.sign_in(store.store, "Ann", "correct horse")) == ann


def test_new_passphrase(store: SyncStore) -> None:
    ann = store.write(players.register, "Ann", hashed("correct horse"), TODAY)
    store.write(players.change_passphrase, ann.id, hashed("another horse"))
    assert store.run(players.sign_in(store.store, "Ann", "another horse")) == ann
    with pytest.raises(NotSignedIn):
        store.run(players.sign_in(store.store, "Ann", "correct horse"))
    with pytest.raises(NotAllowed):
        store.write(players.change_passphrase, store.guest().id, "hash")


# --- changes ---


def test_rename_everywhere(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.guest("Bob")
    id = store.write(store_game, [seat(ann), seat(bob)], resigned_record(0, [seat(ann), seat(bob)]))
    assert store.write(players.rename, ann.id, "Anna").name == "Anna"
    assert store.read(players.find_by_name, "anna").id == ann.id
    with pytest.raises(NotFound):
        store.read(players.find_by_name, "Ann")
    assert store.read(archive.one, id).record.players == ("Anna", "Bob")
    with pytest.raises(Taken):
        store.write(players.rename, bob.id, "ANNA")
    store.member("Cy")
    with pytest.raises(Taken):
        store.write(players.rename, ann.id, "CY")
    assert store.write(players.rename, ann.id, "ANNA").name == "ANNA"
    assert store.write(players.rename, bob.id, "Rob").name == "Rob"


def test_banned_player_cannot_sign_in(store: SyncStore) -> None:
    ann = store.member("Ann")
    token = Token(store.write(sessions.start, ann.id, "", TODAY))
    assert store.write(players.ban, ann.id).banned
    with pytest.raises(NotAllowed, match="banned"):
        store.read(sessions.authenticate, token, TODAY)
    assert not store.read(sessions.account_statuses, [ann.id], TODAY)[ann.id].sessions
    assert store.write(players.unban, ann.id) == ann
    assert store.read(sessions.authenticate, token, TODAY).player == ann


def test_chat_can_be_switched_off(store: SyncStore) -> None:
    ann = store.guest("Ann")
    assert not store.write(players.set_chat, ann.id, False).chat
    assert not store.read(players.find, ann.id).chat
