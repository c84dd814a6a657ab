"""Accounts: guests, who only have a name, and members and bots, who also have a passphrase."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, select, update
from sqlalchemy import delete as remove
from sqlalchemy.exc import IntegrityError

from quire.errors import NotAllowed, NotationError, NotFound, NotSignedIn, Taken
from quire.online import identity
from quire.online import player_name as names
from quire.online.confusables import skeleton
from quire.store.people import passphrase as passphrases
from quire.store.schema import mutes, name_skeletons, players, seats
from quire.store.store import Store


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """An account. `kind` is guest, member, bot, or gone for a deleted account."""

    id: str
    name: str
    kind: str
    created: float
    banned: bool = False
    chat: bool = True
    muted: bool = False
    """Whether an administrator has taken the player's chat away."""


_ACCOUNT = [players.c[field] for field in Player.__struct_fields__ if field in players.c]
_MUTED = mutes.c.player.is_not(None).label("muted")
PLAYERS = select(*_ACCOUNT, _MUTED).outerjoin_from(players, mutes)
"""The query of players."""


# --- finding ---


def find(connection: Connection, player_id: str) -> Player:
    """Return the player with that id. Raises NotFound, also for a deleted account."""
    return _found(connection, players.c.id == player_id, f"no player {player_id!r}")


def find_by_name(connection: Connection, name: str) -> Player:
    """Return the member or bot with that name, in any spelling. Raises NotFound."""
    problem = f"no player called {name[: names.MAX_LENGTH]!r}"
    try:
        login = names.login(name)
    except NotationError:
        raise NotFound(problem) from None
    return _found(connection, players.c.login == login, problem)


def among(connection: Connection, ids: Select[tuple[str]]) -> list[Player]:
    """Return those of these players whose accounts exist, by name."""
    wanted = PLAYERS.where(players.c.id.in_(ids), players.c.kind != "gone")
    found = connection.execute(wanted.order_by(players.c.name, players.c.id))
    return [Player(**row._mapping) for row in found]


def seat_name(player: Any) -> str:
    """Return the name of a player in games."""
    return names.DELETED_PLAYER if player.kind == "gone" else str(player.name)


def player_of(row: Any) -> Player:
    """Return the player in a row of a query of `PLAYERS`."""
    return Player(**{field: getattr(row, field) for field in Player.__struct_fields__})


def _found(connection: Connection, which: Any, problem: str) -> Player:
    row = connection.execute(PLAYERS.where(which, players.c.kind != "gone")).first()
    if row is None:
        raise NotFound(problem)
    return Player(**row._mapping)


# --- creating and changing ---


def create_guest(connection: Connection, name: str, today: float) -> Player:
    """Create a guest. Guests may share a name. Raises Taken for a member's name, NotationError."""
    name = names.clean(name)
    _check_not_members_name(connection, name)
    return _add(connection, Player(**_new(name, "guest", today)))


def register(
    connection: Connection,
    name: str,
    hash: str,
    today: float,
    bot: bool = False,
    guest_id: str | None = None,
) -> Player:
    """Create a member or bot, or turn the guest with that id into a member.

    `hash` comes from `passphrase.hashed`. A guest keeps games, statistics and tokens. Raises Taken,
    NotationError, NotFound, and NotAllowed if the account is not a guest's.
    """
    name, kind = names.clean(name), "bot" if bot else "member"
    names.check_available(name)
    secret = {"login": names.key(name), "passphrase": hash}
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
    return {"id": id, "name": name, "kind": kind, "created": today}


def _check_not_members_name(connection: Connection, name: str) -> None:
    """Raise Taken for the name of a member or bot, or one that looks like it, NotationError."""
    names.check_available(name)
    same = select(players.c.id).where(players.c.login == names.key(name))
    alike = select(name_skeletons.c.player).where(name_skeletons.c.skeleton == skeleton(name))
    if connection.execute(same.union_all(alike)).first() is not None:
        raise Taken(f"the name {name!r} is taken: choose another, or sign in")


def _claim_name(connection: Connection, player_id: str, name: str) -> None:
    """Give a name to a member or bot; the database rejects one that looks like another's."""
    connection.execute(remove(name_skeletons).where(name_skeletons.c.player == player_id))
    row = {"skeleton": skeleton(name), "player": player_id}
    connection.execute(name_skeletons.insert(), row)


