"""The command `quire admin rename`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def rename(
    player: PlayerArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    db: DbOption = None,
) -> None:
    """Rename a player, in past games too."""

    def run(work: Change) -> str:
        account = work.player(player)
        renamed = players.rename(work.connection, account.id, name)
        work.log(player=account.id, detail=f"{account.name} to {renamed.name}")
        return renamed.name

    Screen().line(f"Renamed {player} to {change(db, 'rename', run)}.")
