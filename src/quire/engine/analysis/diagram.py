"""An analysis as pictures: the board with a value in every cell, and the graph of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quire.engine.analysis.analysis import Analysis, MoveValue
from quire.engine.analysis.review import MISTAKES, Review, Step
from quire.engine.analysis.review_words import (
    VERDICT_SIGNS,
    loss_words,
    moment_words,
    player_name,
)
from quire.picture import Note, Picture, Worth
from quire.render.charts import Graph, Point, Series, format_signed


def with_values(picture: Picture, analysis: Analysis) -> Picture:
    """Return the picture with the value of each move in its cell; `~` marks estimates.

    The picture must show the analysed position. The background shows how good the best move in a
    cell is; the best moves overall are framed.
    """
    values = {move.move: move for move in analysis.moves if move.value is not None}
    notes = []
    for cell in picture.cells:
        taps = [tap for tap in cell.taps if tap.move in values]
        if taps:
            moves = [values[tap.move] for tap in taps]
            words = [value_text(move) for move in moves]
            if len(cell.taps) > 1:
                words = [f"{tap.label} {text}" for tap, text in zip(taps, words, strict=True)]
            best = max(move.value for move in moves if move.value is not None)
            notes.append(
                Note(cell.x, cell.y, tuple(words), _worth(best), any(move.best for move in moves))
            )
    caption = f"{picture.caption}, values for player {analysis.position.to_move + 1}"
    return replace(picture, caption=caption, notes=tuple(notes))


def value_text(move_value: MoveValue) -> str:
    """Return a value in a few characters: `+2`, `0`, `~−0.4`.

    >>> value_text(MoveValue("a1", -0.42, exact=False, best=False))
    '~−0.4'
    """
    value = move_value.value
    if value is None:
        return "?"
    return format_signed(value) if move_value.exact else f"~{format_signed(value)}"


def _worth(value: float) -> Worth:
    # Smaller values are within the error of an estimate.
    if abs(value) < 0.1:
        return "even"
    return "good" if value > 0 else "bad"


def graph(review: Review) -> Graph:
    """Return the graph of the values: for player 1, or with three or more each for its mover.

    Below it are the players' accuracy and the key moments.
    """
    title = f"{review.start.game} {review.start.size}: value after each move"
    lines = (_accuracy(review), *(moment_words(review, it) for it in review.key_moments))
    if review.start.players == 2:
        above, below = (f"good for {player_name(review, player)}" for player in range(2))
        series: tuple[Series, ...] = (Series(0, tuple(_points(review))),)
        return Graph(f"{title}, for {player_name(review, 0)}", above, below, series, lines)
    series = tuple(
        Series(
            player,
            tuple(
                _point(review, step)
                for step in review.steps
                if step.player == player and step.value is not None
            ),
        )
        for player in range(review.start.players)
    )
    return Graph(
        f"{title}, for the player who made it",
        "good for the mover",
        "bad for the mover",
        tuple(line for line in series if line.points),
        lines,
    )


def _accuracy(review: Review) -> str:
    """Return the accuracy of each player that has one, as a line."""
    words = [
        f"{player_name(review, number)} {player.accuracy:.0f}"
        for number, player in enumerate(review.players)
        if player.accuracy is not None
    ]
    return f"Accuracy: {', '.join(words)}" if words else ""


def _points(review: Review) -> Iterator[Point]:
    if review.value is not None:
        yield Point(0, review.value, review.exact, f"At the start: {format_signed(review.value)}")
    for step in review.steps:
        if step.value is not None:
            yield _point(review, step)


def _point(review: Review, step: Step) -> Point:
    value = step.value if step.value is not None else 0.0
    mark = VERDICT_SIGNS.get(step.verdict or "", "")
    kind = "" if step.exact else ", estimated"
    words = f"{step.number}. {step.move}: {format_signed(value)}{kind}"
    if step.verdict in MISTAKES:
        words += f"; {step.verdict}, gives away {loss_words(review, step)}"
        words += f", better was {' '.join(step.better)}" if step.better else ""
    return Point(step.number, value, step.exact, words, mark and f"{step.move}{mark}")
