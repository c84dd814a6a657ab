"""How reviews are held against deeper ones."""

from __future__ import annotations

from dataclasses import replace

import quire
from quire.engine.analysis.position import Analyser
from quire.engine.analysis.review import Review, Step
from quire.lab.review import Marks, Plan, compared, is_loss, measure, play_game, reviews
from quire.match.agent import Limit

PLAN = Plan("line", "9", 2, 1, 2000, 5)


def review_of(*steps: Step, game: str = "sos", size: str = "5x5") -> Review:
    """Return a review with these steps, exact if they are."""
    empty = Analyser().game(quire.start(game, size), [], Limit(nodes=1))
    return replace(empty, exact=all(step.exact for step in steps), steps=steps)


def test_a_loss_is_two_points_or_the_result() -> None:
    def loss(
        possible: float, played: float, *, exact: bool = True, game: str = "sos"
    ) -> bool | None:
        step = Step(1, "Sa1", 0, None, exact, played, possible)
        size = "5x5" if game == "sos" else "9"
        return is_loss(review_of(step, game=game, size=size), step)

    assert loss(5, 3)
    assert loss(1, 0)
    assert loss(0, -1)
    assert loss(5, 4) is False
    assert loss(1, 0, game="line")
    assert loss(0, 0, game="line") is False
    assert loss(5.0, 2.0, exact=False)
    assert loss(5.0, 3.3, exact=False) is None
    assert loss(5.0, 3.6, exact=False) is False
    assert loss(0.9, 0.1, exact=False, game="line")
    assert loss(0.9, 0.45, exact=False, game="line") is None
    assert is_loss(review_of(), Step(1, "Sa1", 0)) is None


def test_marks_are_counted() -> None:
    lost, kept = Step(1, "Sa1", 0, 0, True, 0, 3), Step(2, "Sb1", 1, 0, True, 0, 0)
    deep = review_of(lost, kept)
    quick = review_of(replace(lost, verdict="good"), replace(kept, verdict="mistake"))
    missed = compared(quick, deep)
    assert missed == Marks(moves=2, losses=1, proven=1, found=0, marked=1, wrong=1)
    assert not missed.reached
    right = review_of(replace(lost, verdict="blunder"), replace(kept, verdict="best"))
    assert compared(right, deep).reached


def test_games_depend_only_on_the_seed_and_are_reviewed_twice() -> None:
    assert play_game(PLAN, 1) == play_game(PLAN, 1)
    quick, deep = reviews(PLAN, play_game(PLAN, 0))
    assert [step.move for step in quick.steps] == [step.move for step in deep.steps]
    assert deep.nodes >= quick.nodes
    found = sum((marks for _, marks in measure([PLAN], workers=1)), Marks())
    assert found.games == 2
    assert found.reached
    assert 0 <= found.weaker <= 200
