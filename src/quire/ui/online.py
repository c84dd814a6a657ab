"""`quire play --online`: sit down at a game on a server, or find one there."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from quire.client import Client
from quire.client.address import Address, read_address
from quire.errors import NotationError, NotSignedIn, Taken
from quire.games import find_game
from quire.ui import prompt
from quire.ui.keyboard import Keyboard
from quire.ui.online_table import OnlineTable
from quire.ui.purse import Kept, Purse
from quire.ui.screen import Screen
from quire.ui.seating import First
from quire.ui.table import Left


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line says, as far as it says anything."""

    game: str | None = None
    size: str | None = None
    name: str | None = None
    against: tuple[str, ...] = ()
    first: First | None = None


Begin = Callable[[Client], Coroutine[Any, Any, str]]
"""Gives the id of the game to sit down at."""


def play_online(screen: Screen, url: str, wanted: Wanted) -> None:
    """Plays until the person leaves. Raises a QuireError, and KeyboardInterrupt for Ctrl-C."""
    address = read_address(url)
    if address.game is not None and (wanted.game or wanted.against or wanted.first):
        raise NotationError(f"{url!r} names a game already: name nothing else")
    keyboard = Keyboard()
    session = Session(screen, keyboard, address, wanted)
    try:
        begin = session.what_to_play()
        name = session.name()
    except EOFError:
        screen.line("\nNo game was chosen.")
        return
    try:
        asyncio.run(session.run(begin, name))
    except Left as left:
        session.part(str(left))
    except KeyboardInterrupt:
        session.part("")
        raise


class Session:
    """One visit to a server."""

    def __init__(
        self, screen: Screen, keyboard: Keyboard, address: Address, wanted: Wanted
    ) -> None:
        self.screen = screen
        self.keyboard = keyboard
        self.address = address
        self.wanted = wanted
        self.purse = Purse()
        self.table: OnlineTable | None = None

    # --- asking, before anything else goes on ---

    def what_to_play(self) -> Begin:
        """What the person wants. Raises EOFError for one who does not say."""
        if self.address.game is not None:
            id = self.address.game
            return lambda client: self._sit_down(client, id)
        wanted, ask = self.wanted, self.keyboard.ask
        game = find_game(wanted.game) if wanted.game else prompt.ask_game(self.screen, ask)
        if wanted.game:
            size = game.online_sizes.normalise(wanted.size or game.online_sizes.default)
        else:
            size = prompt.ask_size(self.screen, game.online_sizes, ask)
        against = wanted.against or self._ask_against()
        if against is None:
            return lambda client: self._meet(client, game.key, size)
        players = game.start(size).players
        if len(against) >= players:
            raise NotationError(f"{len(against)} agents will not fit: {players} play")
        seats = ["me", *["open"] * (players - 1 - len(against)), *against]
        if wanted.first is First.OPPONENT:
            seats = [*seats[1:], "me"]
        by_lot = wanted.first in (None, First.RANDOM)
        return lambda client: client.make_game(game.key, size, seats=seats, by_lot=by_lot)

    def _ask_against(self) -> tuple[str, ...] | None:
        """The agents to play against; none for a link to send, None to meet anybody."""
        self.screen.line("1  anybody who comes, on this size or theirs")
        self.screen.line("2  a computer level")
        self.screen.line("3  a friend: you get a link to send")

        def read(typed: str) -> int:
            if typed not in ("", "1", "2", "3"):
                raise NotationError(f"{typed!r} is none of 1, 2 and 3")
            return int(typed or "1")

        ask = self.keyboard.ask
        chosen = prompt.until_clear(self.screen, "Against whom [1]? ", read, ask)
        if chosen == 1:
            return None
        if chosen == 3:
            return ()
        return (
            prompt.until_clear(
                self.screen, "Which level, level1 to level8 [level3]? ", _level, ask
            ),
        )

    def name(self) -> str:
        """The name to play under: given, known from the last time, or asked for."""
        if self.wanted.name:
            return prompt.clean_name(self.wanted.name, 0)
        known = self.purse.find(self.address.server, None)
        if known is not None or not self.keyboard.typed:
            return known.name if known is not None else "Guest"
        return prompt.clean_name(self.keyboard.ask("Your name [Guest]? ") or "Guest", 0)

    # --- being there ---

    async def run(self, begin: Begin, name: str) -> None:
        """Signs in, sits down, and plays one game after another."""
        task = asyncio.current_task()
        for number in ("SIGHUP", "SIGTERM"):
            if task is not None and hasattr(signal, number):
                with suppress(NotImplementedError):
                    loop = asyncio.get_running_loop()
                    loop.add_signal_handler(getattr(signal, number), task.cancel)
        try:
            async with Client(self.address.server) as client:
                await self._sign_in(client, name)
                next_one: str | None = await begin(client)
                while next_one is not None:
                    next_one = await self._play(client, next_one)
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    async def _sign_in(self, client: Client, name: str) -> None:
        server = self.address.server
        known = self.purse.find(server, name)
        if known is not None:
            client.http.token = known.token
            try:
                await client.me()
                self.purse.keep(server, known)
                return
            except NotSignedIn:
                client.http.token = None
                self.purse.forget(server, known)
        await client.be_guest(name)
        assert client.token is not None
        try:
            self.purse.keep(server, Kept(name, client.token))
        except OSError as error:
            self.screen.problem(f"You will be another guest next time: {error}")

    async def _sit_down(self, client: Client, id: str) -> str:
        state = await client.game(id)
        if state.status == "open":
            with suppress(Taken):  # somebody was quicker: then it is watched
                await client.join(id)
        return id

    async def _meet(self, client: Client, game: str, size: str) -> str:
        self.screen.line(f"Waiting for somebody who plays {game}. Type quit to stop.")
        seeking = asyncio.create_task(client.seek(game, size))
        try:
            while not seeking.done():
                typing = asyncio.create_task(self.keyboard.line())
                await asyncio.wait({seeking, typing}, return_when=asyncio.FIRST_COMPLETED)
                if not typing.done():
                    typing.cancel()
                elif (typing.result() or "quit").strip().lower() in prompt.LEAVING:
                    raise Left("")
        finally:
            seeking.cancel()
        return await seeking

    async def _play(self, client: Client, id: str) -> str | None:
        game = await client.watch(id)
        link = f"{self.address.server}/play/{id}"
        self.table = OnlineTable(client, game, link, self.screen, self.keyboard)
        following = await self.table.play()
        client.unwatch(game)
        return following

    def part(self, why: str) -> None:
        """Says goodbye, and how to come back while the game goes on."""
        self.screen.line("")
        if why:
            self.screen.problem(why)
        table = self.table
        if table is None:
            self.screen.line("No game was begun.")
            return
        state = table.game.state
        if state.status == "over" or state.you is None:
            self.screen.line("Goodbye.")
            return
        grace = "" if state.grace is None else f" within {state.grace:.0f} s"
        self.screen.line(f"You have left the table; the game goes on. To come back{grace}:")
        self.screen.line(f"quire play --online {table.link}", wrap=False)


def _level(typed: str) -> str:
    from quire.engine import make_agent

    named = typed or "level3"
    named = f"level{named}" if named.isdigit() else named
    make_agent(named)
    return named
