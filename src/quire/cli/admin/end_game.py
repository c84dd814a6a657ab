"""The command `quire admin end-game`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.admin.database import Change, DbOption, change
from quire.cli.terminal.screen import Screen
from quire.store import admin


def end_game(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="The ids of the games.")],
    db: DbOption = None,
) -> None:
    """End games without a result; an open game is deleted.

    A running server tells the players within a second.
    """

    def end(work: Change) -> None:
        for id in games:
            admin.end_game(work.connection, id, work.today)
            work.log(game_id=id)

    change(db, "end-game", end)
    Screen().line(f"Ended {' and '.join(games)}.")
