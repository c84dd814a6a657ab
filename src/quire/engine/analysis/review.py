"""Where a game was won and lost: made of what is known of its positions, one after another."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, Self

from quire.core import Move, Position, player_who_left, replay
from quire.engine.agents.search_result import SearchResult
from quire.engine.solver.solve import outcome_of
from quire.games import find_game

Verdict = Literal["inaccuracy", "mistake", "blunder"]
"""As in chess, `?!`, `?` and `??`: estimated to be worse; proven to be worse; proven to change who
wins."""

View = Literal["player 1", "mover"]

# What an inaccuracy loses at least, by an estimate without errors.
_INACCURACY_POINTS = 1.5
_INACCURACY_OUTCOME = 0.4

_HARD = 2
"""After this many positions in a row that were too hard to prove, no more proofs are tried."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a record in the light of analysis.

    `value` is of the position that it leads to, as player 1 sees it; where three or more play, as
    the mover sees it. `played` and `possible` are what the mover had with this move and with the
    best one, and `better` are the moves that would have kept the latter, if this one did not.
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
    """A game from its start: the value before the first move, then one step an entry."""

    start: Position
    value: float | None
    exact: bool
    steps: tuple[Step, ...]
    nodes: int
    seconds: float

    @property
    def view(self) -> View:
        """Whose values the steps have."""
        return "player 1" if self.start.players == 2 else "mover"

    @property
    def mistakes(self) -> tuple[Step, ...]:
        """The steps that lost something, proven or in all likelihood."""
        return tuple(step for step in self.steps if step.verdict is not None)

    def facts(self) -> dict[str, Any]:
        """What there is to tell; the keys are in docs/reference/analysis.md."""
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
        """The facts as one line of JSON."""
        return json.dumps(self.facts(), default=asdict)

    def _repr_svg_(self) -> str:
        """Show the value after each move as a graph in a notebook."""
        from quire.engine.analysis.diagram import graph
        from quire.render.charts import to_svg

        return to_svg(graph(self))


