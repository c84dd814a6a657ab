"""What happens in a game on a server, told at a terminal as it happens."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from quire.cli.online.duration import duration
from quire.cli.online.live_screen import Scroll
from quire.cli.terminal.keyboard import printable
from quire.cli.terminal.prompt import clean_name
from quire.cli.terminal.view import View
from quire.client import OnlineGame
from quire.core import WITHOUT_RESULT, Reason
from quire.errors import QuireError
from quire.games import find_game
from quire.online.event import Kind
from quire.wire.protocol import Past

TOLD = {
    Kind.RESIGN: "{} resigns",
    Kind.NO_DRAW: "{} declines the draw",
    Kind.NO_TAKEBACK: "{} declines the takeback",
    Kind.ABORT: "Game aborted",
    Kind.NO_REMATCH: "{} declines the rematch",
    Kind.BACK: "{} reconnected",
    Kind.TIME: "{} ran out of time",
    Kind.DISCONNECTION: "{} didn't reconnect in time",
    Kind.ABANDONED: "All players left",
    Kind.FORFEIT: "{} forfeits",
}
"""What is said of an event; `{}` is the player."""

ASKING = (Kind.DRAW, Kind.TAKEBACK, Kind.GRANT, Kind.AWAY, Kind.REMATCH)
"""Of these, more is said than who it was."""


class Telling:
    """One game, and what of it is on the screen."""

    def __init__(self, game: OnlineGame, link: str, scroll: Scroll) -> None:
        self.game = game
        self.link = link
        self.scroll = scroll
        self.view = self._new_view()
        self.shown = -1
        """The number of the last event that is on the screen."""
        self.deaf = False
        """Whether what others say is not shown."""
        self._begun = self._ended = False
        self._moves: tuple[str, ...] = ()
        """Those on the board that was shown last."""
        self._there: list[str] = []
        """Who has come, while it waits for players."""

    def _new_view(self) -> View:
        state = self.game.state
        names = [clean_name(seat.name, number) for number, seat in enumerate(state.seats)]
        return View(find_game(state.key), state.size, names, self.scroll.screen)

    def begin(self) -> None:
        """The game has begun, or it is sat down at."""
        state = self.game.state
        if self._begun or state.status == "open":
            if not self._begun:
                self._wait()
            return
        self._begun, self.shown = True, state.seq
        self.view = self._new_view()
        names = " against ".join(self.view.who(player) for player in range(len(state.seats)))
        clock = "no clock" if state.clock is None else f"{duration(state.clock)} per move"
        self.scroll.line(f"{self.view.game.title} {state.size}: {names}, {clock}.")
        if state.lot:
            self.scroll.screen.line(f"Chosen at random: {self._lot(state.lot)}.")
        you = "You are watching" if state.you is None else f"You are {self.view.who(state.you)}"
        self.scroll.screen.line(f"{you}. Type help for help.")
        self.show()
        if state.outcome is not None:
            self._end()

    def _wait(self) -> None:
        """The game has not begun: tells whom to send the link, then who has come."""
        seats = self.game.state.seats
        there = [it.name for it in seats if it.player is not None or it.agent is not None]
        if self.shown < 0:
            self.shown = 0
            self.scroll.line("Waiting for players. Share this invite link:")
            self.scroll.screen.line(self.link, wrap=False)
        elif there != self._there:
            free = len(seats) - len(there)
            names = " and ".join(clean_name(name, 0) for name in there)
            self.scroll.line(f"Joined: {names or 'nobody yet'}; {free} open")
        self._there = there

    def tell(self, event: Past) -> None:
        """Something has happened."""
        if event.seq <= self.shown or not self._begun:
            return
        self.shown = event.seq
        who = "" if event.seat is None else self.view.who(event.seat)
        if event.kind is Kind.MOVE:
            move = printable(event.text)
            with suppress(QuireError):
                game, size = self.view.game, self.view.size
                move = game.moves(size)[game.start(size).index(event.text)]
            self.scroll.line(f"{who} plays {move}")
        elif event.kind is Kind.SAY:
            if not self.deaf and event.text:  # those who only watch hear no words
                self.scroll.line(f"{who}: {printable(event.text)}")
        elif event.kind in ASKING:
            self.scroll.line(self._asking(event, who))
        elif event.kind is not Kind.FOLLOWS:
            self.scroll.line(TOLD[event.kind].format(who))
        state = self.game.state
        if event.seq < state.seq:
            return  # more is to come; the board is shown after that
        is_end = state.outcome is not None and not self._ended
        if state.moves != self._moves or is_end:
            self.show()
        if is_end:
            self._end()

    def _asking(self, event: Past, who: str) -> str:
        state = self.game.state
        answer = "" if state.you in (None, event.seat) else ": accept or decline"
        if event.kind is Kind.REMATCH:
            others = {number for number, seat in enumerate(state.seats) if seat.player is not None}
            all_want = others <= set(state.rematch)
            return f"{who} accepts the rematch" if all_want else f"{who} offers a rematch{answer}"
        if event.kind is Kind.AWAY:
            left = None if event.seat is None else self.game.away_left(event.seat)
            return f"{who} disconnected" + (
                "" if left is None else f": {duration(left)} to reconnect"
            )
        if event.kind is Kind.DRAW:
            accepted = state.outcome is not None and state.outcome.reason is Reason.AGREEMENT
            return f"{who} accepts the draw" if accepted else f"{who} offers a draw{answer}"
        if event.kind is Kind.TAKEBACK and state.takeback is not None:
            return f"{who} asks for a takeback{answer}"
        return "Move taken back"

    def _end(self) -> None:
        outcome = self.game.state.outcome
        assert outcome is not None
        self._ended = True
        if outcome.reason in WITHOUT_RESULT:
            self.scroll.line(f"NO RESULT ({outcome.reason})")
            return
        if self.game.verdict is not None:
            self.scroll.line(self.game.verdict)
        self.scroll.line(self.view.ending(outcome, self.game.position))

    def show(self) -> None:
        """The board, the clock, and how many watch."""
        state = self.game.state
        self._moves = state.moves
        self.scroll.fresh_line()
        to_move = state.to_move if state.status == "playing" else None
        self.view.show(self.game.position, state.moves, state.points, to_move)
        facts = []
        if to_move is not None and (left := self.game.left) is not None:
            facts.append(f"{self.view.who(to_move)} has {duration(left)}")
        if state.watchers:
            facts.append(f"{state.watchers} watching")
        if facts:
            self.scroll.screen.line(", ".join(facts))

    def _lot(self, lot: dict[str, Any]) -> str:
        """What was drawn, and from which wishes."""
        told = []
        if "wishes" in lot:
            wishes = [f"{clean_name(it['name'], 0)} wanted {it['size']}" for it in lot["wishes"]]
            told.append(f"{', '.join(wishes)}, and it is {lot['size']}")
        if "order" in lot:
            told.append(f"{self.view.who(0)} starts")
        return printable("; ".join(told))
