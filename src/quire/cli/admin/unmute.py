"""The command `quire admin unmute`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store import admin


def unmute(player: PlayerArgument, db: DbOption = None) -> None:
    """Give a player's chat back."""

    def run(work: Change) -> str:
        account = work.player(player)
        admin.unmute(work.connection, account.id)
        work.log(player=account.id)
        return account.name

    Screen().line(f"Unmuted {change(db, 'unmute', run)}.")
