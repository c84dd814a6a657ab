"""Limits per player and per network: token buckets, and concurrent requests."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from quire.errors import TooMany
from quire.server.settings import Settings

MAX_KEYS = 10_000
"""Players or networks remembered by each limit; the least recently used are dropped."""

NETWORK_FACTOR = 50
"""How much more than one account all accounts of a network may do: a class sits behind one."""

TURNS = 4
"""Requests of a network that are worked on at the same time."""

IPV6_PREFIX = 64
"""The part of an IPv6 address that a customer gets: the rest is theirs to choose."""


@lru_cache(MAX_KEYS)
def is_public(network: str) -> bool:
    """Return whether a network is part of the internet: not loopback, private or unknown.

    >>> [is_public(it) for it in ("8.8.8.8", "192.168.1.7", "2a00:1450:4001:80b::/64", "::1")]
    [True, False, True, False]
    """
    try:
        return ip_network(network).is_global
    except ValueError:
        return False


def network_of(address: str) -> str:
    """Return the network whose addresses are counted together.

    >>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8:1:2::/64', '203.0.113.7')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if found.is_loopback:
            return str(found)
        return str(ip_network((found, IPV6_PREFIX), strict=False))
    return address


class TokenBucket:
    """A rate limit: tokens are refilled at a steady rate, up to a burst."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = float(burst)
        self._at = now

    def take(self, now: float) -> float:
        """Take a token. Return 0, or the seconds until there will be one."""
        left = self._left
        if now > self._at:
            left += (now - self._at) * self.rate
            if left > self.burst:
                left = float(self.burst)
        self._at = now
        if left >= 1.0:
            self._left = left - 1.0
            return 0.0
        self._left = left
        return (1.0 - left) / self.rate


class RateLimit:
    """A token bucket for each player, network or name."""

    def __init__(
        self, rate: float, burst: int, what: str = "too many requests", max_keys: int = MAX_KEYS
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._what = what
        self._max_keys = max_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now: float) -> None:
        """Take a token of a key. Raises TooMany if there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > self._max_keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        after = bucket.take(now)
        if after:
            raise TooMany(f"{self._what}: try again in {max(1, ceil(after))} s", after)


class AccountLimit:
    """A limit for each account, and a wider one for all accounts of a network."""

    def __init__(self, rate: float, burst: int, what: str = "too many requests") -> None:
        self._accounts = RateLimit(rate, burst, what)
        self._networks = RateLimit(NETWORK_FACTOR * rate, NETWORK_FACTOR * burst, what)

    def take(self, account: str, network: str, now: float) -> None:
        """Take a token of an account, and of its network. Raises TooMany if there is none."""
        self._accounts.take(account, now)
        self._networks.take(network, now)


class RateLimits:
    """All rate limits of a server."""

    def __init__(self, settings: Settings) -> None:
        self.messages = AccountLimit(
            settings.message_rate, settings.message_burst, "too many messages"
        )
        """Socket messages."""
        self.chats = AccountLimit(
            settings.chat_rate, settings.chat_burst, "you're sending messages too fast"
        )
        """Chat messages."""
        self.passphrases = AccountLimit(settings.passphrase_rate, settings.passphrase_burst)
        """Attempts to sign in."""
        self.reports = AccountLimit(settings.report_rate, settings.report_burst)
        """Reports of players."""
        self.turns = Turns(TURNS)
        """Requests and games to follow, by network."""
        self.requests = RateLimit(settings.request_rate, settings.request_burst)
        """HTTP requests, by network."""
        self.watches = RateLimit(settings.watch_rate, settings.watch_burst, "too many games")
        """Games to follow, by network: each is sent whole."""
        self.analyses = RateLimit(settings.analysis_rate, settings.analysis_burst)
        """Analyses and reports of tournaments, by network."""
        self.guests = RateLimit(settings.guest_rate, settings.guest_burst)
        """New guests, by network."""
        self.sign_ins = RateLimit(settings.sign_in_rate, settings.sign_in_burst)
        """Sign-ins, registrations and renames, by network."""


class ConcurrencyLimit:
    """A limit on what each network may have open at the same time."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def is_full(self, network: str) -> bool:
        """Return whether a network has reached the limit."""
        return self._open[network] >= self._limit

    @contextmanager
    def hold(self, network: str) -> Iterator[None]:
        """Count one more for a network while the context is open."""
        self._open[network] += 1
        try:
            yield
        finally:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]


class Turns:
    """Work for a network is done a few at a time; the rest waits for its turn.

    Between two turns the server does what others wait for.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._semaphores: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, network: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it while the context is open."""
        self._users[network] += 1
        semaphore = self._semaphores.setdefault(network, asyncio.Semaphore(self._number))
        try:
            async with semaphore:
                yield
                await asyncio.sleep(0)
        finally:
            self._users[network] -= 1
            if not self._users[network]:
                del self._users[network], self._semaphores[network]
