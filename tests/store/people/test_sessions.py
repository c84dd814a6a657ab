"""Sessions and their tokens: they expire, are renewed while used, and survive a new secret."""

from __future__ import annotations

import asyncio

import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import select

from quire.errors import NotFound, NotSignedIn
from quire.store import schema
from quire.store.people import deletion, players, sessions
from quire.store.people.token import Token, TokenSigner, rotate
from quire.store.play import games
from quire.store.store import Store
from tests.store.sync_store import TODAY, SyncStore, resigned_record, seat, store_game

DAY = 86400.0


def start(store: SyncStore, player: str, client: str = "", today: float = TODAY) -> str:
    return store.write(sessions.start, player, client, today)


# --- sessions ---


def test_session_is_valid_until_it_ends(store: SyncStore) -> None:
    ann = store.guest("Ann")
    one, other = start(store, ann.id, "Firefox\n"), start(store, ann.id, "x" * 500)
    player, session = store.read(sessions.authenticate, Token(one), TODAY)
    assert (player, session.id, session.client) == (ann, one, "Firefox")
    assert {session.id for session in store.read(sessions.of_player, ann.id, TODAY)} == {one, other}
    with pytest.raises(NotFound):
        store.write(sessions.end, store.guest("Bob").id, one)
    store.write(sessions.end, ann.id, one)
    with pytest.raises(NotSignedIn, match="session has ended"):
        store.read(sessions.authenticate, Token(one), TODAY)
    assert store.read(sessions.authenticate, Token(other), TODAY).player == ann


def test_session_expires_unless_it_is_used(store: SyncStore) -> None:
    ann = store.guest("Ann")
    used, unused = start(store, ann.id), start(store, ann.id)
    store.write(sessions.renew, [used], TODAY + 50 * DAY)
    since = TODAY + 10 * DAY
    assert store.read(sessions.authenticate, Token(used), since).player == ann
    assert [session.id for session in store.read(sessions.of_player, ann.id, since)] == [used]
    with pytest.raises(NotSignedIn):
        store.read(sessions.authenticate, Token(unused), since)
    statuses = store.read(sessions.account_statuses, [ann.id], since)
    assert statuses[ann.id].sessions == {used: TODAY + 50 * DAY}
    store.write(sessions.delete_expired, since)
    assert [session.id for session in store.read(sessions.of_player, ann.id, 0.0)] == [used]


