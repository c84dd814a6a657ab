"""Datasets: rows of exact values and search values, always the same for the same settings."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from typing import Any

from quire import _native
from quire.core import Position
from quire.engine.agents.registry import make_agent
from quire.engine.agents.search_result import Engine
from quire.engine.solver.solve import Solver, check_players
from quire.engine.solver.symmetry import canonical_form
from quire.engine.workers import workers_at_work
from quire.errors import NotationError, QuireError
from quire.games import find_game
from quire.match.agent import Limit

Row = dict[str, Any]

POSITIONS_PER_PART = 100
"""Positions that share the tables of one search, so that their values don't depend on workers."""

MEMORY = 1 << 26

_PARTS_AHEAD = 2


@dataclass(frozen=True, slots=True)
class Dataset:
    """The rows of a dataset and what its card says about them."""

    title: str
    method: str
    columns: Mapping[str, str]
    rows: Callable[[int], Iterator[Row]]
    """Yields the rows from the one with that index on."""
    total: int | None = None
    """The number of rows, if it is known before they are made."""


def positions(game: str, size: str) -> Dataset:
    """Return every position of a small board that differs in what decides its value.

    Raises QuireError for boards of more than two players.
    """
    start = find_game(game).start(size)
    check_players(start)

    def rows(first: int) -> Iterator[Row]:
        solver = Solver(threads=1, memory=MEMORY)
        for position, key, base in islice(_every_position(start), first, None):
            found = solver.solve(position)
            assert found.value is not None
            yield {
                "position": str(position),
                "key": key,
                "canonical": canonical_form(position).key,
                "value": found.value - base,
                "best_moves": found.best_moves,
                **({} if found.grundy is None else {"grundy": found.grundy}),
            }

    columns = {
        "position": "The position as text; of those with the same key, the first one found.",
        "key": "The part of the text that decides the value: without the points so far, for "
        "example.",
        "canonical": "The smallest key of all its images under the symmetries of the board.",
        "value": "The value with best play for the player to move, without the points so far.",
        "best_moves": "Every move that reaches it; empty once the game is over.",
        "grundy": "The Grundy value, if the game has one.",
    }
    method = (
        f"Every position that can be reached from the start of {game} {start.size}, found breadth "
        "first, one for each key; values by Quire's exact solver."
    )
    return Dataset(f"All positions of {game} {start.size}", method, columns, rows)


def _every_position(start: Position) -> Iterator[tuple[Position, str, int]]:
    """Yield every reachable position, one per key, with the key and the points to add."""
    value_key = find_game(start.game).profile.value_key
    level, seen = [start], {value_key(str(start))[0]}
    while level:
        found: list[Position] = []
        for position in level:
            yield position, *value_key(str(position))
            for move in position.legal_moves():
                after = position.play(move)
                key = value_key(str(after))[0]
                if key not in seen:
                    seen.add(key)
                    found.append(after)
        level = found


def values(game: str, first: int, last: int) -> Dataset:
    """Return the value of the empty board for each of a range of sizes given by one number."""
    sizes = [find_game(game).start(str(number)).size for number in range(first, last + 1)]
    if not sizes:
        raise NotationError(f"--from {first} is larger than --to {last}")

    def rows(skipped: int) -> Iterator[Row]:
        solver = Solver(threads=1, memory=MEMORY)
        for size in sizes[skipped:]:
            found = solver.solve(find_game(game).start(size))
            yield {
                "size": size,
                "value": found.value,
                "outcome": found.outcome,
                "best_moves": found.best_moves,
            }

    columns = {
        "size": "The board.",
        "value": "The value for the first player: 1, 0 or -1.",
        "outcome": "win, draw or loss.",
        "best_moves": "Every first move that reaches it.",
    }
    method = f"The empty boards of {game} from {first} to {last}, by Quire's exact solver."
    return Dataset(f"Values of {game} {first} to {last}", method, columns, rows, len(sizes))


def components(columns: int, rows: int) -> Dataset:
    """Return the Grundy value of every region that can arise in Obstruction up to that size."""
    game = find_game("obstruction")
    game.sizes.normalise(f"{columns}x{rows}")

    def every_row(first: int) -> Iterator[Row]:
        return islice(_every_region(columns, rows), first, None)

    names = {
        "shape": "The region: `.` is a free cell, `#` any other; the smallest of its images under "
        "turns, mirrors and shifts.",
        "cells": "The number of free cells.",
        "grundy": "The Grundy value; 0 is a loss for the player to move.",
        "position": "A position in which it arises.",
    }
    method = (
        f"From the empty boards up to {columns}x{rows}, every move is played in every region; each "
        "region that splits off is a row. Grundy values by Quire's exact solver."
    )
    return Dataset(f"Obstruction regions up to {columns}x{rows}", method, names, every_row)


