"""A game on a server, as one who sits or watches there has it: always up to date."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable

from msgspec.structs import replace

from quire.client.acts import Acts
from quire.client.backoff import RETRY_SECONDS
from quire.client.checked import checked
from quire.client.position_cache import Line
from quire.client.state_update import state_after
from quire.core import Outcome, Position, verdict
from quire.errors import QuireError, TooMany, Unavailable
from quire.games import find_game
from quire.online.event import EventKind
from quire.picture import Picture
from quire.wire.protocol import (
    Ack,
    Act,
    EventMessage,
    FromClient,
    PastEvent,
    Spectators,
    State,
    Unwatch,
    Watch,
)


class OnlineGame:
    """A game that is followed. `state` is what the server has told, event by event."""

    def __init__(self, id: str, picture: bool, send: Callable[[FromClient], None]) -> None:
        self.id = id
        self._wants_picture = picture
        self._send = send
        self._state: State | None = None
        self._told_at = 0.0
        self._line = Line()
        self._resuming = True
        """Whether the state was asked for and has not come."""
        self._acts = Acts(send)
        self._changes: set[asyncio.Future[None]] = set()
        self._ears: set[asyncio.Queue[PastEvent | None]] = set()
        self._failure: QuireError | None = None

    # --- what is ---

    @property
    def state(self) -> State:
        """All of the game, after the last event that the server told of."""
        assert self._state is not None, "only games that were seen are given out"
        return self._state

    @property
    def known(self) -> bool:
        """Whether the server has told anything yet."""
        return self._state is not None

    @property
    def you(self) -> int | None:
        """One's own seat; None for those who only watch."""
        return self.state.you

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return self.state.outcome

    @property
    def verdict(self) -> str | None:
        """YOU WON, YOU LOST, DRAW or NO RESULT; None before the end and for who only watches."""
        outcome, you = self.state.outcome, self.state.you
        return None if outcome is None or you is None else verdict(outcome, you)

    @property
    def position(self) -> Position:
        """The position, replayed from the moves."""
        return self._line.position(self.state)

    @property
    def picture(self) -> Picture:
        """The board as data."""
        return find_game(self.state.game).draw(self.position, self.state.moves)

    @property
    def is_your_turn(self) -> bool:
        """Whether the server waits for one's own move."""
        state = self.state
        return state.status == "playing" and state.you is not None and state.to_move == state.you

    @property
    def time_left(self) -> float | None:
        """Seconds on the clock of the player to move, by now."""
        return self._by_now(self.state.clock_left)

    def reconnect_time_left(self, seat: int) -> float | None:
        """Seconds that are left to a player to come back, by now; None for one who is there."""
        return self._by_now(self.state.seats[seat].reconnect_left)

    def _by_now(self, told: float | None) -> float | None:
        passed = asyncio.get_running_loop().time() - self._told_at
        return None if told is None else max(0.0, told - passed)

    # --- waiting ---

    async def changed(self) -> State:
        """The state, as soon as it is another one. Raises a QuireError where none will come."""
        self._check()
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._changes.add(change)
        try:
            await change
        finally:
            self._changes.discard(change)
        return self.state

    async def your_turn(self) -> bool:
        """Waits until one is to move: True; or until the game is over: False."""
        while not self.is_your_turn and self.outcome is None:
            await self.changed()
        return self.outcome is None

    async def over(self) -> Outcome:
        """Waits for the end."""
        while (outcome := self.outcome) is None:
            await self.changed()
        return outcome

    async def events(self) -> AsyncGenerator[PastEvent, None]:
        """Every event from now on, those included that happened while there was no connection.

        It goes on after the end, with what players say and the next game, until the game is closed.
        """
        ear: asyncio.Queue[PastEvent | None] = asyncio.Queue()
        self._ears.add(ear)
        try:
            while (event := await ear.get()) is not None:
                yield event
        finally:
            self._ears.discard(ear)
        if self._failure is not None and not isinstance(self._failure, _Closed):
            raise self._failure

    # --- acting: each returns when the server has stored it ---

    async def move(self, move: str) -> None:
        """Moves. Raises Stale or MatchOver if the game has gone on; `state` is new then."""
        await self.act(EventKind.MOVE, move)

    async def resign(self) -> None:
        """Gives up; of three or more, the others play on."""
        await self.act(EventKind.RESIGN)

    async def offer_draw(self) -> None:
        """Offers a draw, or accepts one."""
        await self.act(EventKind.DRAW)

    async def decline_draw(self) -> None:
        """Declines all offers, or withdraws one's own."""
        await self.act(EventKind.DECLINE_DRAW)

    async def request_takeback(self) -> None:
        """Asks to take one's last move back; at a computer's table it is taken back at once."""
        await self.act(EventKind.TAKEBACK)

    async def accept_takeback(self) -> None:
        """Lets another player take a move back."""
        await self.act(EventKind.ACCEPT_TAKEBACK)

    async def decline_takeback(self) -> None:
        """Does not, or no longer asks for it."""
        await self.act(EventKind.DECLINE_TAKEBACK)

    async def abort(self) -> None:
        """Ends the game without a result, before the second move."""
        await self.act(EventKind.ABORT)

    async def chat(self, text: str) -> None:
        """Says something to the other players."""
        await self.act(EventKind.CHAT, text)

    async def rematch(self) -> None:
        """Would like to play again; once all do, `state.next_game` is the next game."""
        await self.act(EventKind.REMATCH)

    async def decline_rematch(self) -> None:
        """Would not."""
        await self.act(EventKind.DECLINE_REMATCH)

    async def act(self, kind: EventKind, text: str = "", seq: int | None = None) -> int:
        """Does something, once however often the connection is lost; gives the event's number.

        `seq` is the last event that one knows, which is that of `state` unless it is said. Raises
        a QuireError if the server refuses; then nothing has happened.
        """
        self._check()
        seq = self.state.seq if seq is None else seq
        id = secrets.token_urlsafe(9)
        act = checked(Act(game_id=self.id, id=id, kind=kind, seq=seq, text=text))
        return await self._acts.do(act, now=not self._resuming)

    def close(self) -> None:
        """Leaves the table. A player who does that while the game is going on is away."""
        self._send(Unwatch(game_id=self.id))
        self.fail(_Closed("you have left this game's table"))

    # --- what the connection brings: for the client only ---

    def resume(self) -> None:
        """A connection is there: asks for what has happened since the last event."""
        self._resuming = True
        since = None if self._state is None else self._state.seq
        self._send(Watch(game_id=self.id, since=since, picture=self._wants_picture))

    def _resume_if_needed(self) -> None:
        if self._resuming and self._failure is None:
            self.resume()

    def suspend(self) -> None:
        """The connection is gone: acts wait for the next one."""
        self._resuming = True

    def hear(self, message: State | EventMessage | Ack | Spectators) -> None:
        """The server says something about this game."""
        match message:
            case State():
                self._take(message)
            case EventMessage():
                self._follow(message)
            case Ack():
                self._acts.stored(message.id, message.seq)
            case Spectators():
                if self._state is not None:
                    self._state = replace(self._state, spectators=message.count)
                    self._tell()

    def _take(self, state: State) -> None:
        missed = state.missed_events
        self._keep(replace(state, missed_events=()))
        for event in missed:
            self._hear(event)
        resuming, self._resuming = self._resuming, False
        self._acts.settle(again=resuming)
        self._tell()

    def _follow(self, news: EventMessage) -> None:
        if self._state is None or news.seq <= self._state.seq:
            return
        following = state_after(self._state, news)
        if following is None:
            self.resume()
            return
        self._keep(following)
        self._hear(
            PastEvent(seq=news.seq, kind=news.kind, seat=news.seat, text=news.text, id=news.id)
        )
        self._tell()

    def refuse(self, id: str | None, error: QuireError) -> None:
        """An act was refused; without an id, the game itself cannot be followed, or not now."""
        if id is not None:
            self._acts.refuse(id, error)
        elif self._state is None or not isinstance(error, TooMany | Unavailable):
            self.fail(error)
        else:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._resume_if_needed)

    def beat(self, seq: int) -> None:
        """The server's last event has that number."""
        if self._state is not None and seq > self._state.seq and not self._resuming:
            self.resume()

    def fail(self, error: QuireError) -> None:
        """Nothing will come any more."""
        self._failure = error
        for change in self._changes:
            if not change.done():
                change.set_exception(error)
        self._acts.fail(error)
        for ear in self._ears:
            ear.put_nowait(None)

    def _keep(self, state: State) -> None:
        self._state, self._told_at = state, asyncio.get_running_loop().time()

    def _hear(self, event: PastEvent) -> None:
        if event.id:
            self._acts.stored(event.id, event.seq)
        for ear in self._ears:
            ear.put_nowait(event)

    def _tell(self) -> None:
        for change in self._changes:
            if not change.done():
                change.set_result(None)

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure


class _Closed(Unavailable):
    """The table was left on purpose."""
