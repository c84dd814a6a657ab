"""Finding puzzles: games of middling play are searched from the end for positions that turn.

A position is a puzzle if one move alone keeps its outcome. What greed finds at once (the move that
completes most, or ends the game) is too plain and taken only now and then.
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
from quire.engine.solver.symmetry import form
from quire.errors import QuireError
from quire.games import find_game
from quire.match.agent import Limit

# A search has to find the solution with this many nodes, and with all larger ones, whatever its
# seed: the least such number is the effort.
BUDGETS = tuple(4**power for power in range(2, 8))
_SEEDS = (1, 2)

# The largest effort of each grade from 2 on; beyond the last of them is the highest grade. Grade 1
# is what greed finds.
GRADES = (64, 1024, 16384)

MAX_FRUITLESS_GAMES = 1000
"""Games without a new puzzle before mining stops."""

_FEWEST_MOVES = 6
_PLAIN_ONES_IN = 10
_ENOUGH_NODES = PROOF_NODES // 10  # on top of what the positions after it have taught
_MEMORY = 2**28
_SEARCH_MEMORY = 2**25

# Who plays both sides of a game: a careful player, or a tree search with so many nodes. All of them
# err now and then: their games turn more often than champions'.
_PLAYERS = (None, None, 100, 400)
_SLIPS = 0.1
_LOOKED_AT = 20


def plain_moves(position: Position) -> list[Move]:
    """What greed would play: the moves that win at once, else those that complete most.

    >>> import quire
    >>> plain_moves(quire.parse("line", "S.S... 1"))
    ['O2']
    """
    moves = position.legal_moves()

    def gain(move: Move) -> tuple[bool, int]:
        outcome = position.play(move).outcome()
        return bool(outcome and outcome.winner == position.to_move), len(position.completes(move))

    gains = {move: gain(move) for move in moves}
    most = max(gains.values(), default=(False, 0))
    return [move for move in moves if gains[move] == most] if most > (False, 0) else []


def careful_move(position: Position, chance: random.Random) -> Move:
    """A move of one who takes what there is, and else leaves nothing to take, if that is seen."""
    plain = plain_moves(position)
    if plain:
        return chance.choice(plain)
    moves = position.legal_moves()
    chance.shuffle(moves)
    for move in moves[:_LOOKED_AT]:
        if not plain_moves(position.play(move)):
            return move
    return moves[0]


def effort(position: Position, solution: Move, stop: Stop | None = None) -> int | None:
    """The least budget from which on a tree search always finds the solution; None if none."""
    least = None
    for nodes in reversed(BUDGETS):
        for seed in _SEEDS:
            result = _searcher(seed).think(position, Limit(nodes=nodes), stop=stop)
            if result.choice().move != solution:
                return least
        least = nodes
    return least


def grade(spent: int | None, *, plain: bool) -> int:
    """1 to 5: 1 if greed finds it, then by effort.

    >>> grade(16, plain=True), grade(1024, plain=False), grade(None, plain=False)
    (1, 3, 5)
    """
    if plain:
        return 1
    if spent is None:
        return len(GRADES) + 2
    return 2 + sum(spent > most for most in GRADES)


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

        It also ends after `MAX_FRUITLESS_GAMES` games without one. `on_game` is called after every
        game; `number` counts them.
        """
        fruitless = 0
        while fruitless < MAX_FRUITLESS_GAMES:
            found = self._best(self._candidates(stop), stop)
            if stop.is_set():
                return  # whatever came of this game came in haste
            self.number += 1
            fruitless = 0 if found else fruitless + 1
            if on_game is not None:
                on_game()
            if found is not None:
                self._keep(found)
                yield found

    def _keep(self, puzzle: Puzzle) -> None:
        if puzzle.game != self.game.key:
            return  # one file may hold several games
        at = puzzle.start()
        self._forms.add(_form(at))
        self._grades[puzzle.grade] += 1
        if puzzle.seed == self.seed and at.size == self.start.size:
            self.number = max(self.number, puzzle.number + 1)

    def _game(self, stop: Stop) -> list[Position]:
        """The positions of a game of middling play, as far as it comes before `stop` is set."""
        chance = random.Random(f"{self.seed} {self.number}")
        nodes = chance.choice(_PLAYERS)
        searchers = [_searcher(chance.getrandbits(32)) for _ in range(self.start.players)]
        positions = [self.start]
        while (at := positions[-1]).outcome() is None and not stop.is_set():
            if chance.random() < _SLIPS:
                move = chance.choice(at.legal_moves())
            elif nodes is None:
                move = careful_move(at, chance)
            else:
                searcher = searchers[at.to_move]
                move = searcher.think(at, Limit(nodes=nodes), stop=stop).choice().move
            positions.append(at.play(move))
        return positions

    def _candidates(self, stop: Stop) -> Iterator[Puzzle]:
        """The puzzles of the next game, from its end to where proofs become too long."""
        solver = _native.alphabeta(self.start, _MEMORY)
        for position in reversed(self._game(stop)[:-1]):
            lower, upper, best, *_ = solver.solve(position, nodes=_ENOUGH_NODES, stop=stop)
            if lower != upper or stop.is_set():
                return
            moves = position.legal_moves()
            if len(moves) < _FEWEST_MOVES or len(best) != 1 or lower < 0:
                continue
            (solution,) = best
            second = second_value(solver, position, solution, stop)
            plain = solution in plain_moves(position)
            if (
                second is None
                or outcome_of(second) == outcome_of(lower)
                or _form(position) in self._forms
                or (plain and not self._may_be_plain())
            ):
                continue
            spent = effort(position, solution, stop)
            hard = grade(spent, plain=plain)
            facts = (self.game.key, str(position), solution, lower, second, spent, hard)
            yield Puzzle(*facts, self.seed, self.number)

    def _best(self, candidates: Iterator[Puzzle], stop: Stop) -> Puzzle | None:
        """One that both solvers prove, of the rarest grade: a game's positions are much alike."""
        for puzzle in sorted(candidates, key=lambda it: (self._grades[it.grade], -it.grade)):
            position = puzzle.start()
            found = self._solver.solve(position, Limit(nodes=PROOF_NODES), stop=stop)
            if verify(puzzle, stop) is None and found.exact and found.all_best:
                if (found.value, found.best_moves) != (puzzle.value, (puzzle.solution,)):
                    raise QuireError(
                        f"the solvers disagree on {puzzle.game} '{position}'; please report this"
                    )
                return puzzle
        return None

    def _may_be_plain(self) -> bool:
        return self._grades[1] * _PLAIN_ONES_IN < self._grades.total()


def _searcher(seed: int) -> Engine:
    return cast("Engine", make_agent(f"mcts:seed={seed},memory={_SEARCH_MEMORY}"))


def _form(position: Position) -> str:
    """What all positions alike share; boards of different sizes are never alike."""
    return f"{position.size} {form(position).key}"
