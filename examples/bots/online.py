"""A bot that plays real games on a server, against whoever comes.

    python examples/bots/online.py http://127.0.0.1:8080 --name Greedy --game sos --size 5x5

The first time it registers, and keeps its token in a file; whoever has that file is the bot. It
opens games for others to join, or with --seek meets whoever looks for a game. Ctrl-C stops it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import sys
from pathlib import Path

from quire import Position
from quire.client import Client, OnlineGame
from quire.errors import MatchOver, QuireError, Stale


def choose(position: Position) -> str:
    """The move that completes the most lines; among equals, any."""
    moves = position.legal_moves()
    random.shuffle(moves)
    return max(moves, key=lambda move: len(position.completes(move)))


async def main(wanted: argparse.Namespace) -> None:
    """Signs in, and plays one game after another."""
    token = wanted.token_file.read_text() if wanted.token_file.exists() else None
    async with Client(wanted.server, token) as client:
        if token is None:
            # Nobody types this passphrase: the token is what the bot signs in with.
            await client.register(wanted.name, secrets.token_urlsafe(24), bot=True)
            keep(wanted.token_file, client.token or "")
        client.on_status(lambda status: print(f"connection: {status}", flush=True))
        played = 0
        while wanted.games is None or played < wanted.games:
            game = await client.watch(await next_game(client, wanted))
            await play(game)
            client.unwatch(game)
            played += 1


async def next_game(client: Client, wanted: argparse.Namespace) -> str:
    """The id of a game to play: one that goes on already, one that was found, or a new one."""
    for card in await client.my_games():  # after a restart of the bot
        if card.game == wanted.game:
            return card.id
    if wanted.seek:
        return await client.seek(wanted.game, wanted.size)
    return await client.make_game(wanted.game, wanted.size, clock=wanted.clock)


async def play(game: OnlineGame) -> None:
    """Plays until the game is over; while it is open, that is waiting for somebody."""
    print(f"game {game.id}: {game.state.status}", flush=True)
    while await game.your_turn():
        # Thinking goes on in a thread of its own: the connection must be answered meanwhile.
        move = await asyncio.to_thread(choose, game.position)
        try:
            await game.move(move)
        except (Stale, MatchOver):
            continue  # a takeback, a resignation or the clock was quicker: look again
    outcome = await game.over()
    won = "won" if outcome.winner == game.you else "drawn" if outcome.winner is None else "lost"
    print(f"game {game.id}: {won} ({outcome.reason})", flush=True)


def keep(path: Path, token: str) -> None:
    """Writes a file that nobody else may read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token)


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description="Play real games on a server.")
    parser.add_argument("server", help="its address, such as http://127.0.0.1:8080")
    parser.add_argument("--name", default="Greedy", help="the name to register under")
    parser.add_argument("--token-file", type=Path, default=Path("greedy.token"))
    parser.add_argument("--game", default="sos")
    parser.add_argument("--size", default=None)
    parser.add_argument("--clock", type=float, default=60.0, help="seconds for each move")
    parser.add_argument("--seek", action="store_true", help="meet whoever looks for a game")
    parser.add_argument("--games", type=int, default=None, help="stop after so many")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        asyncio.run(main(arguments()))
    except QuireError as problem:
        sys.exit(f"online.py: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)
