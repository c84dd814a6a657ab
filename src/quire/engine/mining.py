"""Finding puzzles: games of middling play are searched from the end for positions that turn.

A position is a puzzle if one move alone keeps its outcome. What greed finds at once (the move that
completes most, or ends the game) is too plain and taken only now and then.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from quire._native import Stop
from quire.core import Move, Position
from quire.engine import make_agent
from quire.engine.agent import Agent, Limit
from quire.engine.analysis import outlook
from quire.engine.puzzle import TOO_LARGE, Puzzle, verify
from quire.engine.solution import Solver
from quire.engine.symmetry import form
from quire.errors import QuireError
from quire.games import find_game

# A search has to find the solution with this many nodes, and with all larger ones, whatever its
# seed: the least such number is the effort.
BUDGETS = tuple(4**power for power in range(2, 9))
_SEEDS = (1, 2, 3)

# The largest effort of each grade from 2 on; beyond the last of them is the highest grade. Grade 1
# is what greed finds.
GRADES = (64, 1024, 16384)

_FEWEST_MOVES = 6
_PLAIN_ONES_IN = 10
_SOLVER_NODES = 2_000_000
_MEMORY = 2**29

# Players of different strength who err now and then: their games turn more often than champions'.
_STRENGTHS = (30, 100, 400, 1500)
_SLIPS = 0.1


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


def effort(position: Position, solution: Move) -> int | None:
    """The least budget from which on a tree search always finds the solution; None if none."""
    least = None
    for nodes in reversed(BUDGETS):
        for seed in _SEEDS:
            searcher = make_agent(f"mcts:seed={seed}")
            if searcher.choose(position, Limit(nodes=nodes)).move != solution:
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
    """Finds puzzles on boards of one size, game after game, reproducibly from a seed."""

    def __init__(
        self, game: str, size: str | None, seed: int, known: Iterable[Puzzle] = ()
    ) -> None:
        self.game = find_game(game)
        self.start = self.game.start(size)
        self.seed = seed
        self._solver = Solver(threads=1, memory=_MEMORY)
        self._forms: set[str] = set()
        self._plain = 0
        self.number = 0
        for puzzle in known:
            self._keep(puzzle)

    def mine(self, stop: Stop) -> Iterator[Puzzle]:
        """Puzzles until `stop` is set, at most one a game."""
        while not stop.is_set():
            found = self._best(self._candidates())
            self.number += 1
            if found is not None:
                self._keep(found)
                yield found

    def _keep(self, puzzle: Puzzle) -> None:
        at = puzzle.start()
        self._forms.add(_form(at))
        self._plain += puzzle.grade == 1
        if puzzle.seed == self.seed and at.size == self.start.size:
            self.number = max(self.number, puzzle.number + 1)

    def _game(self) -> list[Position]:
        """The positions of a game of middling play."""
        chance = random.Random(f"{self.seed} {self.number}")
        players: list[Agent] = [
            make_agent(f"mcts:seed={chance.getrandbits(32)}") for _ in range(self.start.players)
        ]
        strengths = [chance.choice(_STRENGTHS) for _ in players]
        positions = [self.start]
        while (at := positions[-1]).outcome() is None:
            if chance.random() < _SLIPS:
                move = chance.choice(at.legal_moves())
            else:
                limit = Limit(nodes=strengths[at.to_move])
                move = players[at.to_move].choose(at, limit).move
            positions.append(at.play(move))
        return positions

    def _candidates(self) -> Iterator[Puzzle]:
        """The puzzles of the next game, from its end to where proofs become too long."""
        for position in reversed(self._game()[:-1]):
            if len(position.legal_moves()) < _FEWEST_MOVES:
                continue
            found = self._solver.solve(position, Limit(nodes=_SOLVER_NODES))
            if not (found.exact and found.all_best):
                return
            if found.value is None or found.value < 0 or len(found.best_moves) != 1:
                continue
            (solution,) = found.best_moves
            second = self._second(position, solution)
            if second is None or outlook(second) == outlook(found.value):
                continue
            plain = solution in plain_moves(position)
            if _form(position) in self._forms or (plain and not self._may_be_plain()):
                continue
            spent = effort(position, solution)
            puzzle = Puzzle(
                self.game.key,
                str(position),
                solution,
                found.value,
                second,
                spent,
                grade(spent, plain=plain),
                self.seed,
                self.number,
            )
            problem = verify(puzzle)
            if problem == TOO_LARGE:
                return
            if problem is not None:
                raise QuireError(f"the solvers disagree about '{position}': {problem}")
            yield puzzle

    def _second(self, position: Position, solution: Move) -> int | None:
        values = []
        for move in position.legal_moves():
            if move != solution:
                after = position.play(move)
                value = self._solver.solve(after, Limit(nodes=_SOLVER_NODES), all_best=False).value
                if value is None:
                    return None
                values.append(value if after.to_move == position.to_move else -value)
        return max(values)

    def _best(self, candidates: Iterator[Puzzle]) -> Puzzle | None:
        """The hardest one; a game's positions are too much alike for several."""
        return max(candidates, key=lambda it: (it.grade, it.effort or 0), default=None)

    def _may_be_plain(self) -> bool:
        return self._plain * _PLAIN_ONES_IN < len(self._forms)


def _form(position: Position) -> str:
    """What all positions alike share; boards of different sizes are never alike."""
    return f"{position.size} {form(position).key}"
