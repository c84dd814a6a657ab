"""Notify players who are away, in the browsers where they have asked for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

import msgspec

from quire.errors import NotationError
from quire.server.logging import logger
from quire.server.push.endpoint import check_endpoint
from quire.store.people import push
from quire.store.people.push import Subscription
from quire.store.store import Store

MAX_CONCURRENT, MAX_WAITING = 16, 200
"""Requests to push services at once, one per player, so that slow services don't keep the others
waiting; and notifications in progress: those beyond are dropped."""

GONE = (404, 410)
"""Statuses by which a push service says that a subscription has ended."""


class GameJoined(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="joined"):
    """A friend has joined a game, and its host is away."""

    game_id: str
    name: str
    """The player who has joined."""
    language: str = "en"
    """The language of the page where the notification was asked for."""


class PushRequest(NamedTuple):
    """A request to a push service."""

    endpoint: str
    headers: dict[str, str]
    body: bytes


class Sealer(Protocol):
    """Encrypts and signs messages; see `message.PushKey`."""

    public: str

    def check(self, subscription: Subscription) -> None:
        """Raise NotationError for keys that nothing can be encrypted with."""
        ...

    def sealed(
        self, message: bytes, to: Subscription, topic: str, contact: str, today: float
    ) -> PushRequest:
        """Return the request that sends a message; a later one of the same topic replaces it."""
        ...


async def open_push(store: Store, contact: str) -> Push | None:
    """Return the service with the key in the database; None if no contact is given.

    Raises NotationError if what it needs is not installed.
    """
    if not contact:
        return None
    try:
        from quire.server.push.delivery import deliver
        from quire.server.push.message import PushKey
    except ModuleNotFoundError:
        raise NotationError(
            "push notifications are not installed: pip install 'quire[push]'"
        ) from None
    key = await store.write(partial(push.load_key, new=PushKey.new()))
    return Push(store, PushKey(key), contact, deliver)


class Push:
    """Sends messages through push services: a bounded number, each in bounded time."""

    def __init__(
        self,
        store: Store,
        key: Sealer,
        contact: str,
        deliver: Callable[[PushRequest], Awaitable[int]],
    ) -> None:
        self._store = store
        self._key = key
        self._contact = contact
        self._log = logger("quire.server")
        self.deliver = deliver
        self._free = asyncio.Semaphore(MAX_CONCURRENT)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a player is notified."""
        self._waiting = 0

    @property
    def public_key(self) -> str:
        """What browsers need to subscribe."""
        return self._key.public

    async def subscribe(self, session: str, subscription: Subscription) -> None:
        """Add a subscription. Raises NotationError if it is not one of a public push service."""
        check_endpoint(subscription.endpoint)
        self._key.check(subscription)
        today = self._store.today()
        await self._store.write(
            lambda connection: push.subscribe(connection, session, subscription, today)
        )

    async def notify(self, player: str, notification: GameJoined, since: float) -> None:
        """Notify a player in all browsers whose sessions were used since then."""
        if self._waiting >= MAX_WAITING:
            self._log.warning("push_dropped")
            return
        self._waiting += 1
        try:
            async with self._turns.setdefault(player, asyncio.Lock()):
                found = await self._store.read(
                    lambda connection: push.of_player(connection, player, since)
                )
                for subscription in found:
                    await self._send(subscription, notification)
        finally:
            self._waiting -= 1

    async def _send(self, to: Subscription, notification: GameJoined) -> None:
        translated = msgspec.structs.replace(notification, language=to.language)
        message = msgspec.json.encode(translated)
        try:
            async with self._free:
                request = self._key.sealed(
                    message, to, notification.game_id, self._contact, self._store.today()
                )
                status = await self.deliver(request)
        except OSError as error:
            self._log.info("push_failed", error=type(error).__name__)
            return
        if status in GONE:
            await self._store.write(lambda connection: push.remove(connection, to.endpoint))
        elif status >= 400:
            self._log.info("push_failed", status=status)
