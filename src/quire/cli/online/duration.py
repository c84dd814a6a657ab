"""Times, as people read them."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def duration(seconds: float) -> str:
    """A time in the largest unit of which there are two at least, or as good as two.

    >>> duration(59.6), duration(90), duration(300), duration(5400), duration(172799)
    ('60 s', '90 s', '5 minutes', '90 minutes', '2 days')
    """
    for unit, name in ((DAY, "days"), (HOUR, "hours"), (MINUTE, "minutes")):
        if round(seconds / unit, 2) >= 2:
            return f"{seconds / unit:.0f} {name}"
    return f"{max(0, round(seconds))} s"
