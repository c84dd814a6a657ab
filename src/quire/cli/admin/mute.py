"""The command `quire admin mute`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store import admin


def mute(player: PlayerArgument, db: DbOption = None) -> None:
    """Take away a player's chat, until `unmute`."""

    def run(work: Change) -> str:
        account = work.player(player)
        admin.mute(work.connection, account.id, work.today)
        work.log(player=account.id)
        return account.name

    Screen().line(f"Muted {change(db, 'mute', run)}.")
