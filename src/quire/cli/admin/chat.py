"""The command `quire admin chat`."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from quire.cli.admin.database import Change, DbOption, change, in_store
from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.store import admin


def chat(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game.")],
    delete: Annotated[int | None, typer.Option(metavar="N", help="Delete message N.")] = None,
    db: DbOption = None,
    as_json: Json = False,
) -> None:
    """List the chat messages of a game, or delete one."""
    screen = Screen()
    if delete is not None:

        def remove(work: Change) -> None:
            line = admin.delete_chat(work.connection, game, delete)
            work.log(game_id=game, player=line.player, detail=f"message {delete}")

        change(db, "delete-chat", remove)
        screen.line(f"Deleted message {delete}.")
        return
    found = in_store(db, lambda connection: admin.chat_lines(connection, game))
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    for line in found:
        screen.line(f"{line.seq}  {line.name}: {line.text}")
    if not found:
        screen.line("No messages.")
