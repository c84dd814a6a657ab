"""Perft tables: the number of move sequences, counted by the oracles.

Each game has one file of rows; `python -m tests.perft` counts them all again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.oracles import ORACLES, perft
from tests.rules.composed import DRAWN, O_WON, X_WON, extreme_text

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """There are `nodes` sequences of exactly `depth` moves from this position."""

    size: str
    position: str
    depth: int
    nodes: int


def _empty(columns: int, rows: int) -> str:
    return "/".join(["." * columns] * rows)


# Each position with its greatest depth; some are near the end, so that games end on the way.
SOS = {
    f"{_empty(3, 3)} 1 0-0": 4,
    f"{_empty(3, 3)} 1 simple-2": 4,
    f"{_empty(3, 3)} 1 0-0-0": 3,
    f"{_empty(4, 3)} 1 0-0": 3,
    f"{_empty(4, 4)} 1 simple-5": 2,
    "S.S/.O./S.. 2 1-0": 5,
    "S.S/.../S.S 2 simple-3x1": 5,
    "SOSS/O..O/S..S 3 0-x-2-5": 4,
    f"S......./{_empty(8, 7)} 2 0-0": 2,
    f"S......../{_empty(9, 7)} 2 0-0": 2,
}
LINE = {
    "... 1": 4,
    ".... 1": 5,
    "..... 1": 5,
    "......... 1": 4,
    "S..S.... 1": 5,
    "SS..SOO..S 1": 5,
    f"{_empty(64, 1)} 1": 2,
    f"{_empty(65, 1)} 1": 2,
}
_ALL_DRAWN = dict.fromkeys(range(9), DRAWN)
_X_NEAR, _O_NEAR = "XX.OO....", ".O.X.X..."
EXTREME = {
    extreme_text({}, {}, "1 - -"): 3,
    # SmallBoards about to be won on all sides, and with them bonus moves.
    extreme_text({0: _X_NEAR, 4: "O.O.X...X"}, {4: "X.X.O...O"}, "1 - -"): 2,
    extreme_text({0: "XX.......", 2: "X..X....."}, {0: "O........"}, "1 2a1 -"): 3,
    # Two SmallBoards in a line, and the third for both to win.
    extreme_text({0: X_WON, 1: X_WON, 2: _X_NEAR}, {2: O_WON, 4: O_WON, 6: _O_NEAR}, "1 - -"): 2,
    # All SmallBoards closed but one on each BigBoard, and all but one.
    extreme_text(_ALL_DRAWN | {0: "XX.OO.X.O"}, _ALL_DRAWN | {8: "OO.XX.O.X"}, "2 1a1 -"): 6,
    extreme_text(_ALL_DRAWN | {0: _X_NEAR}, _ALL_DRAWN | {4: X_WON, 0: O_WON}, "1 1b2 -"): 6,
}
OBSTRUCTION = {
    f"{_empty(1, 1)} 1": 2,
    f"{_empty(2, 1)} 1": 2,
    f"{_empty(3, 3)} 1": 5,
    f"{_empty(5, 3)} 1": 4,
    f"{_empty(4, 4)} 1": 5,
    f"{_empty(6, 6)} 1": 3,
    f"{_empty(8, 8)} 1": 2,
    f"{_empty(10, 7)} 1": 2,
    f"{_empty(10, 1)} 1": 6,
}
TABLES = {"sos": SOS, "line": LINE, "extreme": EXTREME, "obstruction": OBSTRUCTION}


def count(game: str) -> list[Row]:
    """Return the table of a game, counted by its oracle."""
    rows = []
    for text, deepest in TABLES[game].items():
        position = ORACLES[game].parse(text)
        for depth in range(1, deepest + 1):
            rows.append(Row(position.size, str(position), depth, perft(position, depth)))
    return rows


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


def write(game: str) -> Path:
    """Count the table of a game again and write its file, one row per line."""
    rows = [json.dumps(asdict(row)) for row in count(game)]
    file_of(game).write_text("[\n" + ",\n".join(rows) + "\n]\n")
    return file_of(game)


def read(game: str) -> list[Row]:
    """Return the table of a game from its file."""
    return [Row(**row) for row in json.loads(file_of(game).read_text())]
