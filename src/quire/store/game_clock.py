"""The game clock: the time by which moves are timed. It pauses while nobody can move.

Nobody can move while no server runs, or while the store cannot be written. Every server has a game
clock of its own, which runs with the machine's steady clock; through the store (`presence`) all
agree on the one that is ahead. Dates are not used for it, so setting a machine's clock changes no
game.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

SLOW_WRITE_SECONDS = 1.0
"""A write that takes longer pauses the game clock until it is done."""


def steady_time() -> Callable[[], float]:
    """Return a clock with seconds since 1970, by the machine's clock when it was made.

    It never jumps when the machine's clock is set, and stands still while the machine is asleep.
    """
    monotonic = time.monotonic
    offset = time.time() - monotonic()
    return lambda: monotonic() + offset


class GameClock:
    """A game clock that pauses from the last successful write to the next, if that is in trouble.

    `begin_write` and `end_write` report every write. If one fails or takes long, the clock stands
    at the end of the last one that succeeded, and continues from there when the next succeeds.
    """

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        """Seconds since 1970, by this machine."""
        self.drift = 0.0
        """Seconds the database's clock is ahead of this machine's."""
        self.downtime = 0.0
        """Seconds the game clock is behind the date: all its pauses so far."""
        self.was_paused = False
        """Whether it has paused since this was last set to False."""
        self._written_at = wall()
        self._began_at = inf
        """When the write in progress began; never if there is none."""
        self._failing = False

    def today(self) -> float:
        """Return seconds since 1970, by the database's clock."""
        return self._wall() + self.drift

    def now(self) -> float:
        """Return the time on the game clock."""
        wall = self._wall()
        # As in `is_paused`; every message asks for the time more than once.
        if self._failing or wall - self._began_at > SLOW_WRITE_SECONDS:
            wall = self._written_at
        return wall + self.drift - self.downtime

    @property
    def is_paused(self) -> bool:
        """Whether the store cannot be written."""
        return self._failing or self._wall() - self._began_at > SLOW_WRITE_SECONDS

    def begin_write(self) -> None:
        """Note that a write has begun."""
        self._began_at = self._wall()

    def end_write(self, succeeded: bool) -> None:
        """Note that it has ended."""
        if not succeeded:
            self._failing = True
        else:
            wall = self._wall()
            if self.is_paused:
                self.downtime += wall - self._written_at
                self.was_paused = True
            self._written_at = wall
            self._failing = False
        self._began_at = inf

    def catch_up(self, game_time: float) -> None:
        """Advance the clock to that of a server which is ahead."""
        self.downtime -= max(0.0, game_time - self.now())