@dataclass(frozen=True, slots=True)
class Proof:
    """What the solver found; the value is proven, and `complete` if `best` are all best moves."""

    value: int
    best: tuple[Move, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class PositionToReview:
    """A position of a game to be read: with the entry that follows it, if any does.

    `prove` says whether a proof is worth trying.
    """

    position: Position
    entry: str | None
    prove: bool


@dataclass(frozen=True, slots=True)
class PositionReview:
    """What is known of one position of a game, for the player to move.

    It is small, and can be pickled: of all moves it knows the best and the one that was played.
    """

    proof: Proof | None = None
    result: SearchResult | None = None
    nodes: int = 0

    @classmethod
    def of(
        cls, entry: str | None, proof: Proof | None, result: SearchResult | None, nodes: int
    ) -> Self:
        """What matters of that, where this entry of the record follows."""
        if proof is not None and entry in proof.best:
            proof = replace(proof, best=(entry,))
        if result is not None:
            first, *others = result.candidates
            kept = (first, *(it for it in others if it.move == entry))
            result = replace(result, candidates=kept, line=())
        return cls(proof, result, nodes)

    @property
    def value(self) -> float | None:
        """Proven, else estimated, else None."""
        if self.proof is not None:
            return self.proof.value
        return None if self.result is None else self.result.candidates[0].value

    def value_of(self, move: Move) -> float | None:
        """The estimate of the move that was played."""
        candidates = () if self.result is None else self.result.candidates
        return next((it.value for it in candidates if it.move == move), None)


class ReviewBuilder:
    """Builds the review of a game position by position: `next`, `add`, and so on, then `build`.

    It starts at the end, where solving is cheap and the results help with earlier positions.
    The entries are those of a record; raises IllegalMove or NotationError if one cannot be played.
    """

    def __init__(self, start: Position, entries: Sequence[str]) -> None:
        self._began = time.monotonic()
        self._positions = list(replay(start, entries))
        every_move = find_game(start.game).moves(start.size)
        self._entries = [
            entry if player_who_left(entry) is not None else every_move[start.index(entry)]
            for entry in entries
        ]
        self._readings: list[PositionReview] = []  # of the last position first
        self._failed = 0

    def next(self) -> PositionToReview | None:
        """What is to be read next; None once all is read."""
        at = len(self._positions) - 1 - len(self._readings)
        if at < 0:
            return None
        entry = self._entries[at] if at < len(self._entries) else None
        # Earlier positions are harder: when some were too hard, proofs are no longer tried.
        return PositionToReview(self._positions[at], entry, self._failed < _HARD)

    def add(self, reading: PositionReview) -> None:
        """What was found out about the position that `next` gave."""
        if self._failed < _HARD:
            self._failed = 0 if reading.proof else self._failed + 1
        self._readings.append(reading)

    def __len__(self) -> int:
        """How many positions there are to read in all."""
        return len(self._positions)

    @property
    def done(self) -> float:
        """How much is read, 0 to 1."""
        return len(self._readings) / len(self)

    def build(self) -> Review:
        """Return the review, once every position is added."""
        start, readings = self._positions[0], self._readings[::-1]
        steps = tuple(
            _step(
                number + 1,
                entry,
                self._positions[number : number + 2],
                readings[number : number + 2],
            )
            for number, entry in enumerate(self._entries)
        )
        first = readings[0]
        value = _for_first(start, first.value) if start.players == 2 else first.value
        exact = first.proof is not None
        nodes = sum(it.nodes for it in readings)
        return Review(start, value, exact, steps, nodes, time.monotonic() - self._began)


def _for_first(position: Position, value: float | None) -> float | None:
    return value if value is None or position.to_move == 0 else -value


def _step(
    number: int, entry: str, around: Sequence[Position], readings: Sequence[PositionReview]
) -> Step:
    """The entry, given the positions before and after it and what is known of them."""
    before, after = around
    reading, follower = readings
    if player_who_left(entry) is not None:
        return Step(number, entry, None)
    player = before.to_move
    if before.players != 2:
        played, exact = reading.value_of(entry), False
        value = played
    else:
        value, exact = _for_first(after, follower.value), follower.proof is not None
        played = value if value is None or player == 0 else -value
        if not exact and reading.result is not None:
            # Moves of one result can be compared; those of two may have been seen at odds.
            played = reading.value_of(entry)
    verdict, better = _verdict(before, entry, reading, played, exact)
    return Step(number, entry, player, value, exact, played, reading.value, verdict, better)


def _verdict(
    before: Position, move: Move, reading: PositionReview, played: float | None, exact: bool
) -> tuple[Verdict | None, tuple[Move, ...]]:
    """Return the verdict on the move, and the better moves if there is one."""
    proof, result = reading.proof, reading.result
    if proof is not None:
        missed = proof.complete and move not in proof.best
        if missed or (exact and played is not None and played < proof.value):
            return _proven_verdict(before, proof.value, played if exact else None), proof.best
    elif result is not None and played is not None:
        first = result.candidates[0]
        if first.move != move and first.value - played >= _least_loss(before, result, move):
            return "inaccuracy", (first.move,)
    return None, ()


def _proven_verdict(before: Position, possible: float, played: float | None) -> Verdict:
    """Return `blunder` if a better outcome is gone, `mistake` if only points are."""
    if not find_game(before.game).decided_by_points(before.size):
        return "blunder"  # these values are outcomes
    if played is None or outcome_of(played) == outcome_of(possible):
        return "mistake"
    return "blunder"


def _least_loss(before: Position, result: SearchResult, move: Move) -> float:
    """Return how much worse than the best move an estimate must be to be an inaccuracy."""
    if before.players > 2 or not find_game(before.game).decided_by_points(before.size):
        return _INACCURACY_OUTCOME
    # The final difference of imagined games scatters by about the root of the cells; the mean of
    # n of them by the root of n less.
    games = min(
        it.nodes for it in result.candidates if it.move in (move, result.candidates[0].move)
    )
    return _INACCURACY_POINTS + 2 * math.sqrt(len(before.cells()) / max(games, 1))
