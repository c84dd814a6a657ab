"""Numbers as text, the same in the report and in the terminal."""

from __future__ import annotations

import math

from quire.arena.statistics.score import Score


def format_rounded(value: float) -> str:
    """Return a rounded number with its sign; zero has none.

    >>> [format_rounded(value) for value in (12.4, -0.3, 0.3, -12.6)]
    ['+12', '0', '0', '-13']
    """
    text = f"{value:+.0f}"
    return "0" if text in ("+0", "-0") else text


def format_points(points: float) -> str:
    """Points as short as possible: among three players they are shared by thirds.

    >>> [format_points(points) for points in (35.0, 4.5, 4 + 5 / 6)]
    ['35', '4.5', '4.83']
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")


def format_share(share: float) -> str:
    """Return a share of the points in per cent.

    >>> format_share(0.575)
    '57.5%'
    """
    return f"{100 * share:.1f}%"


def format_elo(elo: float, low: float, high: float) -> str:
    """Return an Elo with its 95% CI; an infinite bound is left out.

    >>> format_elo(12.3, -20, 44), format_elo(280, 130, math.inf)
    ('+12 (-20 to +44)', '+280 (> +130)')
    >>> format_elo(math.inf, 130, math.inf), format_elo(-math.inf, -math.inf, -130)
    ('> +130', '< -130')
    """
    if math.isinf(low) and math.isinf(high):
        return "unknown" if math.isinf(elo) else format_rounded(elo)
    if math.isinf(high):
        interval = f"> {format_rounded(low)}"
    elif math.isinf(low):
        interval = f"< {format_rounded(high)}"
    else:
        interval = f"{format_rounded(low)} to {format_rounded(high)}"
    return interval if math.isinf(elo) else f"{format_rounded(elo)} ({interval})"


def head_to_head_row(score: Score) -> list[str]:
    """W-D-L in total, first and second; score, Elo, LOS and pentanomial counts."""
    low, high = score.interval
    return [
        *(
            f"{record.wins}-{record.draws}-{record.losses}"
            for record in (score.total, score.first, score.second)
        ),
        f"{format_share(score.share)} ({100 * low:.1f}–{100 * high:.1f})",
        format_elo(score.elo, *score.elo_interval),
        format_share(score.los),
        " ".join(map(str, score.pairs)),
    ]


def format_size(size: int) -> str:
    """Return the size of a file.

    >>> [format_size(size) for size in (312, 41_900, 2_340_000)]
    ['312 bytes', '42 KB', '2.3 MB']
    """
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1e3:.0f} KB" if size < 1e6 else f"{size / 1e6:.1f} MB"
