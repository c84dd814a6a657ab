"""The results of a tournament as one page that needs nothing else: tables, plots, games to look at.

What is shown of a game is worked out here, by the rules; the page only draws it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from statistics import median

from quire.arena.statistics.ratings import Rating
from quire.arena.statistics.score import Score
from quire.arena.statistics.standings import Standing, meetings, standings
from quire.arena.tournament.results import GameLine, Results
from quire.core import departed
from quire.games import draw, find_game
from quire.render.palette import COLOURS

MOST_BYTES = 16_000_000
"""For the games that can be looked at; what stands around them is small."""

SAMPLE = 500
"""So many games beside the forfeits are there to be looked at, evenly chosen."""

MOST_WORDS = 300
"""Characters of what a forfeit is about; a bot's last words may be many."""


def to_html(results: Results) -> str:
    """The page."""
    table = standings(results)
    plan = results.plan
    title = f"{plan.game} {plan.start_size()}: {len(results.games)} games"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _facts(results),
        "<h2>Standings</h2>",
        _standings(table),
        "<h2>Ratings</h2>",
        _rating_plot([it.rating for it in table if it.rating is not None]),
        *_meetings([it.name for it in table], meetings(results, table)),
        "<h2>Forfeits</h2>",
        _forfeits(results),
        "<h2>Game lengths</h2>",
        _lengths(results),
        "<h2>Games</h2>",
        _viewer(results),
    ]
    assets = files("quire.arena.report")
    style = assets.joinpath("report.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_colours()}{style}</style></head>\n<body><main>"
        + "\n".join(parts)
        + "</main></body></html>\n"
    )


def _colours() -> str:
    def root(tone: str) -> str:
        pairs = COLOURS["dark" if tone == "dark" else "light"].items()
        return ":root{" + "".join(f"--{use}:{colour};" for use, colour in pairs) + "}"

    return f"{root('light')}@media (prefers-color-scheme:dark){{{root('dark')}}}"


