"""The command `quire admin log`."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from quire.cli.admin.database import DbOption, in_store, time_text
from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.store import admin


def log(
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="List the last N commands.")] = 100,
    db: DbOption = None,
    as_json: Json = False,
) -> None:
    """List what administrators changed, newest first."""
    found = in_store(db, lambda connection: admin.actions(connection, limit))
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    screen = Screen()
    for action in found:
        about = (action.player, action.game_id, action.network, action.detail)
        words = "  ".join(word for word in about if word)
        line = f"{action.id}  {time_text(action.created)}  {action.admin}  {action.command}"
        screen.line(f"{line}  {words}".rstrip())
    if not found:
        screen.line("Nothing was changed.")
