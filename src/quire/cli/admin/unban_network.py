"""The command `quire admin unban-network`."""

from __future__ import annotations

from quire.cli.admin.database import Change, DbOption, NetworkArgument, change
from quire.cli.terminal.screen import Screen
from quire.store import admin


def unban_network(network: NetworkArgument, db: DbOption = None) -> None:
    """Lift the ban of a network."""
    banned = admin.read_network(network)

    def run(work: Change) -> None:
        admin.unban_network(work.connection, banned)
        work.log(network=banned)

    change(db, "unban-network", run)
    Screen().line(f"Unbanned {banned}.")