def test_all_or_all_other_sessions_end(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    keep = [start(store, ann.id) for _ in range(3)][1]
    theirs = start(store, bob.id)
    store.write(sessions.end_all, ann.id, keep)
    assert [session.id for session in store.read(sessions.of_player, ann.id, 0.0)] == [keep]
    store.write(sessions.end_all, ann.id)
    assert store.read(sessions.of_player, ann.id, 0.0) == []
    assert [session.id for session in store.read(sessions.of_player, bob.id, 0.0)] == [theirs]


def test_number_of_sessions_is_limited(store: SyncStore) -> None:
    ann = store.guest("Ann")
    ids = [start(store, ann.id, today=TODAY + n) for n in range(sessions.MAX_SESSIONS + 2)]
    left = [session.id for session in store.read(sessions.of_player, ann.id, 0.0)]
    assert left == list(reversed(ids[2:]))


# --- tokens ---


def test_tokens_survive_a_restart(prepared_url: str) -> None:
    with SyncStore(prepared_url) as store:
        token = store.write(TokenSigner.load).sign(start(store, store.guest("Ann").id))
    with SyncStore(prepared_url) as store:
        content = store.write(TokenSigner.load).read(token, TODAY)
        assert store.read(sessions.authenticate, content, TODAY).player.name == "Ann"


def test_servers_started_together_share_one_secret(prepared_url: str) -> None:
    async def tokens() -> set[str]:
        stores = [await Store.open(prepared_url) for _ in range(3)]
        signers = await asyncio.gather(*(store.write(TokenSigner.load) for store in stores))
        for store in stores:
            await store.close()
        return {signer.sign("somebody") for signer in signers}

    assert len(asyncio.run(tokens())) == 1


def test_token_from_before_there_were_sessions(store: SyncStore) -> None:
    ann = store.guest("Ann")
    row = {"id": ann.id, "player": ann.id, "created": TODAY, "used": TODAY, "client": ""}
    store.write(
        lambda connection: connection.execute(schema.sessions.insert(), row)
    )  # as the migration does
    signer = store.write(TokenSigner.load)
    good, old = (signer.read(signer._current.dumps([ann.id, n]), TODAY) for n in (1, 0))
    assert store.read(sessions.authenticate, good, TODAY).player == ann
    with pytest.raises(NotSignedIn):
        store.read(sessions.authenticate, old, TODAY)


GOOD = TokenSigner("a secret").sign("somebody")
SERIALIZER: URLSafeSerializer = TokenSigner("a secret")._current


@pytest.mark.parametrize(
    "token",
    [
        *("", ".", "somebody", GOOD[:-1], GOOD[:-1] + "\u00e9", GOOD + "\ud800", GOOD * 100),
        *(TokenSigner("another").sign("somebody"), GOOD.swapcase()),
        *(SERIALIZER.dumps(value) for value in ({"id": 1}, [1, "somebody"], 7, [])),
    ],
)
def test_invalid_token(token: str) -> None:
    with pytest.raises(NotSignedIn, match="sign in again"):
        TokenSigner("a secret").read(token, TODAY)


def test_tokens_of_an_old_secret_are_valid_for_a_while(store: SyncStore) -> None:
    first = store.write(TokenSigner.load).sign("somebody")
    store.write(rotate, TODAY, 30.0)
    second = store.write(TokenSigner.load).sign("somebody")
    store.write(rotate, TODAY + 20 * DAY, 30.0)
    signer = store.write(TokenSigner.load)
    assert len({first, second, signer.sign("somebody")}) == 3
    for token, last in ((first, 30), (second, 50)):
        assert signer.read(token, TODAY + last * DAY).session == "somebody"
        with pytest.raises(NotSignedIn):
            signer.read(token, TODAY + last * DAY + 1)
    store.write(rotate, TODAY + 40 * DAY, 30.0)
    names = store.read(lambda connection: list(connection.scalars(select(schema.secrets.c.name))))
    assert len(names) == 3, "secrets whose tokens are no longer valid are deleted"
    store.write(rotate, TODAY + 41 * DAY, 0.0)
    signer = store.write(TokenSigner.load)
    for token in (first, second):
        with pytest.raises(NotSignedIn):
            signer.read(token, TODAY)


# --- guests who did not come back ---


def test_lost_guests_are_forgotten(store: SyncStore) -> None:
    never, played, playing, back, member = (
        *(store.guest(name) for name in ("Never", "Played", "Playing", "Back")),
        store.member("Ann"),
    )
    for player in (never, played, playing, back, member):
        start(store, player.id)
    new = store.write(players.create_guest, "New", TODAY + 80 * DAY)
    start(store, back.id, today=TODAY + 70 * DAY)
    finished = store.write(
        store_game, [seat(played), seat(member)], resigned_record(0, [seat(played), seat(member)])
    )
    request = games.GameRequest("line", "14", (seat(playing), seat(member)))
    store.write(games.create, request, playing.id, 0.0, TODAY)
    lost = store.read(deletion.lost_guests, TODAY + 60 * DAY, 100)
    assert sorted(lost) == sorted([never.id, played.id])
    assert len(store.read(deletion.lost_guests, TODAY + 60 * DAY, 1)) == 1
    store.write(deletion.forget_guests, lost, TODAY + 60 * DAY)
    for id in lost:
        with pytest.raises(NotFound):
            store.read(players.find, id)
    kinds = select(schema.players.c.id, schema.players.c.kind)
    rows = store.read(lambda connection: {row.id: row.kind for row in connection.execute(kinds)})
    assert never.id not in rows
    assert rows[played.id] == "gone", "it is the opponent in a game"
    assert {player.id for player in (playing, back, member, new)} <= set(rows)
    assert {sitting.player for sitting in store.read(games.load, finished).setup.seats} == {
        *(played.id, member.id),
    }
    assert store.read(deletion.lost_guests, TODAY + 60 * DAY, 100) == []
