"""The command `quire perft`."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from quire import _native
from quire.cli.arguments import GameName, Json, complete_size
from quire.cli.terminal.progress import progress_bar
from quire.games import find_game


def perft(
    game: GameName,
    size: Annotated[
        str,
        typer.Argument(
            metavar="SIZE", help="The board size, such as 5x5.", autocompletion=complete_size
        ),
    ],
    depth: Annotated[
        int,
        typer.Argument(
            metavar="DEPTH", help="The number of moves.", min=0, max=_native.deepest_perft
        ),
    ],
    as_json: Json = False,
) -> None:
    """Count all move sequences of a given length (perft).

    Games that end earlier are not counted.
    """
    start = find_game(game).start(size)
    began = time.perf_counter()
    moves = start.legal_moves() if depth > 0 else []
    nodes = 0 if depth > 0 else 1
    with progress_bar("Counting") as report:
        for number, move in enumerate(moves):
            report(number / len(moves), f"{nodes:,},")
            nodes += _native.perft(start.play(move), depth - 1)
    seconds = time.perf_counter() - began
    if as_json:
        facts = {"game": start.game, "size": start.size, "depth": depth, "nodes": nodes}
        print(json.dumps({**facts, "seconds": round(seconds, 3)}))
    else:
        print(nodes)
