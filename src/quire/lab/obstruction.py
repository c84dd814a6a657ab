"""Who wins Obstruction on the empty board, for one board after another."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict, cast

from quire import _native
from quire._native import Stop
from quire.engine.checkpoint import load_table, save_table
from quire.errors import NotationError
from quire.games import find_game

WHOLE = 72
"""Up to so many cells all winning moves and the Grundy value are found too: in seconds."""


class Entry(TypedDict):
    """What was found about a board, as it stands in the book."""

    size: str
    position: str
    value: int
    outcome: str
    best_moves: list[str]
    all_best: bool
    grundy: int | None
    nodes: int
    seconds: float
    command: str


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
        return self.whole or columns * rows <= WHOLE

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


@dataclass(slots=True)
class Checkpoint:
    """A file that a solver's table is kept in while a board is solved."""

    path: Path
    every: float = 600.0
    """Seconds from one writing to the next."""
    told: Callable[[str], None] = field(default=lambda line: None)
    """Is told how far the search has come whenever the table is written."""


def solve_board(
    size: str,
    plan: Plan,
    *,
    checkpoint: Checkpoint | None = None,
    stop: Stop | None = None,
    progress: Callable[[float], None] | None = None,
) -> Entry | None:
    """What is found about an empty board, as an entry of the book; None if it was stopped.

    With a checkpoint the table is taken up from there, written anew now and then and when the
    search is stopped, and removed at the end.

    >>> entry = solve_board("6x6", Plan(memory=1 << 20))
    >>> entry["outcome"], entry["grundy"], entry["best_moves"][:3]
    ('win', 1, ['a1', 'c1', 'd1'])
    """
    start = find_game("obstruction").start(size)
    solver = _native.solver(start, plan.memory)
    assert isinstance(solver, _native.ObstructionSolver | _native.ObstructionWideSolver)
    table = memoryview(solver)
    if checkpoint is not None:
        load_table(table, checkpoint.path, "obstruction")
    kept = began = time.monotonic()

    def tell(nodes: int, seconds: float, done: float) -> None:
        nonlocal kept
        if checkpoint is not None and time.monotonic() - kept >= checkpoint.every:
            save_table(table, checkpoint.path, "obstruction")
            checkpoint.told(f"{size}: {nodes:,} nodes, {seconds:,.0f} s, {done:.4%} done, kept")
            kept = time.monotonic()
        if progress is not None:
            progress(done)

    whole = plan.is_whole(size)
    lower, upper, best, all_best, grundy, nodes = solver.solve(
        start,
        threads=plan.threads,
        all_best=whole,
        grundy=whole,
        second=plan.second,
        stop=stop,
        progress=tell,
    )
    complete = lower == upper and (all_best or not whole) and (grundy is not None or not whole)
    if checkpoint is not None:
        if complete:
            checkpoint.path.unlink(missing_ok=True)
        else:
            save_table(table, checkpoint.path, "obstruction")
    if not complete:
        return None
    return {
        "size": size,
        "position": str(start),
        "value": lower,
        "outcome": "win" if lower > 0 else "loss",
        "best_moves": best,
        "all_best": all_best,
        "grundy": grundy,
        "nodes": nodes,
        "seconds": round(time.monotonic() - began, 1),
        "command": plan.command(size),
    }


def one_of_each_kind(entry: Entry) -> list[str]:
    """The best moves without those that turning or mirroring the board makes of others.

    >>> one_of_each_kind(solve_board("6x6", Plan(memory=1 << 20)))
    ['a1', 'c1', 'b2', 'c3']
    """
    if not entry["all_best"]:
        return entry["best_moves"]
    columns, rows = sides(entry["size"])
    kinds = []
    for move in entry["best_moves"]:
        x, y = ord(move[0]) - ord("a"), int(move[1:]) - 1
        corner = x <= (columns - 1) // 2 and y <= (rows - 1) // 2
        if corner and (columns != rows or x >= y):
            kinds.append(move)
    return kinds


def read_book(path: Path) -> list[Entry]:
    """The entries of a file that `write_book` wrote; none if there is no such file."""
    if not path.exists():
        return []
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
        return [cast("Entry", {key: it[key] for key in Entry.__annotations__}) for it in entries]
    except (ValueError, TypeError, KeyError):
        raise NotationError(f"{path} is no book of obstruction: name another file") from None


def write_book(path: Path, entries: Iterable[Entry]) -> None:
    """Write the entries, one a line, so that the file is the old or the new one, whole."""
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    new = path.with_name(path.name + ".new")
    new.write_text(f'{{"game": "obstruction", "entries": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(path)
