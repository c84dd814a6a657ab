"""One visit to a server: who plays, which games, and how it ends."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from dataclasses import dataclass

from quire.cli.online.account import Account
from quire.cli.online.game_request import Wanted, plan
from quire.cli.online.live_screen import Scroll
from quire.cli.online.lobby import Choice, Lobby
from quire.cli.online.table import OnlineTable
from quire.cli.terminal import prompt
from quire.cli.terminal.keyboard import Keyboard
from quire.cli.terminal.screen import Screen
from quire.cli.terminal.table import Left
from quire.client import Client, OnlineGame
from quire.client.address import Address, read_address
from quire.errors import NotationError, QuireError, Taken

LEAVE_TIMEOUT_SECONDS = 3.0
"""Time to cancel an open game on exit."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who the command line says that one is."""

    name: str | None = None
    """A guest's."""
    member: str | None = None
    register: bool = False
    log_out: bool = False


def play_online(screen: Screen, url: str, who: Who, wanted: Wanted) -> None:
    """Plays until the person leaves. Raises a QuireError, and KeyboardInterrupt for Ctrl-C."""
    address = read_address(url)
    if address.game is not None and wanted.is_anything:
        raise NotationError(
            f"{url!r} is a link to one game, so GAME, SIZE and the game options "
            "can't be used with it"
        )
    if who.name is not None and who.member is not None:
        raise NotationError("use --name (guest) or --as (registered player), not both")
    session = Session(screen, address)
    try:
        asyncio.run(session.run(who, wanted))
    except EOFError:
        screen.line("\nGoodbye." if session.table else "\nNo game was chosen.")
    except Left as left:
        session.part(str(left))
    except KeyboardInterrupt:
        session.part("")
        raise


class Session:
    """One visit."""

    def __init__(self, screen: Screen, address: Address) -> None:
        self.screen = screen
        self.keyboard = Keyboard()
        self.address = address
        self.table: OnlineTable | None = None
        """Where one sits, or sat last."""

    async def run(self, who: Who, wanted: Wanted) -> None:
        """Signs in, sits down, and plays one game after another."""
        self._end_on_signals()
        try:
            async with Client(self.address.server) as client:
                account = Account(client, self.screen, self.keyboard)
                if who.log_out:
                    await account.leave(who.name, who.member)
                    return
                await account.begin(who.name, who.member, who.register)
                await self._stay(client, account, wanted)
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    def _end_on_signals(self) -> None:
        task = asyncio.current_task()
        for number in ("SIGHUP", "SIGTERM"):
            if task is not None and hasattr(signal, number):
                with suppress(NotImplementedError):
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(getattr(signal, number), task.cancel)

    async def _stay(self, client: Client, account: Account, wanted: Wanted) -> None:
        """The game that was named; or the lobby, until the person leaves."""
        lobby = Lobby(client, account, self.screen, self.keyboard)
        if self.address.game is not None or wanted.is_anything:
            first = self.address.game or await plan(self.screen, self.keyboard, wanted)
            if not await self._play_on(client, first):
                return
        while True:
            chosen = await lobby.choose()
            try:
                await self._play_on(client, chosen)
            except QuireError as error:
                self.screen.problem(f"{error}.")
            except Left as left:
                if not str(left):
                    raise
                self.screen.problem(f"{left}.")

    async def _play_on(self, client: Client, chosen: Choice) -> bool:
        """Plays that game and those that follow; gives whether the person wants the lobby then."""
        id: str | None = await self._begin(client, chosen)
        while id is not None:
            id = await self._play(client, id)
        return self.table is not None and self.table.to_lobby

    async def _begin(self, client: Client, chosen: Choice) -> str:
        """The id of the game to sit down at."""
        if isinstance(chosen, str):
            return await self._sit_down(client, chosen)
        if chosen.others is None:
            return await self._meet(client, chosen.game.key, chosen.size)
        return await chosen.make(client)

    async def _sit_down(self, client: Client, id: str) -> str:
        state = await client.game(id)
        if state.status == "open":
            with suppress(Taken):  # somebody was quicker: then it is watched
                await client.join(id)
        return id

    async def _meet(self, client: Client, game: str, size: str) -> str:
        self.screen.line(f"Looking for an opponent in {game}. Type quit to cancel.")
        seeking = asyncio.create_task(client.seek(game, size))
        deaf = client.on_status(Scroll(self.screen).status)
        try:
            while not seeking.done():
                typing = asyncio.create_task(self.keyboard.line())
                await asyncio.wait({seeking, typing}, return_when=asyncio.FIRST_COMPLETED)
                if not typing.done():
                    typing.cancel()
                elif (typing.result() or "quit").strip().lower() in prompt.LEAVING:
                    raise Left("Search cancelled")
        finally:
            deaf()
            seeking.cancel()
        return await seeking

    async def _play(self, client: Client, id: str) -> str | None:
        game = await client.watch(id)
        link = f"{self.address.server}/play/{id}"
        self.table = OnlineTable(client, game, link, self.screen, self.keyboard)
        try:
            return await self.table.play()
        except (Left, asyncio.CancelledError):
            await self._give_up(client, game)
            raise
        finally:
            client.unwatch(game)

    async def _give_up(self, client: Client, game: OnlineGame) -> None:
        """Nobody must join a game of moments whose maker has left."""
        state = game.state
        if state.status == "open" and state.you is not None and state.grace is not None:
            with suppress(QuireError, TimeoutError):
                async with asyncio.timeout(LEAVE_TIMEOUT_SECONDS):
                    await client.leave(game.id)

    def part(self, why: str) -> None:
        """Says goodbye, and how to come back while the game goes on."""
        self.screen.line("")
        if why:
            self.screen.problem(why)
        table = self.table
        if table is None:
            self.screen.line("No game started.")
            return
        state = table.game.state
        if not table.is_needed:
            self.screen.line("Goodbye.")
        elif state.status == "open" and state.grace is not None:
            self.screen.line("Nobody joined, so the game was cancelled.")
        else:
            goes = "is still open" if state.status == "open" else "is still running"
            grace = "" if state.grace is None else f" within {state.grace:.0f} s"
            self.screen.line(f"You left, but the game {goes}. To come back{grace}, run:")
            self.screen.line(f"quire play --online {table.link}", wrap=False)
