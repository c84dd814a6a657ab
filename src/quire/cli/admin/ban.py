"""The command `quire admin ban`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def ban(player: PlayerArgument, db: DbOption = None) -> None:
    """Ban a player."""

    def run(work: Change) -> str:
        banned = players.ban(work.connection, work.player(player).id)
        work.log(player=banned.id)
        return banned.name

    Screen().line(f"Banned {change(db, 'ban', run)}.")
