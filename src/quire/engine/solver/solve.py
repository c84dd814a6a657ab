"""Exact answers: the value of a position, and every best move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal

from quire import _native
from quire._native import Solver as NativeSolver
from quire._native import Stop
from quire.core import Move, Position
from quire.engine.agents.search_result import Progress
from quire.engine.solver.book import Book, Entry, default_book
from quire.engine.solver.checkpoint import Checkpoint, Effort
from quire.engine.units import check_threads, enough_memory, usable_memory, usable_threads
from quire.errors import QuireError
from quire.match.agent import NO_LIMIT, Limit

OutcomeName = Literal["win", "draw", "loss"]

MIN_SECONDS_TO_KEEP = 0.01
"""Answers found in less time are not kept: it would take longer to look them up."""

# Larger than any value, so that as a bound it says nothing.
_UNBOUNDED = 1 << 20


def outcome_of(value: float | None) -> OutcomeName | None:
    """Return what a value means for the player it belongs to.

    >>> outcome_of(3), outcome_of(0), outcome_of(None)
    ('win', 'draw', None)
    """
    if value is None:
        return None
    return "win" if value > 0 else "loss" if value < 0 else "draw"


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer of a solver, for the player to move.

    `value` is the final difference in points in SOS, including the points so far, and +1, 0 or -1
    in the other games and in simple SOS. A search that was stopped has bounds instead, `lower` and
    `upper`, each None if unknown; `best_moves` are then those proven to reach `lower`. `outcome` is
    set as soon as the bounds decide it.
    """

    value: int | None
    outcome: OutcomeName | None
    best_moves: tuple[Move, ...]
    exact: bool
    nodes: int
    """Nodes searched, over all runs of a checkpoint; 0 if the answer is from the book."""
    grundy: int | None
    """The Grundy value of an impartial game (Obstruction), if it was computed."""
    seconds: float
    lower: int | None
    upper: int | None
    all_best: bool
    """Whether `best_moves` lists all best moves."""
    from_book: bool = False

    def facts(self, position: Position) -> dict[str, Any]:
        """Return the solution of that position as plain data."""
        return {
            "game": position.game,
            "size": position.size,
            "position": str(position),
            "value": self.value,
            "outcome": self.outcome,
            "best_moves": self.best_moves,
            "exact": self.exact,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "grundy": self.grundy,
            "lower": self.lower,
            "upper": self.upper,
            "all_best": self.all_best,
            "from_book": self.from_book,
        }

    def _repr_html_(self) -> str:
        """Show the result as a table in a notebook."""
        low, high = ("?" if bound is None else bound for bound in (self.lower, self.upper))
        rows: dict[str, object] = {
            "Result": self.outcome or "not proven",
            "Value": self.value if self.exact else f"{low} to {high}",
            "Best moves": " ".join(self.best_moves) or "none proven",
            "Nodes": f"{self.nodes:,}",
            "Seconds": f"{self.seconds:.2f}",
        }
        if self.grundy is not None:
            rows["Grundy value"] = self.grundy
        cells = "".join(f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in rows.items())
        return f"<table>{cells}</table>"


