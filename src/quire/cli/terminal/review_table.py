"""The review of a game as tables: each move, and how each player did."""

from __future__ import annotations

from rich import box
from rich.table import Table

from quire.cli.terminal.screen import Screen
from quire.core import Game
from quire.engine.analysis.review import MISTAKES, VERDICTS, Review, Step
from quire.engine.analysis.review_words import (
    VERDICT_SIGNS,
    loss_words,
    moment_words,
    not_examined,
    view_words,
)
from quire.render import charts

_PLURALS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}


def value_table(screen: Screen, *headings: str) -> Table:
    """Return an empty table with headings."""
    table = Table(box=box.SIMPLE if screen.color else box.ASCII2, show_edge=screen.color)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def plain_value(value: float | None, exact: bool) -> str:
    """Return a value in ASCII: `+2`, `~-0.40`, `?`."""
    if value is None:
        return "?"
    if exact:
        return charts.format_signed(value).replace("−", "-")
    return f"~{value:+.2f}" if round(value, 2) else "~0.00"


def show_review(game: Game, review: Review) -> None:
    """Print a review: its moves, then accuracy and verdicts, then the key moments."""
    screen = Screen()
    screen.line(
        f"{game.title} {review.start.size}: values for {view_words(review)}, ~ marks estimates."
    )
    screen.line(f"Start: {plain_value(review.value, review.exact)}")
    table = value_table(screen, "", "Player", "Move", "Value", "Verdict", "Better")
    for step in review.steps:
        table.add_row(*_row(review, step))
    screen.console.print(table)
    if note := not_examined(review):
        screen.line(note)
    screen.console.print(_players_table(screen, review))
    if review.key_moments:
        screen.line("Key moments:")
        for number in review.key_moments:
            screen.line(f"- {moment_words(review, number)}")


def _row(review: Review, step: Step) -> tuple[str, ...]:
    if step.player is None:
        return str(step.number), "", step.move, "", "drops out", ""
    name, move = review.names[step.player], step.move + VERDICT_SIGNS.get(step.verdict or "", "")
    verdict: str = step.verdict or "not examined"
    if step.verdict in MISTAKES:
        verdict += f": gives away {loss_words(review, step)}"
    value = plain_value(step.value, step.exact)
    return str(step.number), name, move, value, verdict, " ".join(step.better)


def _players_table(screen: Screen, review: Review) -> Table:
    """Return the accuracy of each player, whole and phase by phase, and their verdicts."""
    table = value_table(screen, "", *review.names)
    table.add_row("Accuracy", *(_accuracy(player.accuracy) for player in review.players))
    for phase in review.phases:
        name = f"- {phase.name}, moves {phase.first} to {phase.last}"
        table.add_row(name, *map(_accuracy, phase.accuracy))
    for verdict in VERDICTS:
        name = f"{_PLURALS.get(verdict, verdict + ' moves')}".capitalize()
        table.add_row(name, *(str(player.verdicts[verdict]) for player in review.players))
    return table


def _accuracy(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.0f}"
