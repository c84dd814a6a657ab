"""The value of every move in a position, and the review of a game.

The solver answers first. What it can't prove within its share of the limit, an engine estimates;
every value says which of the two it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from quire import _native
from quire._native import Stop
from quire.core import Move, Position, player_who_left
from quire.engine.agents.budget import Budget
from quire.engine.agents.search_result import Candidate, Engine, SearchResult, combine_limits
from quire.engine.analysis.analysis import Analysis, MoveValue
from quire.engine.analysis.review import (
    PositionReview,
    PositionToReview,
    Proof,
    Review,
    ReviewBuilder,
    exact_number,
    plain,
)
from quire.engine.solver.book import default_book
from quire.engine.solver.solve import Solution, Solver
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit

Progress = Callable[[float], None]
"""Called now and then with the share of an analysis that is done, 0 to 1."""

MEMORY = 256 * 2**20
"""Maximum size of the solver's tables in bytes."""

_MAX_LINE_MOVES = 40


class Analyser:
    """Analyses positions of one game and size, keeping its tables in between.

    `engine` estimates what the solver can't prove; without one, such values stay unknown. Once
    `stop` is set, every call returns at once with what is known so far.

    >>> import quire
    >>> position = quire.parse("line", "S.S.... 1")
    >>> found = Analyser().position(position)
    >>> found.outcome, found.moves[0]
    ('win', MoveValue(move='O2', value=1, exact=True, best=True))
    """

    def __init__(
        self,
        engine: Engine | None = None,
        *,
        threads: int = 1,
        memory: int = MEMORY,
        stop: Stop | None = None,
    ) -> None:
        self._engine = engine
        self._stop = Stop() if stop is None else stop
        self._solver = Solver(threads=threads, memory=memory)

    def position(
        self, position: Position, limit: Limit = NO_LIMIT, progress: Progress | None = None
    ) -> Analysis:
        """Analyse a position within the limit (default: one second)."""
        budget = Budget(combine_limits(limit, NO_LIMIT))
        report = progress or _ignore_progress
        proof = self._prove(position, budget, 1 / 2, all_best=True)
        known = self._prove_moves(position, proof, budget, report) if proof else {}
        result = None
        if len(known) < len(position.legal_moves()):
            result = self._think(position, budget)
        moves = _values(position, known, proof, result)
        if proof is not None:
            line = self._best_line(position, budget)
        else:
            line = () if result is None else result.line
        report(1.0)
        value = proof.value if proof else next((move.value for move in moves if move.best), None)
        remarks = tuple(find_game(position.game).remarks(position))
        exact = proof is not None
        return Analysis(position, value, exact, moves, line, remarks, budget.nodes, budget.seconds)

    def game(
        self,
        start: Position,
        entries: Sequence[str],
        limit: Limit = NO_LIMIT,
        progress: Progress | None = None,
        names: Sequence[str] = (),
    ) -> Review:
        """Review a game, given the entries of its record; the limit is for each position.

        `names` are those of the players (default: Player 1, and so on).
        """
        report = progress or _ignore_progress
        builder = ReviewBuilder(start, entries, names)
        while (wanted := builder.next()) is not None:
            builder.add(self.review(wanted, limit))
            report(builder.done)
        return builder.build()

    def review(self, wanted: PositionToReview, limit: Limit = NO_LIMIT) -> PositionReview:
        """Review one position of a game within the limit (default: one second)."""
        budget = Budget(combine_limits(limit, NO_LIMIT))
        at, entry = wanted.position, wanted.entry
        played = None if entry is None or player_who_left(entry) is not None else entry
        proof, lower, upper, moves = None, None, None, at.legal_moves()
        if wanted.prove and at.players == 2:
            proof, lower, upper = self._bounds(at, budget)
        forced = len(moves) <= 1 or (
            proof is not None and proof.complete and len(proof.best) == len(moves)
        )
        if proof is not None and played in proof.best:
            proof = replace(proof, best=(played,))
        candidates = () if proof or not moves else self._compare(wanted, played, budget)
        return PositionReview(proof, lower, upper, candidates, forced, budget.nodes)

    def _bounds(
        self, position: Position, budget: Budget
    ) -> tuple[Proof | None, int | None, int | None]:
        """Return the proof within half of what is left, or what is known of the value."""
        proof = self._known(position)
        if proof is None:
            found = self._solve(position, budget, 1 / 2, all_best=True)
            if found.value is None:
                return None, found.lower, found.upper
            proof = Proof(found.value, found.best_moves, found.all_best)
        return proof, proof.value, proof.value

    def _compare(
        self, wanted: PositionToReview, played: Move | None, budget: Budget
    ) -> tuple[Candidate, ...]:
        """Return the best move and the one that was played, searched equally."""
        position = wanted.position
        for_two = position.players == 2
        result = self._think(position, budget, 1 / 2 if for_two and played else 1.0)
        if result is None:
            return ()
        best, *others = result.candidates
        if played is None or best.move == played:
            return (best,)
        if not for_two:
            seen = (it for it in others if it.move == played and it.nodes > 0)
            return best, *seen
        limit = budget.share(1 / 2)
        both = (best.move, played)
        found = [self._after(wanted, move, Budget(limit), budget) for move in both]
        known = [it for it in found if it is not None]
        return tuple(sorted(known, key=lambda it: -it.value)) if len(known) == 2 else (best,)

    def _after(
        self, wanted: PositionToReview, move: Move, part: Budget, whole: Budget
    ) -> Candidate | None:
        """Return a move by a proof or a search after it; None if neither says anything.

        One move later a proof may succeed that was out of reach before.
        """
        position, after = wanted.position, wanted.position.play(move)
        try:
            if wanted.prove or after.outcome() is not None:
                found = self._solve(after, part, 1 / 2, all_best=False)
                if found.value is not None:
                    proven = _turned(found.value, after, position.to_move)
                    return Candidate(move, proven, True, 1)
            result = self._think(after, part)
        finally:
            whole.nodes += part.nodes
        if result is None:
            return None
        first = result.candidates[0]
        exact = all(it.exact for it in result.candidates)
        value = first.value if after.to_move == position.to_move else 0 - first.value
        return Candidate(move, value, exact, first.nodes)

    def _prove(
        self, position: Position, budget: Budget, part: float, *, all_best: bool
    ) -> Proof | None:
        """Return the proven value, from a book or within this part of what is left."""
        if position.players != 2:
            return None
        # The book is only opened for the positions to analyse, not for each of their moves.
        if all_best and (known := self._known(position)) is not None:
            return known
        found = self._solve(position, budget, part, all_best=all_best)
        return None if found.value is None else Proof(found.value, found.best_moves, found.all_best)

    @staticmethod
    def _known(position: Position) -> Proof | None:
        """Return the proven value from a book."""
        if position.outcome() is not None:
            return None
        entry = default_book().find(position)
        if entry is None or not entry.best_moves:
            return None
        return Proof(entry.value, entry.best_moves, entry.all_best)

    def _solve(
        self, position: Position, budget: Budget, part: float, *, all_best: bool
    ) -> Solution:
        found = self._solver.solve(position, budget.share(part), all_best=all_best, stop=self._stop)
        budget.nodes += found.nodes
        return found

    def _prove_moves(
        self, position: Position, proof: Proof, budget: Budget, report: Progress
    ) -> dict[Move, int]:
        """Return the proven value of each move that has one."""
        moves = position.legal_moves()
        known = dict.fromkeys(proof.best, proof.value)
        for number, move in enumerate(moves):
            report(number / len(moves))
            if move not in known:
                after = position.play(move)
                part = 1 / (len(moves) - number + 1)
                if found := self._prove(after, budget, part, all_best=False):
                    known[move] = _turned(found.value, after, position.to_move)
        return known

    def _think(self, position: Position, budget: Budget, part: float = 1.0) -> SearchResult | None:
        if self._engine is None or self._stop.is_set():
            return None
        result = self._engine.think(position, budget.share(part), stop=self._stop)
        budget.nodes += result.nodes
        return result

    def _best_line(self, position: Position, budget: Budget) -> tuple[Move, ...]:
        """Return best play for both sides, as far as it can be proven in what is left."""
        line: list[Move] = []
        while position.outcome() is None and len(line) < _MAX_LINE_MOVES:
            proof = self._prove(position, budget, 1.0, all_best=False)
            if proof is None or not proof.best:
                break
            line.append(proof.best[0])
            position = position.play(line[-1])
        return tuple(line)


