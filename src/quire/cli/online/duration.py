"""Durations in words."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


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
