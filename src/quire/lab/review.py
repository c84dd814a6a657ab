"""How far reviews can be trusted: the marks of quick ones, held against much deeper ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, fields

from quire.core import Move
from quire.engine import make_agent
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.review import PositionReview, Review, ReviewBuilder, Step
from quire.engine.workers import workers_at_work
from quire.games import find_game
from quire.lab.strength import BOARDS as MEASURED_BOARDS
from quire.match.agent import NO_LIMIT, Limit
from quire.match.game_loop import play

BOARDS = (("sos", "5x5"), *MEASURED_BOARDS)
PLAYERS = ("level3", "level5")

MARKED = ("mistake", "blunder")
"""The verdicts that a loss must get."""

LOST_POINTS, LOST_RESULT = 2.0, 0.5
"""What a loss is: points, or results from -1 to 1, of which a quarter of a win is half a point."""

UNDECIDED_POINTS, UNDECIDED_RESULT = 0.5, 0.15
"""How far from that an estimate of the deep review must be to be taken as certain."""

RECALL_GOAL, WRONG_GOAL = 0.95, 0.05

MEMORY = 1 << 27
"""Bytes of the solver's tables."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to review: each with `nodes` per position, and with `depth` times as many."""

    game: str
    size: str
    games: int
    seed: int
    nodes: int
    depth: int


@dataclass(frozen=True, slots=True)
class Marks:
    """What was counted: moves, losses and marks, and the players' accuracy."""

    games: int = 0
    moves: int = 0
    losses: int = 0
    proven: int = 0
    """Losses that the deep review proves."""
    found: int = 0
    """Losses that are marked."""
    marked: int = 0
    wrong: int = 0
    """Marked moves that are no losses."""
    undecided: int = 0
    """Moves too near the line for the deep review: they count nowhere."""
    weaker: float = 0.0
    """The sum of the accuracies of the first of the `PLAYERS`; `stronger` is that of the other."""
    stronger: float = 0.0

    def __add__(self, more: Marks) -> Marks:
        sums = (getattr(self, it.name) + getattr(more, it.name) for it in fields(self))
        return Marks(*sums)

    @property
    def reached(self) -> bool:
        """Whether enough losses are marked, and few enough marks are wrong."""
        return self.found >= RECALL_GOAL * self.losses and self.wrong <= WRONG_GOAL * self.marked


def measure(plans: list[Plan], workers: int) -> Iterator[tuple[Plan, Marks]]:
    """Yield the marks of one game after another."""
    jobs = [(plan, number) for plan in plans for number in range(plan.games)]
    if workers <= 1:
        for plan, number in jobs:
            yield plan, measure_game(plan, number)
        return
    with workers_at_work(workers) as pool:
        running = {pool.submit(measure_game, *job): job[0] for job in jobs}
        for done in as_completed(running):
            yield running[done], done.result()


def measure_game(plan: Plan, number: int) -> Marks:
    """Play a game and compare its quick review with the deep one."""
    moves = play_game(plan, number)
    quick, deep = reviews(plan, moves)
    accuracy = [0.0 if it.accuracy is None else it.accuracy for it in quick.players]
    first = number % 2  # the seat of the weaker player
    marks = Marks(games=1, weaker=accuracy[first], stronger=accuracy[1 - first])
    return marks + compared(quick, deep)


def play_game(plan: Plan, number: int) -> tuple[Move, ...]:
    """Return the moves of a game between the players; they change seats after each."""
    chance = random.Random(f"review {plan.game} {plan.size} {plan.seed} {number}")
    specs = PLAYERS if number % 2 == 0 else PLAYERS[::-1]
    agents = [make_agent(spec, seed=chance.getrandbits(32)) for spec in specs]
    return play(find_game(plan.game).start(plan.size), agents, [NO_LIMIT] * 2).moves


def reviews(plan: Plan, moves: Sequence[Move]) -> tuple[Review, Review]:
    """Return the quick review of a game, and the deep one, which keeps what that has proven."""
    start = find_game(plan.game).start(plan.size)
    known: list[PositionReview] = []
    built = []
    for nodes in (plan.nodes, plan.nodes * plan.depth):
        analyser = Analyser(estimator_for(start), memory=MEMORY)
        builder, proven = ReviewBuilder(start, moves), iter(known)
        found: list[PositionReview] = []
        while (wanted := builder.next()) is not None:
            before = next(proven, None)
            if before is None or before.proof is None:
                before = analyser.review(wanted, Limit(nodes=nodes))
            found.append(before)
            builder.add(before)
        known = found
        built.append(builder.build())
    return built[0], built[1]


def compared(quick: Review, deep: Review) -> Marks:
    """Return how many moves the quick review marks, and what the deep one says about them."""
    marks = Marks()
    for step, known in zip(quick.steps, deep.steps, strict=True):
        loss, is_marked = is_loss(deep, known), step.verdict in MARKED
        marks += Marks(
            moves=1,
            losses=loss is True,
            proven=loss is True and deep.is_proven(known),
            found=loss is True and is_marked,
            marked=is_marked and loss is not None,
            wrong=is_marked and loss is False,
            undecided=loss is None,
        )
    return marks


def is_loss(deep: Review, step: Step) -> bool | None:
    """Return whether a move lost two points or the result; None if that is not certain."""
    if step.played is None or step.possible is None:
        return None
    lost = step.possible - step.played
    if deep.is_proven(step):
        worse = _sign(step.played) < _sign(step.possible)
        return worse or (deep.decided_by_points and lost >= LOST_POINTS)
    line, margin = LOST_RESULT, UNDECIDED_RESULT
    if deep.decided_by_points:
        line, margin = LOST_POINTS, UNDECIDED_POINTS
    if abs(lost - line) < margin:
        return None
    return lost > line


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
