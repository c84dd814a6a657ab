"""A game on a server, kept up to date for a player or spectator."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable

from msgspec.structs import replace

from quire.client.acts import Acts
from quire.client.backoff import RETRY_SECONDS
from quire.client.checked import checked
from quire.client.position_cache import PositionCache
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
    """A followed game. `state` is the server's state after the last event received."""

    def __init__(self, id: str, picture: bool, send: Callable[[FromClient], None]) -> None:
        self.id = id
        self._wants_picture = picture
        self._send = send
        self._state: State | None = None
        self._received_at = 0.0
        self._positions = PositionCache()
        self._resuming = True
        """Whether the state was requested and has not arrived."""
        self._acts = Acts(send)
        self._changes: set[asyncio.Future[None]] = set()
        self._event_queues: set[asyncio.Queue[PastEvent | None]] = set()
        self._failure: QuireError | None = None

    # --- state ---

    @property
    def state(self) -> State:
        """The full state, after the last event received."""
        assert self._state is not None, "`Client.watch` returns only games with a state"
        return self._state

    @property
    def is_loaded(self) -> bool:
        """Whether the state has arrived."""
        return self._state is not None

    @property
    def you(self) -> int | None:
        """Your seat; None for spectators."""
        return self.state.you

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None during the game."""
        return self.state.outcome

    @property
    def verdict(self) -> str | None:
        """YOU WON, YOU LOST, DRAW or NO RESULT; None during the game and for spectators."""
        outcome, you = self.state.outcome, self.state.you
        return None if outcome is None or you is None else verdict(outcome, you)

    @property
    def position(self) -> Position:
        """The position, replayed from the moves."""
        return self._positions.position(self.state)

    @property
    def picture(self) -> Picture:
        """The board as data."""
        return find_game(self.state.game).draw(self.position, self.state.moves)

    @property
    def is_your_turn(self) -> bool:
        """Whether it is your turn."""
        state = self.state
        is_running = state.status == "playing" and not state.waiting
        return is_running and state.you is not None and state.to_move == state.you

    @property
    def time_left(self) -> float | None:
        """Seconds now left on the clock of the player to move."""
        return self._left_now(self.state.clock_left)

    def clock(self, seat: int) -> float | None:
        """Return the seconds now on a player's clock; None without one."""
        state = self.state
        is_running = state.clock_left is not None or state.increment is None
        if state.status == "playing" and seat == state.to_move and is_running:
            return self.time_left
        if state.clocks_left:
            return state.clocks_left[seat]
        return None if state.seats[seat].agent is not None else state.clock

    def reconnect_time_left(self, seat: int) -> float | None:
        """Return the seconds a player now has to reconnect; None if connected, or without limit."""
        return self._left_now(self.state.seats[seat].reconnect_left)

    def _left_now(self, left: float | None) -> float | None:
        passed = asyncio.get_running_loop().time() - self._received_at
        return None if left is None else max(0.0, left - passed)

    # --- waiting ---

    async def changed(self) -> State:
        """Wait for the next state. Raises a QuireError if the game can no longer be followed."""
        self._check()
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._changes.add(change)
        try:
            await change
        finally:
            self._changes.discard(change)
        return self.state

    async def your_turn(self) -> bool:
        """Wait until it is your turn (True) or the game is over (False)."""
        while not self.is_your_turn and self.outcome is None:
            await self.changed()
        return self.outcome is None

    async def over(self) -> Outcome:
        """Wait for the end; return the outcome."""
        while (outcome := self.outcome) is None:
            await self.changed()
        return outcome

    async def events(self) -> AsyncGenerator[PastEvent, None]:
        """Yield every event from now on, including those missed while disconnected.

        Continues after the end, with chat and the rematch, until the game is closed.
        """
        queue: asyncio.Queue[PastEvent | None] = asyncio.Queue()
        self._event_queues.add(queue)
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            self._event_queues.discard(queue)
        if self._failure is not None and not isinstance(self._failure, _Closed):
            raise self._failure

    # --- acts: each returns when the server has stored it ---

    async def move(self, move: str) -> None:
        """Make a move. Raises Stale or MatchOver if the game has moved on; `state` is new then."""
        await self.act(EventKind.MOVE, move)

    async def resign(self) -> None:
        """Resign. In a game of three or more, the others play on."""
        await self.act(EventKind.RESIGN)

    async def offer_draw(self) -> None:
        """Offer a draw, or accept one."""
        await self.act(EventKind.DRAW)

    async def decline_draw(self) -> None:
        """Decline all draw offers, or cancel your own."""
        await self.act(EventKind.DECLINE_DRAW)

    async def request_takeback(self) -> None:
        """Ask to take back your last move; against the computer it is taken back at once."""
        await self.act(EventKind.TAKEBACK)

    async def accept_takeback(self) -> None:
        """Accept another player's takeback."""
        await self.act(EventKind.ACCEPT_TAKEBACK)

    async def decline_takeback(self) -> None:
        """Decline a takeback, or cancel your own request."""
        await self.act(EventKind.DECLINE_TAKEBACK)

    async def abort(self) -> None:
        """Abort the game without a result, before the second move."""
        await self.act(EventKind.ABORT)

    async def keep_waiting(self) -> None:
        """Give players who are away from a live game 60 more seconds to come back."""
        await self.act(EventKind.KEEP_WAITING)

    async def chat(self, text: str) -> None:
        """Send a chat message to the other players."""
        await self.act(EventKind.CHAT, text)

    async def rematch(self) -> None:
        """Offer a rematch; when everyone has, `state.next_game` is its id."""
        await self.act(EventKind.REMATCH)

    async def decline_rematch(self) -> None:
        """Decline the rematch."""
        await self.act(EventKind.DECLINE_REMATCH)

    async def act(self, kind: EventKind, text: str = "", seq: int | None = None) -> int:
        """Send an act, exactly once even across reconnects; return the event number.

        `seq` is the number of the last known event (default: that of `state`). Raises a QuireError
        if the server rejects the act; nothing has changed then.
        """
        self._check()
        seq = self.state.seq if seq is None else seq
        id = secrets.token_urlsafe(9)
        act = checked(Act(game_id=self.id, id=id, kind=kind, seq=seq, text=text))
        return await self._acts.do(act, now=not self._resuming)

    def close(self) -> None:
        """Stop following. A player who does so during the game counts as disconnected."""
        self._send(Unwatch(game_id=self.id))
        self.close_with_error(_Closed("you no longer follow this game"))

    # --- called by the client ---

    def resume(self) -> None:
        """Request everything that has happened since the last event, after a reconnect."""
        self._resuming = True
        since = None if self._state is None else self._state.seq
        self._send(Watch(game_id=self.id, since=since, picture=self._wants_picture))

    def _resume_if_needed(self) -> None:
        if self._resuming and self._failure is None:
            self.resume()

    def suspend(self) -> None:
        """Hold acts back until the next connection."""
        self._resuming = True

    def handle_message(self, message: State | EventMessage | Ack | Spectators) -> None:
        """Handle a message about this game."""
        match message:
            case State():
                self._set_state(message)
            case EventMessage():
                self._apply(message)
            case Ack():
                self._acts.stored(message.id, message.seq)
            case Spectators():
                if self._state is not None:
                    self._state = replace(self._state, spectators=message.count)
                    self._notify_waiters()

    def _set_state(self, state: State) -> None:
        missed = state.missed_events
        self._store(replace(state, missed_events=()))
        for event in missed:
            self._publish(event)
        resuming, self._resuming = self._resuming, False
        self._acts.settle(resend=resuming)
        self._notify_waiters()

    def _apply(self, event: EventMessage) -> None:
        if self._state is None or event.seq <= self._state.seq:
            return
        state = state_after(self._state, event)
        if state is None:
            self.resume()
            return
        self._store(state)
        fields = {name: getattr(event, name) for name in PastEvent.__struct_fields__}
        self._publish(PastEvent(**fields))
        self._notify_waiters()

    def reject(self, id: str | None, error: QuireError) -> None:
        """Reject an act; without an id, the server can't send the game now or at all."""
        if id is not None:
            self._acts.reject(id, error)
        elif self._state is None or not isinstance(error, TooMany | Unavailable):
            self.close_with_error(error)
        else:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self._resume_if_needed)

    def handle_heartbeat(self, seq: int) -> None:
        """Resume if the server has an event that never arrived."""
        if self._state is not None and seq > self._state.seq and not self._resuming:
            self.resume()

    def close_with_error(self, error: QuireError) -> None:
        """End everything that waits for this game with an error."""
        self._failure = error
        for change in self._changes:
            if not change.done():
                change.set_exception(error)
        self._acts.fail(error)
        for queue in self._event_queues:
            queue.put_nowait(None)

    def _store(self, state: State) -> None:
        self._state, self._received_at = state, asyncio.get_running_loop().time()

    def _publish(self, event: PastEvent) -> None:
        if event.id:
            self._acts.stored(event.id, event.seq)
        for queue in self._event_queues:
            queue.put_nowait(event)

    def _notify_waiters(self) -> None:
        for change in self._changes:
            if not change.done():
                change.set_result(None)

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure


class _Closed(Unavailable):
    """The game was closed by the caller, not by a failure."""
