"""The command `quire admin unban`."""

from __future__ import annotations

from quire.cli.admin.database import DbOption, PlayerArgument, with_player
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def unban(player: PlayerArgument, db: DbOption = None) -> None:
    """Lift a player's ban."""
    unbanned = with_player(db, player, players.unban)
    Screen().line(f"Unbanned {unbanned.name}.")
