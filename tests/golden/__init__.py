"""Golden playthroughs: whole games as text, one line per move, written by the oracles.

The first line of a file names the game and the size. Every other line but the last has, between
tabs, the ply, the move (`x2` where player 2 went out, `-` before the first), the position text, the
number of legal moves and the points. The last line has `end`, the number of the winner or `-`, the
reason, the points and the ranks. `python -m tests.golden` writes them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from quire.core import Position, replay
from tests.oracles import ORACLES
from tests.rules.composed import DRAWN, extreme_text
from tests.strategies import wander

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Script:
    """The source of a playthrough: given moves, or a random game from a position."""

    game: str
    name: str
    size: str
    position: str = ""
    """Where it begins, if not at the start."""
    moves: str = ""
    eagerness: int = 0
    """Of a random game: 1 seeks lines, -1 avoids them."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.game}-{self.name}.txt"

    def start(self) -> Position:
        oracle = ORACLES[self.game]
        return oracle.parse(self.position) if self.position else oracle.start(self.size)

    def entries(self) -> Iterable[str]:
        return self.moves.split() or wander(self.start(), Random(self.name), self.eagerness)


def _nearly_full(columns: int, rows: int) -> str:
    """Return a board of letters with a dozen empty cells spread over it."""
    cells = ["SSOSO"[(place * place + place // columns) % 5] for place in range(columns * rows)]
    for place in range(0, len(cells), len(cells) // 12):
        cells[place] = "."
    return "/".join("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))


_NEARLY_CLOSED = extreme_text(
    dict.fromkeys(range(9), DRAWN) | {0: "XX.OO....", 4: "O........"},
    dict.fromkeys(range(9), DRAWN) | {8: "O.O.X....", 5: "X.O......"},
    "1 - -",
)
_ONE_DRAWN_LEFT = extreme_text(
    dict.fromkeys(range(9), DRAWN) | {0: "XOXXOOO.."}, dict.fromkeys(range(9), DRAWN), "1 - -"
)

SCRIPTS = [
    Script("sos", "example", "3x3", moves="Sa3 Sb3 Ob2 Sb1 Sc1 Sa1 Oa2 Sc3 Oc2"),
    Script("sos", "small", "4x3"),
    Script("sos", "one-word", "8x8", eagerness=1),
    Script("sos", "two-words", "9x8"),
    Script("sos", "largest", "26x26", f"{_nearly_full(26, 26)} 1 0-0", eagerness=1),
    Script("sos", "three-players", "5x5:3"),
    Script("sos", "leaving", "4x4:4", moves="Sa1 Ob1 Sc1 Sa4 x4 Ob4 x2 Sc4 Od4 x1"),
    Script("sos", "eight-players", "3x26:8", f"{_nearly_full(3, 26)} 6 0-0-1-0-x-2-0-0"),
    Script("sos", "simple-won", "6x5:simple"),
    Script("sos", "simple-full", "3x3:3:simple", moves="Sa1 Sb1 Sc1 Ob2 Oa2 Oc2 Oa3 Ob3 Oc3"),
    Script("sos", "simple-leaving", "5x4:5:simple", moves="Sa1 x3 Sc1 x5 Ob2 Ob1"),
    Script("line", "default", "14"),
    Script("line", "shortest", "3", moves="S1 O3 O2"),
    Script("line", "one-word", "64", eagerness=-1),
    Script("line", "two-words", "65", eagerness=-1),
    Script("line", "longest", "2000", "SSOO" * 498 + "S..S.... 1", eagerness=-1),
    Script("extreme", "any", "2x9x9"),
    Script("extreme", "eager", "2x9x9", eagerness=1),
    Script("extreme", "shy", "2x9x9", eagerness=-1),
    Script("extreme", "nearly-closed", "2x9x9", _NEARLY_CLOSED, eagerness=-1),
    Script("extreme", "draw", "2x9x9", _ONE_DRAWN_LEFT, moves="1b3 1c3"),
    Script("obstruction", "default", "6x6"),
    Script("obstruction", "smallest", "1x1"),
    Script("obstruction", "one-word", "8x8"),
    Script("obstruction", "two-words", "10x7"),
    Script("obstruction", "largest", "10x10"),
]


def lines_of(start: Position, entries: Iterable[str]) -> Iterator[str]:
    """Return the lines of a playthrough, from what the positions report."""
    entries = list(entries)
    yield f"{start.game}\t{start.size}"
    position = start
    for ply, position in enumerate(replay(start, entries)):
        points = _joined(position.points)
        entry = entries[ply - 1] if ply else "-"
        legal = len(position.legal_moves())
        yield f"{ply}\t{entry}\t{position}\t{legal}\t{points}"
    outcome = position.outcome()
    if outcome is None:
        raise ValueError(f"the playthrough stops at {position}")
    winner = "-" if outcome.winner is None else outcome.winner + 1
    yield f"end\t{winner}\t{outcome.reason}\t{_joined(outcome.points)}\t{_joined(outcome.ranks)}"


def _joined(numbers: Iterable[int]) -> str:
    return "-".join(str(number) for number in numbers)


def write(script: Script) -> Path:
    """Play the script with the oracle and write its file."""
    lines = lines_of(script.start(), script.entries())
    script.file.write_text("\n".join(lines) + "\n")
    return script.file
