"""What administrators do with `quire admin`, and the log of it.

Every change is logged in its own transaction. Running servers read the log every second, and apply
to their connections and rooms what is new in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network

import msgspec
from sqlalchemy import Connection, bindparam, func, select, text, update
from sqlalchemy import delete as remove

from quire.errors import NotAllowed, NotationError, NotFound
from quire.online.event import EventKind
from quire.online.live_game import Decision, LiveGame
from quire.store.play import decision, games, presence
from quire.store.schema import admin_actions, events, mutes, network_bans, seats
from quire.store.sql import insert

IPV6_PREFIX = 64
"""The part of an IPv6 address that a customer gets: the rest is theirs to choose."""

MIN_PREFIX = {4: 8, 6: 16}
"""The shortest prefix of a banned network; a shorter one is a typing error."""

ROTATE_SECRET = "rotate-secret"
"""The command that changes the secret of tokens."""

LOCK = 0x5155495246
"""The PostgreSQL advisory lock that orders the log: without it, an action could be committed after
one with a higher id, and servers would never see it."""

_SINCE = (
    select(admin_actions).where(admin_actions.c.id > bindparam("last")).order_by(admin_actions.c.id)
)


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """A command that changed something: who ran it and when, and what it was about."""

    id: int
    created: float
    admin: str
    command: str
    player: str | None = None
    game_id: str | None = None
    network: str | None = None
    detail: str = ""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message in a game; `seq` is its number."""

    seq: int
    seat: int
    player: str | None
    name: str
    text: str


# --- the log ---


def log(
    connection: Connection,
    command: str,
    admin: str,
    today: float,
    *,
    player: str | None = None,
    game_id: str | None = None,
    network: str | None = None,
    detail: str = "",
) -> None:
    """Log a command, in the transaction of what it changes."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    row = {"command": command, "admin": admin[:64], "created": today, "detail": detail}
    about = {"player": player, "game_id": game_id, "network": network}
    connection.execute(admin_actions.insert(), {**row, **about})


def actions(connection: Connection, limit: int) -> list[Action]:
    """Return the last actions, newest first."""
    query = select(admin_actions).order_by(admin_actions.c.id.desc()).limit(limit)
    return [Action(**row._mapping) for row in connection.execute(query)]


def actions_since(connection: Connection, id: int) -> list[Action]:
    """Return all actions after that one, oldest first."""
    return [Action(**row._mapping) for row in connection.execute(_SINCE, {"last": id})]


def last_action(connection: Connection) -> int:
    """Return the id of the last action; 0 if there is none."""
    return connection.scalar(select(func.max(admin_actions.c.id))) or 0


# --- games and their chat ---


def end_game(connection: Connection, id: str, today: float) -> None:
    """End a game without a result; an open game is deleted. Raises NotFound, NotAllowed."""

    def end(live: LiveGame) -> Decision:
        if live.is_over:
            raise NotAllowed(f"game {id} is already over")
        return live.end_by_admin(presence.game_time(connection))

    if not games.cancel(connection, id):
        decision.commit(connection, id, end, today)


def chat_lines(connection: Connection, game_id: str) -> list[ChatLine]:
    """Return the chat messages of a game, oldest first. Raises NotFound."""
    games.load(connection, game_id)
    query = (
        select(events.c.seq, events.c.seat, seats.c.player, seats.c.name, events.c.text)
        .join(seats, (seats.c.game_id == events.c.game_id) & (seats.c.seat == events.c.seat))
        .where(events.c.game_id == game_id, events.c.kind == EventKind.CHAT, events.c.text != "")
        .order_by(events.c.seq)
    )
    return [ChatLine(**row._mapping) for row in connection.execute(query)]


def delete_chat(connection: Connection, game_id: str, seq: int) -> ChatLine:
    """Delete a chat message, and return what it was. Raises NotFound."""
    for line in chat_lines(connection, game_id):
        if line.seq == seq:
            one = (events.c.game_id == game_id, events.c.seq == seq)
            connection.execute(update(events).where(*one).values(text=""))
            return line
    raise NotFound(f"no chat message {seq} in game {game_id}")


# --- muting ---


def mute(connection: Connection, player_id: str, today: float) -> None:
    """Take away a player's chat."""
    statement = insert(connection, mutes).values(player=player_id, created=today)
    connection.execute(statement.on_conflict_do_nothing())


def unmute(connection: Connection, player_id: str) -> None:
    """Give a player's chat back. Raises NotFound if the player is not muted."""
    if not connection.execute(remove(mutes).where(mutes.c.player == player_id)).rowcount:
        raise NotFound("that player is not muted")


# --- networks ---


def read_network(network: str) -> str:
    """Return a network in canonical notation. Raises NotationError.

    IPv6 addresses stand for the /64 they are in.

    >>> read_network("203.0.113.7"), read_network("203.0.113.7/24"), read_network("2001:db8::7")
    ('203.0.113.7', '203.0.113.0/24', '2001:db8::/64')
    """
    try:
        found = ip_network(network.strip(), strict=False)
    except ValueError:
        raise NotationError(
            f"{network!r} is not a network: write 203.0.113.7, 203.0.113.0/24 or 2001:db8:1:2::/64"
        ) from None
    if isinstance(found, IPv6Network):
        mapped = found.network_address.ipv4_mapped
        if mapped is not None and found.prefixlen >= 96:
            found = IPv4Network((mapped, found.prefixlen - 96))
        elif found.prefixlen > IPV6_PREFIX:
            found = found.supernet(new_prefix=IPV6_PREFIX)
    if found.prefixlen < MIN_PREFIX[found.version]:
        raise NotationError(f"{found} is too large: use /{MIN_PREFIX[found.version]} or more")
    return str(found).removesuffix("/32") if found.version == 4 else str(found)


def ban_network(connection: Connection, network: str, today: float) -> None:
    """Ban a network, given in canonical notation."""
    statement = insert(connection, network_bans).values(network=network, created=today)
    connection.execute(statement.on_conflict_do_nothing())


def unban_network(connection: Connection, network: str) -> None:
    """Lift the ban of a network. Raises NotFound."""
    which = network_bans.c.network == network
    if not connection.execute(remove(network_bans).where(which)).rowcount:
        raise NotFound(f"{network} is not banned")


def banned_networks(connection: Connection) -> Sequence[str]:
    """Return the banned networks."""
    return list(connection.scalars(select(network_bans.c.network).order_by(network_bans.c.network)))
