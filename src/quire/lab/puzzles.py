"""Whether grades are what players find hard: difficulty, held against what the levels solve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass

from quire.engine import make_agent
from quire.engine.analysis.puzzle import MAX_GRADE, Puzzle, load
from quire.engine.workers import workers_at_work

LEVELS = range(1, 7)

CORRELATION_GOAL = 0.5


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often the levels found the first move of a puzzle."""

    puzzle: Puzzle
    tried: int
    solved: int

    @property
    def failed_share(self) -> float:
        """The share of attempts that failed."""
        return 1 - self.solved / self.tried


def attempt(puzzle: Puzzle, tries: int, seed: int) -> Attempts:
    """Let each level try the first move, with another seed each time."""
    position, solved = puzzle.start(), 0
    for level in LEVELS:
        for number in range(tries):
            agent = make_agent(f"level{level}", seed=seed * tries + number)
            solved += agent.choose(position).move == puzzle.solution
    return Attempts(puzzle, len(LEVELS) * tries, solved)


def measure(
    games: Sequence[str], count: int | None, tries: int, seed: int, workers: int
) -> Iterator[Attempts]:
    """Yield the attempts at the puzzles of these games, `count` evenly spread ones of each."""
    chosen = [puzzle for game in games for puzzle in sample(load(game), count)]
    if workers <= 1:
        for puzzle in chosen:
            yield attempt(puzzle, tries, seed)
        return
    with workers_at_work(workers) as pool:
        jobs = [pool.submit(attempt, puzzle, tries, seed) for puzzle in chosen]
        for done in as_completed(jobs):
            yield done.result()


def sample(puzzles: Sequence[Puzzle], count: int | None) -> Sequence[Puzzle]:
    """Return that many of the puzzles, evenly spread; None is all.

    >>> len(sample(load("line"), 7))
    7
    """
    if count is None or count >= len(puzzles):
        return puzzles
    return [puzzles[number * len(puzzles) // count] for number in range(count)]


def correlation(attempts: Sequence[Attempts]) -> float:
    """Return Spearman's rank correlation of difficulty and failed attempts, -1 to 1."""
    return spearman([it.puzzle.difficulty for it in attempts], [it.failed_share for it in attempts])


def failed_by_grade(attempts: Sequence[Attempts]) -> list[float | None]:
    """Return the share of failed attempts at the puzzles of each grade."""
    shares: list[float | None] = []
    for grade in range(1, MAX_GRADE + 1):
        failed = [it.failed_share for it in attempts if it.puzzle.grade == grade]
        shares.append(sum(failed) / len(failed) if failed else None)
    return shares


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the rank correlation; equal values share their rank. 0 if all of one are equal.

    >>> spearman([1, 2, 3], [10, 20, 90]), spearman([1, 2, 3], [3, 2, 1]), spearman([1, 1], [1, 2])
    (1.0, -1.0, 0.0)
    """
    one, other = ranks(first), ranks(second)
    middle = (len(one) + 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    squares = [sum((rank - middle) ** 2 for rank in each) for each in (one, other)]
    scale = (squares[0] * squares[1]) ** 0.5
    return product / scale if scale else 0.0


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1; equal values have the mean of their ranks.

    >>> ranks([5.0, 1.0, 5.0, 9.0])
    [2.5, 1.0, 2.5, 4.0]
    """
    return [
        sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values
    ]
