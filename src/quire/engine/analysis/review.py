"""The review of a game: where it was won and lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self, cast

from quire import _native
from quire.core import Move, Position, player_who_left, replay
from quire.engine.agents.search_result import Candidate, SearchResult
from quire.games import find_game

Verdict = Literal["inaccuracy", "mistake", "blunder"]
"""As in chess, `?!`, `?` and `??`: estimated to be worse; proven to be worse; proven to change the
result."""

View = Literal["player 1", "mover"]

PlainProof = tuple[int, tuple[Move, ...], bool]
PlainCandidates = tuple[tuple[Move, float, bool, int], ...]

_MAX_FAILED_PROOFS = 2
"""After this many positions in a row without a proof, no more proofs are tried."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a record, reviewed.

    `value` is that of the position after it, for player 1; with three or more players, for the
    mover. `played` and `possible` are the mover's values with this move and with the best one;
    `better` lists the moves that would have kept the latter, if this one did not.
    """

    number: int
    move: str
    player: int | None
    value: float | None = None
    exact: bool = False
    played: float | None = None
    possible: float | None = None
    verdict: Verdict | None = None
    better: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game: the value before the first move, then one step per entry."""

    start: Position
    value: float | None
    exact: bool
    steps: tuple[Step, ...]
    nodes: int
    seconds: float

    @property
    def view(self) -> View:
        """The player from whose point of view the values of the steps are."""
        return "player 1" if self.start.players == 2 else "mover"

    @property
    def mistakes(self) -> tuple[Step, ...]:
        """The steps that lost something, proven or estimated."""
        return tuple(step for step in self.steps if step.verdict is not None)

    def facts(self) -> dict[str, Any]:
        """Return the review as plain data; the keys are in docs/reference/analysis.md."""
        return {
            "game": self.start.game,
            "size": self.start.size,
            "view": self.view,
            "value": self.value,
            "exact": self.exact,
            "steps": self.steps,
            "mistakes": tuple(step.number for step in self.mistakes),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }

    def to_json(self) -> str:
        """Return the facts as one line of JSON."""
        return json.dumps(self.facts(), default=asdict)

    def _repr_svg_(self) -> str:
        """Show the value after each move as a graph in a notebook."""
        from quire.engine.analysis.diagram import graph
        from quire.render.charts import to_svg

        return to_svg(graph(self))


@dataclass(frozen=True, slots=True)
class Proof:
    """A proven value and the best moves; `complete` if these are all of them."""

    value: int
    best: tuple[Move, ...]
    complete: bool

    def plain(self) -> PlainProof:
        """Return the proof as the core takes it."""
        return self.value, self.best, self.complete


@dataclass(frozen=True, slots=True)
class PositionToReview:
    """A position of a game to review, with the entry that follows it, if any.

    `prove` says whether a proof is worth trying.
    """

    position: Position
    entry: str | None
    prove: bool


@dataclass(frozen=True, slots=True)
class PositionReview:
    """What is known about one position of a game, for the player to move.

    It is small enough to pickle: it keeps only the best move and the one that was played.
    """

    proof: Proof | None = None
    result: SearchResult | None = None
    nodes: int = 0

    @classmethod
    def of(
        cls, entry: str | None, proof: Proof | None, result: SearchResult | None, nodes: int
    ) -> Self:
        """Keep only what a review needs if this entry of the record follows."""
        if proof is not None and entry in proof.best:
            proof = replace(proof, best=(entry,))
        if result is not None:
            first, *others = result.candidates
            kept = (first, *(other for other in others if other.move == entry))
            result = replace(result, candidates=kept, line=())
        return cls(proof, result, nodes)

    @property
    def value(self) -> float | None:
        """The proven value, else the estimate, else None."""
        if self.proof is not None:
            return self.proof.value
        return None if self.result is None else self.result.candidates[0].value

    def plain(self) -> tuple[PlainProof | None, PlainCandidates]:
        """Return the review as the core takes it."""
        proof = None if self.proof is None else self.proof.plain()
        return proof, () if self.result is None else plain(self.result.candidates)


def plain(candidates: Iterable[Candidate]) -> PlainCandidates:
    """Return the candidates as the core takes them."""
    return tuple((it.move, it.value, it.exact, it.nodes) for it in candidates)


def exact_number(value: float | None, exact: bool) -> float | None:
    """Return a proven value as a whole number."""
    return value if value is None or not exact else int(value)


class ReviewBuilder:
    """Builds the review of a game: `next` and `add` for each position, then `build`.

    It starts at the end, where solving is cheap and the results help with earlier positions.
    Raises IllegalMove or NotationError if an entry can't be played.
    """

    def __init__(self, start: Position, entries: Sequence[str]) -> None:
        self._began = time.monotonic()
        self._positions = list(replay(start, entries))
        every_move = find_game(start.game).moves(start.size)
        self._entries = [
            entry if player_who_left(entry) is not None else every_move[start.index(entry)]
            for entry in entries
        ]
        self._reviews: list[PositionReview] = []  # of the last position first
        self._failed = 0

    def next(self) -> PositionToReview | None:
        """Return the next position to review; None once all are done."""
        at = len(self._positions) - 1 - len(self._reviews)
        if at < 0:
            return None
        entry = self._entries[at] if at < len(self._entries) else None
        # Earlier positions are harder, so after some failures no more proofs are tried.
        return PositionToReview(self._positions[at], entry, self._failed < _MAX_FAILED_PROOFS)

    def add(self, review: PositionReview) -> None:
        """Add the review of the position that `next` returned."""
        if self._failed < _MAX_FAILED_PROOFS:
            self._failed = 0 if review.proof else self._failed + 1
        self._reviews.append(review)

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._positions)

    @property
    def done(self) -> float:
        """The share of positions that is reviewed, 0 to 1."""
        return len(self._reviews) / len(self)

    def build(self) -> Review:
        """Return the review, once every position is added."""
        start, reviews = self._positions[0], self._reviews[::-1]
        steps = tuple(
            _step(
                number + 1,
                entry,
                self._positions[number : number + 2],
                reviews[number : number + 2],
            )
            for number, entry in enumerate(self._entries)
        )
        first = reviews[0]
        value = _for_first(start, first.value) if start.players == 2 else first.value
        exact = first.proof is not None
        nodes = sum(review.nodes for review in reviews)
        return Review(start, value, exact, steps, nodes, time.monotonic() - self._began)


def _for_first(position: Position, value: float | None) -> float | None:
    return value if value is None or position.to_move == 0 else -value


def _step(
    number: int, entry: str, around: Sequence[Position], reviews: Sequence[PositionReview]
) -> Step:
    """Return the step for an entry, given the positions before and after it and their reviews."""
    before, after = around
    review, follower = reviews
    if player_who_left(entry) is not None:
        return Step(number, entry, None)
    value, exact, played, possible, verdict, better = _native.review_move(
        before, entry, review.plain(), after, follower.plain()
    )
    return Step(
        number,
        entry,
        before.to_move,
        exact_number(value, exact),
        exact,
        exact_number(played, exact),
        exact_number(possible, review.proof is not None),
        cast("Verdict | None", verdict),
        tuple(better),
    )
