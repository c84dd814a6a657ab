"""Find out who wins Obstruction from the empty board, board by board."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, cast

from quire import _native
from quire._native import Stop
from quire.engine.solver.checkpoint import Checkpoint, Effort
from quire.engine.units import enough_memory
from quire.errors import NotationError
from quire.games import find_game

MAX_WHOLE_CELLS = 72
"""Up to this size, all winning moves and the Grundy value take only seconds."""


class Entry(TypedDict):
    """The result of a board, as it is written to the results file."""

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
    """How boards are solved; `second` is an independent method, which checks the first."""

    memory: int = 1 << 30
    threads: int = 1
    second: bool = False
    whole: bool = False
    """Find all winning moves and the Grundy value of large boards as well."""

    def is_whole(self, size: str) -> bool:
        """Return whether all winning moves and the Grundy value of this board are found."""
        columns, rows = sides(size)
        return self.whole or columns * rows <= MAX_WHOLE_CELLS

    def command(self, size: str) -> str:
        """Return the command that solves this board; memory and threads don't change the result."""
        options = [f"--from {size} --to {size}"]
        options += ["--second"] if self.second else []
        options += ["--whole"] if self.whole else []
        return " ".join(["quire lab obstruction", *options])

    def title(self, size: str) -> str:
        """Return the title of a board's checkpoint, which differs between the two methods.

        The second method would not check the first if it started from its results.
        """
        return f"obstruction {size} by the {'second' if self.second else 'first'} method"


def sides(size: str) -> tuple[int, int]:
    """Return columns and rows.

    >>> sides("9x10")
    (9, 10)
    """
    columns, rows = find_game("obstruction").start(size).size.split("x")
    return int(columns), int(rows)


def boards(smallest: str, largest: str) -> list[str]:
    """Return the boards between these two that are not wider than high, the smallest first.

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
        raise NotationError(
            f"no boards between {smallest} and {largest} (boards are listed with columns ≤ rows)"
        )
    return [
        f"{columns}x{rows}"
        for columns, rows in sorted(found, key=lambda sides: sides[0] * sides[1])
    ]


def solve_board(
    size: str,
    plan: Plan,
    *,
    checkpoint: Checkpoint | None = None,
    stop: Stop | None = None,
    progress: Callable[[float], None] | None = None,
) -> Entry | None:
    """Solve an empty board and return its entry; None if it was stopped.

    With a checkpoint the search resumes from its table, saves it now and then and when it is
    stopped, and removes it at the end; nodes and seconds are the totals of all runs.

    >>> entry = solve_board("6x6", Plan(memory=1 << 20))
    >>> entry["outcome"], entry["grundy"], entry["best_moves"][:3]
    ('win', 1, ['a1', 'c1', 'd1'])
    """
    start = find_game("obstruction").start(size)
    with enough_memory("the solver", plan.memory):
        solver = _native.solver(start, plan.memory)
    search = None if checkpoint is None else checkpoint.resume(solver, plan.title(size))

    def report(nodes: int, seconds: float, done: float) -> None:
        if progress is not None:
            progress(done)

    whole = plan.is_whole(size)
    began = time.monotonic()
    lower, upper, best, all_best, grundy, nodes = solver.solve(
        start,
        threads=plan.threads,
        all_best=whole,
        grundy=whole,
        second=plan.second,
        stop=stop,
        progress=report if search is None else search.progress(report),
    )
    spent = Effort(nodes, time.monotonic() - began)
    complete = lower == upper and (all_best or not whole) and (grundy is not None or not whole)
    if search is not None:
        spent = search.end(spent, complete=complete)
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
        "nodes": spent.nodes,
        "seconds": round(spent.seconds, 1),
        "command": plan.command(size),
    }


def one_of_each_kind(entry: Entry) -> list[str]:
    """Return the best moves, without those that are rotations or reflections of others.

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
    """Read the entries of a results file; none if it does not exist."""
    if not path.exists():
        return []
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
        return [
            cast("Entry", {key: entry[key] for key in Entry.__annotations__}) for entry in entries
        ]
    except (ValueError, TypeError, KeyError):
        raise NotationError(
            f"{path} is not a results file of this command: use another --out"
        ) from None


def write_book(path: Path, entries: Iterable[Entry]) -> None:
    """Write the entries atomically, one per line."""
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    new = path.with_name(path.name + ".new")
    new.write_text(f'{{"game": "obstruction", "entries": [\n{lines}\n]}}\n', encoding="utf-8")
    new.replace(path)
