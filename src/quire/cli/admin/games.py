"""The command `quire admin games`."""

from __future__ import annotations

import time
from typing import Annotated, Literal

import msgspec
import typer
from sqlalchemy import Connection

from quire.cli.admin.database import DbOption, find_player, in_store
from quire.cli.arguments import Json
from quire.cli.online.duration import duration
from quire.cli.terminal.screen import Screen
from quire.games import find_game
from quire.store.play import game_list


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """An open or running game, as it is listed."""

    id: str
    status: str
    game: str
    size: str
    rated: bool
    public: bool
    created: float
    moves: int
    events: int
    players: tuple[str, ...]
    """Names of players and computer players; empty for an open seat."""


def games(
    status: Annotated[
        Literal["open", "playing"] | None, typer.Option(help="List only these.")
    ] = None,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="List only games of this kind.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="List only games with this player.")
    ] = None,
    older: Annotated[
        float, typer.Option(metavar="HOURS", min=0, help="List only games older than this.")
    ] = 0.0,
    min_events: Annotated[
        int, typer.Option(metavar="N", min=0, help="List only games with at least N events.")
    ] = 0,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="List at most N games.")] = 100,
    db: DbOption = None,
    as_json: Json = False,
) -> None:
    """List open and running games, oldest first."""
    key = None if game is None else find_game(game).key
    now = time.time()

    def find(connection: Connection) -> list[game_list.GameListing]:
        id = None if player is None else find_player(connection, player).id
        wanted = game_list.CurrentGames(status, key, id, now - 3600 * older, min_events)
        return game_list.current(connection, wanted, limit)

    found = [_line(listing) for listing in in_store(db, find)]
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    screen = Screen()
    for line in found:
        names = ", ".join(name or "(open)" for name in line.players)
        kind = f"{line.game} {line.size}" + (" rated" if line.rated else "")
        age = duration(max(0.0, now - line.created))
        screen.line(f"{line.id}  {line.status}  {kind}  {age}  {line.events} events  {names}")
    if not found:
        screen.line("No games match.")


def _line(listing: game_list.GameListing) -> GameLine:
    return GameLine(
        id=listing.id,
        status=listing.status,
        game=listing.game,
        size=listing.size,
        rated=listing.rated,
        public=listing.public,
        created=listing.created,
        moves=listing.moves,
        events=listing.events,
        players=tuple(seat.name for seat in listing.seats),
    )
