"""Reviews of games, built from positions that separate analysers have analysed."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest

import quire
from quire._native import Stop
from quire.core import Position
from quire.engine.agents.search_result import Candidate, Engine, Progress, SearchResult
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.review import PositionToReview, Review, ReviewBuilder, exact_number
from quire.engine.analysis.review_words import loss_words, moment_words, view_words
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
        assert 1 <= len(reading.candidates) <= 2
        assert wanted.entry is None or wanted.entry in {it.move for it in reading.candidates}
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


class Blind(Engine):
    """An engine that thinks much of the first move and searches every move alone."""

    name = "blind"

    def __init__(self) -> None:
        self.asked: list[tuple[str, Limit]] = []

    def think(
        self,
        position: Position,
        limit: Limit = Limit(),  # noqa: B008
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        self.asked.append((str(position), limit))
        moves = position.legal_moves()
        found = [
            Candidate(move, 1.0 if at == 0 else -1.0, False, 1) for at, move in enumerate(moves)
        ]
        return SearchResult(tuple(found), (moves[0],), 1, limit.nodes or 0)


def test_the_played_move_and_the_best_one_get_the_same_limit() -> None:
    start, engine = quire.start("line", "2000"), Blind()
    wanted = PositionToReview(start, "O7", prove=False)
    found = Analyser(engine).review(wanted, Limit(nodes=4000))
    best = start.legal_moves()[0]
    assert {it.move for it in found.candidates} == {best, "O7"}
    (_, whole), (first, one), (second, other) = engine.asked
    assert {first, second} == {str(start.play(best)), str(start.play("O7"))}
    assert one == other
    assert (whole.nodes or 0) + (one.nodes or 0) + (other.nodes or 0) <= 4000


def test_values_are_never_minus_zero() -> None:
    assert str(exact_number(-0.0, exact=False)) == "0.0"
    assert str(exact_number(-0.0, exact=True)) == "0"


def test_players_have_names_and_a_review_says_whose_values_it_shows() -> None:
    entries = random_entries("line", "9")
    review = Analyser().game(quire.start("line", "9"), entries, LIMIT, names=("Ann", "Bob"))
    assert json.loads(review.to_json())["names"] == ["Ann", "Bob"]
    assert view_words(review) == "Ann (player 1)"
    unnamed = Analyser().game(quire.start("sos", "3x3:3"), [], LIMIT)
    assert unnamed.names == ("Player 1", "Player 2", "Player 3")
    assert view_words(unnamed) == "the player who moved"


def test_words_of_a_key_moment() -> None:
    """By hand: O2 completes S-O-S and wins; after S6 the opponent does."""
    start = quire.parse("line", "S.S... 1")
    review = Analyser().game(start, ["S6"], LIMIT, names=("Ann", "Bob"))
    assert review.key_moments == (1,)
    assert moment_words(review, 1) == ("Move 1: Ann's S6 turned a win into a loss. O2 was better.")
    assert loss_words(review, review.steps[0]) == "the win"
    assert review.players[0].accuracy == 0
    assert review.players[1].accuracy is None


def test_accuracy_and_verdicts_are_those_of_the_moves() -> None:
    entries = random_entries("sos", "4x4")
    review = Analyser().game(quire.start("sos", "4x4"), entries, LIMIT)
    for number, player in enumerate(review.players):
        own = [step for step in review.steps if step.player == number]
        scores = [step.accuracy for step in own if step.accuracy is not None]
        assert player.accuracy == pytest.approx(sum(scores) / len(scores))
        assert sum(player.verdicts.values()) == len(own)
    assert [phase.name for phase in review.phases] == ["opening", "middle game", "endgame"]
    assert [step.number for step in review.mistakes] == list(review.mistake_numbers)
