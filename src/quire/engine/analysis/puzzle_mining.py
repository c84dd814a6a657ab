"""Find puzzles in games of middling strength, searching each from its end for turning points.

A position is a puzzle if only one move keeps its outcome. Obvious puzzles, solved by the move that
scores most or ends the game, are accepted only now and then.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from quire import _native
from quire._native import Stop
from quire.core import Move, Position, replay
from quire.engine.agents.registry import make_agent
from quire.engine.agents.search_result import Engine
from quire.engine.analysis.puzzle import (
    NOT_PROVEN,
    PROOF_NODES,
    Puzzle,
    check_players,
    second_value,
    verify,
)
from quire.engine.analysis.puzzle_difficulty import difficulty_of, obvious_moves
from quire.engine.analysis.puzzle_line import solution_line
from quire.engine.solver.solve import outcome_of
from quire.engine.solver.symmetry import canonical_form
from quire.errors import QuireError
from quire.games import find_game
from quire.match.agent import Limit

MAX_FRUITLESS_GAMES = 1000
"""Games without a new puzzle before mining stops."""

_MIN_LEGAL_MOVES = 6
_OBVIOUS_ONE_IN = 10
# Fewer than a puzzle may take, since most that take longer are never proven.
_PROOF_NODES = PROOF_NODES // 5
_SOLVER_NODES = 100_000  # its table also has what was found in later positions
_MEMORY = 2**28
_SEARCH_MEMORY = 2**25

# Who plays both sides: a careful player, or a tree search with this many nodes. All of them blunder
# now and then, so their games turn more often than those of strong players.
_PLAYERS = (None, None, 100, 400)
_BLUNDER_RATE = 0.1
_MOVES_CONSIDERED = 20


def careful_move(position: Position, chance: random.Random) -> Move:
    """Return an obvious move, else one that leaves the opponent none, if one is found."""
    obvious = obvious_moves(position)
    if obvious:
        return chance.choice(obvious)
    moves = position.legal_moves()
    chance.shuffle(moves)
    for move in moves[:_MOVES_CONSIDERED]:
        if not obvious_moves(position.play(move)):
            return move
    return moves[0]


class Miner:
    """Finds puzzles on boards of one size, game after game, reproducibly from a seed.

    Raises NotationError if more than two play.
    """

    def __init__(
        self, game: str, size: str | None, seed: int, known: Iterable[Puzzle] = ()
    ) -> None:
        self.game = find_game(game)
        self.start = self.game.start(size)
        check_players(self.start)
        self.seed = seed
        self._solver = _native.solver(self.start, _MEMORY)
        self._forms: set[str] = set()
        self._kept: Counter[bool] = Counter()  # by whether the solution is obvious
        self.number = 0
        for puzzle in known:
            self._keep(puzzle)

    def mine(self, stop: Stop, on_game: Callable[[], None] | None = None) -> Iterator[Puzzle]:
        """Yield puzzles, at most one per game, until `stop` is set.

        It also stops after `MAX_FRUITLESS_GAMES` games without one. `on_game` is called after
        every game; `number` counts them.
        """
        fruitless = 0
        while fruitless < MAX_FRUITLESS_GAMES:
            found = self._best(self._candidates(stop), stop)
            if stop.is_set():
                return  # the last game was cut short
            self.number += 1
            fruitless = 0 if found else fruitless + 1
            if on_game is not None:
                on_game()
            if found is not None:
                self._keep(found)
                yield found

    def _keep(self, puzzle: Puzzle) -> None:
        if puzzle.game != self.game.key:
            return  # a file may hold puzzles of several games
        at = puzzle.start()
        self._forms.add(_form(at))
        self._kept[puzzle.solution in obvious_moves(at)] += 1
        if puzzle.seed == self.seed and at.size == self.start.size:
            self.number = max(self.number, puzzle.number + 1)

    def _game(self, stop: Stop) -> list[Position]:
        """Play a game of middling strength, and return its positions so far once `stop` is set."""
        chance = random.Random(f"{self.seed} {self.number}")
        nodes = chance.choice(_PLAYERS)
        searchers = [_searcher(chance.getrandbits(32)) for _ in range(self.start.players)]
        positions = [self.start]
        while (at := positions[-1]).outcome() is None and not stop.is_set():
            if chance.random() < _BLUNDER_RATE:
                move = chance.choice(at.legal_moves())
            elif nodes is None:
                move = careful_move(at, chance)
            else:
                searcher = searchers[at.to_move]
                move = searcher.think(at, Limit(nodes=nodes), stop=stop).choice().move
            positions.append(at.play(move))
        return positions

    def _candidates(self, stop: Stop) -> Iterator[Puzzle]:
        """Yield the puzzles of the next game, from its end to where proofs take too long."""
        for position in reversed(self._game(stop)[:-1]):
            lower, upper, best, *_ = self._solver.solve(position, nodes=_SOLVER_NODES, stop=stop)
            if lower != upper or stop.is_set():
                return
            moves = position.legal_moves()
            if len(moves) < _MIN_LEGAL_MOVES or len(best) != 1 or lower < 0:
                continue
            (solution,) = best
            if _form(position) in self._forms:
                continue
            if solution in obvious_moves(position) and not self._accepts_obvious():
                continue
            second = second_value(self._solver, position, solution, stop)
            if second is not None and outcome_of(second) != outcome_of(lower):
                yield self._puzzle(position, solution, lower, second, stop)

    def _puzzle(
        self, position: Position, solution: Move, value: int, second: int, stop: Stop
    ) -> Puzzle:
        line = solution_line(self._solver, position, solution, stop)
        places = replay(position, line[:-1])
        moves = sum(at.to_move == position.to_move for at in places)
        hard = difficulty_of(self._solver, position, solution, moves, stop)
        return Puzzle(
            self.game.key,
            str(position),
            line,
            value,
            second,
            *(hard.tempting, hard.distance, hard.difficulty),
            *(self.seed, self.number),
        )

    def _best(self, candidates: Iterator[Puzzle], stop: Stop) -> Puzzle | None:
        """Return the first puzzle that both solvers prove, the longest line first.

        One per game is enough: its positions are much alike.
        """
        for puzzle in sorted(candidates, key=lambda one: (-len(one.line), -one.difficulty)):
            problem = verify(puzzle, stop, _PROOF_NODES)
            if problem is None:
                return puzzle
            if problem != NOT_PROVEN and not stop.is_set():
                raise QuireError(
                    f"the solvers disagree on {puzzle.game} '{puzzle.position}', please report "
                    f"this: {problem}"
                )
        return None

    def _accepts_obvious(self) -> bool:
        return self._kept[True] * _OBVIOUS_ONE_IN < self._kept.total()


def _searcher(seed: int) -> Engine:
    return cast("Engine", make_agent(f"mcts:seed={seed},memory={_SEARCH_MEMORY}"))


def _form(position: Position) -> str:
    """Return a key that equivalent positions share; boards of different sizes never do."""
    return f"{position.size} {canonical_form(position).key}"
