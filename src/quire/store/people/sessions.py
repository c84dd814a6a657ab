"""Sessions: where players are signed in. A session ends when it was not used for a while."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, update

from quire.errors import NotAllowed, NotFound, NotSignedIn
from quire.online import identity
from quire.store.people.players import PLAYERS, Player, player_of, seat_name
from quire.store.people.token import Token
from quire.store.schema import players, sessions

MAX_SESSIONS = 50
"""Sessions of a player; then a new one ends the one that was not used for the longest time."""

MAX_CLIENT_LENGTH = 200
"""Characters kept of what a client says about itself."""

RENEW_SECONDS = 3600.0
"""Time after which the use of a session is recorded again."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A sign-in: when it began, when it was last used, and the browser or program."""

    id: str
    player: str
    created: float
    used: float
    client: str


class SignedIn(NamedTuple):
    """A player and the session they are signed in with."""

    player: Player
    session: Session


class AccountStatus(NamedTuple):
    """What a server must know about connected players."""

    name: str
    """The name shown in games."""
    sessions: Mapping[str, float]
    """The valid sessions, and when each was last used."""
    muted: bool
    """Whether an administrator has taken the player's chat away."""


_COLUMNS = [sessions.c[field] for field in Session.__struct_fields__]
_SIGNED_IN = (
    PLAYERS.add_columns(
        players.c.epoch, *(column.label(f"session_{column.name}") for column in _COLUMNS)
    )
    .join(sessions, sessions.c.player == players.c.id)
    .where(
        sessions.c.id == bindparam("session"),
        sessions.c.used >= bindparam("since"),
        players.c.kind != "gone",
    )
)
_VALID = select(*_COLUMNS).where(
    sessions.c.player.in_(bindparam("ids", expanding=True)), sessions.c.used >= bindparam("since")
)
_ACCOUNTS = PLAYERS.where(players.c.id.in_(bindparam("ids", expanding=True)))


def authenticate(connection: Connection, token: Token, since: float) -> SignedIn:
    """Return the player and the session of a token; a session must have been used since then.

    Raises NotSignedIn if the session has ended, NotAllowed if the player is banned.
    """
    known = {"session": token.session, "since": since}
    row = connection.execute(_SIGNED_IN, known).first()
    if row is None or token.epoch not in (None, row.epoch):
        raise NotSignedIn("your session has ended: sign in again")
    player = player_of(row)
    if player.banned:
        raise NotAllowed("this account is banned")
    found = {name: getattr(row, f"session_{name}") for name in Session.__struct_fields__}
    return SignedIn(player, Session(**found))


def start(connection: Connection, player_id: str, client: str, today: float) -> str:
    """Start a session, and return its id. The oldest ones end if there are too many."""
    id = identity.new_id(identity.SESSION)
    client = "".join(letter for letter in client if letter.isprintable())[:MAX_CLIENT_LENGTH]
    row = {"id": id, "player": player_id, "created": today, "used": today, "client": client}
    connection.execute(sessions.insert(), row)
    latest = select(sessions.c.id).where(sessions.c.player == player_id)
    latest = latest.order_by(sessions.c.used.desc(), sessions.c.created.desc(), sessions.c.id)
    ended = list(connection.scalars(latest.offset(MAX_SESSIONS)))
    if ended:
        connection.execute(delete(sessions).where(sessions.c.id.in_(ended)))
    return id


def of_player(connection: Connection, player_id: str, since: float) -> list[Session]:
    """Return a player's sessions that were used since then, the last used first."""
    query = select(*_COLUMNS).where(sessions.c.player == player_id, sessions.c.used >= since)
    rows = connection.execute(query.order_by(sessions.c.used.desc(), sessions.c.id))
    return [Session(**row._mapping) for row in rows]


def renew(connection: Connection, ids: Collection[str], today: float) -> None:
    """Record that sessions are used."""
    used = update(sessions).where(sessions.c.id.in_(ids), sessions.c.used < today)
    connection.execute(used.values(used=today))


def end(connection: Connection, player_id: str, session_id: str) -> None:
    """End one of a player's sessions. Raises NotFound."""
    which = (sessions.c.id == session_id, sessions.c.player == player_id)
    if not connection.execute(delete(sessions).where(*which)).rowcount:
        raise NotFound(f"no session {session_id!r}")


def end_all(connection: Connection, player_id: str, keep: str = "") -> None:
    """End all sessions of a player, except one to keep."""
    which = (sessions.c.player == player_id, sessions.c.id != keep)
    connection.execute(delete(sessions).where(*which))


def delete_expired(connection: Connection, since: float) -> None:
    """Delete the sessions that were not used since then."""
    connection.execute(delete(sessions).where(sessions.c.used < since))


def delete_all(connection: Connection) -> None:
    """End the sessions of all players."""
    connection.execute(delete(sessions))


def account_statuses(
    connection: Connection, player_ids: Collection[str], since: float
) -> dict[str, AccountStatus]:
    """Return the status of these players by id, with the sessions used since then."""
    valid: dict[str, dict[str, float]] = {}
    ids = list(player_ids)
    for row in connection.execute(_VALID, {"ids": ids, "since": since}):
        valid.setdefault(row.player, {})[row.id] = row.used
    found = connection.execute(_ACCOUNTS, {"ids": ids})
    return {
        row.id: AccountStatus(
            seat_name(row),
            {} if row.banned or row.kind == "gone" else valid.get(row.id, {}),
            row.muted,
        )
        for row in found
    }
