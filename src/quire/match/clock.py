"""Clocks and times, for matches and records."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime

from quire.core import player_who_left
from quire.errors import NotationError

TIMESTAMP = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$"
"""A timestamp in a record: ISO 8601, in UTC."""

MOVES_AHEAD = 25
"""Moves that the time left is divided by where no number of moves is due."""

INCREMENT_SHARE = 0.75
"""The part of the increment that a suggested time uses."""

RESERVE_SECONDS = 0.05
"""Time on the clock that a suggested time leaves, at most half of it."""


def check_now(now: float) -> float:
    """Return a point in time as a float. Raises ValueError unless it is finite."""
    if type(now) is float and math.isfinite(now):  # the usual case, and a fast test
        return now
    seconds = _finite(now)
    if seconds is None:
        raise ValueError(f"now must be a finite number of seconds, not {now!r}")
    return seconds


def check_clock(clock: float | None) -> float | None:
    """Return a time limit as a float. Raises NotationError unless it is finite and above 0."""
    if clock is None:
        return None
    seconds = _finite(clock)
    if seconds is None or seconds <= 0:
        raise NotationError(
            f"clock must be more than 0 seconds, not {clock!r}; use None for no clock"
        )
    return seconds


def check_increment(clock: float | None, increment: float | None) -> float | None:
    """Return an increment as a float. Raises NotationError unless it is finite and at least 0."""
    if increment is None:
        return None
    seconds = _finite(increment)
    if seconds is None or seconds < 0:
        raise NotationError(f"increment must be 0 seconds or more, not {increment!r}")
    if clock is None:
        raise NotationError("an increment needs a clock: the total time of each player")
    return seconds


def time_after_move(left: float, spent: float, increment: float) -> float:
    """Return what a move leaves of a player's total time, in whole milliseconds.

    >>> time_after_move(300.0, 12.5, 3.0)
    290.5
    """
    return round(max(0.0, left - spent) + increment, 3)


def total_times(
    full: tuple[float, ...],
    increment: float,
    turns: Iterable[tuple[int, str, float]],
    untimed: Collection[int] = (),
) -> Iterator[tuple[float, ...]]:
    """Yield every player's total time at the start and after each turn.

    A turn is its player, its entry in the record and its seconds. The `untimed` spend nothing.

    >>> list(total_times((300.0, 300.0), 3.0, [(0, "c3", 12.5), (1, "a1", 1.0)]))
    [(300.0, 300.0), (290.5, 300.0), (290.5, 302.0)]
    """
    left = list(full)
    yield full
    for player, entry, spent in turns:
        if player_who_left(entry) is None and player not in untimed:
            left[player] = time_after_move(left[player], spent, increment)
        yield tuple(left)


def suggested_seconds(left: float, increment: float, moves_due: int | None) -> float:
    """Return a time for the next move that never runs out, for bots that keep no clock.

    >>> suggested_seconds(10.0, 0.0, None), suggested_seconds(0.02, 1.0, None)
    (0.4, 0.01)
    """
    share = left / min(moves_due or MOVES_AHEAD, MOVES_AHEAD) + INCREMENT_SHARE * increment
    return round(max(0.001, min(share, left - min(RESERVE_SECONDS, left / 2))), 3)


def timestamp(started: datetime) -> str:
    """Return a date and time as a record has it. Raises ValueError without a time zone.

    >>> timestamp(datetime(2026, 3, 9, 18, 30, tzinfo=UTC))
    '2026-03-09T18:30:00.000Z'
    """
    if started.utcoffset() is None:
        raise ValueError("started needs a time zone, as in datetime.now(UTC)")
    naive = started.astimezone(UTC).replace(tzinfo=None)
    return naive.isoformat(timespec="milliseconds") + "Z"


def is_timestamp(text: str) -> bool:
    """Return whether a text is a timestamp of a record, with an existing date and time.

    >>> is_timestamp("2026-03-09T18:30:00Z"), is_timestamp("2026-02-30T18:30:00Z")
    (True, False)
    """
    if re.search(TIMESTAMP, text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _finite(value: float) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None
