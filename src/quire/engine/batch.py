"""Solve or analyse many positions and games of all kinds, in several processes.

An item is a Position, a Record, or a line of JSON with either; docs/reference/batch.md has the
lines. A position is solved or analysed. Of a game every position is solved, or it is reviewed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Literal

import msgspec

from quire._native import Stop
from quire.core import Position, step
from quire.engine.analysis.position import MEMORY, Analyser, estimator_for
from quire.engine.solver.solve import Solver, solve
from quire.engine.units import usable_threads
from quire.engine.workers import workers_at_work
from quire.errors import QuireError, RecordError
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit
from quire.match.json_line import load
from quire.match.record import Record

Item = Position | Record | str | bytes

ITEMS_AHEAD = 8
"""Items that wait for each process, so that none of them waits for the next."""

POLL_SECONDS = 0.2
"""Interval between two looks at whether to stop."""

_ANALYSERS = 8
"""Boards whose tables a process keeps."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to do with every item; the limit is for each position."""

    kind: Literal["solve", "analyse"]
    limit: Limit = NO_LIMIT
    all_best: bool = True
    """Whether `solve` looks for all best moves."""
    book: bool = True
    """Whether `solve` uses the solution book."""
    memory: int = MEMORY
    """Maximum size in bytes of the tables of each process, for each kind of board."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to the item with that number, counted from 1, as plain data.

    `error` is set instead of an answer if the item can't be read, solved or analysed; the facts
    are then its code and message.
    """

    number: int
    facts: dict[str, Any]
    error: str | None = None


class PositionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in a line of JSON: its text or the size of the empty board, and moves from there.

    `id` is anything that the answer repeats.
    """

    game: str
    position: str | None = None
    size: str | None = None
    moves: tuple[str, ...] = ()
    id: str | int | None = None


def solve_all(
    items: Iterable[Item],
    limit: Limit = NO_LIMIT,
    *,
    all_best: bool = True,
    book: bool = True,
    memory: int = MEMORY,
    workers: int | None = None,
    stop: Stop | None = None,
) -> Iterator[Answer]:
    """Solve every item, and yield the answers as they are found, not in order.

    The limit is for each position; without one a hard position is solved until it is done.
    `workers` is the number of processes (default: one per core); with 1 everything happens in this
    one. Setting `stop` ends the iterator. Raises AgentFailed if a process is killed.

    >>> import quire
    >>> position = quire.parse("obstruction", "X#./##./... 2")
    >>> [answer.facts["best_moves"] for answer in solve_all([position], book=False, workers=1)]
    [('c3',)]
    """
    task = Task("solve", limit, all_best, book, memory)
    return answers(enumerate(items, 1), task, workers, stop)


def analyse_all(
    items: Iterable[Item],
    limit: Limit = NO_LIMIT,
    *,
    memory: int = MEMORY,
    workers: int | None = None,
    stop: Stop | None = None,
) -> Iterator[Answer]:
    """Analyse every item, as `solve_all` solves them (default limit: one second per position)."""
    return answers(enumerate(items, 1), Task("analyse", limit, memory=memory), workers, stop)


def answers(
    numbered: Iterable[tuple[int, Item]],
    task: Task,
    workers: int | None = None,
    stop: Stop | None = None,
) -> Iterator[Answer]:
    """Yield the answer to each item with its number, as `solve_all` does."""
    stop = Stop() if stop is None else stop
    workers = usable_threads() if workers is None else workers
    if workers > 1:
        yield from _in_processes(numbered, task, workers, stop)
        return
    for number, item in numbered:
        found = answer(task, number, item, stop)
        if stop.is_set():
            return
        yield found


def answer(task: Task, number: int, item: Item, stop: Stop | None = None) -> Answer:
    """Return the answer to one item."""
    try:
        return Answer(number, _facts(task, item, stop))
    except QuireError as error:
        return Answer(number, {"code": error.code, "message": str(error)}, str(error))


def read_line(line: str | bytes) -> PositionLine | Record:
    """Parse a line of JSON. Raises RecordError if it is neither a position nor a valid record."""
    data = load(line)
    if isinstance(data, dict) and not data.keys().isdisjoint(("players", "outcome", "format")):
        return Record.from_json(line)
    try:
        return msgspec.convert(data, PositionLine)
    except msgspec.ValidationError as error:
        raise RecordError(f"neither a position nor a record: {error}") from error


class _Stopped(Exception):
    """The answers are no longer wanted."""


def _in_processes(
    numbered: Iterable[tuple[int, Item]], task: Task, workers: int, stop: Stop
) -> Iterator[Answer]:
    waiting = iter(numbered)
    pending: set[Future[Answer]] = set()
    try:
        with workers_at_work(workers) as pool:
            while True:
                for number, item in islice(waiting, workers * ITEMS_AHEAD - len(pending)):
                    pending.add(pool.submit(answer, task, number, item))
                if not pending:
                    return
                done, pending = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
                if stop.is_set():
                    raise _Stopped
                for future in done:
                    yield future.result()
    except _Stopped:
        return


def _facts(task: Task, item: Item, stop: Stop | None) -> dict[str, Any]:
    if isinstance(item, str | bytes):
        found = read_line(item)
        if isinstance(found, Record):
            return _game(task, found, stop)
        named = {} if found.id is None else {"id": found.id}
        return named | _position(task, _reached(found), stop)
    if isinstance(item, Record):
        item.check()
        return _game(task, item, stop)
    return _position(task, item, stop)


def _reached(line: PositionLine) -> Position:
    game = find_game(line.game)
    if line.position is None:
        position = game.start(line.size)
    else:
        position = game.parse(line.position, line.size)
    for number, move in enumerate(line.moves, 1):
        try:
            position = step(position, move)
        except QuireError as error:
            raise RecordError(str(error), move=number) from error
    return position


def _position(task: Task, position: Position, stop: Stop | None) -> dict[str, Any]:
    if task.kind == "analyse":
        return (
            _analyser(position.game, position.size, task.memory, stop)
            .position(position, task.limit)
            .facts()
        )
    found = solve(
        position,
        task.limit,
        all_best=task.all_best,
        book=task.book,
        solver=_solver(task.memory),
        stop=stop,
    )
    return found.facts(position)


def _game(task: Task, record: Record, stop: Stop | None) -> dict[str, Any]:
    if task.kind == "analyse":
        analyser = _analyser(record.game, record.size, task.memory, stop)
        review = analyser.game(
            record.start_position(), record.moves, task.limit, names=record.players
        )
        return {**review.facts(), "names": review.names}
    solved = [_position(task, position, stop) for position in record.replay()]
    return {"game": record.game, "size": record.size, "positions": solved}


@cache
def _solver(memory: int) -> Solver:
    return Solver(threads=1, memory=memory)


@lru_cache(_ANALYSERS)
def _analyser(game: str, size: str, memory: int, stop: Stop | None) -> Analyser:
    start = find_game(game).start(size)
    return Analyser(estimator_for(start), memory=memory, stop=stop)
