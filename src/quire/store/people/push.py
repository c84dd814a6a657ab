"""Push subscriptions: the browsers in which players want to be notified while they are away."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select

from quire.store.schema import push_subscriptions as subscriptions
from quire.store.schema import secrets, sessions
from quire.store.sql import insert

MAX_SUBSCRIPTIONS = 5
"""Subscriptions of a player; then a new one replaces the oldest."""

KEY = "push"
"""The name of the secret that signs messages."""


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """Where a browser is reached, how to encrypt for it, and the language of its page."""

    endpoint: str
    public_key: str
    auth: str
    language: str


_COLUMNS = [subscriptions.c[field] for field in Subscription.__struct_fields__]


def load_key(connection: Connection, new: str) -> str:
    """Return the private key of all servers; the first of them gives a new one."""
    row = {"name": KEY, "value": new}
    connection.execute(insert(connection, secrets).on_conflict_do_nothing(), row)
    return str(connection.scalar(select(secrets.c.value).where(secrets.c.name == KEY)))


def subscribe(
    connection: Connection, session: str, subscription: Subscription, today: float
) -> None:
    """Add the subscription of a session, which ends with it; the player's oldest may go."""
    row = {**msgspec.structs.asdict(subscription), "session": session, "created": today}
    connection.execute(
        delete(subscriptions).where(subscriptions.c.endpoint == subscription.endpoint)
    )
    connection.execute(subscriptions.insert(), row)
    player = select(sessions.c.player).where(sessions.c.id == session).scalar_subquery()
    theirs = (
        select(subscriptions.c.endpoint)
        .join(sessions, sessions.c.id == subscriptions.c.session)
        .where(sessions.c.player == player)
        .order_by(subscriptions.c.created.desc(), subscriptions.c.endpoint)
    )
    for endpoint in list(connection.scalars(theirs.offset(MAX_SUBSCRIPTIONS))):
        remove(connection, endpoint)


def unsubscribe(connection: Connection, session: str) -> None:
    """Remove what a session has subscribed."""
    connection.execute(delete(subscriptions).where(subscriptions.c.session == session))


def remove(connection: Connection, endpoint: str) -> None:
    """Remove a subscription, for example one that has ended at its push service."""
    connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == endpoint))


def of_player(connection: Connection, player: str, since: float) -> list[Subscription]:
    """Return a player's subscriptions, of the sessions that were used since then."""
    query = (
        select(*_COLUMNS)
        .join(sessions, sessions.c.id == subscriptions.c.session)
        .where(sessions.c.player == player, sessions.c.used >= since)
        .order_by(subscriptions.c.created, subscriptions.c.endpoint)
    )
    return [Subscription(**row._mapping) for row in connection.execute(query)]
