"""Durations in words."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def clock_words(clock: float | None, increment: float | None) -> str:
    """Return a clock in words; total time is in minutes, with the increment in seconds.

    >>> clock_words(90, None), clock_words(300, 3), clock_words(30, 0), clock_words(None, None)
    ('90 s per move', '5+3', '0.5+0', 'no clock')
    """
    if clock is None:
        return "no clock"
    return f"{duration(clock)} per move" if increment is None else f"{clock / 60:g}+{increment:g}"


def duration(seconds: float) -> str:
    """Return a duration in the largest unit that gives at least two of it; never 0 s.

    >>> duration(0.2), duration(59.6), duration(90), duration(300), duration(5400)
    ('1 s', '60 s', '90 s', '5 minutes', '90 minutes')
    >>> duration(172799)
    '2 days'
    """
    for unit, name in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")):
        if round(seconds / unit, 2) >= 2:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(1, round(seconds))} s"
