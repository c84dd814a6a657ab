"""The command `quire admin remove`."""

from __future__ import annotations

from quire.cli.admin.database import DbOption, PlayerArgument, with_player
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def remove(player: PlayerArgument, db: DbOption = None) -> None:
    """Delete an account.

    Its games stay, without the name.
    """
    with_player(db, player, players.delete)
    Screen().line(f"Deleted {player}. Their games stay, without the name.")
