"""The command `quire admin rotate-secret`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.admin.database import Change, DbOption, change
from quire.cli.terminal.screen import Screen
from quire.store import admin
from quire.store.people import sessions, token

DEFAULT_DAYS = 30.0
"""How long old tokens stay valid: most players come back in that time and get a new one."""


def rotate_secret(
    days: Annotated[
        float,
        typer.Option(
            metavar="DAYS",
            min=0,
            max=3650,
            help="How long old tokens stay valid; 0 signs everyone out, guests for good.",
        ),
    ] = DEFAULT_DAYS,
    db: DbOption = None,
) -> None:
    """Sign tokens with a new secret.

    Browsers and programs that connect meanwhile get a new token.
    """

    def run(work: Change) -> None:
        token.rotate(work.connection, work.today, days)
        if days == 0:
            sessions.delete_all(work.connection)
        work.log(detail=f"old tokens valid for {days:g} days")

    change(db, admin.ROTATE_SECRET, run)
    if days == 0:
        Screen().line("Tokens are signed with a new secret. Everyone is signed out.")
    else:
        Screen().line(f"Tokens are signed with a new secret. Old ones stay valid {days:g} days.")
