"""The command `quire admin reports`."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from quire.cli.admin.database import Change, DbOption, change, in_store, time_text
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

        def delete(work: Change) -> None:
            about = moderation.delete_report(work.connection, dismiss)
            work.log(player=about, detail=f"report {dismiss}")

        change(db, "dismiss-report", delete)
        screen.line(f"Deleted report {dismiss}.")
        return
    found = in_store(db, moderation.reports)
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    for report in found:
        screen.line(
            f"{report.id}  {time_text(report.created)}  {report.by_name} about "
            f"{report.about_name} ({report.about}): {report.text}"
        )
    if not found:
        screen.line("No reports.")
