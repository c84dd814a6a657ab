"""Players: guests, who have a name, and members and bots, who have a passphrase too."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Connection, Select, select, update
from sqlalchemy import delete as remove
from sqlalchemy.exc import IntegrityError

from quire.errors import NotAllowed, NotationError, NotFound, NotSignedIn, Taken
from quire.online import identity
from quire.online import player_name as names
from quire.store import game_list, games, schema
from quire.store.people import passphrase as passphrases
from quire.store.schema import players, seats
from quire.store.sql import insert

if TYPE_CHECKING:
    from quire.store.store import Store


LONGEST_TOKEN = 200
"""Characters of a token that is looked at."""


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """An account. `kind` is guest, member, bot, or gone once it was deleted."""

    id: str
    name: str
    kind: str
    epoch: int
    created: float
    banned: bool = False
    chat: bool = True


_COLUMNS = [players.c[field] for field in Player.__struct_fields__]


# --- who there is ---


def find(connection: Connection, player_id: str) -> Player:
    """The player of that id. Raises NotFound, also for an account that was deleted."""
    return _found(connection, players.c.id == player_id, f"there is no player {player_id!r}")


def find_by_name(connection: Connection, name: str) -> Player:
    """The member or bot of that name, however it is written. Raises NotFound."""
    problem = f"nobody is called {name[: names.LONGEST]!r}"
    try:
        login = names.key(names.clean(name))
    except NotationError:
        raise NotFound(problem) from None
    return _found(connection, players.c.login == login, problem)


def among(connection: Connection, ids: Select[tuple[str]]) -> list[Player]:
    """Those of these players whose accounts are there, by name."""
    wanted = select(*_COLUMNS).where(players.c.id.in_(ids), players.c.kind != "gone")
    found = connection.execute(wanted.order_by(players.c.name, players.c.id))
    return [Player(**row._mapping) for row in found]


def authenticate(connection: Connection, player_id: str, epoch: int) -> Player:
    """The player whom a token of that epoch belongs to.

    Raises NotSignedIn if the token is no longer good, NotAllowed if the player is banned.
    """
    try:
        player = find(connection, player_id)
    except NotFound:
        raise NotSignedIn("this account was deleted") from None
    if player.epoch != epoch:
        raise NotSignedIn("your session has expired: sign in again")
    if player.banned:
        raise NotAllowed("this account is banned")
    return player


class Known(NamedTuple):
    """What a server must know of those who are there."""

    name: str
    """As games show it."""
    epoch: int | None
    """That of tokens which are good; None if there are none."""


def known(connection: Connection, player_ids: Collection[str]) -> dict[str, Known]:
    """How these players are called, and which tokens of theirs are good."""
    found = connection.execute(select(*_COLUMNS).where(players.c.id.in_(player_ids)))
    return {
        row.id: Known(_seat_name(row), None if row.banned or row.kind == "gone" else row.epoch)
        for row in found
    }


def _seat_name(player: Any) -> str:
    return names.DELETED_PLAYER if player.kind == "gone" else str(player.name)


def _found(connection: Connection, which: Any, problem: str) -> Player:
    row = connection.execute(select(*_COLUMNS).where(which, players.c.kind != "gone")).first()
    if row is None:
        raise NotFound(problem)
    return Player(**row._mapping)


class Signer:
    """Makes and reads tokens by a secret: what clients show to be somebody. They survive restarts.

    >>> signer = Signer("a secret")
    >>> signer.read(signer.sign("xTcz0b3kQ1aZ", 2))
    ('xTcz0b3kQ1aZ', 2)
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(
            secret,
            salt="quire.player",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    @classmethod
    def of(cls, connection: Connection) -> Signer:
        """By the store's own secret, which is made when it is first asked for."""
        secret = {"name": "tokens", "value": secrets.token_urlsafe(32)}
        connection.execute(insert(connection, schema.secrets).on_conflict_do_nothing(), secret)
        wanted = select(schema.secrets.c.value).where(schema.secrets.c.name == "tokens")
        return cls(str(connection.scalar(wanted)))

    def token(self, player: Player) -> str:
        """A token of this player, good until it logs out everywhere."""
        return self.sign(player.id, player.epoch)

    def sign(self, player_id: str, epoch: int) -> str:
        """The token that says so."""
        return str(self._serializer.dumps([player_id, epoch]))

    def read(self, token: str) -> tuple[str, int]:
        """The player's id and the epoch of a token. Raises NotSignedIn for any other text.

        Whether it is still good is for `authenticate` to say.
        """
        if len(token) <= LONGEST_TOKEN and token.isascii():
            try:
                match self._serializer.loads(token):
                    case [str() as player_id, int() as epoch]:
                        return player_id, epoch
            except BadData:
                pass
        raise NotSignedIn("invalid token: sign in again")


# --- coming ---


def make_guest(connection: Connection, name: str, today: float) -> Player:
    """A new guest. Guests may share a name. Raises Taken for a member's, and NotationError."""
    name = names.clean(name)
    _refuse_members_name(connection, name)
    return _add(connection, Player(**_new(name, "guest", today)))


def register(
    connection: Connection,
    name: str,
    hash: str,
    today: float,
    bot: bool = False,
    guest_id: str | None = None,
) -> Player:
    """A new member or bot, or the guest of that id as one, whose games and figures stay its own.

    `hash` comes from `passphrase.hashed`. A guest's tokens stay good. Raises Taken, NotationError,
    NotFound, and NotAllowed for a guest that is none.
    """
    name, kind = names.clean(name), "bot" if bot else "member"
    secret = {"login": _login(name), "passphrase": hash}
    if guest_id is None:
        return _add(connection, Player(**_new(name, kind, today)), secret)
    guest = find(connection, guest_id)
    if guest.kind != "guest":
        raise NotAllowed(f"you're already registered as {guest.name}: sign out first")
    if bot:
        raise NotAllowed("bots can't be registered from a guest account: register without a token")
    return _change(connection, guest_id, name=name, kind=kind, **secret)


def _new(name: str, kind: str, today: float) -> dict[str, Any]:
    id = identity.new_id(identity.PLAYER)
    return {"id": id, "name": name, "kind": kind, "epoch": 1, "created": today}


def _login(name: str) -> str:
    login = names.key(name)
    if login in names.RESERVED:
        raise Taken(f"the name {name!r} is reserved: choose another")
    return login


def _refuse_members_name(connection: Connection, name: str) -> None:
    login = _login(name)
    if connection.scalar(select(players.c.id).where(players.c.login == login)) is not None:
        raise Taken(f"the name {name!r} is taken: choose another, or sign in")


def _add(connection: Connection, player: Player, more: dict[str, str] | None = None) -> Player:
    row = msgspec.structs.asdict(player) | (more or {})
    _alone(connection, lambda: connection.execute(players.insert(), row), player.name)
    return player


def _change(connection: Connection, player_id: str, **changes: Any) -> Player:
    """The player after changes to the account; names in games follow."""
    player = find(connection, player_id)
    statement = update(players).where(players.c.id == player_id).values(**changes)
    _alone(connection, lambda: connection.execute(statement), changes.get("name", player.name))
    if changes.get("name", player.name) != player.name:
        _rename_seats(connection, player_id, changes["name"])
    return find(connection, player_id)


def _alone(connection: Connection, work: Callable[[], object], name: str) -> None:
    """Runs work that the store refuses where somebody else has that name. Raises Taken."""
    try:
        with connection.begin_nested():
            work()
    except IntegrityError:
        raise Taken(f"the name {name!r} is taken: choose another") from None


def name_seats(connection: Connection, game_id: str) -> None:
    """Nothing; the seats of a game have the names that its players have now."""
    sitting = select(seats.c.player).where(seats.c.game_id == game_id)
    found = connection.execute(
        # Who is renamed meanwhile is so before or after this.
        select(*_COLUMNS).where(players.c.id.in_(sitting)).order_by(players.c.id).with_for_update()
    )
    for row in found.all():
        at = (seats.c.game_id == game_id, seats.c.player == row.id)
        connection.execute(update(seats).where(*at).values(name=_seat_name(row)))


def _rename_seats(connection: Connection, player_id: str, name: str) -> None:
    connection.execute(update(seats).where(seats.c.player == player_id).values(name=name))


# --- passphrases ---


async def sign_in(store: Store, name: str, passphrase: str) -> Player:
    """The member or bot of that name. Raises NotSignedIn, the same whatever was wrong.

    The hashing is done in a thread, and for a name that nobody has it takes as long.
    """

    def look_up(connection: Connection) -> tuple[Player | None, str | None]:
        try:
            player = find_by_name(connection, name)
        except NotFound:
            return None, None
        wanted = select(players.c.passphrase).where(players.c.id == player.id)
        return player, connection.scalar(wanted)

    player, hash = await store.read(look_up)
    right = await asyncio.to_thread(passphrases.matches, hash, passphrase)
    if not right or player is None or hash is None:
        raise NotSignedIn("wrong name or passphrase")
    if passphrases.is_dated(hash):
        new, id = await asyncio.to_thread(passphrases.hashed, passphrase), player.id
        return await store.write(lambda connection: _change(connection, id, passphrase=new))
    return player


def change_passphrase(connection: Connection, player_id: str, hash: str) -> Player:
    """The player after a change of passphrase; earlier tokens are no longer good."""
    player = find(connection, player_id)
    if player.kind == "guest":
        raise NotAllowed("guests have no passphrase: register first")
    return _change(connection, player_id, passphrase=hash, epoch=players.c.epoch + 1)


def sign_out_everywhere(connection: Connection, player_id: str) -> Player:
    """The player, whose earlier tokens are no longer good."""
    return _change(connection, player_id, epoch=players.c.epoch + 1)


# --- going ---


def delete(connection: Connection, player_id: str) -> list[str]:
    """The games that the player leaves open or under way; the account is gone then.

    So are all figures about it. Its games stay, without its name.
    """
    find(connection, player_id)
    left = [it.id for it in game_list.of_player(connection, player_id, most=10_000)]
    for id in left:
        with suppress(NotAllowed):  # it has begun
            games.leave(connection, id, player_id)
    gone = {"kind": "gone", "name": names.DELETED, "login": None, "passphrase": None}
    statement = update(players).where(players.c.id == player_id)
    connection.execute(statement.values(epoch=players.c.epoch + 1, **gone))
    _rename_seats(connection, player_id, names.DELETED_PLAYER)
    connection.execute(update(seats).where(seats.c.player == player_id).values(rating=None))
    for column in (
        *(schema.tallies.c.player, schema.standings.c.player, schema.seeks.c.player),
        schema.puzzle_answers.c.player,
        *(schema.blocks.c.player, schema.blocks.c.blocked, schema.reports.c.about),
    ):
        connection.execute(remove(column.table).where(column == player_id))
    return left


def rename(connection: Connection, player_id: str, name: str) -> Player:
    """The player under another name, in its games of old too. Raises Taken and NotationError."""
    player, name = find(connection, player_id), names.clean(name)
    if player.kind == "guest":
        _refuse_members_name(connection, name)
        return _change(connection, player_id, name=name)
    return _change(connection, player_id, name=name, login=_login(name))


def ban(connection: Connection, player_id: str) -> Player:
    """The player, who is let in no more."""
    return _change(connection, player_id, banned=True)


def unban(connection: Connection, player_id: str) -> Player:
    """The player, who is let in again."""
    return _change(connection, player_id, banned=False)


def want_chat(connection: Connection, player_id: str, wanted: bool) -> Player:
    """The player, who wants to chat or does not."""
    return _change(connection, player_id, chat=wanted)
