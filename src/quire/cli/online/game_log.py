"""Print the events of an online game as they happen."""

from __future__ import annotations

from contextlib import suppress

from quire.cli.online.duration import clock_words, duration
from quire.cli.online.live_screen import LiveScreen
from quire.cli.terminal.keyboard import printable
from quire.cli.terminal.prompt import clean_name
from quire.cli.terminal.view import View
from quire.client import OnlineGame
from quire.core import WITHOUT_RESULT, Reason
from quire.errors import QuireError
from quire.games import find_game
from quire.online.event import EventKind
from quire.wire.protocol import PastEvent, RandomChoices

EVENT_TEXT = {
    EventKind.RESIGN: "{} resigns",
    EventKind.DECLINE_DRAW: "{} declines the draw",
    EventKind.DECLINE_TAKEBACK: "{} declines the takeback",
    EventKind.ABORT: "Game aborted",
    EventKind.KEEP_WAITING: "{} keeps waiting: 60 s more to come back",
    EventKind.DECLINE_REMATCH: "{} declines the rematch",
    EventKind.AWAITED: "{} is away",
    EventKind.RECONNECTED: "{} reconnected",
    EventKind.TIMEOUT: "{} ran out of time",
    EventKind.ABSENCE_TIMEOUT: "{} didn't reconnect in time",
    EventKind.ABSENCE_ABORT: "{} didn't come back: game aborted",
    EventKind.ABANDONED: "All players left",
    EventKind.ENDED_BY_ADMIN: "An administrator ended the game",
    EventKind.FORFEIT: "{} forfeits",
}
"""The line for an event; `{}` is the player."""

REQUEST_KINDS = (
    EventKind.DRAW,
    EventKind.TAKEBACK,
    EventKind.ACCEPT_TAKEBACK,
    EventKind.DISCONNECTED,
    EventKind.REMATCH,
)
"""Events whose line depends on the state of the game."""