def _every_region(columns: int, rows: int) -> Iterator[Row]:
    seen: set[str] = set()
    sizes = sorted(
        ((x, y) for x in range(1, columns + 1) for y in range(1, rows + 1)),
        key=lambda sides: (sides[0] * sides[1], sides),
    )
    for x, y in sizes:
        start = find_game("obstruction").start(f"{x}x{y}")
        solver = _native.solver(start, MEMORY)
        waiting = deque([(start, frozenset(start.cells()))])
        for position, within in _drain(waiting):
            for cells, grundy in solver.regions(position):
                region = frozenset(cells)
                shape = _shape(region)
                if not region <= within or shape in seen:
                    continue
                seen.add(shape)
                waiting.extend((position.play(cell), region) for cell in cells)
                yield {
                    "shape": shape,
                    "cells": len(region),
                    "grundy": grundy,
                    "position": str(position),
                }


def _drain(
    waiting: deque[tuple[Position, frozenset[str]]],
) -> Iterator[tuple[Position, frozenset[str]]]:
    while waiting:
        yield waiting.popleft()


def _shape(cells: frozenset[str]) -> str:
    """Return the canonical text of a set of cells, wherever they are."""
    places = [(ord(cell[0]) - ord("a"), int(cell[1:]) - 1) for cell in cells]
    turned = [[(sx * x, sy * y) for x, y in places] for sx in (1, -1) for sy in (1, -1)]
    turned += [[(y, x) for x, y in image] for image in turned]
    return min(map(_drawn, turned))


def _drawn(places: list[tuple[int, int]]) -> str:
    left, top = (min(place[axis] for place in places) for axis in (0, 1))
    right, bottom = (max(place[axis] for place in places) for axis in (0, 1))
    free = set(places)
    return "/".join(
        "".join(".#"[(x, y) not in free] for x in range(left, right + 1))
        for y in range(top, bottom + 1)
    )


def search_values(
    game: str, size: str | None, count: int, nodes: int, seed: int, workers: int
) -> Dataset:
    """Return positions of random games with the value that a search gives them."""
    start = find_game(game).start(size)
    agent = find_game(game).profile.estimator

    def rows(first: int) -> Iterator[Row]:
        done = first - first % POSITIONS_PER_PART
        parts = (
            (start, agent, range(at, min(at + POSITIONS_PER_PART, count)), nodes, seed)
            for at in range(done, count, POSITIONS_PER_PART)
        )
        return islice(_in_order(parts, workers), first - done, None)

    columns = {
        "number": "The number of the random game, from 0.",
        "position": "A position of it.",
        "value": "What the search expects for the player to move, in the game's own units.",
        "exact": "Whether the value is proven.",
        "best_move": "The move that the search prefers.",
        "depth": "The depth that it reached.",
        "nodes": "The nodes that it took.",
    }
    method = (
        f"One position each of {count:,} random games of {game} {start.size}: moves and position "
        f"drawn uniformly, seed {seed}. Values by the agent `{agent}` with {nodes:,} nodes per "
        f"position; {POSITIONS_PER_PART} positions in a row share its tables."
    )
    title = f"{game} {start.size}: {count:,} positions with search values"
    return Dataset(title, method, columns, rows, count)


Part = tuple[Position, str, range, int, int]


def _in_order(parts: Iterator[Part], workers: int) -> Iterator[Row]:
    if workers <= 1:
        for part in parts:
            yield from search_part(*part)
        return
    with workers_at_work(workers) as pool:
        running: deque[Future[list[Row]]] = deque()
        for part in parts:
            running.append(pool.submit(search_part, *part))
            if len(running) >= workers * _PARTS_AHEAD:
                yield from running.popleft().result()
        while running:
            yield from running.popleft().result()


def search_part(start: Position, agent: str, numbers: range, nodes: int, seed: int) -> list[Row]:
    """Return the rows of the random games with these numbers."""
    engine = make_agent(f"{agent}:seed={seed},threads=1,memory={MEMORY >> 20}M")
    if not isinstance(engine, Engine):
        raise QuireError(f"{agent} doesn't value moves")
    found = []
    for number in numbers:
        position = random_position(start, random.Random(f"{seed} {number}"))
        result = engine.think(position, Limit(nodes=nodes))
        best = result.candidates[0]
        found.append(
            {
                "number": number,
                "position": str(position),
                "value": best.value,
                "exact": best.exact,
                "best_move": best.move,
                "depth": result.depth,
                "nodes": result.nodes,
            }
        )
    return found


def random_position(start: Position, chance: random.Random) -> Position:
    """Return a position of a random game, before its end."""
    played = [start]
    while moves := played[-1].legal_moves():
        played.append(played[-1].play(chance.choice(moves)))
    return chance.choice(played[:-1])
