"""A bot that plays real games on a server, against anyone who joins.

    python examples/bots/online.py http://127.0.0.1:8080 --name Magpie --game sos --size 5x5

The first time it registers, and keeps its token in a file such as Magpie.token; with that
file it stays the same bot. It opens games for others to join, or with --seek uses quick match.
Ctrl-C stops it; started again, it continues its games.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from quire import Position
from quire.client import Client, EventKind, OnlineGame
from quire.errors import MatchOver, NotSignedIn, QuireError, Stale


def choose(position: Position) -> str:
    """Return a move that completes the most lines."""
    moves = position.legal_moves()
    random.shuffle(moves)
    return max(moves, key=lambda move: len(position.completes(move)))


async def main(options: argparse.Namespace) -> None:
    """Sign in and play one game after another."""
    file = options.token_file or Path(f"{options.name}.token")
    async with Client(options.server, file.read_text() if file.exists() else None) as client:
        await sign_in(client, options.name, file)
        client.on_new_token(lambda token: save(file, token))
        client.on_status(lambda status: print(f"connection: {status}", flush=True))
        played = 0
        while options.games is None or played < options.games:
            game = await client.watch(await next_game(client, options))
            try:
                await play(game)
            finally:
                if game.state.status == "open":  # nobody should join a bot that has stopped
                    with suppress(QuireError):
                        await client.leave(game.id)
            client.unwatch(game)
            played += 1


async def sign_in(client: Client, name: str, file: Path) -> None:
    """Sign in with the token in the file, or register a new bot."""
    if client.token is None:
        # Nobody types this passphrase: the token is what the bot signs in with.
        await client.register(name, secrets.token_urlsafe(24), bot=True)
        save(file, client.token or "")
        return
    try:
        print(f"signed in as {(await client.me()).name}", flush=True)
    except NotSignedIn as problem:
        raise NotSignedIn(f"{problem}: is {file} from another server? Remove it") from None


def save(file: Path, token: str) -> None:
    """Store the token so that only this user can read it."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as output:
        output.write(token)


async def next_game(client: Client, options: argparse.Namespace) -> str:
    """Return the id of a game to play: one in progress, a quick match, or a new one."""
    for card in await client.my_games():  # after a restart of the bot
        if card.game == options.game:
            return card.id
    if options.seek:
        return await client.seek(options.game, options.size)
    return await client.create_game(options.game, options.size, clock=options.clock)


async def play(game: OnlineGame) -> None:
    """Play until the game is over; while it is open, wait for an opponent."""
    print(f"game {game.id}: {game.state.status}", flush=True)
    answering = asyncio.create_task(answer(game))
    try:
        while await game.your_turn():
            # Think in a separate thread: the connection must stay responsive.
            move = await asyncio.to_thread(choose, game.position)
            with suppress(Stale, MatchOver):  # a takeback or the clock came first
                await game.move(move)
    finally:
        answering.cancel()
    outcome = await game.over()
    won = "won" if outcome.winner == game.you else "drawn" if outcome.winner is None else "lost"
    print(f"game {game.id}: {won} ({outcome.reason})", flush=True)


async def answer(game: OnlineGame) -> None:
    """Accept takebacks and decline draws at once, so that nobody waits for the bot."""
    async for event in game.events():
        with suppress(QuireError):  # the game has moved on
            if event.kind is EventKind.TAKEBACK and event.seat != game.you:
                await game.accept_takeback()
            elif event.kind is EventKind.DRAW and event.seat != game.you:
                await game.decline_draw()


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="Play real games on a server.")
    parser.add_argument("server", help="server address, such as http://127.0.0.1:8080")
    parser.add_argument("--name", default="Magpie", help="the name to register under")
    parser.add_argument("--token-file", type=Path, help="file of the token (default: NAME.token)")
    parser.add_argument("--game", default="sos")
    parser.add_argument("--size", default=None)
    parser.add_argument("--clock", type=float, default=60.0, help="seconds per move")
    parser.add_argument("--seek", action="store_true", help="use quick match")
    parser.add_argument("--games", type=int, default=None, help="stop after N games")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        asyncio.run(main(arguments()))
    except QuireError as problem:
        sys.exit(f"online.py: {problem}")
    except KeyboardInterrupt:
        sys.exit(130)
