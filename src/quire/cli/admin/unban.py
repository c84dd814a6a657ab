"""The command `quire admin unban`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def unban(player: PlayerArgument, db: DbOption = None) -> None:
    """Lift a player's ban."""

    def run(work: Change) -> str:
        account = players.unban(work.connection, work.player(player).id)
        work.log(player=account.id)
        return account.name

    Screen().line(f"Unbanned {change(db, 'unban', run)}.")
