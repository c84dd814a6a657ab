"""The tables of a report: standings, crosstable, head-to-head, forfeits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from quire.arena.report.formatting import (
    format_points,
    format_rounded,
    format_share,
    head_to_head_row,
)
from quire.arena.statistics.score import Score
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import Standing


def standings_table(table: Sequence[Standing]) -> str:
    """Return all bots with their points and ratings, the best first."""
    return html_table(
        "Standings",
        ("bot", "games", "points", "score", "Elo", "95% CI", "forfeits"),
        (
            (
                row.name,
                str(row.games),
                format_points(row.points),
                format_share(row.share),
                format_rounded(row.rating.elo) if row.rating else "",
                f"{format_rounded(row.rating.low)} to {format_rounded(row.rating.high)}"
                if row.rating
                else "",
                str(row.forfeits),
            )
            for row in table
        ),
    )


def crosstable(names: Sequence[str], found: Mapping[tuple[str, str], Score]) -> str:
    """Return the points of every bot against every other one."""
    both = dict(found) | {(other, one): score.reverse for (one, other), score in found.items()}
    points = {
        pair: f"{format_points(score.points)} / {score.games}" for pair, score in both.items()
    }
    return html_table(
        "Crosstable",
        ("bot", *names),
        ((name, *(points.get((name, other), "") for other in names)) for name in names),
    )


def head_to_head_table(found: Mapping[tuple[str, str], Score]) -> str:
    """Return every two bots that played each other, with the statistics of their games."""
    heads = (
        *("bot", "against", "W-D-L", "first", "second"),
        *("score (95% CI)", "Elo (95% CI)", "LOS", "pentanomial"),
    )
    rows = ((one, other, *head_to_head_row(score)) for (one, other), score in found.items())
    note = "<p>LOS: likelihood of superiority. Pentanomial: pairs of games that scored 0, ½, 1, "
    return html_table("Head-to-head", heads, rows, words=2) + f"{note}1½ and 2 points.</p>"


def forfeits_table(results: Results) -> str:
    """Return how often each bot forfeited, by reason."""
    found: Counter[tuple[str, str]] = Counter()
    overloaded = 0
    for game in results.games.values():
        for forfeit in game.forfeits:
            found[game.record.players[forfeit.player], str(forfeit.reason)] += 1
            overloaded += forfeit.overloaded
    if not found:
        return "<p>None.</p>"
    table = html_table(
        "Forfeits",
        ("bot", "reason", "games"),
        ((name, why, str(count)) for (name, why), count in sorted(found.items())),
        words=2,
    )
    note = (
        f"<p>In {overloaded} of these the machine was overloaded: "
        "the bot got less than half of its time.</p>"
    )
    return table + (note if overloaded else "")


def html_table(
    name: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1
) -> str:
    """Return a table whose first columns hold words and the others numbers."""

    def cell(place: int, text: str) -> str:
        kind = ' class="word"' if place < words else ""
        tag = "th" if place == 0 else "td"
        scope = ' scope="row"' if place == 0 else ""
        return f"<{tag}{kind}{scope}>{escape(text)}</{tag}>"

    heads = "".join(
        f'<th scope="col"{" class=word" if place < words else ""}>{escape(text)}</th>'
        for place, text in enumerate(head)
    )
    body = "".join(
        f"<tr>{''.join(cell(place, text) for place, text in enumerate(row))}</tr>" for row in rows
    )
    # Keyboard users must be able to scroll it.
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(name)}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )
