"""Who wins Obstruction on the empty board, for one board after another."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from quire import _native
from quire.core import Position
from quire.engine.checkpoint import load_table, save_table
from quire.errors import NotationError
from quire.games import find_game

Progress = Callable[[int, float, float], None]
LARGEST_GRUNDY = 64
"""Up to so many cells all winning moves and the Grundy value are found too: seconds at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How boards are solved. `second`: by other means and in another order, to check the first."""

    memory: int = 1 << 30
    threads: int = 1
    second: bool = False
    whole: bool = False
    """All winning moves and the Grundy value of large boards too."""

    def is_whole(self, size: str) -> bool:
        """Whether all winning moves and the Grundy value of this board are found."""
        columns, rows = sides(size)
        return self.whole or columns * rows <= LARGEST_GRUNDY

    def command(self, size: str) -> str:
        """The command that solves this board so. Memory and threads change no result."""
        options = [f"--from {size} --to {size}"]
        options += ["--second"] if self.second else []
        options += ["--whole"] if self.whole else []
        return " ".join(["quire lab obstruction", *options])


def sides(size: str) -> tuple[int, int]:
    """Columns and rows.

    >>> sides("9x10")
    (9, 10)
    """
    columns, rows = find_game("obstruction").start(size).size.split("x")
    return int(columns), int(rows)


def boards(smallest: str, largest: str) -> list[str]:
    """The boards between these two that are no wider than high, the fewest cells first.

    >>> boards("5x5", "6x7")
    ['5x5', '5x6', '5x7', '6x6', '6x7']
    >>> len(boards("5x5", "9x10")), len(boards("5x5", "10x10"))
    (20, 21)
    """
    (least_columns, least_rows), (most_columns, most_rows) = sides(smallest), sides(largest)
    found = [
        (columns, rows)
        for columns in range(least_columns, most_columns + 1)
        for rows in range(max(columns, least_rows), most_rows + 1)
    ]
    if not found:
        raise NotationError(f"there is no board from {smallest} to {largest} with columns ≤ rows")
    return [f"{columns}x{rows}" for columns, rows in sorted(found, key=lambda it: it[0] * it[1])]


def solve_board(
    size: str,
    plan: Plan,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    every: float = 600.0,
) -> dict[str, object]:
    """What is found about an empty board, as an entry of the book.

    With a checkpoint the solver's table is kept in that file, written anew every so many seconds
    and when the search is interrupted, taken up from there, and removed at the end.

    >>> entry = solve_board("6x6", Plan(memory=1 << 20))
    >>> entry["outcome"], entry["grundy"], entry["best_moves"][:3]
    ('win', 1, ['a1', 'c1', 'd1'])
    """
    start = find_game("obstruction").start(size)
    solver = _native.solver(start, plan.memory)
    assert isinstance(solver, _native.ObstructionSolver | _native.ObstructionWideSolver)
    keeper = _Keeper(memoryview(solver), checkpoint, every)

    def tell(nodes: int, seconds: float, done: float) -> None:
        keeper.keep_now_and_then()
        if progress is not None:
            progress(nodes, seconds, done)

    began = time.perf_counter()
    whole = plan.is_whole(size)
    try:
        lower, _upper, best, all_best, grundy, nodes = solver.solve(
            start,
            threads=plan.threads,
            all_best=whole,
            grundy=whole,
            second=plan.second,
            progress=tell,
        )
    except KeyboardInterrupt:
        keeper.keep()
        raise
    keeper.remove()
    return {
        "size": size,
        "position": str(start),
        "value": lower,
        "outcome": "win" if lower > 0 else "loss",
        "best_moves": best,
        "all_best": all_best,
        "grundy": grundy,
        "nodes": nodes,
        "seconds": round(time.perf_counter() - began, 1),
        "command": plan.command(size),
    }


class _Keeper:
    """Keeps a table in a file, if there is one."""

    def __init__(self, table: memoryview, path: Path | None, every: float) -> None:
        self._table, self._path, self._every = table, path, every
        self._kept = time.monotonic()
        if path is not None:
            load_table(table, path, "obstruction")

    def keep_now_and_then(self) -> None:
        if time.monotonic() - self._kept >= self._every:
            self.keep()

    def keep(self) -> None:
        if self._path is not None:
            save_table(self._table, self._path, "obstruction")
        self._kept = time.monotonic()

    def remove(self) -> None:
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def read_book(path: Path) -> list[dict[str, object]]:
    """The entries of a file that `write_book` wrote; none if there is no such file."""
    if not path.exists():
        return []
    try:
        book = json.loads(path.read_text(encoding="utf-8"))
        entries = [dict(entry) for entry in book["entries"] if book["game"] == "obstruction"]
    except (ValueError, TypeError, KeyError):
        raise NotationError(f"{path} is no book of obstruction: name another file") from None
    return entries


def write_book(path: Path, entries: Iterable[dict[str, object]]) -> None:
    """Write the entries, one a line, so that the file is the old or the new one, whole."""
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    new = path.with_name(path.name + ".new")
    new.write_text(f'{{"game": "obstruction", "entries": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(path)
