"""The command `quire admin rename`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.admin.database import DbOption, PlayerArgument, with_player
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def rename(
    player: PlayerArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    db: DbOption = None,
) -> None:
    """Rename a player, in past games too."""
    renamed = with_player(db, player, lambda connection, id: players.rename(connection, id, name))
    Screen().line(f"Renamed {player} to {renamed.name}.")