class Solver:
    """Solves one position after another, keeping its tables in between.

    `memory` is the size in bytes of the tables for one kind of position (default: half of the free
    memory, 4 GiB at most). `threads` defaults to all that this process may use. Calls from several
    threads run one at a time.
    """

    def __init__(self, *, threads: int | None = None, memory: int | None = None) -> None:
        self.threads = usable_threads() if threads is None else check_threads(threads)
        self.memory = usable_memory() if memory is None else memory
        self._lock = Lock()
        self._natives: dict[type[Position], NativeSolver] = {}

    def solve(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        all_best: bool = True,
        checkpoint: Checkpoint | None = None,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Solution:
        """Solve a position within the limit, without a book.

        With a checkpoint the search resumes from its file and saves to it now and then, and when
        it stops early; after a complete search the file is deleted. The limit is for this run only.
        Raises QuireError if more than two play, or if there is not enough memory.
        """
        check_players(position)
        over = position.outcome() is not None
        with self._lock, enough_memory("the solver", self.memory):
            solver = self._native(position)
            if checkpoint is None or over:
                return self._ask(solver, position, limit, all_best, False, stop, progress)
            search = checkpoint.resume(solver, f"{position.game} {position}")
            on_progress = search.progress(progress)
            found = self._ask(solver, position, limit, all_best, True, stop, on_progress)
            complete = found.exact and (not all_best or _has_all(solver, found))
            whole = search.end(Effort(found.nodes, found.seconds), complete=complete)
            return replace(found, nodes=whole.nodes, seconds=whole.seconds)

    def _ask(
        self,
        solver: NativeSolver,
        position: Position,
        limit: Limit | None,
        all_best: bool,
        resumable: bool,
        stop: Stop | None,
        progress: Progress | None,
    ) -> Solution:
        began = time.perf_counter()
        wanted = limit or NO_LIMIT
        answer = solver.solve(
            position,
            seconds=wanted.seconds,
            nodes=wanted.nodes,
            threads=self.threads,
            all_best=all_best,
            grundy=all_best,
            resumable=resumable,
            stop=stop,
            progress=progress,
        )
        return _solution(*answer, time.perf_counter() - began)

    def _native(self, position: Position) -> NativeSolver:
        if position.outcome() is not None:
            return _native.solver(position, 0)  # a finished game needs no tables
        kind = type(position)
        if kind not in self._natives:
            self._natives[kind] = _native.solver(position, self.memory)
        return self._natives[kind]


def solve(
    position: Position,
    limit: Limit | None = None,
    *,
    threads: int | None = None,
    memory: int | None = None,
    all_best: bool = True,
    book: Book | bool = True,
    checkpoint: Checkpoint | None = None,
    solver: Solver | None = None,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Return the exact value of a two-player position and its best moves.

    Without a limit it runs until the answer is exact; `stop` ends it from another thread, and
    `progress` is called with nodes, seconds and the share done. With `all_best=False` it stops at
    the value and one best move, without the Grundy value. `memory` (bytes), `threads` and
    `checkpoint` are as for `Solver`; by default the table is as large as the one in the checkpoint.
    A `solver` is used instead of a new one, and keeps its tables. Answers that took effort are kept
    in `book`: True is the user's own, False none. Raises QuireError if more than two play.

    >>> import quire
    >>> found = quire.solve(quire.parse("obstruction", "X#./##./... 2"), book=False)
    >>> found.value, found.outcome, found.best_moves, found.exact
    (1, 'win', ('c3',), True)
    """
    check_players(position)
    began = time.perf_counter()
    pages = default_book() if book is True else book or None
    if position.outcome() is not None:
        pages = None  # a finished game is not looked up
    if pages is not None:
        entry = pages.find(position, all_best=all_best)
        if entry is not None:
            return _from_book(entry, time.perf_counter() - began)
    if memory is None and checkpoint is not None:
        memory = checkpoint.memory()
    found = (solver or Solver(threads=threads, memory=memory)).solve(
        position, limit, all_best=all_best, checkpoint=checkpoint, stop=stop, progress=progress
    )
    if pages is not None and found.value is not None and found.seconds >= MIN_SECONDS_TO_KEEP:
        facts = (found.value, found.best_moves, found.all_best and all_best, found.grundy)
        pages.keep(position, Entry(*facts, found.nodes, found.seconds))
    return found


def _has_all(solver: NativeSolver, found: Solution) -> bool:
    """Return whether all best moves are known, and the Grundy value if the game has one."""
    return found.all_best and (found.grundy is not None or not solver.impartial)


def check_players(position: Position) -> None:
    """Raise QuireError unless two play."""
    if position.players != 2:
        raise QuireError(
            f"only two-player positions can be solved; this one has {position.players} players"
        )


def _from_book(entry: Entry, seconds: float) -> Solution:
    found = _solution(
        entry.value, entry.value, entry.best_moves, entry.all_best, entry.grundy, 0, seconds
    )
    return replace(found, from_book=True)


def _solution(
    lower: int,
    upper: int,
    best: Sequence[Move],
    all_best: bool,
    grundy: int | None,
    nodes: int,
    seconds: float,
) -> Solution:
    return Solution(
        value=lower if lower == upper else None,
        outcome=_proven_outcome(lower, upper),
        best_moves=tuple(best),
        exact=lower == upper,
        nodes=nodes,
        grundy=grundy,
        seconds=seconds,
        lower=None if lower <= -_UNBOUNDED else lower,
        upper=None if upper >= _UNBOUNDED else upper,
        all_best=all_best,
    )


def _proven_outcome(lower: int, upper: int) -> OutcomeName | None:
    if lower > 0:
        return "win"
    if upper < 0:
        return "loss"
    return "draw" if lower == upper else None
