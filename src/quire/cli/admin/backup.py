"""The command `quire admin backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.admin.database import DbOption, sqlite_file
from quire.cli.terminal.screen import Screen
from quire.store.backup import BackupSummary, back_up, verify


def backup(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="The backup file; must not exist yet, except with --verify."
        ),
    ],
    check: Annotated[
        bool, typer.Option("--verify", help="Check an existing backup instead of making one.")
    ] = False,
    db: DbOption = None,
) -> None:
    """Back up an SQLite database; the server may keep running.

    The backup is checked before it gets its name. For PostgreSQL use pg_dump.
    """
    screen = Screen()
    if check:
        screen.line(f"{file} is intact: {_contents(verify(file))}.", wrap=False)
        return
    source = sqlite_file(db)
    summary = back_up(source, file)
    screen.line(f"Backed up {source} to {file}: {_contents(summary)}.", wrap=False)


def _contents(summary: BackupSummary) -> str:
    return f"{summary.players} players, {summary.games} games, {summary.events} events"
