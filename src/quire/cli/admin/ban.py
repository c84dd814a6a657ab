"""The command `quire admin ban`."""

from __future__ import annotations

from quire.cli.admin.database import DbOption, PlayerArgument, with_player
from quire.cli.terminal.screen import Screen
from quire.store.people import players


def ban(player: PlayerArgument, db: DbOption = None) -> None:
    """Ban a player."""
    banned = with_player(db, player, players.ban)
    Screen().line(f"Banned {banned.name}.")
