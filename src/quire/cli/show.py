"""The command `quire show`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.arguments import GameName, Json, PositionArgument
from quire.cli.terminal.screen import Screen
from quire.games import find_game
from quire.render.svg import to_svg


def show(
    game: GameName,
    position: Annotated[
        list[str] | None,
        typer.Argument(help="A position, or a size for the empty board.", metavar="POSITION"),
    ] = None,
    moves: Annotated[
        str,
        typer.Option(
            metavar="MOVES",
            help="The moves that led to the position, so that each S-O-S is drawn in its maker's "
            "colour.",
        ),
    ] = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write an SVG image to FILE; - prints it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a position in the terminal, as an SVG file or as JSON.

    With a size, or without a position, --moves are played from the starting position.
    """
    kind = find_game(game)
    argument = PositionArgument.read(kind, position, moves)
    # The moves that come with a position text led to it; they are not played from there.
    shown = argument.position() if argument.is_start else argument.start
    picture = kind.draw(shown, argument.entries)
    if str(svg) == "-":
        print(to_svg(picture))
    elif svg is not None:
        svg.write_text(to_svg(picture), encoding="utf-8")
    if as_json:
        print(picture.to_json())
    elif svg is None:
        screen = Screen()
        screen.board(picture)
        screen.line(picture.caption)
