"""A queue that shares working time fairly among networks, and among the players of a network.

The next task is that of the network which has used the least time lately, and there of the player
who has used the least. Someone with two hundred games waits for their own games, and nobody else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

HALF_LIFE_SECONDS = 30.0
"""After this time, time used counts half."""

MAX_OWNERS = 10_000
"""Players and networks whose use is remembered; the least recently charged are dropped."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Who a task is done for."""

    player: str = ""
    network: str = ""


@dataclass(slots=True, eq=False)
class Waiting(Generic[T]):
    """A task in the queue."""

    item: T
    owner: Owner
    is_short: bool


class Usage:
    """Time used lately, by key."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def of(self, key: str) -> float:
        """Return the seconds that a key has used lately."""
        used, at = self._used.get(key, (0.0, 0.0))
        return float(used * 0.5 ** ((self._now() - at) / HALF_LIFE_SECONDS))

    def charge(self, key: str, seconds: float) -> None:
        """Add seconds to a key's use."""
        self._used[key] = self.of(key) + seconds, self._now()
        self._used.move_to_end(key)
        if len(self._used) > MAX_OWNERS:
            self._used.popitem(last=False)


class FairQueue(Generic[T]):
    """Tasks that wait, and who has used how much time lately."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._players, self._networks = Usage(now), Usage(now)
        self._waiting: dict[str, dict[str, list[Waiting[T]]]] = {}
        """By network, then by player, in the order they came."""
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, item: T, owner: Owner, is_short: bool) -> Waiting[T]:
        """Add a task."""
        waiting = Waiting(item, owner, is_short)
        players = self._waiting.setdefault(owner.network, {})
        players.setdefault(owner.player, []).append(waiting)
        self._size += 1
        return waiting

    def remove(self, waiting: Waiting[T]) -> bool:
        """Remove a task. Return whether it was still there."""
        players = self._waiting.get(waiting.owner.network, {})
        tasks = players.get(waiting.owner.player, [])
        if waiting not in tasks:
            return False
        tasks.remove(waiting)
        self._size -= 1
        if not tasks:
            del players[waiting.owner.player]
            if not players:
                del self._waiting[waiting.owner.network]
        return True

    def pop(self, only_short: bool = False) -> Waiting[T] | None:
        """Remove and return the next task, or the next short one; None if there is none."""
        for network in sorted(self._waiting, key=self._networks.of):
            players = self._waiting[network]
            for player in sorted(players, key=self._players.of):
                for waiting in players[player]:
                    if waiting.is_short or not only_short:
                        self.remove(waiting)
                        return waiting
        return None

    def pop_last(self) -> T:
        """Remove and return the newest task of the player who has used the most time."""
        players = self._waiting[max(self._waiting, key=self._networks.of)]
        waiting = players[max(players, key=self._players.of)][-1]
        self.remove(waiting)
        return waiting.item

    def charge(self, owner: Owner, seconds: float) -> None:
        """Count the time that was used for someone."""
        self._networks.charge(owner.network, seconds)
        self._players.charge(owner.player, seconds)
