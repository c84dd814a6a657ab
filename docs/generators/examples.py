"""The animated examples of the page's rules, its lessons, and the sample boards on its game cards.

Their words are in web/src/texts: a caption per frame (`rules.examples`), a sentence per move that
the visitor makes and one for the end (`lesson.games`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from quire.core import Game, Position, Remark
from quire.games import GAMES
from quire.picture import Picture
from quire.server.workers.replay import frames
from quire.wire.study_types import Line


class Example(NamedTuple):
    """A few moves on a small board; the first `known` of them are already made at the start."""

    moves: str
    size: str | None = None
    position: str | None = None
    known: int = 0


def extreme(first: dict[int, str], second: dict[int, str], rest: str) -> str:
    """Return a position of Extreme Tic-Tac-Toe from its SmallBoards, numbered row by row."""
    return "|".join(_big(it) for it in (first, second)) + f" 1 {rest}"


def _big(small: dict[int, str]) -> str:
    board = [small.get(at, "." * 9) for at in range(9)]
    rows = [
        "".join(board[3 * (row // 3) + column][3 * (row % 3) :][:3] for column in range(3))
        for row in range(9)
    ]
    return "/".join(rows)


# Closed SmallBoards: won by either player, or drawn.
X, O, DRAWN = "XXXOO....", "OOOXX....", "XOXXOOOXX"  # noqa: E741  # the marks are called so

EXAMPLES: dict[str, dict[str, Example]] = {
    "sos": {
        "score": Example("Sb2 Oc3 Sd4", "4x4"),
        "again": Example("Sc1 Sc2 Sc3 Sd4", position="SO../SO../..../.... 1 0-0"),
        "several": Example("Sc3", position="..S../..O../SO.OS/..O../..S.. 1 0-0"),
        "end": Example("Sa3 Sb3 Ob2 Sb1 Sc1 Sa1 Oa2 Sc3 Oc2", "3x3", known=6),
        "more": Example("Sa1 Ob2 Sc3 Sd1 x1 Oa4", "4x4:3", known=2),
        "simple": Example("Sb1 Oc2 Sd3", "4x4:simple"),
    },
    "line": {
        "win": Example("S3 O4 S5", "8"),
        "pair": Example("S3 S6 S4 O5", "8"),
        "count": Example("S2 S5 O1 O6 S3 O4", "6", known=2),
        "draw": Example("O3 O2 S5 O4 S1", "5", known=2),
    },
    "extreme": {
        "send": Example("1c1 2g3 1b8", "2x9x9"),
        "closed": Example(
            "1b2 2e5", position=extreme({4: X, 0: ".....O..."}, {2: "O........"}, "2g1 -")
        ),
        "open": Example(
            "1i9",
            position=extreme({4: X, 0: "....O...."}, {4: O, 0: "..X......"}, "1b2 -"),
        ),
        "bonus": Example(
            "1c1 1h2 2e5",
            position=extreme({0: "XX.......", 6: "O........"}, {8: ".O......."}, "1a7 -"),
        ),
        "win": Example(
            "1h7",
            position=extreme(
                {0: X, 1: "..X.....O", 4: X, 8: "X.X..O..."},
                {1: "O.....X..", 2: "...O.....", 3: "..X......"},
                "1f3 -",
            ),
        ),
        "points": Example(
            "2h7",
            position=extreme(
                dict(enumerate((X, "XX....OOO", X, X, O, O, O, X, X))),
                dict(enumerate((O, X, O, O, X, X, DRAWN, O, "X.XOO...."))),
                "1f3 -",
            ),
        ),
    },
    "obstruction": {
        "mark": Example("c3 e5", "6x6"),
        "edge": Example("a1 c1 e3", "5x5"),
        "last": Example("c3 a1 e5 a5 e1 a3 e3 c1 c5", "5x5", known=5),
    },
}
"""By game and name, in the order of the page."""

LESSONS: dict[str, Example] = {
    "sos": Example("Ob2 Sb3", position="SS../..../..S./.... 1 0-0"),
    "line": Example("S4 O2 S3", position="S...O 1"),
    "extreme": Example(
        "1d4 1a1 1c3",
        position=extreme({0: "..X..X...", 4: "....O....", 6: "..O......"}, {}, "1e5 -"),
    ),
    "obstruction": Example("c2 a2 e2", "5x3"),
}
"""The moves of the visitor, who begins, and of the opponent. A game may have no lesson."""

SAMPLES: dict[str, Example] = {
    "sos": Example("Oe3 Od5 Sa1 Sa5 Oa3 Ob2 Sb3 Sc3 Sd4 Sc2 Oc1 Ob4 Se1", "5x5"),
    "line": Example("S2 S4 O5 S6", "7"),
    "extreme": Example(
        "",
        position=extreme(
            {0: "X.O.X...X", 2: "......O..", 3: "...O.....", 5: "........X", 8: "O..OX.O.."},
            {1: "....X....", 3: "O........", 4: "..X......", 6: ".X.......", 8: "....O...."},
            "2h8 -",
        ),
    ),
    "obstruction": Example("b2 d4", "5x5"),
}
"""Boards that show what a game is like; any other game gets a few random moves."""


def sample(game: Game) -> Picture:
    """Return the board on the game's card."""
    example = SAMPLES.get(game.key) or _random_sample(game)
    moves = example.moves.split()
    start = game.parse(example.position) if example.position else game.start(example.size)
    position = start
    for move in moves:
        position = position.play(move)
    return game.draw(position, moves, start)


