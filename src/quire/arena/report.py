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

from quire.arena.ratings import Rating
from quire.arena.results import GameLine, Results
from quire.arena.score import Score
from quire.arena.standings import Standing, scores, standings
from quire.core import departed
from quire.games import draw, find_game
from quire.palette import COLOURS

MOST_BYTES = 16_000_000
"""For the games that can be looked at; what stands around them is small."""

SAMPLE = 500
"""So many games beside the forfeits are there to be looked at, evenly chosen."""


def to_html(results: Results) -> str:
    """The page."""
    shown, told = _chosen(list(results.games.values()))
    table = standings(results)
    names = results.plan.names()
    plan = results.plan
    title = f"{plan.game} {plan.start_size()}: {len(results.games)} games"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _facts(results),
        "<h2>Standings</h2>",
        _standings(table),
        "<h2>Ratings</h2>",
        _rating_plot([it.rating for it in table if it.rating is not None]),
        *_meetings(names, scores(results)),
        "<h2>Forfeits</h2>",
        _forfeits(results),
        "<h2>Lengths of games</h2>",
        _lengths(results),
        "<h2>Games</h2>",
        f"<p>{escape(told)}</p>",
        _viewer(results, shown),
    ]
    assets = files("quire.arena")
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
        words.append(f"{limit.seconds:g} s a move")
    if limit.nodes is not None:
        words.append(f"{limit.nodes:,} nodes a move")
    sandboxes = sorted({game.sandbox for game in results.games.values()})
    facts = {
        "kind": str(plan.kind),
        "limit": ", ".join(words),
        "opening": f"{plan.opening_moves()} moves by lot, seed {plan.seed}; seats change",
        "sandbox": "; ".join(sandboxes) or "-",
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(said)}</dd>" for name, said in facts.items())
    return f"<dl>{rows}</dl>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """A table whose first columns hold words and the others figures."""

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f"<{tag}{' class=word' if place < words else ''}>{escape(cell)}</{tag}>"
            for place, cell in enumerate(row)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return (
        f'<div class="wide"><table><thead><tr>{cells("th", head)}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _standings(table: Sequence[Standing]) -> str:
    return _table(
        ("bot", "games", "points", "share", "Elo", "95 % interval", "forfeits"),
        (
            (
                it.name,
                str(it.games),
                f"{it.points:g}",
                f"{100 * it.share:.1f} %",
                f"{it.rating.elo:+.0f}" if it.rating else "",
                f"{it.rating.low:+.0f} to {it.rating.high:+.0f}" if it.rating else "",
                str(it.forfeits),
            )
            for it in table
        ),
    )


def _meetings(names: Sequence[str], found: Mapping[tuple[int, int], Score]) -> Iterator[str]:
    """The crosstable, then every meeting with its figures."""
    if not found:
        return
    both = dict(found) | {(other, one): score.reverse for (one, other), score in found.items()}
    yield "<h2>Who took how much from whom</h2>"
    yield _table(
        ("", *names),
        (
            (
                name,
                *(
                    f"{both[row, column].points:g} / {both[row, column].games}"
                    if (row, column) in both
                    else ""
                    for column in range(len(names))
                ),
            )
            for row, name in enumerate(names)
        ),
    )
    yield _table(
        (
            "",
            "",
            "won-drawn-lost",
            "first",
            "second",
            "share (95 %)",
            "Elo (95 %)",
            "LOS",
            "pairs 0 to 2",
        ),
        ((names[one], names[other], *figures(score)) for (one, other), score in found.items()),
        words=2,
    )


def figures(score: Score) -> list[str]:
    """A meeting in figures: by seat, share, Elo, likelihood of superiority, pentanomial counts."""
    low, high = score.interval
    elo_low, elo_high = score.elo_interval
    return [
        *(f"{it.wins}-{it.draws}-{it.losses}" for it in (score.total, score.first, score.second)),
        f"{100 * score.share:.1f} % ({100 * low:.1f}-{100 * high:.1f})",
        f"{score.elo:+.0f} ({elo_low:+.0f} to {elo_high:+.0f})",
        f"{100 * score.superiority:.1f} %",
        " ".join(map(str, score.pairs)),
    ]


def _rating_plot(ratings: Sequence[Rating]) -> str:
    """A row for each bot: a dot, and a bar from the one end of its interval to the other."""
    if not ratings:
        return "<p>No two bots have met.</p>"
    least, most = min(it.low for it in ratings), max(it.high for it in ratings)
    reach = max(most - least, 1.0)
    left, right, row = 220, 760, 30

    def x(elo: float) -> float:
        return left + (right - left) * (elo - least) / reach

    parts = []
    for place, it in enumerate(ratings):
        y = row * place + row / 2
        words = f"{it.player}: {it.elo:+.0f}, {it.low:+.0f} to {it.high:+.0f}"
        parts.append(
            f"<g><title>{escape(words)}</title>"
            f'<text x="{left - 12}" y="{y}" text-anchor="end">{escape(it.player[:28])}</text>'
            f'<path d="M{x(it.low):.1f} {y - 6}v12m0 -6H{x(it.high):.1f}m0 -6v12"/>'
            f'<circle cx="{x(it.elo):.1f}" cy="{y}" r="5"/></g>'
        )
    height = row * len(ratings)
    axis = (
        f'<text x="{left}" y="{height + 16}">{least:+.0f}</text>'
        f'<text x="{right}" y="{height + 16}" text-anchor="end">{most:+.0f} Elo</text>'
    )
    return (
        f'<svg class="plot" role="img" aria-label="Ratings with their intervals" '
        f'viewBox="0 0 {right + 20} {height + 30}">{"".join(parts)}{axis}</svg>'
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
        ("bot", "why", "games"),
        ((name, why, str(count)) for (name, why), count in sorted(found.items())),
        words=2,
    )
    note = f"<p>In {late} of these the host was overloaded: the bot was hardly let to work.</p>"
    return table + (note if late else "")


def _lengths(results: Results) -> str:
    """How many games had how many moves, as bars."""
    lengths = [len(game.record.moves) for game in results.games.values()]
    if not lengths:
        return "<p>No game was played.</p>"
    least, most = min(lengths), max(lengths)
    width = max(1, -(-(most - least + 1) // 40))
    counts = Counter((length - least) // width for length in lengths)
    tallest = max(counts.values())
    bars = []
    for place in range((most - least) // width + 1):
        count = counts[place]
        first = least + place * width
        words = f"{first} to {first + width - 1}" if width > 1 else f"{first}"
        height = 120 * count / tallest
        bars.append(
            f"<g><title>{words} moves: {count} games</title>"
            f'<rect x="{20 + 18 * place}" y="{130 - height:.1f}" width="16" '
            f'height="{height:.1f}"/></g>'
        )
    right = 20 + 18 * ((most - least) // width + 1)
    return (
        f"<p>{least} to {most} moves, half of them {median(lengths):g} or fewer.</p>"
        f'<svg class="plot bars" role="img" aria-label="Lengths of games" '
        f'viewBox="0 0 {max(right + 20, 200)} 150">{"".join(bars)}'
        f'<text x="20" y="146">{least}</text>'
        f'<text x="{right}" y="146" text-anchor="end">{most} moves</text></svg>'
    )


def _chosen(games: Sequence[GameLine]) -> tuple[list[GameLine], str]:
    """The games to look at, and what is said about the choice."""
    forfeits = [game for game in games if game.forfeits]
    others = [game for game in games if not game.forfeits]
    step = max(1, -(-len(others) // SAMPLE))
    sample = others[::step]
    if len(sample) == len(others):
        return [*forfeits, *sample], "All games."
    return [*forfeits, *sample], (
        f"All {len(forfeits)} forfeits, and every {step}th of the other {len(others)} games: "
        f"{len(sample)} of them. The file of results has all."
    )


def _viewer(results: Results, shown: Sequence[GameLine]) -> str:
    start = find_game(results.plan.game).start(results.plan.start_size())
    picture = draw(start)
    cells = {cell.name: (cell.x, cell.y) for cell in picture.cells}
    board = {
        "width": picture.width,
        "height": picture.height,
        "cells": cells,
        "rules": [(it.x1, it.y1, it.x2, it.y2) for it in picture.strokes],
        "labels": [(it.x, it.y, it.text) for it in picture.labels],
    }
    texts, room = [], MOST_BYTES
    for game in shown:
        text = json.dumps(_steps(game, set(cells)), separators=(",", ":"), ensure_ascii=False)
        room -= len(text.encode())
        if room < 0:
            break
        texts.append(text)
    left_out = len(shown) - len(texts)
    note = f"<p>{left_out} of these are left out: the page would be too large.</p>" * (left_out > 0)
    data = f'{{"board":{json.dumps(board, separators=(",", ":"))},"games":[{",".join(texts)}]}}'
    script = files("quire.arena").joinpath("report.js").read_text("utf-8")
    body = files("quire.arena").joinpath("viewer.html").read_text("utf-8")
    safe = data.replace("<", "\\u003c")
    return (
        f'{note}{body}<script type="application/json" id="data">{safe}</script>'
        f"<script>{script}</script>"
    )


def _steps(game: GameLine, cells: set[str]) -> dict[str, object]:
    """A game for the page: for every move its cell, its mark, who made it, and what it drew."""
    record = game.record
    position = find_game(record.game).start(record.size)
    plies: list[list[object]] = []
    for move in record.moves:
        player = position.to_move
        leaving = departed(move)
        if leaving is not None:
            position = position.leave(leaving)
            plies.append([move, player, "", "", []])
            continue
        cell = move if move in cells else move[1:]
        mark = "XO"[player] if cell == move else move[0]
        lines = [(line[0], line[-1]) for line in position.completes(move)]
        before = position.cells() if record.game == "obstruction" else {}
        position = position.play(move)
        ply: list[object] = [move, player, cell, mark, lines]
        if before:
            ply.append([name for name, it in position.cells().items() if it == "#" != before[name]])
        plies.append(ply)
    why = "; ".join(
        f"{record.players[it.player]} forfeits, {it.reason}: {it.detail}" for it in game.forfeits
    )
    outcome = record.outcome
    end = "nobody wins" if outcome.winner is None else f"{record.players[outcome.winner]} wins"
    return {
        "id": game.id,
        "players": record.players,
        "end": f"{end} ({outcome.reason}){', ' + why if why else ''}",
        "opening": game.opening,
        "plies": plies,
    }
