"""Datasets against brute force and the oracles, and made again from their seed."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice, product

import pytest

import quire
from quire.errors import NotationError, QuireError
from quire.lab import dataset
from quire.lab.dataset import Row
from tests.brute_force import brute_force
from tests.oracles import ORACLES

Cell = tuple[int, int]


@pytest.mark.parametrize(("game", "size"), [("line", "5"), ("obstruction", "3x3"), ("sos", "3x3")])
def test_every_position_is_there_with_its_value(game: str, size: str) -> None:
    rows = list(dataset.positions(game, size).rows(0))
    keys = {row["key"] for row in rows}
    assert len(rows) == len(keys)
    if game == "sos":  # every way to fill cells with S, O or nothing can be reached
        assert len(rows) == 3**9
        rows = random.Random(1).sample([row for row in rows if row["key"].count(".") < 5], 60)
    else:
        value_key = quire.find_game(game).profile.value_key
        assert keys == {value_key(text)[0] for text in reachable(game, size)}
    for row in rows:
        position = quire.parse(game, row["position"])
        value, best = brute_force(position)
        base = quire.find_game(game).profile.value_key(row["position"])[1]
        assert row["value"] == value - base
        assert set(row["best_moves"]) == set(best)


def reachable(game: str, size: str) -> set[str]:
    """Return every reachable position of a board, by the oracle."""
    oracle = ORACLES[game]
    waiting = [oracle.parse(str(quire.start(game, size)))]
    found = {str(waiting[0])}
    while waiting:
        position = waiting.pop()
        if position.outcome() is None:
            for move in position.legal_moves():
                after = position.play(move)
                if str(after) not in found:
                    found.add(str(after))
                    waiting.append(after)
    return found


def test_values_of_the_line() -> None:
    rows = list(dataset.values("line", 3, 8).rows(0))
    assert [row["size"] for row in rows] == ["3", "4", "5", "6", "7", "8"]
    for row in rows:
        value, best = brute_force(quire.start("line", row["size"]))
        assert (row["value"], set(row["best_moves"])) == (value, set(best))
    assert list(dataset.values("line", 3, 8).rows(4)) == rows[4:]


def neighbours(cell: Cell) -> set[Cell]:
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in product((-1, 0, 1), repeat=2)}


def split(cells: frozenset[Cell]) -> list[frozenset[Cell]]:
    """Return the regions of a set of cells: those that touch, at a corner too."""
    left, regions = set(cells), []
    while left:
        waiting = [left.pop()]
        region = set(waiting)
        while waiting:
            near = neighbours(waiting.pop()) & left
            left -= near
            region |= near
            waiting.extend(near)
        regions.append(frozenset(region))
    return regions


@cache
def grundy(cells: frozenset[Cell]) -> int:
    """Return the Grundy value by its definition."""
    reached = set()
    for cell in cells:
        value = 0
        for region in split(cells - neighbours(cell)):
            value ^= grundy(region)
        reached.add(value)
    return min(set(range(len(cells) + 1)) - reached)


def images(cells: frozenset[Cell]) -> frozenset[frozenset[Cell]]:
    """Return a set of cells turned and mirrored, each image in the upper left corner."""
    found = set()
    for sx, sy, turned in product((1, -1), (1, -1), (False, True)):
        image = [(sy * y, sx * x) if turned else (sx * x, sy * y) for x, y in cells]
        left, top = (min(cell[axis] for cell in image) for axis in (0, 1))
        found.add(frozenset((x - left, y - top) for x, y in image))
    return frozenset(found)


def every_region(columns: int, rows: int) -> set[frozenset[frozenset[Cell]]]:
    """Return every region that can arise on boards up to that size."""
    sides = product(range(1, columns + 1), range(1, rows + 1))
    waiting = [frozenset(product(range(x), range(y))) for x, y in sides]
    found = set(map(images, waiting))
    while waiting:
        region = waiting.pop()
        for cell in region:
            for rest in split(region - neighbours(cell)):
                if (shape := images(rest)) not in found:
                    found.add(shape)
                    waiting.append(rest)
    return found


def test_every_region_of_obstruction_is_there_with_its_grundy_value() -> None:
    rows = list(dataset.components(5, 4).rows(0))
    shapes = []
    for row in rows:
        cells = frozenset(
            (x, y)
            for y, line in enumerate(row["shape"].split("/"))
            for x, mark in enumerate(line)
            if mark == "."
        )
        assert (row["grundy"], row["cells"]) == (grundy(cells), len(cells))
        shapes.append(images(cells))
    assert len(shapes) == len(set(shapes))
    assert set(shapes) == every_region(5, 4)


def search_rows(first: int = 0, workers: int = 1, seed: int = 3) -> list[Row]:
    return list(dataset.search_values("extreme", None, 130, 20, seed, workers).rows(first))


def test_search_values_are_the_same_from_anywhere() -> None:
    rows = search_rows()
    assert [row["number"] for row in rows] == list(range(130))
    for first in (1, 99, 100, 129, 130):
        assert search_rows(first) == rows[first:]
    assert search_rows(seed=4) != rows
    for row in rows[::10]:
        position = quire.parse("extreme", row["position"])
        assert row["best_move"] in position.legal_moves()
        assert position.outcome() is None
        assert row["nodes"] <= 40
    assert len({row["position"] for row in rows}) > 100


@pytest.mark.slow
def test_search_values_do_not_depend_on_workers() -> None:
    assert search_rows(workers=2) == search_rows()
    assert list(islice(search_rows(workers=2), 3)) == search_rows()[:3]


def test_impossible_datasets_are_refused() -> None:
    with pytest.raises(QuireError, match="only two-player"):
        dataset.positions("sos", "3x3:3")
    with pytest.raises(NotationError, match="--from 9 is larger than --to 3"):
        dataset.values("line", 9, 3)
    with pytest.raises(NotationError):
        dataset.components(11, 3)
    with pytest.raises(NotationError):
        dataset.values("sos", 3, 5)
