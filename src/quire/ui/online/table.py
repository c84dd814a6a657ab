"""A game on a server at a terminal: what happens is told as it happens, and lines may be typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from quire.client import Client, OnlineGame, Status
from quire.core import Reason
from quire.errors import NotAllowed, QuireError
from quire.games import find_game
from quire.history.event import Kind
from quire.server.protocol import Past
from quire.ui.keyboard import Keyboard, printable
from quire.ui.online.duration import duration
from quire.ui.prompt import LEAVING, clean_name
from quire.ui.screen import Screen
from quire.ui.table import Left
from quire.ui.view import View

TIMES = (30, 20, 10, 5)
"""So many seconds before a clock or a grace ends, it is told."""

HELP = """\
moves     list the legal moves
board     show the board
draw      offer a draw, or accept one
takeback  ask to take your last move back
accept    accept what the other player asks for
decline   decline it, or withdraw what you asked for
say ...   say something to the other players
chat off  hear nothing that they say, in your next games neither; chat on: again
abort     end the game without a result, before the second move
resign    give up the game; of three or more, the others play on
rematch   play again, when the game is over
lobby     look for another game, unless you are playing
quit      leave; while the game goes on you can come back by the same link"""

TOLD = {
    Kind.RESIGN: "{} resigns",
    Kind.NO_DRAW: "{}: no draw",
    Kind.NO_TAKEBACK: "{}: no move is taken back",
    Kind.ABORT: "The game is aborted",
    Kind.NO_REMATCH: "{} would not like to play again",
    Kind.BACK: "{} is back",
    Kind.TIME: "{}'s time ran out",
    Kind.DISCONNECTION: "{} did not come back in time",
    Kind.ABANDONED: "Everybody has gone",
    Kind.FORFEIT: "{} failed",
}
"""What is said of an event; `{}` is the player."""

ASKING = (Kind.DRAW, Kind.TAKEBACK, Kind.GRANT, Kind.AWAY, Kind.REMATCH)
"""Of these, more is said than who it was."""


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
        self.screen = screen
        self.keyboard = keyboard
        self.view = self._new_view()
        self._things: asyncio.Queue[Thing] = asyncio.Queue()
        self._acts: set[asyncio.Task[None]] = set()
        self._prompted = False
        self._begun = False
        self._shown = -1
        """The number of the last event that is on the screen."""
        self._told: set[tuple[str, int, int]] = set()
        self._there: list[str] = []
        """Who has come, while it waits for players."""
        self._deaf = False
        """Whether what others say is not shown."""
        self.to_lobby = False
        """Whether the person wants to look for another game."""
        self.commands: dict[str, Thing] = {
            **dict.fromkeys(("help", "?"), self._help),
            **dict.fromkeys(LEAVING, self._quit),
            "moves": lambda: self.screen.line(" ".join(game.position.legal_moves())),
            "board": self._show,
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

    def _new_view(self) -> View:
        state = self.game.state
        names = [clean_name(seat.name, number) for number, seat in enumerate(state.seats)]
        return View(find_game(state.key), state.size, names, self.screen)

    async def play(self) -> str | None:
        """Sits there until the end; gives the id of the next game if all want one. Raises Left."""
        deaf = self.client.on_status(self._status_changed)
        tasks = [
            asyncio.create_task(it)
            for it in (self._listen(), self._watch(), self._type(), self._count())
        ]
        try:
            self._begin()
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
        if not self._things.empty() or self._shown < state.seq:
            return False
        return state.follows is not None or state.you is None or not self.keyboard.typed

    def _do(self, thing: Thing) -> None:
        try:
            waiting = thing()
        except QuireError as error:
            self._problem(f"{error}. Type help for help.")
            return
        if waiting is not None:
            # It may take as long as the connection is lost: nothing else must wait for it.
            act = asyncio.create_task(self._finish(waiting))
            self._acts.add(act)
            act.add_done_callback(self._acts.discard)

    async def _finish(self, act: Coroutine[Any, Any, None]) -> None:
        try:
            await act
        except QuireError as error:
            words = f"{error}. Type help for help."
            self._things.put_nowait(lambda: self._problem(words))
        else:
            self._things.put_nowait(lambda: None)  # there may be something to ask for now

    # --- where things come from ---

    async def _listen(self) -> None:
        with suppress(QuireError):
            async for event in self.game.events():
                self._things.put_nowait(partial(self._tell, event))

    async def _watch(self) -> None:
        try:
            while True:
                await self.game.changed()
                self._things.put_nowait(self._begin)
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
        self._things.put_nowait(partial(self._tell_status, status))

    # --- what is told ---

    def _begin(self) -> None:
        """The game has begun, or it is sat down at."""
        state = self.game.state
        if self._begun or state.status == "open":
            if not self._begun:
                self._wait()
            return
        self._begun, self._shown = True, state.seq
        self.view = self._new_view()
        names = " against ".join(self.view.who(player) for player in range(len(state.seats)))
        clock = "no clock" if state.clock is None else f"{duration(state.clock)} for each move"
        self._line(f"{self.view.game.title} {state.size}: {names}, {clock}.")
        if state.lot:
            self.screen.line(f"Drawn by lot: {self._lot(state.lot)}.")
        you = "You only watch" if state.you is None else f"You are {self.view.who(state.you)}"
        self.screen.line(f"{you}. Type help for help.")
        self._show()
        if state.outcome is not None:
            self._end()

    def _wait(self) -> None:
        """The game has not begun: tells whom to send the link, then who has come."""
        seats = self.game.state.seats
        there = [it.name for it in seats if it.player is not None or it.agent is not None]
        if self._shown < 0:
            self._shown = 0
            self._line("The game waits for players. Send them this link:")
            self.screen.line(self.link, wrap=False)
        elif there != self._there:
            free = len(seats) - len(there)
            names = " and ".join(clean_name(name, 0) for name in there)
            self._line(f"Here now: {names or 'nobody'}; {free} more to come")
        self._there = there

    def _tell(self, event: Past) -> None:
        if event.seq <= self._shown or not self._begun:
            return
        before, self._shown = self._shown, event.seq
        who = "" if event.seat is None else self.view.who(event.seat)
        if event.kind is Kind.MOVE:
            move = printable(event.text)
            with suppress(QuireError):
                game, size = self.view.game, self.view.size
                move = game.moves(size)[game.start(size).index(event.text)]
            self._line(f"{who} plays {move}")
        elif event.kind is Kind.SAY:
            if not self._deaf and event.text:  # those who only watch hear no words
                self._line(f"{who} says: {printable(event.text)}")
        elif event.kind in ASKING:
            self._line(self._asking(event, who))
        elif event.kind is not Kind.FOLLOWS:
            self._line(TOLD[event.kind].format(who))
        state = self.game.state
        if event.seq < state.seq or before >= state.seq:
            return  # more is to come; the board is shown after that
        if state.outcome is None:
            if event.kind in (Kind.MOVE, Kind.TAKEBACK, Kind.GRANT) or _leaves(event.kind):
                self._show()
        elif self._ends(event):
            self._show()
            self._end()

    def _asking(self, event: Past, who: str) -> str:
        state = self.game.state
        answer = "" if state.you in (None, event.seat) else ": accept or decline"
        if event.kind is Kind.REMATCH:
            return f"{who} would like to play again{answer}"
        if event.kind is Kind.AWAY:
            left = None if event.seat is None else self.game.away_left(event.seat)
            return f"{who} is away" + ("" if left is None else f": {duration(left)} to come back")
        if event.kind is Kind.DRAW:
            return f"{who} offers a draw{answer}"
        if event.kind is Kind.TAKEBACK and state.takeback is not None:
            return f"{who} asks to take a move back{answer}"
        return "The move is taken back"

    def _ends(self, event: Past) -> bool:
        return event.kind not in (Kind.SAY, Kind.REMATCH, Kind.NO_REMATCH, Kind.FOLLOWS)

    def _end(self) -> None:
        state = self.game.state
        assert state.outcome is not None
        outcome = state.outcome
        if outcome.reason in (Reason.ABORTED, Reason.ABANDONED):
            self._line(f"NO RESULT ({outcome.reason})")
            return
        if state.you is not None:
            won, drawn = outcome.winner == state.you, outcome.winner is None
            drawn = drawn and outcome.ranks[state.you] == 1
            self._line("YOU WON" if won else "DRAW" if drawn else "YOU LOST")
        self._line(self.view.ending(outcome, self.game.position))

    def _tell_time(self) -> None:
        """The clocks that are about to end, each time once."""
        state = self.game.state
        if state.status != "playing" or not self.client.status.connected:
            return
        if self.game.is_your_turn and (left := self.game.left) is not None:
            self._tell_left("clock", len(state.moves), left, "You have {} for this move")
        for seat in range(len(state.seats)):
            if seat != state.you and (left := self.game.away_left(seat)) is not None:
                words = f"{self.view.who(seat)} has {{}} to come back"
                self._tell_left(f"away{seat}", state.seq, left, words)

    def _tell_left(self, what: str, number: int, left: float, words: str) -> None:
        passed = [it for it in TIMES if left <= it]
        if not passed:
            return
        mark = (what, number, min(passed))
        if mark not in self._told:
            self._told.add(mark)
            self._line(words.format(duration(left)))

    def _tell_status(self, status: Status) -> None:
        if status.connected:
            self._line("Connected again")
        elif status.retry_in is not None:
            again = f"trying again in {max(1, round(status.retry_in))} s"
            self._problem(f"No connection: {printable(status.problem)}; {again}")

    def _lost(self, error: QuireError) -> None:
        raise Left(str(error))

    def _show(self) -> None:
        state = self.game.state
        self._fresh_line()
        to_move = state.to_move if state.status == "playing" else None
        self.view.show(self.game.position, state.moves, state.points, to_move)
        facts = []
        if to_move is not None and (left := self.game.left) is not None:
            facts.append(f"{self.view.who(to_move)} has {duration(left)}")
        if state.watchers:
            facts.append(f"watched by {state.watchers}")
        if facts:
            self.screen.line(", ".join(facts))

    def _lot(self, lot: dict[str, Any]) -> str:
        """What was drawn, and from which wishes."""
        told = []
        if "wishes" in lot:
            wishes = [f"{clean_name(it['name'], 0)} wished {it['size']}" for it in lot["wishes"]]
            told.append(f"{', '.join(wishes)}, and it is {lot['size']}")
        if "order" in lot:
            told.append(f"{self.view.who(0)} starts")
        return printable("; ".join(told))

    # --- what is typed ---

    def _typed(self, line: str) -> Coroutine[Any, Any, None] | None:
        self._prompted = False
        if not self.keyboard.typed and line:
            self.screen.line(printable(line)[:80])
        word, _, rest = line.partition(" ")
        if word.lower() == "say" and rest:
            return self.game.say(rest.strip())
        command = self.commands.get(line.lower())
        if command is not None:
            return command()
        return self._move(line) if line else None

    async def _move(self, typed: str) -> None:
        if self.game.state.status != "playing":
            self._problem(f"{printable(typed)!r} is no command now. Type help for help.")
            return
        await self.game.move(self.view.one_reading(self.game.position, typed))

    def _abort(self) -> Coroutine[Any, Any, None]:
        return self._give_up() if self.game.state.status == "open" else self.game.abort()

    async def _give_up(self) -> None:
        """Before it has begun, a game ends when its maker leaves; others only give a seat back."""
        await self.client.leave(self.game.id)
        self._things.put_nowait(self._leave_for_lobby)

    def _lobby(self) -> None:
        state = self.game.state
        if state.you is None or state.status == "over":
            self.to_lobby = True
        elif state.status == "open":
            raise NotAllowed("the game waits with you: abort it first")
        else:
            raise NotAllowed("you are playing: resign first, or quit and come back by the link")

    def _leave_for_lobby(self) -> None:
        self._line("The game is given up.")
        self.to_lobby = True

    async def _chat(self, on: bool) -> None:
        await self.client.prefer(chat=on)
        self._deaf = not on
        self._things.put_nowait(lambda: self._line(f"Chat is {'on' if on else 'off'}"))

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
        self.view.explain()
        for line in HELP.splitlines():
            self.screen.line(line)

    def _quit(self) -> None:
        raise Left("")

    # --- the screen ---

    def _prompt(self) -> None:
        """Asks for a move, or for what to do after the end; otherwise nothing is asked."""
        if self._prompted or self._acts:
            return
        if self.game.is_your_turn and self.game.you is not None:
            asked = f"{self.view.who(self.game.you)}, your move: "
        elif self.game.outcome is not None:
            asked = "Type rematch to play again, lobby or quit: "
        else:
            return
        self._prompted = True
        self.screen.console.print(asked, end="", markup=False, soft_wrap=True)
        self.screen.console.file.flush()

    def _fresh_line(self) -> None:
        if self._prompted:
            self._prompted = False
            self.screen.line("")

    def _line(self, text: str) -> None:
        self._fresh_line()
        self.screen.line(text)

    def _problem(self, text: str) -> None:
        self._fresh_line()
        self.screen.problem(text)


def _leaves(kind: Kind) -> bool:
    return kind in (Kind.RESIGN, Kind.TIME, Kind.DISCONNECTION, Kind.FORFEIT)
