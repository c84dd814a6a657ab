"""The plots of a report: ratings with their intervals, and game lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from statistics import median

from quire.arena.report.formatting import format_rounded
from quire.arena.statistics.ratings import Rating

MAX_BARS = 40


def rating_plot(ratings: Sequence[Rating]) -> str:
    """One row per bot: a dot at its rating, and a bar over its 95% CI."""
    if not ratings:
        return "<p>No games between two bots yet.</p>"
    least, most = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    reach = max(most - least, 1.0)

    def x(elo: float) -> float:
        return 100 * (elo - least) / reach

    zero = f'<i class="zero" style="left:{x(0):.2f}%"></i>' if least <= 0 <= most else ""
    rows = []
    for rating in ratings:
        elo, low, high = map(format_rounded, (rating.elo, rating.low, rating.high))
        words = f"{rating.player}: {elo}, {low} to {high}"
        rows.append(
            f'<span class="name">{escape(rating.player)}</span>'
            f'<span class="track" title="{escape(words)}">{zero}'
            f'<i class="bar" style="left:{x(rating.low):.2f}%;'
            f'width:{x(rating.high) - x(rating.low):.2f}%"></i>'
            f'<i class="dot" style="left:{x(rating.elo):.2f}%"></i></span>'
        )
    return (
        '<div class="ratings" role="img" '
        'aria-label="Ratings with their 95% CI; the numbers are in the standings">'
        f'{"".join(rows)}<span class="name"></span><span class="axis">'
        f"<span>{format_rounded(least)}</span><span>{format_rounded(most)} Elo</span></span></div>"
    )


def length_plot(lengths: Sequence[int]) -> str:
    """Return a histogram of the number of moves per game."""
    if not lengths:
        return "<p>No games played.</p>"
    least, most = min(lengths), max(lengths)
    width = max(1, -(-(most - least + 1) // MAX_BARS))
    counts = Counter((length - least) // width for length in lengths)
    tallest = max(counts.values())
    places = (most - least) // width + 1
    bars = []
    for place in range(places):
        count = counts[place]
        first = least + place * width
        words = f"{first} to {first + width - 1}" if width > 1 else f"{first}"
        height = 100 * count / tallest
        bars.append(
            f"<g><title>{words} moves: {count} games</title>"
            f'<rect x="{place + 0.05}" y="{100 - height:.1f}" width="0.9" '
            f'height="{height:.1f}"/></g>'
        )
    summary = f"{least} to {most} moves, median {median(lengths):g}"
    return (
        f"<p>{summary}; the tallest bar is {tallest} games.</p>"
        f'<svg class="bars" role="img" aria-label="Game lengths: {summary}" '
        f'viewBox="0 0 {places} 100" preserveAspectRatio="none">{"".join(bars)}</svg>'
        f'<div class="axis"><span>{least}</span><span>{most} moves</span></div>'
    )