def _add(connection: Connection, player: Player, more: dict[str, str] | None = None) -> Player:
    row = {column.name: getattr(player, column.name) for column in _ACCOUNT}
    row |= {"epoch": 1, **(more or {})}

    def add() -> None:
        connection.execute(players.insert(), row)
        if "login" in row:
            _claim_name(connection, player.id, player.name)

    _unless_taken(connection, add, player.name)
    return player


def _change(connection: Connection, player_id: str, **changes: Any) -> Player:
    """Change an account, and the name in its games. Return the player."""
    player = find(connection, player_id)
    name = changes.get("name", player.name)

    def change() -> None:
        connection.execute(update(players).where(players.c.id == player_id).values(**changes))
        if "login" in changes:
            _claim_name(connection, player_id, name)

    _unless_taken(connection, change, name)
    if name != player.name:
        rename_seats(connection, player_id, name)
    return find(connection, player_id)


def _unless_taken(connection: Connection, work: Callable[[], object], name: str) -> None:
    """Run work that the database rejects if the name exists. Raises Taken then."""
    try:
        with connection.begin_nested():
            work()
    except IntegrityError:
        raise Taken(f"the name {name!r} is taken: choose another") from None


def update_seat_names(connection: Connection, game_id: str) -> None:
    """Give the seats of a game the current names of its players."""
    sitting = select(seats.c.player).where(seats.c.game_id == game_id)
    found = connection.execute(
        # Locked, so that a rename happens before or after this.
        select(*_ACCOUNT).where(players.c.id.in_(sitting)).order_by(players.c.id).with_for_update()
    )
    for row in found.all():
        at = (seats.c.game_id == game_id, seats.c.player == row.id)
        connection.execute(update(seats).where(*at).values(name=seat_name(row)))


def rename_seats(connection: Connection, player_id: str, name: str) -> None:
    """Give all seats of a player another name."""
    connection.execute(update(seats).where(seats.c.player == player_id).values(name=name))


# --- passphrases ---


async def sign_in(store: Store, name: str, passphrase: str) -> Player:
    """Return the member or bot with that name. Raises NotSignedIn, whatever was wrong.

    Hashing runs in a thread, and takes as long for an unknown name.
    """

    def look_up(connection: Connection) -> tuple[Player | None, str | None]:
        try:
            player = find_by_name(connection, name)
        except NotFound:
            return None, None
        wanted = select(players.c.passphrase).where(players.c.id == player.id)
        return player, connection.scalar(wanted)

    player, hash = await store.read(look_up)
    matches = await asyncio.to_thread(passphrases.matches, hash, passphrase)
    if not matches or player is None or hash is None:
        raise NotSignedIn("wrong name or passphrase")
    if passphrases.needs_rehash(hash):
        new, id = await asyncio.to_thread(passphrases.hashed, passphrase), player.id
        return await store.write(lambda connection: _change(connection, id, passphrase=new))
    return player


def change_passphrase(connection: Connection, player_id: str, hash: str) -> Player:
    """Change a passphrase; the recovery code is no longer valid. Raises NotAllowed for a guest."""
    player = find(connection, player_id)
    if player.kind == "guest":
        raise NotAllowed("guests have no passphrase: register first")
    return _change(connection, player_id, passphrase=hash, recovery=None)


# --- renaming and banning ---


def rename(connection: Connection, player_id: str, name: str) -> Player:
    """Rename a player, also in finished games. Raises Taken, NotationError."""
    player, name = find(connection, player_id), names.clean(name)
    if player.kind == "guest":
        _check_not_members_name(connection, name)
        return _change(connection, player_id, name=name)
    names.check_available(name)
    return _change(connection, player_id, name=name, login=names.key(name))


def ban(connection: Connection, player_id: str) -> Player:
    """Ban the player."""
    return _change(connection, player_id, banned=True)


def unban(connection: Connection, player_id: str) -> Player:
    """Lift a player's ban."""
    return _change(connection, player_id, banned=False)


def banned(connection: Connection) -> list[Player]:
    """Return the banned players, by name."""
    return among(connection, select(players.c.id).where(players.c.banned))


def muted(connection: Connection) -> list[Player]:
    """Return the muted players, by name."""
    return among(connection, select(mutes.c.player))


def set_chat(connection: Connection, player_id: str, on: bool) -> Player:
    """Turn a player's chat on or off."""
    return _change(connection, player_id, chat=on)
