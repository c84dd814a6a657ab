"""The boards in the documents: each a game, a size and the moves that led there."""

from __future__ import annotations

import io
from typing import NamedTuple

from rich.console import Console

from quire.cli.terminal.picture import to_text
from quire.core import Position, replay
from quire.engine import Limit
from quire.engine.analysis import diagram
from quire.engine.analysis.diagram import with_values
from quire.engine.analysis.position import Analyser
from quire.games import draw, start
from quire.picture import Picture
from quire.render import charts
from quire.render.svg import to_svg


class Example(NamedTuple):
    """A game after some moves."""

    game: str
    size: str
    moves: str


EXAMPLES = {
    "sos": Example(
        "sos",
        "6x6",
        "Oc3 Oa5 Sc5 Sc2 Sc4 Oc1 Sf1 Oe2 Sd3 Sb3 Oe4 Sf5 Ob5 Sa6 Sa4 Sc6 Ob6 Sd4 Sf4 Sb2 Ob4 Sa3",
    ),
    "sos-example": Example("sos", "3x3", "Sa3 Sb3 Ob2 Sb1 Sc1 Sa1 Oa2 Sc3 Oc2"),
    "sos-game": Example(
        "sos", "4x4", "Oc1 Sd1 Sb1 Sa4 Oa3 Sa2 Od3 Sc3 Sb3 Oc2 Sc4 Ob4 Ob2 Sd2 Sa1 Od4"
    ),
    "line": Example("line", "14", "S6 S3 S9 S14 O1 S4 O5"),
    "line-pair": Example("line", "14", "O10 S5 O14 S8"),
    "extreme": Example(
        "extreme",
        "2x9x9",
        "1i7 1i1 2h3 1f9 1h7 1d1 1b2 2d6 2c7 2i1 2i2 1g4 2a1 2c3 1g7 2b3 1d8 1a6 1c9 2h7 2f2 2i4 "
        "1h1 2d2 2c5 2g4 1c3 2i7 1g1 1b1 1e1 2f1 2h1 2f3 2i8 2i6 2g8 1a4 2c2 2i5 1h6 2f7 2h2",
    ),
    "obstruction": Example("obstruction", "7x7", "b3 e7 e2 b5 a7 c1"),
}

# Enough to prove all values: the pictures must be the same on every machine.
_EXACTLY = Limit(nodes=10**8)

# Rich's frame without its web font: nothing may be fetched.
_FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" \
xmlns="http://www.w3.org/2000/svg">
    <style>
    .{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; \
line-height: {line_height}px; font-variant-east-asian: full-width; }}
    .{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
    {styles}
    </style>
    <defs>
    <clipPath id="{unique_id}-clip-terminal">
      <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
    </clipPath>
    {lines}
    </defs>
    {chrome}
    <g transform="translate({terminal_x}, {terminal_y})" \
clip-path="url(#{unique_id}-clip-terminal)">
    {backgrounds}
    <g class="{unique_id}-matrix">
    {matrix}
    </g>
    </g>
</svg>
"""


def board(example: Example) -> str:
    """Return the board after the example's moves, as SVG."""
    return to_svg(_picture(example)[1])


def analysed(example: Example) -> str:
    """Return the board with the value of every move, as SVG."""
    position, picture = _picture(example)
    return to_svg(with_values(picture, Analyser().position(position, _EXACTLY)))


def review(example: Example) -> str:
    """Return the review of the example's game, as SVG."""
    game = Analyser().game(start(example.game, example.size), example.moves.split(), _EXACTLY)
    return charts.to_svg(diagram.graph(game))


def terminal(example: Example) -> str:
    """Return the board as a player sees it in a terminal, as SVG."""
    position, picture = _picture(example)
    names = ("Ann (1)", "Bob (2)")
    console = Console(record=True, width=46, file=io.StringIO(), force_terminal=True)
    console.print(to_text(picture, width=46))
    points = zip(names, position.points, strict=True)
    console.print("\n" + "  ".join(f"{name} {has}" for name, has in points), highlight=False)
    console.print(f"{names[position.to_move]}, your move: ", end="", highlight=False)
    title = f"quire play {example.game} {example.size}"
    return console.export_svg(title=title, code_format=_FRAME, unique_id="t")


def _picture(example: Example) -> tuple[Position, Picture]:
    moves = example.moves.split()
    *_, position = replay(start(example.game, example.size), moves)
    return position, draw(position, moves)