class GameLog:
    """One game, and what of it is on the screen."""

    def __init__(self, game: OnlineGame, link: str, screen: LiveScreen) -> None:
        self.game = game
        self.link = link
        self.screen = screen
        self.view = self._new_view()
        self.shown = -1
        """The number of the last event on the screen."""
        self.chat_hidden = False
        self._started = self._waiting = self._ended = False
        self._moves: tuple[str, ...] = ()
        """The moves on the board that was shown last."""
        self._joined: list[str] = []
        """The players of an open game."""

    def _new_view(self) -> View:
        state = self.game.state
        names = [clean_name(seat.name, number) for number, seat in enumerate(state.seats)]
        return View(find_game(state.game), state.size, names, self.screen.screen)

    def update(self) -> None:
        """Show that the game has started, or who has joined so far."""
        state = self.game.state
        if self._started or state.status == "open":
            if not self._started:
                self._show_open()
            return
        self._started, self.shown = True, state.seq
        self.view = self._new_view()
        names = " vs ".join(self.view.who(player) for player in range(len(state.seats)))
        clock = clock_words(state.clock, state.increment)
        self.screen.line(f"{self.view.game.title} {state.size}: {names}, {clock}.")
        if state.random_choices:
            self.screen.screen.line(
                f"Chosen at random: {self._random_choices(state.random_choices)}."
            )
        you = "You are watching" if state.you is None else f"You are {self.view.who(state.you)}"
        self.screen.screen.line(f"{you}. Type help for a list of commands.")
        self._waiting = state.waiting
        self.show()
        if state.outcome is not None:
            self._end()

    def _show_open(self) -> None:
        """Show the invite link of an open game, then who has joined."""
        seats = self.game.state.seats
        joined = [seat.name for seat in seats if seat.player is not None or seat.agent is not None]
        if self.shown < 0:
            self.shown = 0
            self.screen.line("Waiting for players. Share this invite link:")
            self.screen.screen.line(self.link, wrap=False)
        elif joined != self._joined:
            free = len(seats) - len(joined)
            names = " and ".join(clean_name(name, 0) for name in joined)
            self.screen.line(f"Joined: {names or 'nobody yet'}; {free} open")
        self._joined = joined

    def add(self, event: PastEvent) -> None:
        """Print an event, and the board if it changed."""
        if event.seq <= self.shown or not self._started:
            return
        self.shown = event.seq
        who = "" if event.seat is None else self.view.who(event.seat)
        if event.kind is EventKind.MOVE:
            move = printable(event.text)
            with suppress(QuireError):
                game, size = self.view.game, self.view.size
                move = game.moves(size)[game.start(size).index(event.text)]
            self.screen.line(f"{who} plays {move}")
        elif event.kind is EventKind.CHAT:
            if not self.chat_hidden and event.text:  # spectators get no chat text
                self.screen.line(f"{who}: {printable(event.text)}")
        elif event.kind in REQUEST_KINDS:
            self.screen.line(self._request_text(event, who))
        elif event.kind is not EventKind.NEXT_GAME:
            self.screen.line(EVENT_TEXT[event.kind].format(who))
        state = self.game.state
        if event.seq < state.seq:
            return  # the board is shown after the last event
        is_end = state.outcome is not None and not self._ended
        is_start = self._waiting and not state.waiting
        self._waiting = state.waiting
        if state.moves != self._moves or is_start or is_end:
            self.show()
        if is_end:
            self._end()

    def _request_text(self, event: PastEvent, who: str) -> str:
        state = self.game.state
        answer = "" if state.you in (None, event.seat) else ": accept or decline"
        if event.kind is EventKind.REMATCH:
            others = {number for number, seat in enumerate(state.seats) if seat.player is not None}
            all_want = others <= set(state.rematch)
            return f"{who} accepts the rematch" if all_want else f"{who} offers a rematch{answer}"
        if event.kind is EventKind.DISCONNECTED:
            left = None if event.seat is None else self.game.reconnect_time_left(event.seat)
            if left is None:
                return f"{who} disconnected"
            more = " (type wait for 60 s more)" if answer else ""
            return f"{who} disconnected: {duration(left)} to reconnect{more}"
        if event.kind is EventKind.DRAW:
            accepted = state.outcome is not None and state.outcome.reason is Reason.AGREEMENT
            return f"{who} accepts the draw" if accepted else f"{who} offers a draw{answer}"
        if event.kind is EventKind.TAKEBACK and state.takeback is not None:
            return f"{who} asks for a takeback{answer}"
        return "Move taken back"

    def _end(self) -> None:
        outcome = self.game.state.outcome
        assert outcome is not None
        self._ended = True
        if outcome.reason in WITHOUT_RESULT:
            self.screen.line(f"NO RESULT ({outcome.reason.replace('_', ' ')})")
            return
        if self.game.verdict is not None:
            self.screen.line(self.game.verdict)
        self.screen.line(self.view.ending(outcome, self.game.position))

    def show(self) -> None:
        """Show the board, the clock and the number of spectators."""
        state = self.game.state
        self._moves = state.moves
        self.screen.end_prompt()
        is_running = state.status == "playing" and not state.waiting
        to_move = state.to_move if is_running else None
        self.view.show(self.game.position, state.moves, state.points, to_move)
        if state.waiting:
            self.screen.screen.line(f"{self._waiting_text()}; abort ends the game.")
        facts = []
        if to_move is not None and (left := self.game.time_left) is not None:
            facts.append(f"{self.view.who(to_move)} has {duration(left)}")
        facts += [
            f"{self.view.who(seat)} {duration(left)}"
            for seat, left in enumerate(state.clocks_left)
            if to_move is not None and seat != to_move and left is not None
        ]
        if state.spectators:
            facts.append(f"{state.spectators} watching")
        if facts:
            self.screen.screen.line(", ".join(facts))

    def _waiting_text(self) -> str:
        """Return which players the game waits for."""
        state = self.game.state
        away = [seat for seat, it in enumerate(state.seats) if it.away and seat != state.you]
        return f"Waiting for {' and '.join(map(self.view.who, away))} to come back"

    def _random_choices(self, choices: RandomChoices) -> str:
        """Return what was chosen at random, and from which sizes."""
        words = []
        if choices.size_choices:
            wanted = [
                f"{clean_name(choice.name, 0)} wanted {choice.size}"
                for choice in choices.size_choices
            ]
            words.append(f"{choices.size} ({', '.join(wanted)})")
        if choices.order:
            words.append(f"{self.view.who(0)} starts")
        return printable("; ".join(words))
