"""The servers that are compared, and how each is started, played on and read again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import httpx

from benchmarks.load import process
from benchmarks.load.peers import (
    BOARDGAME_IO,
    BOARDGAME_IO_FILES,
    COLYSEUS,
    QUIRE,
    RELAY,
    boardgame_io,
    colyseus,
    node,
)
from benchmarks.load.players import Crowd, Player
from benchmarks.load.process import NO_LIMITS, ServerProcess
from benchmarks.load.run import create_guests, run_loop

GAME = "obstruction"


@dataclass(frozen=True, slots=True)
class Peer:
    """A server that the players can play on."""

    name: str
    start: Callable[[Path], AbstractContextManager[ServerProcess]]
    """Starts it, with its files in this directory."""
    tokens: Callable[[int, Path], list[str]]
    """Returns what each of N players needs to connect."""
    player: Callable[[Crowd, str, str], Player]
    stored_moves: Callable[[int, Sequence[str]], Awaitable[dict[str, int]]] | None = None
    """Returns the number of moves in games; None if it has no storage."""


def _database(directory: Path) -> str:
    return f"sqlite:///{directory / 'quire.db'}"


def _start_quire(directory: Path) -> AbstractContextManager[ServerProcess]:
    return process.started("quire", **NO_LIMITS, db=_database(directory))


def _guests(number: int, directory: Path) -> list[str]:
    return run_loop(create_guests(_database(directory), number))[0]


async def _moves_in_quire(port: int, games: Sequence[str]) -> dict[str, int]:
    found = {}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        for game in games:
            answer = await client.get(f"/api/games/{game}")
            answer.raise_for_status()
            found[game] = len(answer.json()["moves"])
    return found


def _no_tokens(number: int, directory: Path) -> list[str]:
    return [""] * number


PEERS = {
    "quire": Peer(QUIRE, _start_quire, _guests, Player, _moves_in_quire),
    "boardgame.io": Peer(
        BOARDGAME_IO,
        lambda directory: node.started("boardgame-io.js"),
        lambda number, directory: boardgame_io.tokens(number),
        boardgame_io.BoardgamePlayer,
        boardgame_io.stored_moves,
    ),
    "boardgame.io-files": Peer(
        BOARDGAME_IO_FILES,
        lambda directory: node.started("boardgame-io.js", directory=str(directory)),
        lambda number, directory: boardgame_io.tokens(number),
        boardgame_io.BoardgamePlayer,
        boardgame_io.stored_moves,
    ),
    "colyseus": Peer(
        COLYSEUS,
        lambda directory: node.started("colyseus.js"),
        _no_tokens,
        colyseus.ColyseusPlayer,
    ),
    "relay": Peer(RELAY, lambda directory: process.started("relay"), _no_tokens, Player),
}
"""By the names of the command line, in the order in which they take their turns."""