def _random_sample(game: Game) -> Example:
    """Play random moves on a quarter of the cells, or until the game is over."""
    size = game.online_sizes.common[0]
    position = game.start(size)
    generator = random.Random(game.key)
    moves: list[str] = []
    while len(moves) < len(position.cells()) // 4 and (legal := position.legal_moves()):
        moves.append(generator.choice(legal))
        position = position.play(moves[-1])
    return Example(" ".join(moves), size)


def samples() -> str:
    """Return web/src/lobby/samples.gen.json: one picture per game, packed as the examples are."""
    lines = (f'  "{game.key}": {_short(_without_defaults(_bare(sample(game))))}' for game in GAMES)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _bare(picture: Picture) -> Any:
    """Leave out the labels and the mark of the last move: the picture is very small."""
    cells = [{**it, "last": False} for it in msgspec.to_builtins(picture.cells)]
    return {**msgspec.to_builtins(picture), "labels": [], "cells": cells}


RARE: dict[str, tuple[str, ...]] = {
    "sos": ("OOOOS/OSSSO/O...O/O...O/OSSSO 2 0-0",),
    "obstruction": ("/".join([".........."] * 10) + " 1",),
}
"""Positions with remarks that no example has."""


def kind(remark: Remark) -> tuple[str, ...]:
    """Return what distinguishes remarks that need different words."""
    first, *_rest = remark.text.split()
    return remark.topic, first if first.isalpha() else "", *remark.facts


def remarks(game: Game) -> dict[tuple[str, ...], Remark]:
    """Return one remark of each kind that the game has."""
    found: dict[tuple[str, ...], Remark] = {}
    for position in _positions_with_remarks(game):
        for remark in game.remarks(position):
            found.setdefault(kind(remark), remark)
    return found


def _positions_with_remarks(game: Game) -> Iterator[Position]:
    for example in EXAMPLES[game.key].values():
        replay = frames(_line(game.key, example))
        yield game.parse(replay.position)
        yield from (game.parse(step.position) for step in replay.steps)
    yield from map(game.parse, RARE.get(game.key, ()))


def remarks_json() -> str:
    """Return web/tests/study/remarks.gen.json: the remarks that every language needs words for."""
    lines = (
        f'  "{game.key}": [\n    '
        + ",\n    ".join(_short(msgspec.to_builtins(it)) for it in remarks(game).values())
        + "\n  ]"
        for game in GAMES
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def document() -> str:
    """Return web/src/rules/examples.gen.json: each example with its frames, as in POST /api/replay.

    Default values are left out, and so are taps: nobody plays here. packed-picture.ts in
    web/src/board puts the defaults back. One line per example keeps diffs short.
    """
    games = ",\n".join(
        f'  "{game}": {{\n'
        + ",\n".join(f'    "{name}": {_packed(game, it)}' for name, it in examples.items())
        + "\n  }"
        for game, examples in EXAMPLES.items()
    )
    return f"{{\n{games}\n}}\n"


def _packed(game: str, example: Example) -> str:
    replay = _without_defaults(msgspec.to_builtins(frames(_line(game, example))))
    return _short({"known": example.known, "replay": replay})


def lessons() -> str:
    """Return web/src/lesson/lessons.gen.json: a replay per game, with the taps of the visitor."""
    lines = (f'  "{game}": {_short(_lesson(game, it))}' for game, it in LESSONS.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lesson(game: str, example: Example) -> Any:
    replay = msgspec.to_builtins(frames(_line(game, example)))
    steps = [
        {name: step[name] for name in ("move", "player", "change", "added")}
        for step in replay["steps"]
    ]
    lesson = {"player": replay["to_move"], "picture": replay["picture"], "steps": steps}
    return _without_defaults(lesson, UNUSED - {"taps"})


def _line(game: str, it: Example) -> Line:
    return Line(game=game, size=it.size, position=it.position, moves=it.moves.split())


def _short(it: Any) -> str:
    return json.dumps(it, ensure_ascii=False, separators=(",", ":"))


UNUSED = frozenset({"taps", "position", "notes", "has_points", "caption"})


def _without_defaults(it: Any, unused: frozenset[str] = UNUSED) -> Any:
    """Leave out what is empty, false or null; zero stays: it is a player or a coordinate."""
    if isinstance(it, dict):
        kept = {
            name: _without_defaults(value, unused)
            for name, value in it.items()
            if name not in unused
        }
        if kept.get("span") == 1:
            del kept["span"]
        return {name: value for name, value in kept.items() if value or type(value) in (int, float)}
    if isinstance(it, list | tuple):
        return [_without_defaults(value, unused) for value in it]
    return it
