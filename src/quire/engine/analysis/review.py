"""The review of a game: where it was won and lost.

The core judges moves and players; `quire.engine.analysis.review_words` puts it into sentences.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

from quire import _native
from quire.core import Move, Position, player_who_left, replay
from quire.engine.agents.search_result import Candidate
from quire.games import find_game

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""What a move gave away: nothing, next to nothing, or enough for `?!`, `?` or `??`."""

MISTAKES: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
"""The verdicts on moves that gave something away."""

VERDICTS: tuple[Verdict, ...] = ("best", "good", *MISTAKES)

PhaseName = Literal["opening", "middle game", "endgame"]
"""The thirds of a game."""

View = Literal["player 1", "mover"]

PlainProof = tuple[int, tuple[Move, ...], bool]
PlainCandidates = tuple[tuple[Move, float, bool, int], ...]
JudgedMove = tuple[
    float | None, bool, float | None, float | None, str | None, list[Move], float | None
]
PlainReview = tuple[PlainProof | None, int | None, int | None, PlainCandidates, bool]

_MAX_FAILED_PROOFS = 2
"""After this many positions in a row without a proof, no more proofs are tried."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a record, reviewed.

    `value` is that of the position after it, for player 1; with three or more players, for the
    mover. `played` and `possible` are the mover's values with this move and with the best one;
    `better` lists the moves that would have kept the latter, if this one did not. `verdict` is None
    if the move was not examined, `accuracy` (0 to 100) also if there was nothing to lose.
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
    accuracy: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """How a player did: accuracy, 0 to 100, and the number of moves with each verdict.

    `accuracy` is None if no move could lose anything.
    """

    accuracy: float | None
    verdicts: dict[Verdict, int]


@dataclass(frozen=True, slots=True)
class Phase:
    """A third of a game: the numbers of its first and last step, and each player's accuracy."""

    name: PhaseName
    first: int
    last: int
    accuracy: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game: the value before the first move, then one step per entry.

    `key_moments` are the numbers of at most three steps that gave the most away.
    """

    start: Position
    value: float | None
    exact: bool
    steps: tuple[Step, ...]
    mistake_numbers: tuple[int, ...]
    players: tuple[PlayerReview, ...]
    phases: tuple[Phase, ...]
    key_moments: tuple[int, ...]
    nodes: int
    seconds: float
    names: tuple[str, ...]
    """The names of the players, `Player 1` if nobody said."""

    @property
    def view(self) -> View:
        """The player from whose point of view the values of the steps are."""
        return "player 1" if self.start.players == 2 else "mover"

    @property
    def mistakes(self) -> tuple[Step, ...]:
        """The steps that lost something, proven or estimated."""
        return tuple(self.steps[number - 1] for number in self.mistake_numbers)

    @property
    def decided_by_points(self) -> bool:
        """Whether values are differences of points; otherwise 1 is a win and -1 a loss."""
        by_points = find_game(self.start.game).decided_by_points(self.start.size)
        return by_points and self.start.players == 2

    def is_proven(self, step: Step) -> bool:
        """Return whether what a step lost is proven: its value, and that of the one before."""
        before = self.exact if step.number == 1 else self.steps[step.number - 2].exact
        return before and step.exact

    def facts(self) -> dict[str, Any]:
        """Return the review as plain data; the keys are in docs/reference/analysis.md."""
        return {
            "game": self.start.game,
            "size": self.start.size,
            "view": self.view,
            "value": self.value,
            "exact": self.exact,
            "decided_by_points": self.decided_by_points,
            "steps": self.steps,
            "mistakes": self.mistake_numbers,
            "players": self.players,
            "phases": self.phases,
            "key_moments": self.key_moments,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }

    def to_json(self) -> str:
        """Return the facts and the players' names as one line of JSON."""
        return json.dumps({**self.facts(), "names": self.names}, default=asdict)

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

    `candidates` are the best move and the one that was played, searched equally; none if there is a
    proof. `lower` and `upper` are proven bounds. `forced`: no move can lose anything.
    """

    proof: Proof | None = None
    lower: int | None = None
    upper: int | None = None
    candidates: tuple[Candidate, ...] = ()
    forced: bool = False
    nodes: int = 0

    def plain(self) -> PlainReview:
        """Return the review as the core takes it."""
        proof = None if self.proof is None else self.proof.plain()
        return proof, self.lower, self.upper, plain(self.candidates), self.forced


def plain(candidates: Iterable[Candidate]) -> PlainCandidates:
    """Return the candidates as the core takes them."""
    return tuple((it.move, it.value, it.exact, it.nodes) for it in candidates)


def exact_number(value: float | None, exact: bool) -> float | None:
    """Return a proven value as a whole number."""
    if value is None:
        return None
    return int(value) if exact else value + 0.0  # which is never -0.0


class ReviewBuilder:
    """Builds the review of a game: `next` and `add` for each position, then `build`.

    It starts at the end, where solving is cheap and the results help with earlier positions.
    Raises IllegalMove or NotationError if an entry can't be played.
    """

    def __init__(self, start: Position, entries: Sequence[str], names: Sequence[str] = ()) -> None:
        self._names = tuple(names) or tuple(f"Player {n + 1}" for n in range(start.players))
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
        moves = [None if player_who_left(it) is not None else it for it in self._entries]
        value, exact, judged, mistakes, players, phases, moments = _native.review_game(
            self._positions, moves, [review.plain() for review in reviews]
        )
        return Review(
            start,
            exact_number(value, exact),
            exact,
            tuple(map(self._step, range(len(moves)), judged)),
            tuple(mistakes),
            tuple(_player(*it) for it in players),
            tuple(
                Phase(cast("PhaseName", name), first, last, tuple(accuracy))
                for name, first, last, accuracy in phases
            ),
            tuple(moments),
            sum(review.nodes for review in reviews),
            time.monotonic() - self._began,
            self._names,
        )

    def _step(self, at: int, judged: JudgedMove) -> Step:
        entry = self._entries[at]
        if player_who_left(entry) is not None:
            return Step(at + 1, entry, None)
        value, exact, played, possible, verdict, better, accuracy = judged
        return Step(
            at + 1,
            entry,
            self._positions[at].to_move,
            exact_number(value, exact),
            exact,
            exact_number(played, exact),
            possible,
            cast("Verdict | None", verdict),
            tuple(better),
            accuracy,
        )


def _player(accuracy: float | None, verdicts: dict[str, int]) -> PlayerReview:
    return PlayerReview(accuracy, {verdict: verdicts[verdict] for verdict in VERDICTS})
