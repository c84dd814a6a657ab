"""The command `quire admin remove`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store.people import deletion


def remove(player: PlayerArgument, db: DbOption = None) -> None:
    """Delete an account.

    Its games stay, without the name.
    """

    def run(work: Change) -> None:
        account = work.player(player)
        deletion.delete(work.connection, account.id)
        work.log(player=account.id)

    change(db, "remove", run)
    Screen().line(f"Deleted {player}. Their games stay, without the name.")
