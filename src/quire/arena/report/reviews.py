"""Reviews of some games of a tournament: accuracy, verdicts, key moments and the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from quire.arena.report.tables import html_table
from quire.arena.tournament.results import GameLine, Results
from quire.engine.analysis.diagram import graph
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.review import VERDICTS, Review
from quire.engine.analysis.review_words import moment_words, view_words
from quire.games import find_game
from quire.match.agent import Limit
from quire.render.charts import to_svg

Reviews = Sequence[tuple[GameLine, Review]]


def review_games(
    results: Results, count: int, limit: Limit, on_done: Callable[[float], None]
) -> Reviews:
    """Review that many games, evenly sampled; `limit` is for each position."""
    games = [game for game in results.games.values() if game.record.moves]
    count = min(count, len(games))
    chosen = [games[number * len(games) // count] for number in range(count)]
    board = find_game(results.plan.game).start(results.plan.start_size())
    analyser = Analyser(estimator_for(board))
    reviews = []
    for number, game in enumerate(chosen):

        def report(done: float, number: int = number) -> None:
            on_done((number + done) / count)

        record = game.record
        start = record.start_position()
        review = analyser.game(start, record.moves, limit, report, record.players)
        reviews.append((game, review))
    return reviews


def reviews_section(reviews: Reviews) -> Iterator[str]:
    """Yield the parts of the section; none without reviews."""
    if reviews:
        yield "<h2>Reviews</h2>"
        yield (
            "<p>Accuracy is 0 to 100: 100 if nothing was given away. Moves that couldn't lose "
            "anything don't count.</p>"
        )
    for game, review in reviews:
        names = " – ".join(review.names)
        yield f"<h3>{escape(game.id)}: {escape(names)}</h3>"
        yield f"<p>Values for {escape(view_words(review))}.</p>"
        yield html_table("Review", ("", *review.names), _rows(review))
        if review.key_moments:
            moments = (escape(moment_words(review, number)) for number in review.key_moments)
            yield "<ul>" + "".join(f"<li>{words}</li>" for words in moments) + "</ul>"
        yield f'<div class="wide">{to_svg(graph(review))}</div>'


def _rows(review: Review) -> Iterator[tuple[str, ...]]:
    yield "accuracy", *(_accuracy(player.accuracy) for player in review.players)
    for phase in review.phases:
        yield phase.name, *map(_accuracy, phase.accuracy)
    for verdict in VERDICTS:
        yield verdict, *(str(player.verdicts[verdict]) for player in review.players)


def _accuracy(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.0f}"