def _facts(results: Results) -> str:
    plan = results.plan
    limit = plan.limit()
    words = []
    if limit.seconds is not None:
        words.append(f"{limit.seconds:g} s per move")
    if limit.nodes is not None:
        words.append(f"{limit.nodes:,} nodes a move")
    sandboxes = sorted({game.sandbox for game in results.games.values()})
    facts = {
        "kind": str(plan.kind),
        "limit": ", ".join(words),
        "opening": f"{plan.opening_moves()} random moves, seed {plan.seed}; seats swapped",
        "sandbox": "; ".join(sandboxes) or "-",
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    return f"<dl>{rows}</dl>"


def _table(name: str, head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """A table whose first columns hold words and the others figures."""

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
    # What can be scrolled must be in reach of the keyboard.
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(name)}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def signed(value: float) -> str:
    """A rounded number with its sign; nothing is more or less than 0.

    >>> [signed(value) for value in (12.4, -0.3, 0.3, -12.6)]
    ['+12', '0', '0', '-13']
    """
    text = f"{value:+.0f}"
    return "0" if text in ("+0", "-0") else text


def counted(points: float) -> str:
    """Points as short as they can be told: those of three players are shared by thirds.

    >>> [counted(points) for points in (35.0, 4.5, 4 + 5 / 6)]
    ['35', '4.5', '4.83']
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")


def _standings(table: Sequence[Standing]) -> str:
    return _table(
        "Standings",
        ("bot", "games", "points", "score", "Elo", "95% CI", "forfeits"),
        (
            (
                it.name,
                str(it.games),
                counted(it.points),
                f"{100 * it.share:.1f} %",
                signed(it.rating.elo) if it.rating else "",
                f"{signed(it.rating.low)} to {signed(it.rating.high)}" if it.rating else "",
                str(it.forfeits),
            )
            for it in table
        ),
    )


def _meetings(names: Sequence[str], found: Mapping[tuple[str, str], Score]) -> Iterator[str]:
    """The crosstable, then every meeting with its figures."""
    if not found:
        return
    both = dict(found) | {(other, one): score.reverse for (one, other), score in found.items()}
    points = {pair: f"{counted(score.points)} / {score.games}" for pair, score in both.items()}
    yield "<h2>Crosstable</h2>"
    yield _table(
        "Crosstable",
        ("bot", *names),
        ((name, *(points.get((name, other), "") for other in names)) for name in names),
    )
    yield _table(
        "Head-to-head",
        (
            "bot",
            "against",
            "W-D-L",
            "first",
            "second",
            "score (95% CI)",
            "Elo (95% CI)",
            "LOS",
            "pairs 0 to 2",
        ),
        ((one, other, *figures(score)) for (one, other), score in found.items()),
        words=2,
    )


def figures(score: Score) -> list[str]:
    """A meeting in figures: by seat, share, Elo, likelihood of superiority, pentanomial counts."""
    low, high = score.interval
    elo_low, elo_high = score.elo_interval
    return [
        *(f"{it.wins}-{it.draws}-{it.losses}" for it in (score.total, score.first, score.second)),
        f"{100 * score.share:.1f} % ({100 * low:.1f}-{100 * high:.1f})",
        f"{signed(score.elo)} ({signed(elo_low)} to {signed(elo_high)})",
        f"{100 * score.superiority:.1f} %",
        " ".join(map(str, score.pairs)),
    ]


def _rating_plot(ratings: Sequence[Rating]) -> str:
    """A row for each bot: a dot, and a bar from the one end of its interval to the other."""
    if not ratings:
        return "<p>No games between two bots yet.</p>"
    least, most = min(it.low for it in ratings), max(it.high for it in ratings)
    reach = max(most - least, 1.0)

    def x(elo: float) -> float:
        return 100 * (elo - least) / reach

    zero = f'<i class="zero" style="left:{x(0):.2f}%"></i>' if least <= 0 <= most else ""
    rows = []
    for it in ratings:
        words = f"{it.player}: {signed(it.elo)}, {signed(it.low)} to {signed(it.high)}"
        rows.append(
            f'<span class="name">{escape(it.player)}</span>'
            f'<span class="track" title="{escape(words)}">{zero}'
            f'<i class="bar" style="left:{x(it.low):.2f}%;width:{x(it.high) - x(it.low):.2f}%"></i>'
            f'<i class="dot" style="left:{x(it.elo):.2f}%"></i></span>'
        )
    return (
        '<div class="ratings" role="img" '
        'aria-label="Ratings with their intervals; the figures are in the standings">'
        f'{"".join(rows)}<span class="name"></span><span class="axis">'
        f"<span>{signed(least)}</span><span>{signed(most)} Elo</span></span></div>"
    )


def _forfeits(results: Results) -> str:
    found: Counter[tuple[str, str]] = Counter()
    late = 0
    for game in results.games.values():
        for it in game.forfeits:
            found[game.record.players[it.player], str(it.reason)] += 1
            late += it.overloaded
    if not found:
        return "<p>None.</p>"
    table = _table(
        "Forfeits",
        ("bot", "reason", "games"),
        ((name, why, str(count)) for (name, why), count in sorted(found.items())),
        words=2,
    )
    note = (
        f"<p>In {late} of these the machine was overloaded: "
        "the bot got less than half of its time.</p>"
    )
    return table + (note if late else "")


def _lengths(results: Results) -> str:
    """How many games had how many moves, as bars."""
    lengths = [len(game.record.moves) for game in results.games.values()]
    if not lengths:
        return "<p>No games played.</p>"
    least, most = min(lengths), max(lengths)
    width = max(1, -(-(most - least + 1) // 40))
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
    said = f"{least} to {most} moves, median {median(lengths):g}"
    return (
        f"<p>{said}; the highest bar is {tallest} games.</p>"
        f'<svg class="bars" role="img" aria-label="Lengths of games: {said}" '
        f'viewBox="0 0 {places} 100" preserveAspectRatio="none">{"".join(bars)}</svg>'
        f'<div class="axis"><span>{least}</span><span>{most} moves</span></div>'
    )


def _viewer(results: Results) -> str:
    """Games to look at: all forfeits and a sample of the others, as many as there is room for."""
    games = list(results.games.values())
    if not games:
        return "<p>No game was played.</p>"
    forfeits = [game for game in games if game.forfeits]
    others = [game for game in games if not game.forfeits]
    step = -(-len(others) // SAMPLE) or 1
    names: dict[str, int] = {}
    texts, room = [], MOST_BYTES
    for game in [*forfeits, *others[::step]]:
        text = _in_json(_steps(game, names))
        room -= len(text.encode())
        if room < 0:
            break
        texts.append(text)
    data = _in_json({"board": _board(results), "names": list(names)})
    data = f'{data[:-1]},"games":[{",".join(texts)}]}}'.replace("<", "\\u003c")
    assets = files("quire.arena.report")
    return (
        f"<p>{_told(len(texts), len(forfeits), len(others))}</p>"
        f"{assets.joinpath('viewer.html').read_text('utf-8')}"
        f'<script type="application/json" id="data">{data}</script>'
        f"<script>{script()}</script>"
    )


def script() -> str:
    """The one script of the page, as it stands in it."""
    return files("quire.arena.report").joinpath("report.js").read_text("utf-8")


def _told(shown: int, forfeits: int, others: int) -> str:
    """What is said about the choice; the forfeits come first in it."""
    if shown == forfeits + others:
        return "All games."
    lost = min(shown, forfeits)
    return (
        f"{'All' if lost == forfeits else f'{lost} of the'} {forfeits} forfeits and "
        f"{shown - lost} of the other {others} games, evenly chosen. "
        "The file of results has all of them."
    )


def _in_json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _board(results: Results) -> dict[str, object]:
    picture = draw(find_game(results.plan.game).start(results.plan.start_size()))
    return {
        "width": picture.width,
        "height": picture.height,
        "cells": {cell.name: (cell.x, cell.y) for cell in picture.cells},
        "rules": [(it.x1, it.y1, it.x2, it.y2) for it in picture.strokes],
        "labels": [(it.x, it.y, it.text) for it in picture.labels],
    }


def _steps(game: GameLine, names: dict[str, int]) -> dict[str, object]:
    """A game for the page: each move after its player, and by their numbers what they drew.

    The names of players are numbered as they come.
    """
    record = game.record
    position = find_game(record.game).start(record.size)
    moves: list[str] = []
    lines: dict[int, list[tuple[str, str]]] = {}
    shaded: dict[int, list[str]] = {}
    for number, move in enumerate(record.moves):
        leaving = departed(move)
        moves.append(f"{position.to_move if leaving is None else leaving}{move}")
        if leaving is not None:
            position = position.leave(leaving)
            continue
        if drawn := [(line[0], line[-1]) for line in position.completes(move)]:
            lines[number] = drawn
        before = position.cells() if record.game == "obstruction" else {}
        position = position.play(move)
        if before:
            now = position.cells()
            shaded[number] = [name for name, it in now.items() if it == "#" != before[name]]
    outcome = record.outcome
    winner = "nobody" if outcome.winner is None else record.players[outcome.winner]
    why = [
        f"{record.players[it.player]} forfeits, {it.reason}: {_short(it.detail)}"
        for it in game.forfeits
    ]
    found: dict[str, object] = {
        "id": game.id,
        "players": [names.setdefault(name, len(names)) for name in record.players],
        "end": "; ".join([f"{winner} wins ({outcome.reason})", *why]),
        "opening": game.opening,
        "moves": " ".join(moves),
    }
    return found | ({"lines": lines} if lines else {}) | ({"shaded": shaded} if shaded else {})


def _short(text: str) -> str:
    return text if len(text) <= MOST_WORDS else f"{text[: MOST_WORDS - 1]}…"
