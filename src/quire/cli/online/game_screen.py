"""An online game in the terminal: events are printed as they happen, commands are typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from quire.cli.online.countdown import Countdown
from quire.cli.online.game_log import GameLog
from quire.cli.online.live_screen import LiveScreen
from quire.cli.terminal.keyboard import Keyboard, printable
from quire.cli.terminal.local_game import PlayerQuit
from quire.cli.terminal.prompt import QUIT_WORDS
from quire.cli.terminal.screen import Screen, sentence
from quire.client import Client, OnlineGame, Status
from quire.errors import NotAllowed, NotationError, QuireError

HELP = """\
moves     show the legal moves
board     show the board
draw      offer a draw, or accept one
takeback  ask for a takeback
accept    accept the draw, takeback or rematch
decline   decline it, or cancel your own request
wait      give a player who is away 60 more seconds to come back
say ...   send a chat message
chat off  hide chat in this and later games (chat on shows it again)
abort     end the game without a result, before the second move
resign    resign; with three or more players the others play on
rematch   offer a rematch after the game
lobby     back to the lobby (not while you are playing)
quit      leave; come back with the same link while the game is running"""

HINT = "Type help for a list of commands."

Action = Callable[[], Coroutine[Any, Any, None] | None]
"""Something to do; it may return a coroutine to wait for."""


class GameScreen:
    """One game, the screen and the keyboard."""

    def __init__(
        self, client: Client, game: OnlineGame, link: str, screen: Screen, keyboard: Keyboard
    ) -> None:
        self.client = client
        self.game = game
        self.link = link
        self.keyboard = keyboard
        self.screen = LiveScreen(screen)
        self.log = GameLog(game, link, self.screen)
        self._countdown = Countdown(game, self.screen)
        self._actions: asyncio.Queue[Action] = asyncio.Queue()
        self._acts: set[asyncio.Task[str]] = set()
        self._cancelling = False
        self.to_lobby = False
        """Whether the player wants to go back to the lobby."""
        self.commands: dict[str, Action] = {
            **dict.fromkeys(("help", "?"), self._help),
            **dict.fromkeys(QUIT_WORDS, self._quit),
            "moves": lambda: self.screen.screen.line(" ".join(game.position.legal_moves())),
            "board": self.log.show,
            "draw": game.offer_draw,
            "takeback": game.request_takeback,
            "accept": self._accept,
            "decline": self._decline,
            "wait": game.keep_waiting,
            "abort": self._abort,
            "resign": game.resign,
            "rematch": game.rematch,
            "lobby": self._lobby,
            "chat on": partial(self._chat, True),
            "chat off": partial(self._chat, False),
        }

    @property
    def is_needed(self) -> bool:
        """Whether this player still takes part in a game that is not over."""
        you, status = self.game.you, self.game.state.status
        return you is not None and status != "over" and you not in self.game.position.out

    async def play(self) -> str | None:
        """Play until the end; returns the id of the rematch, if any. Raises PlayerQuit."""
        unsubscribe = self.client.on_status(self._status_changed)
        tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(task)
            for task in (self._log_events(), self._watch_state(), self._read_lines(), self._tick())
        ]
        try:
            self.log.update()
            while not (self.to_lobby or (self.game.outcome is not None and self._is_finished())):
                if self._actions.empty():
                    self._prompt()
                action = self._actions.get_nowait() if not self._actions.empty() else None
                self._do(action or await self._actions.get())
                self._actions.task_done()
            return None if self.to_lobby else self.game.state.next_game
        finally:
            unsubscribe()
            tasks += self._acts
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _is_finished(self) -> bool:
        """Return whether there is nothing more to wait for."""
        state = self.game.state
        if not self._actions.empty() or self.log.shown < state.seq:
            return False
        return state.next_game is not None or state.you is None or not self.keyboard.is_interactive

    def _do(self, action: Action) -> None:
        try:
            waiting = action()
        except QuireError as error:
            self.screen.problem(f"{sentence(error)} {HINT}")
            return
        if waiting is not None:
            # It may wait for the connection to come back, so nothing else waits for it.
            act = asyncio.create_task(self._finish(waiting))
            self._acts.add(act)
            act.add_done_callback(self._done)

    async def _finish(self, act: Coroutine[Any, Any, None]) -> str:
        """Wait for an act; returns its error message, or nothing."""
        try:
            await act
        except QuireError as error:
            return f"{sentence(error)} {HINT}"
        return ""

    def _done(self, act: asyncio.Task[str]) -> None:
        """Let the prompt return, which is hidden while an act is pending."""
        self._acts.discard(act)
        if not act.cancelled():
            problem = act.result()
            self._actions.put_nowait(lambda: self.screen.problem(problem) if problem else None)

    # --- sources of actions ---

    async def _log_events(self) -> None:
        with suppress(QuireError):
            async for event in self.game.events():
                self._actions.put_nowait(partial(self.log.add, event))

    async def _watch_state(self) -> None:
        try:
            while True:
                await self.game.changed()
                self._actions.put_nowait(self.log.update)
        except QuireError as error:
            self._actions.put_nowait(partial(self._lost, error))

    async def _read_lines(self) -> None:
        """Queue lines as they are typed; from a pipe, one whenever it is the player's turn."""
        while self.keyboard.is_interactive or await self.game.your_turn():
            line = await self.keyboard.line()
            if line is None:
                self._actions.put_nowait(self._quit)
                return
            self._actions.put_nowait(partial(self._typed, line.strip()))
            if not self.keyboard.is_interactive:
                await self._actions.join()
                await asyncio.gather(*self._acts)
                await self._actions.join()

    async def _tick(self) -> None:
        """Check the clocks every second."""
        while True:
            await asyncio.sleep(1)
            self._actions.put_nowait(self._warn_of_clocks)

    def _status_changed(self, status: Status) -> None:
        self._actions.put_nowait(partial(self.screen.status, status))

    def _lost(self, error: QuireError) -> None:
        if not self._cancelling:
            raise PlayerQuit(str(error))

    # --- commands ---

    def _typed(self, line: str) -> Coroutine[Any, Any, None] | None:
        self.screen.is_asking = False
        if not self.keyboard.is_interactive and line:
            self.screen.screen.line(printable(line)[:80])
        word, _, rest = line.partition(" ")
        if word.lower() == "say":
            if not rest.strip():
                raise NotationError("nothing to say: type, for example, say hello")
            return self.game.chat(rest.strip())
        command = self.commands.get(line.lower())
        if command is not None:
            return command()
        return self._move(line) if line else None

    async def _move(self, typed: str) -> None:
        if self.game.state.status != "playing":
            self.screen.problem(f"{printable(typed)!r} isn't a command right now. {HINT}")
            return
        await self.game.move(self.log.view.game.parse_move(self.game.position, typed))

    def _abort(self) -> Coroutine[Any, Any, None]:
        return self._cancel() if self.game.state.status == "open" else self.game.abort()

    async def _cancel(self) -> None:
        """Leave an open game: that cancels it for its creator, and frees the seat of others."""
        self._cancelling = True
        try:
            await self.client.leave(self.game.id)
        except QuireError:
            self._cancelling = False
            raise
        self._actions.put_nowait(self._back_to_lobby)

    def _lobby(self) -> None:
        if not self.is_needed:
            self.to_lobby = True
        elif self.game.state.status == "open":
            raise NotAllowed("your game is still open: abort it first")
        else:
            raise NotAllowed("you're in a game: resign first, or quit and come back with the link")

    def _back_to_lobby(self) -> None:
        self.screen.line("Game cancelled.")
        self.to_lobby = True

    async def _chat(self, on: bool) -> None:
        await self.client.set_preferences(chat=on)
        self.log.chat_hidden = not on
        self._actions.put_nowait(lambda: self.screen.line(f"Chat is {'on' if on else 'off'}"))

    def _accept(self) -> Coroutine[Any, Any, None]:
        if self.game.outcome is not None:
            return self.game.rematch()
        return self.game.offer_draw() if self._has_draw_offer() else self.game.accept_takeback()

    def _decline(self) -> Coroutine[Any, Any, None]:
        if self.game.outcome is not None:
            return self.game.decline_rematch()
        return self.game.decline_draw() if self._has_draw_offer() else self.game.decline_takeback()

    def _has_draw_offer(self) -> bool:
        return bool(self.game.state.draw_offers)

    def _help(self) -> None:
        self.log.view.explain()
        for line in HELP.splitlines():
            self.screen.screen.line(line)

    def _quit(self) -> None:
        raise PlayerQuit

    # --- output ---

    def _warn_of_clocks(self) -> None:
        if self.client.status.connected:
            self._countdown.update(self.log.view)

    def _prompt(self) -> None:
        """Prompt for a move, or for what to do after the end."""
        if self.screen.is_asking or self._acts:
            return
        if self.game.is_your_turn and self.game.you is not None:
            self.screen.ask(f"{self.log.view.who(self.game.you)}, your move: ")
        elif self.game.outcome is not None:
            self.screen.ask("rematch, lobby or quit: ")
