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
from quire.core import Move, Position
from quire.engine.agents.registry import make_agent
from quire.engine.agents.search_result import Engine
from quire.engine.analysis.puzzle import PROOF_NODES, Puzzle, check_players, second_value, verify
from quire.engine.solver.solve import Solver, outcome_of
from quire.engine.solver.symmetry import canonical_form
from quire.errors import QuireError
from quire.games import find_game
from quire.match.agent import Limit

# The effort is the smallest of these node counts from which on a search finds the solution with
# every seed.
BUDGETS = tuple(4**power for power in range(2, 8))
_SEEDS = (1, 2)

# The largest effort of grades 2, 3 and 4; grade 5 is beyond. Grade 1 is for obvious solutions.
GRADES = (64, 1024, 16384)

MAX_FRUITLESS_GAMES = 1000
"""Games without a new puzzle before mining stops."""

_MIN_LEGAL_MOVES = 6
_OBVIOUS_ONE_IN = 10
_SOLVER_NODES = PROOF_NODES // 10  # its table also has what was found in later positions
_MEMORY = 2**28
_SEARCH_MEMORY = 2**25

# Who plays both sides: a careful player, or a tree search with this many nodes. All of them blunder
# now and then, so their games turn more often than those of strong players.
_PLAYERS = (None, None, 100, 400)
_BLUNDER_RATE = 0.1
_MOVES_CONSIDERED = 20


def obvious_moves(position: Position) -> list[Move]:
    """Return the obvious moves: those that win at once, else those that complete the most lines.

    >>> import quire
    >>> obvious_moves(quire.parse("line", "S.S... 1"))
    ['O2']
    """
    moves = position.legal_moves()

    def gain(move: Move) -> tuple[bool, int]:
        outcome = position.play(move).outcome()
        return bool(outcome and outcome.winner == position.to_move), len(position.completes(move))

    gains = {move: gain(move) for move in moves}
    best = max(gains.values(), default=(False, 0))
    return [move for move in moves if gains[move] == best] if best > (False, 0) else []


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


def effort(position: Position, solution: Move, stop: Stop | None = None) -> int | None:
    """Return the smallest node count with which the solution is always found; None if none."""
    least = None
    for nodes in reversed(BUDGETS):
        for seed in _SEEDS:
            result = _searcher(seed).think(position, Limit(nodes=nodes), stop=stop)
            if result.choice().move != solution:
                return least
        least = nodes
    return least


def grade(spent: int | None, *, obvious: bool) -> int:
    """Return the grade, 1 to 5: 1 for an obvious solution, otherwise by effort.

    >>> grade(16, obvious=True), grade(1024, obvious=False), grade(None, obvious=False)
    (1, 3, 5)
    """
    if obvious:
        return 1
    if spent is None:
        return len(GRADES) + 2
    return 2 + sum(spent > limit for limit in GRADES)


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
        self._solver = Solver(threads=1, memory=_MEMORY)
        self._forms: set[str] = set()
        self._grades: Counter[int] = Counter()
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
        self._grades[puzzle.grade] += 1
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
        solver = _native.alphabeta(self.start, _MEMORY)
        for position in reversed(self._game(stop)[:-1]):
            lower, upper, best, *_ = solver.solve(position, nodes=_SOLVER_NODES, stop=stop)
            if lower != upper or stop.is_set():
                return
            moves = position.legal_moves()
            if len(moves) < _MIN_LEGAL_MOVES or len(best) != 1 or lower < 0:
                continue
            (solution,) = best
            second = second_value(solver, position, solution, stop)
            obvious = solution in obvious_moves(position)
            if (
                second is None
                or outcome_of(second) == outcome_of(lower)
                or _form(position) in self._forms
                or (obvious and not self._accepts_obvious())
            ):
                continue
            spent = effort(position, solution, stop)
            hard = grade(spent, obvious=obvious)
            facts = (self.game.key, str(position), solution, lower, second, spent, hard)
            yield Puzzle(*facts, self.seed, self.number)

    def _best(self, candidates: Iterator[Puzzle], stop: Stop) -> Puzzle | None:
        """Return the first puzzle that both solvers prove, rarest grade first.

        One per game is enough: its positions are much alike.
        """
        for puzzle in sorted(candidates, key=lambda one: (self._grades[one.grade], -one.grade)):
            position = puzzle.start()
            found = self._solver.solve(position, Limit(nodes=PROOF_NODES), stop=stop)
            if verify(puzzle, stop) is None and found.exact and found.all_best:
                if (found.value, found.best_moves) != (puzzle.value, (puzzle.solution,)):
                    raise QuireError(
                        f"the solvers disagree on {puzzle.game} '{position}'; please report this"
                    )
                return puzzle
        return None

    def _accepts_obvious(self) -> bool:
        return self._grades[1] * _OBVIOUS_ONE_IN < self._grades.total()


def _searcher(seed: int) -> Engine:
    return cast("Engine", make_agent(f"mcts:seed={seed},memory={_SEARCH_MEMORY}"))


def _form(position: Position) -> str:
    """Return a key that equivalent positions share; boards of different sizes never do."""
    return f"{position.size} {canonical_form(position).key}"
