"""The report of a tournament: one HTML page with tables, plots and games to step through."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path

from quire.arena.report.plots import length_plot, rating_plot
from quire.arena.report.replay import viewer
from quire.arena.report.reviews import Reviews, reviews_section
from quire.arena.report.tables import (
    crosstable,
    forfeits_table,
    head_to_head_table,
    standings_table,
)
from quire.arena.tournament.plan import Plan
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import adjudicated_games, head_to_head, standings
from quire.render.palette import COLOURS


def to_html(results: Results, logs: Path | None = None, reviews: Reviews = ()) -> str:
    """Return the page, which needs no other file.

    It has the games' logs, if there is a directory, and `reviews` of some of the games.
    """
    plan = results.plan
    title = f"{plan.game} {plan.start_size()}: {len(results.games)} games"
    style = files("quire.arena.report").joinpath("report.css").read_text("utf-8")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_colours()}{style}</style></head>\n<body><main>"
        + "\n".join([f"<h1>{escape(title)}</h1>", *_sections(results, logs, reviews)])
        + "</main></body></html>\n"
    )


def _sections(results: Results, logs: Path | None, reviews: Reviews) -> Iterator[str]:
    table = standings(results)
    found = head_to_head(results, table)
    yield _facts(results)
    yield "<h2>Standings</h2>"
    yield standings_table(table)
    yield "<h2>Ratings</h2>"
    yield rating_plot([row.rating for row in table if row.rating is not None])
    if found:
        yield "<h2>Crosstable</h2>"
        yield crosstable([row.name for row in table], found)
        yield head_to_head_table(found)
    yield "<h2>Forfeits</h2>"
    yield forfeits_table(results)
    yield "<h2>Game lengths</h2>"
    yield length_plot([len(game.record.moves) for game in results.games.values()])
    yield from reviews_section(reviews)
    yield "<h2>Games</h2>"
    yield viewer(results, logs)


def _colours() -> str:
    def root(tone: str) -> str:
        pairs = COLOURS["dark" if tone == "dark" else "light"].items()
        return ":root{" + "".join(f"--{use}:{colour};" for use, colour in pairs) + "}"

    return f"{root('light')}@media (prefers-color-scheme:dark){{{root('dark')}}}"


def _facts(results: Results) -> str:
    plan = results.plan
    sandboxes = sorted({game.sandbox for game in results.games.values()})
    facts = {
        "kind": str(plan.kind),
        "limit": _limits(plan),
        "opening": _openings(plan),
        "sandbox": "; ".join(sandboxes) or "-",
        "overloaded": _replays(results),
    }
    facts = {name: text for name, text in facts.items() if text}
    adjudicated = adjudicated_games(results)
    if adjudicated:
        words = ", ".join(f"{count} by {rule}" for rule, count in adjudicated.items())
        facts["adjudicated"] = f"{sum(adjudicated.values())} of {len(results.games)} games: {words}"
    rows = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts.items())
    return f"<dl>{rows}</dl>"


def _replays(results: Results) -> str:
    """Return how many games were played again because the machine was overloaded."""
    games = [game for game in results.games.values() if game.replays]
    if not games:
        return ""
    return (
        f"{len(games)} games were played again, {sum(game.replays for game in games)} times in "
        "all: a bot had lost because it got too little CPU time"
    )


def _limits(plan: Plan) -> str:
    """Return the limits of all bots, or of each bot if they differ."""
    controls = [str(conditions.control) for conditions in plan.conditions()]
    if len(set(controls)) == 1:
        return controls[0]
    names = plan.names()
    return "; ".join(f"{name}: {control}" for name, control in zip(names, controls, strict=True))


def _openings(plan: Plan) -> str:
    if plan.openings is not None:
        return f"{Path(plan.openings).name}, {plan.order}; seats swapped"
    return f"{plan.opening_moves()} random moves, seed {plan.seed}; seats swapped"
