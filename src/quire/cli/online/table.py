"""A game on a server at a terminal: what happens is told as it happens, and lines may be typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from quire.cli.online.countdown import Countdown
from quire.cli.online.game_log import Telling
from quire.cli.online.live_screen import Scroll
from quire.cli.terminal.keyboard import Keyboard, printable
from quire.cli.terminal.prompt import LEAVING
from quire.cli.terminal.screen import Screen
from quire.cli.terminal.table import Left
from quire.client import Client, OnlineGame, Status
from quire.errors import NotAllowed, NotationError, QuireError

HELP = """\
moves     show the legal moves
board     show the board
draw      offer a draw, or accept one
takeback  ask for a takeback
accept    accept the draw, takeback or rematch
decline   decline it, or cancel your own request
say ...   send a chat message
chat off  hide chat in this and later games (chat on shows it again)
abort     end the game without a result, before the second move
resign    resign; with three or more players the others play on
rematch   offer a rematch after the game
lobby     back to the lobby (not while you are playing)
quit      leave; come back with the same link while the game is running"""

Thing = Callable[[], Coroutine[Any, Any, None] | None]
"""Something to be done; what is still to be waited for, if anything."""


class OnlineTable:
    """One game, the screen and the keyboard."""

    def __init__(
        self, client: Client, game: OnlineGame, link: str, screen: Screen, keyboard: Keyboard
    ) -> None:
        self.client = client
        self.game = game
        self.link = link
        self.keyboard = keyboard
        self.scroll = Scroll(screen)
        self.telling = Telling(game, link, self.scroll)
        self._countdown = Countdown(game, self.scroll)
        self._things: asyncio.Queue[Thing] = asyncio.Queue()
        self._acts: set[asyncio.Task[str]] = set()
        self._giving_up = False
        self.to_lobby = False
        """Whether the person wants to look for another game."""
        self.commands: dict[str, Thing] = {
            **dict.fromkeys(("help", "?"), self._help),
            **dict.fromkeys(LEAVING, self._quit),
            "moves": lambda: self.scroll.screen.line(" ".join(game.position.legal_moves())),
            "board": self.telling.show,
            "draw": game.offer_draw,
            "takeback": game.ask_takeback,
            "accept": self._accept,
            "decline": self._decline,
            "abort": self._abort,
            "resign": game.resign,
            "rematch": game.rematch,
            "lobby": self._lobby,
            "chat on": partial(self._chat, True),
            "chat off": partial(self._chat, False),
        }

    @property
    def is_needed(self) -> bool:
        """Whether others wait for this person: not after the end, nor for one who is out."""
        you, status = self.game.you, self.game.state.status
        return you is not None and status != "over" and you not in self.game.position.out

    async def play(self) -> str | None:
        """Sits there until the end; gives the id of the next game if all want one. Raises Left."""
        deaf = self.client.on_status(self._status_changed)
        tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(it)
            for it in (self._listen(), self._watch(), self._type(), self._count())
        ]
        try:
            self.telling.begin()
            while not (self.to_lobby or (self.game.outcome is not None and self._finished())):
                if self._things.empty():
                    self._prompt()
                thing = self._things.get_nowait() if not self._things.empty() else None
                self._do(thing or await self._things.get())
                self._things.task_done()
            return None if self.to_lobby else self.game.state.follows
        finally:
            deaf()
            tasks += self._acts
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self) -> bool:
        """Whether there is nothing more to wait for."""
        state = self.game.state
        if not self._things.empty() or self.telling.shown < state.seq:
            return False
        return state.follows is not None or state.you is None or not self.keyboard.typed

    def _do(self, thing: Thing) -> None:
        try:
            waiting = thing()
        except QuireError as error:
            self.scroll.problem(f"{error}. Type help for help.")
            return
        if waiting is not None:
            # It may take as long as the connection is lost: nothing else must wait for it.
            act = asyncio.create_task(self._finish(waiting))
            self._acts.add(act)
            act.add_done_callback(self._done)

    async def _finish(self, act: Coroutine[Any, Any, None]) -> str:
        """What was wrong with it, if anything."""
        try:
            await act
        except QuireError as error:
            return f"{error}. Type help for help."
        return ""

    def _done(self, act: asyncio.Task[str]) -> None:
        """Only now is there something to ask for again: while something is done, nothing is."""
        self._acts.discard(act)
        if not act.cancelled():
            problem = act.result()
            self._things.put_nowait(lambda: self.scroll.problem(problem) if problem else None)

    # --- where things come from ---

    async def _listen(self) -> None:
        with suppress(QuireError):
            async for event in self.game.events():
                self._things.put_nowait(partial(self.telling.tell, event))

    async def _watch(self) -> None:
        try:
            while True:
                await self.game.changed()
                self._things.put_nowait(self.telling.begin)
        except QuireError as error:
            self._things.put_nowait(partial(self._lost, error))

    async def _type(self) -> None:
        """Lines from a person as they are typed; from a pipe, each when it is one's turn."""
        while self.keyboard.typed or await self.game.your_turn():
            line = await self.keyboard.line()
            if line is None:
                self._things.put_nowait(self._quit)
                return
            self._things.put_nowait(partial(self._typed, line.strip()))
            if not self.keyboard.typed:
                await self._things.join()
                await asyncio.gather(*self._acts)
                await self._things.join()

    async def _count(self) -> None:
        """Looks at the clocks each second."""
        while True:
            await asyncio.sleep(1)
            self._things.put_nowait(self._tell_time)

    def _status_changed(self, status: Status) -> None:
        self._things.put_nowait(partial(self.scroll.status, status))

    def _lost(self, error: QuireError) -> None:
        if not self._giving_up:
            raise Left(str(error))

    # --- what is typed ---

    def _typed(self, line: str) -> Coroutine[Any, Any, None] | None:
        self.scroll.asking = False
        if not self.keyboard.typed and line:
            self.scroll.screen.line(printable(line)[:80])
        word, _, rest = line.partition(" ")
        if word.lower() == "say":
            if not rest.strip():
                raise NotationError("nothing to say: type, for example, say hello")
            return self.game.say(rest.strip())
        command = self.commands.get(line.lower())
        if command is not None:
            return command()
        return self._move(line) if line else None

    async def _move(self, typed: str) -> None:
        if self.game.state.status != "playing":
            self.scroll.problem(f"{printable(typed)!r} is no command now. Type help for help.")
            return
        await self.game.move(self.telling.view.game.one_move(self.game.position, typed))

    def _abort(self) -> Coroutine[Any, Any, None]:
        return self._give_up() if self.game.state.status == "open" else self.game.abort()

    async def _give_up(self) -> None:
        """Before it has begun, a game ends when its maker leaves; others only give a seat back."""
        self._giving_up = True
        try:
            await self.client.leave(self.game.id)
        except QuireError:
            self._giving_up = False
            raise
        self._things.put_nowait(self._leave_for_lobby)

    def _lobby(self) -> None:
        if not self.is_needed:
            self.to_lobby = True
        elif self.game.state.status == "open":
            raise NotAllowed("your game is still open: abort it first")
        else:
            raise NotAllowed("you're in a game: resign first, or quit and come back with the link")

    def _leave_for_lobby(self) -> None:
        self.scroll.line("Game cancelled.")
        self.to_lobby = True

    async def _chat(self, on: bool) -> None:
        await self.client.prefer(chat=on)
        self.telling.deaf = not on
        self._things.put_nowait(lambda: self.scroll.line(f"Chat is {'on' if on else 'off'}"))

    def _accept(self) -> Coroutine[Any, Any, None]:
        if self.game.outcome is not None:
            return self.game.rematch()
        return self.game.offer_draw() if self._draw_stands() else self.game.grant_takeback()

    def _decline(self) -> Coroutine[Any, Any, None]:
        if self.game.outcome is not None:
            return self.game.decline_rematch()
        return self.game.decline_draw() if self._draw_stands() else self.game.decline_takeback()

    def _draw_stands(self) -> bool:
        return bool(self.game.state.draw_offers)

    def _help(self) -> None:
        self.telling.view.explain()
        for line in HELP.splitlines():
            self.scroll.screen.line(line)

    def _quit(self) -> None:
        raise Left("")

    # --- the screen ---

    def _tell_time(self) -> None:
        if self.client.status.connected:
            self._countdown.tell(self.telling.view)

    def _prompt(self) -> None:
        """Asks for a move, or for what to do after the end; otherwise nothing is asked."""
        if self.scroll.asking or self._acts:
            return
        if self.game.is_your_turn and self.game.you is not None:
            self.scroll.ask(f"{self.telling.view.who(self.game.you)}, your move: ")
        elif self.game.outcome is not None:
            self.scroll.ask("rematch, lobby or quit: ")
