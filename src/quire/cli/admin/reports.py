"""The command `quire admin reports`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
import typer

from quire.cli.admin.database import DbOption, in_store
from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.store.people import moderation


def reports(
    dismiss: Annotated[int | None, typer.Option(metavar="N", help="Delete report N.")] = None,
    db: DbOption = None,
    as_json: Json = False,
) -> None:
    """List player reports, newest first."""
    screen = Screen()
    if dismiss is not None:
        in_store(db, lambda connection: moderation.delete_report(connection, dismiss))
        screen.line(f"Deleted report {dismiss}.")
        return
    found = in_store(db, moderation.reports)
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    for report in found:
        when = datetime.fromtimestamp(report.created, UTC).isoformat(" ", "minutes")
        screen.line(
            f"{report.id}  {when}  {report.by_name} about {report.about_name} ({report.about}): "
            f"{report.text}"
        )
    if not found:
        screen.line("No reports.")