def _ignore_progress(done: float) -> None:
    pass


def _turned(value: int, after: Position, player: int) -> int:
    """Return the value for that player; turns do not always alternate."""
    return value if after.to_move == player else -value


def _values(
    position: Position, known: dict[Move, int], proof: Proof | None, result: SearchResult | None
) -> tuple[MoveValue, ...]:
    """Return every legal move, the best first and those of unknown value last."""
    values = _native.move_values(
        position,
        None if proof is None else proof.plain(),
        list(known.items()),
        () if result is None else plain(result.candidates),
    )
    return tuple(
        MoveValue(move, exact_number(value, exact), exact, best)
        for move, value, exact, best in values
    )


def estimator_for(position: Position, threads: int = 1, memory: int | None = None) -> Engine:
    """Return the engine that estimates positions of this kind, with a value for every move.

    `memory` is the size of its tables in bytes (default: the engine's own).
    """
    options: dict[str, Any] = {"seed": 0, "threads": threads}
    if memory is not None:
        options["memory"] = memory
    estimator = find_game(position.game).profile.estimator
    if position.players == 2 and estimator == "search":
        from quire.engine.agents.search import SearchAgent

        return SearchAgent(**options, every_move=True)
    from quire.engine.agents.mcts import MctsAgent

    return MctsAgent(**options)
