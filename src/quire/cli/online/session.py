"""A session on a server: sign in, play games, leave."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from dataclasses import dataclass

from quire.cli.online.account import Account
from quire.cli.online.game_request import GameOptions, request_game
from quire.cli.online.game_screen import GameScreen
from quire.cli.online.live_screen import LiveScreen
from quire.cli.online.lobby import Choice, Lobby
from quire.cli.terminal import prompt
from quire.cli.terminal.keyboard import Keyboard
from quire.cli.terminal.local_game import PlayerQuit
from quire.cli.terminal.screen import Screen, sentence
from quire.client import Client, OnlineGame
from quire.client.address import Address, read_address
from quire.errors import NotationError, QuireError, Taken

LEAVE_TIMEOUT_SECONDS = 3.0
"""Time to cancel an open game on exit."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """The sign-in options of the command line."""

    name: str | None = None
    """The name of a guest."""
    member: str | None = None
    register: bool = False
    sign_out: bool = False


def play_online(screen: Screen, url: str, sign_in: SignIn, options: GameOptions) -> None:
    """Play until the player leaves. Raises a QuireError, and KeyboardInterrupt for Ctrl-C."""
    address = read_address(url)
    if address.game is not None and options.is_given:
        raise NotationError(
            f"{url!r} is a link to one game, so GAME, SIZE and the game options "
            "can't be used with it"
        )
    if sign_in.name is not None and sign_in.member is not None:
        raise NotationError("use --name (guest) or --as (registered player), not both")
    session = Session(screen, address)
    try:
        asyncio.run(session.run(sign_in, options))
    except EOFError:
        screen.line("\nGoodbye." if session.game_screen else "\nNo game chosen.")
    except PlayerQuit as error:
        session.say_goodbye(str(error))
    except KeyboardInterrupt:
        session.say_goodbye("")
        raise


class Session:
    """One session, possibly of several games."""

    def __init__(self, screen: Screen, address: Address) -> None:
        self.screen = screen
        self.keyboard = Keyboard()
        self.address = address
        self.game_screen: GameScreen | None = None
        """The current game, or the last one."""

    async def run(self, sign_in: SignIn, options: GameOptions) -> None:
        """Sign in, and play one game after another."""
        self._end_on_signals()
        try:
            async with Client(self.address.server) as client:
                account = Account(client, self.screen, self.keyboard)
                if sign_in.sign_out:
                    await account.sign_out_stored(sign_in.name, sign_in.member)
                    return
                await account.sign_in(sign_in.name, sign_in.member, sign_in.register)
                await self._run_lobby(client, account, options)
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    def _end_on_signals(self) -> None:
        task = asyncio.current_task()
        for number in ("SIGHUP", "SIGTERM"):
            if task is not None and hasattr(signal, number):
                with suppress(NotImplementedError):
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(getattr(signal, number), task.cancel)

    async def _run_lobby(self, client: Client, account: Account, options: GameOptions) -> None:
        """Play the game of the command line, if any; then show the lobby until the player quits."""
        lobby = Lobby(client, account, self.screen, self.keyboard)
        if self.address.game is not None or options.is_given:
            first = self.address.game or await request_game(self.screen, self.keyboard, options)
            if not await self._play_series(client, first):
                return
        while True:
            chosen = await lobby.choose()
            try:
                await self._play_series(client, chosen)
            except QuireError as error:
                self.screen.problem(sentence(error))
            except PlayerQuit as quit:
                if not str(quit):
                    raise
                self.screen.problem(sentence(quit))

    async def _play_series(self, client: Client, chosen: Choice) -> bool:
        """Play a game and its rematches; returns whether to show the lobby next."""
        id: str | None = await self._start(client, chosen)
        while id is not None:
            id = await self._play(client, id)
        return self.game_screen is not None and self.game_screen.to_lobby

    async def _start(self, client: Client, chosen: Choice) -> str:
        """Return the id of the game to play or watch."""
        if isinstance(chosen, str):
            return await self._join_or_watch(client, chosen)
        if chosen.others is None:
            return await self._quick_match(client, chosen.game.key, chosen.size)
        return await chosen.create(client)

    async def _join_or_watch(self, client: Client, id: str) -> str:
        state = await client.game(id)
        if state.status == "open":
            with suppress(Taken):  # the seat is gone: watch instead
                await client.join(id)
        return id

    async def _quick_match(self, client: Client, game: str, size: str) -> str:
        self.screen.line(f"Looking for an opponent in {game}. Type quit to cancel.")
        seeking = asyncio.create_task(client.seek(game, size))
        unsubscribe = client.on_status(LiveScreen(self.screen).status)
        try:
            while not seeking.done():
                typing = asyncio.create_task(self.keyboard.line())
                await asyncio.wait({seeking, typing}, return_when=asyncio.FIRST_COMPLETED)
                if not typing.done():
                    typing.cancel()
                elif (typing.result() or "quit").strip().lower() in prompt.QUIT_WORDS:
                    raise PlayerQuit("Search cancelled")
        finally:
            unsubscribe()
            seeking.cancel()
        return await seeking

    async def _play(self, client: Client, id: str) -> str | None:
        game = await client.watch(id)
        link = f"{self.address.server}/game/{id}"
        self.game_screen = GameScreen(client, game, link, self.screen, self.keyboard)
        try:
            return await self.game_screen.play()
        except (PlayerQuit, asyncio.CancelledError):
            await self._cancel_open_game(client, game)
            raise
        finally:
            client.unwatch(game)

    async def _cancel_open_game(self, client: Client, game: OnlineGame) -> None:
        """Cancel an open timed game when its creator leaves."""
        state = game.state
        if state.status == "open" and state.you is not None and state.reconnect_seconds is not None:
            with suppress(QuireError, TimeoutError):
                async with asyncio.timeout(LEAVE_TIMEOUT_SECONDS):
                    await client.leave(game.id)

    def say_goodbye(self, why: str) -> None:
        """Say goodbye, and how to come back to a running game."""
        self.screen.line("")
        if why:
            self.screen.problem(sentence(why))
        game = self.game_screen
        if game is None:
            self.screen.line("No game started.")
            return
        state = game.game.state
        if not game.is_needed:
            self.screen.line("Goodbye.")
        elif state.status == "open" and state.reconnect_seconds is not None:
            self.screen.line("Nobody joined, so the game was cancelled.")
        else:
            goes = "is still open" if state.status == "open" else "is still running"
            deadline = (
                ""
                if state.reconnect_seconds is None or state.waiting
                else f" within {state.reconnect_seconds:.0f} s"
            )
            self.screen.line(f"You left, but the game {goes}. To come back{deadline}, run:")
            self.screen.line(f"quire play --online {game.link}", wrap=False)
