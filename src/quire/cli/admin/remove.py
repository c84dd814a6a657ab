"""The command `quire admin remove`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, PlayerArgument, change
from quire.cli.terminal.screen import Screen
from quire.store.people import deletion
from quire.store.play import presence


def remove(player: PlayerArgument, db: DbOption = None) -> None:
    """Delete an account.

    Finished games stay, without the name. Running games are resigned, or aborted before the second
    move, and a running server notifies the opponents within a second.
    """

    def run(work: Change) -> None:
        account = work.player(player)
        now = presence.game_time(work.connection)
        deletion.delete(work.connection, account.id, now, work.today)
        work.log(player=account.id)

    change(db, "remove", run)
    Screen().line(f"Deleted {player}. Their finished games stay, without the name.")
