"""An online game as its events tell it: what has happened, what may happen next, what is due.

There is no I/O here, and time is an argument. `decide` says which event an act comes to, or raises;
`apply` makes it so. Only an event that was stored is applied, so every server that has read the
same events has the same game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime

from quire.core import Reason
from quire.errors import IllegalMove, MatchOver, NotAllowed, NotationError, Stale
from quire.match.match import Match
from quire.online.event import AFTER_THE_END, Event, Kind

TAKEOVER_SECONDS = 30.0
"""After this time another server may compute a computer player's move."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a player of that id, or a computer player."""

    name: str
    player: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first move. The seats are in the order of play."""

    id: str
    game: str
    size: str
    seats: tuple[Seat, ...]
    clock: float | None = 60.0
    """Seconds for each move."""
    grace: float | None = 30.0
    """Seconds to come back for a player whose connection is gone; None: as long as it takes."""
    rated: bool = False
    public: bool = True
    chat: bool = True
    began: float = 0.0
    """When, by the clock of the games."""
    started: float = 0.0
    """When, in seconds since 1970."""


class LiveGame:
    """A game that has begun, after all of its events so far."""

    def __init__(self, setup: Setup, allowance: float = 1.0) -> None:
        self.setup = setup
        self.allowance = allowance
        """So many seconds of a late move may be the network's."""
        self.computers = [number for number, seat in enumerate(setup.seats) if seat.agent]
        self.match = Match(
            setup.game,
            setup.size,
            [seat.name for seat in setup.seats],
            setup.clock,
            now=setup.began,
            started=datetime.fromtimestamp(setup.started, UTC),
            agents=[seat.agent for seat in setup.seats] if self.computers else (),
            untimed=self.computers,  # how busy the server is costs them nothing
        )
        self.events: list[Event] = []
        self.board_seq = 0
        """The number of the last event that changed the board or ended the game."""
        self.last_at = setup.began
        self.away: dict[int, float] = {}
        """Since when seats have been without a connection."""
        self.takeback: int | None = None
        """The seat that asks to take its move back."""
        self.granted: frozenset[int] = frozenset()
        self.rematch: frozenset[int] = frozenset()
        """The seats that would like to play again."""
        self.follows: str | None = None
        """The next game."""
        self._ids: dict[tuple[int | None, str], int] = {}

    # --- what is ---

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.match.outcome is not None

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def moves(self) -> int:
        """How many were made; the record also has a line for everybody who is out."""
        return len(self.match.moves) - len(self.match.position.out)

    def seq_of(self, seat: int | None, id: str) -> int | None:
        """The event that a seat's act of that id has come to, if it has."""
        return self._ids.get((seat, id)) if id else None

    @property
    def thinker(self) -> str | None:
        """The computer player to move, if it is one."""
        return None if self.over else self.setup.seats[self.match.to_move].agent

    @property
    def left(self) -> float | None:
        """Seconds that the player to move had when the last event happened; None without limit."""
        deadline = self.match.deadline
        return None if deadline is None else deadline - self.last_at

    def due(self) -> float | None:
        """When somebody must look at this game, even if nothing happens."""
        if self.over:
            return None
        times = []
        if self.thinker:
            times.append(self.last_at + TAKEOVER_SECONDS)
        if self.match.deadline is not None:
            times.append(self.match.deadline + self.allowance)
        if self.setup.grace is not None:
            times += [since + self.setup.grace for since in self.away.values()]
        return min(times, default=None)

    def people(self) -> list[int]:
        """The seats of people who are still in the game."""
        out = self.match.position.out
        return [
            number
            for number, seat in enumerate(self.setup.seats)
            if seat.agent is None and number not in out
        ]

    # --- what may happen ---

    def decide(
        self, kind: Kind, seat: int, now: float, text: str = "", id: str = "", lag: float = 0.0
    ) -> Event:
        """The event that a player's act comes to: that of `due_event` if something was due before.

        `lag` is the time that messages take, as measured. Raises a QuireError where the act is
        not possible; nothing has changed then.
        """
        if self.over and kind not in AFTER_THE_END:
            assert self.match.outcome
            raise MatchOver(f"the game is over ({self.match.outcome.reason})")
        if kind is Kind.MOVE and seat == self.match.to_move:
            # The clock stops when the move was made, not when it arrived.
            at = max(self.last_at, now - min(max(0.0, lag), self.allowance))
            due = self.due_event(at, 0.0)
        else:
            at, due = self._in_time(now), self.due_event(now, self.allowance)
        if due is not None:
            return due
        if kind is Kind.MOVE:
            text, _ = self.match.check(seat, text)
        else:
            self._check(kind, seat, text)
        return Event(seq=self.seq + 1, kind=kind, at=at, seat=seat, text=text, id=id)

    def _in_time(self, now: float) -> float:
        """Now, for an event while a move may be under way that was made in time."""
        deadline = self.match.deadline
        return now if deadline is None else min(now, max(deadline, self.last_at))

    def due_event(self, now: float, allowance: float) -> Event | None:
        """What has happened by then because nobody did anything: a clock or a grace that ended.

        A clock has not ended as long as a move may be under way that was made in time.
        """
        if self.over:
            return None
        first, kind, seat = math.inf, Kind.TIME, self.match.to_move
        if self.match.deadline is not None:
            first = self.match.deadline + allowance
        if self.setup.grace is not None:
            for gone, since in self.away.items():
                if since + self.setup.grace < first:
                    first, kind, seat = since + self.setup.grace, Kind.DISCONNECTION, gone
        if now <= first:
            return None
        inside = [it for it in range(len(self.setup.seats)) if it not in self.match.position.out]
        if all(it in self.away for it in inside):
            return Event(seq=self.seq + 1, kind=Kind.ABANDONED, at=now)
        return Event(seq=self.seq + 1, kind=kind, at=now, seat=seat)

    def presence(self, seat: int, here: bool, now: float) -> Event | None:
        """The event that a connection's coming or going comes to, if it changes anything."""
        if (
            self.over
            or self.setup.grace is None
            or seat in self.match.position.out
            or here == (seat not in self.away)
        ):
            return None
        due = self.due_event(now, self.allowance)
        kind = Kind.BACK if here else Kind.AWAY
        return due or Event(seq=self.seq + 1, kind=kind, at=now, seat=seat)

    def _check(self, kind: Kind, seat: int, text: str) -> None:
        """Raises a QuireError where a seat may not do that now."""
        if not self.over and seat in self.match.position.out:
            raise IllegalMove(f"player {seat + 1} is out of the game")
        match kind:
            case Kind.DRAW:
                self._check_draw()
            case Kind.TAKEBACK | Kind.GRANT | Kind.NO_TAKEBACK:
                self._check_takeback(kind, seat)
            case Kind.ABORT:
                self.match.check_abort()
            case Kind.SAY:
                self._check_words(text)
            case Kind.REMATCH | Kind.NO_REMATCH:
                self._check_rematch()

    def _check_draw(self) -> None:
        match = self.match
        if not match.game.drawable:
            raise IllegalMove(f"{match.game.title} has no draws: play on or resign")
        if len(self.people()) + len(match.position.out) < len(self.setup.seats):
            raise NotAllowed("computer players don't accept draws: play on or resign")

    def _check_words(self, text: str) -> None:
        if not self.setup.chat:
            raise NotAllowed("chat is off in this game")
        if not text.strip():
            raise NotationError("the message is empty")

    def _check_rematch(self) -> None:
        if not self.over:
            raise NotAllowed("you can ask for a rematch when the game is over")
        if self.follows is not None:
            raise Stale(f"the rematch has already started: {self.follows}")

    def _check_takeback(self, kind: Kind, seat: int) -> None:
        if self.setup.rated:
            raise NotAllowed("no takebacks in rated games")
        if kind is Kind.TAKEBACK:
            self.match.check_take_back(seat)
        elif self.takeback is None:
            raise NotAllowed("nobody has asked for a takeback")
        elif kind is Kind.GRANT and self.takeback == seat:
            raise NotAllowed("you can't accept your own takeback: wait for the other players")

    # --- what happened ---

    def apply(self, event: Event) -> None:
        """The game after one more event. Raises Stale for one that is not the next."""
        if event.seq != self.seq + 1:
            raise Stale(f"event {event.seq} does not follow {self.seq}")
        seat, board, over = event.seat, self.match.position, self.over
        match event.kind:
            case Kind.ABORT:
                self.match.abort(event.at)
            case Kind.ABANDONED:
                self.match.abandon(event.at)
            case Kind.FOLLOWS:
                self.follows = event.text
            case _:
                assert seat is not None
                self._apply(event, seat)
        self.events.append(event)
        self.last_at = max(self.last_at, event.at)
        if self.match.position is not board or self.over != over:
            self.board_seq = event.seq
        if event.id:
            self._ids[seat, event.id] = event.seq

    def _apply(self, event: Event, seat: int) -> None:  # one branch a kind
        match event.kind:
            case Kind.MOVE:
                self.match.play(seat, event.text, event.at)
                self._forget_takeback()
            case Kind.RESIGN:
                self.match.resign(seat, event.at)
                self._forget_takeback()
            case Kind.DRAW:
                self.match.offer_draw(seat, event.at)
            case Kind.NO_DRAW:
                self.match.decline_draw(seat)
            case Kind.TAKEBACK | Kind.GRANT:
                self._ask_or_grant(event, seat)
            case Kind.NO_TAKEBACK:
                self._forget_takeback()
            case Kind.REMATCH:
                self.rematch |= {seat}
            case Kind.NO_REMATCH:
                self.rematch = frozenset()
            case Kind.AWAY:
                self.away[seat] = event.at
            case Kind.BACK:
                self.away.pop(seat, None)
            case Kind.TIME | Kind.DISCONNECTION | Kind.FORFEIT:
                reason = event.text if event.kind is Kind.FORFEIT else event.kind.value
                self.match.forfeit(seat, Reason(reason), event.at)
                self._forget_takeback()
        for gone in self.match.position.out:
            self.away.pop(gone, None)

    def _ask_or_grant(self, event: Event, seat: int) -> None:
        if event.kind is Kind.TAKEBACK:
            self.takeback, self.granted = seat, frozenset()
        else:
            self.granted |= {seat}
        asker = self.takeback
        assert asker is not None
        if all(other in self.granted for other in self.people() if other != asker):
            self.match.take_back(asker, event.at)
            self._forget_takeback()

    def _forget_takeback(self) -> None:
        self.takeback, self.granted = None, frozenset()
