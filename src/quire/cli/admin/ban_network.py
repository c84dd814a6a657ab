"""The command `quire admin ban-network`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, NetworkArgument, change
from quire.cli.terminal.screen import Screen
from quire.store import admin


def ban_network(network: NetworkArgument, db: DbOption = None) -> None:
    """Ban a network: no new guests, registrations, sign-ins or connections from there."""
    banned = admin.read_network(network)

    def run(work: Change) -> None:
        admin.ban_network(work.connection, banned, work.today)
        work.log(network=banned)

    change(db, "ban-network", run)
    Screen().line(f"Banned {banned}.")
