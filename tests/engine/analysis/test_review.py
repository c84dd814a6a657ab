"""Reviews of games, built from positions that separate analysers have analysed."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest

import quire
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.review import PositionToReview, Review, ReviewBuilder
from quire.match.agent import Limit

LIMIT = Limit(nodes=10**6)


def random_entries(game: str, size: str) -> list[str]:
    """Return the entries of a whole game."""
    rng = random.Random(f"{game} {size}")
    position, entries = quire.start(game, size), []
    while position.outcome() is None:
        entries.append(rng.choice(position.legal_moves()))
        position = position.play(entries[-1])
    return entries


def facts_of(review: Review) -> dict[str, Any]:
    """Return the facts of a review without its nodes and seconds."""
    facts: dict[str, Any] = json.loads(review.to_json())
    return {key: value for key, value in facts.items() if key not in ("nodes", "seconds")}


@pytest.mark.parametrize(("game", "size"), [("sos", "3x3"), ("line", "9"), ("obstruction", "5x5")])
def test_many_analysers_make_the_same_review_as_one(game: str, size: str) -> None:
    start, entries = quire.start(game, size), random_entries(game, size)
    builder = ReviewBuilder(start, entries)
    done = []
    while (wanted := builder.next()) is not None:
        elsewhere = pickle.loads(pickle.dumps(wanted))  # as if in another process
        builder.add(pickle.loads(pickle.dumps(Analyser(memory=2**20).review(elsewhere, LIMIT))))
        done.append(builder.done)
    assert done == [(number + 1) / (len(entries) + 1) for number in range(len(entries) + 1)]
    review = builder.build()
    assert facts_of(review) == facts_of(Analyser().game(start, entries, LIMIT))
    assert review.exact
    assert all(step.exact for step in review.steps)


def test_reads_from_the_end_and_stops_proving_after_two_failures() -> None:
    start, entries = quire.start("sos", "8x8"), ["Sa1", "Sh8", "Oe4", "Sb7"]
    review, analyser = ReviewBuilder(start, entries), Analyser(estimator_for(start))
    asked = []
    while (wanted := review.next()) is not None:
        asked.append((wanted.entry, wanted.prove))
        review.add(analyser.review(wanted, Limit(nodes=200)))
    assert asked == [(None, True), ("Sb7", True), ("Oe4", False), ("Sh8", False), ("Sa1", False)]


def test_analysed_position_is_small() -> None:
    start = quire.start("sos", "8x8")
    review, analyser = ReviewBuilder(start, ["Sa1", "Oh8"]), Analyser(estimator_for(start))
    while (wanted := review.next()) is not None:
        reading = analyser.review(wanted, Limit(nodes=500))
        assert reading.result is not None
        assert {candidate.move for candidate in reading.result.candidates[1:]} <= {wanted.entry}
        assert len(pickle.dumps(reading)) < 1000
        review.add(reading)


def test_played_best_move_is_kept_among_many() -> None:
    lost = quire.parse("line", "S..S.... 1")  # whatever is played
    after = lost.play("S7")
    review = ReviewBuilder(lost, ["S7"])
    review.add(Analyser().review(PositionToReview(after, None, prove=True), LIMIT))
    wanted = review.next()
    assert wanted is not None
    proof = Analyser().review(wanted, LIMIT).proof
    assert proof is not None
    assert proof.complete
    assert (proof.value, proof.best) == (-1, ("S7",))


def test_game_without_moves() -> None:
    review = Analyser().game(quire.start("line", "5"), [], LIMIT)
    assert review.steps == ()
    assert review.exact
    assert review.view == "player 1"
