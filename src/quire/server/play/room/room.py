"""One game on this server, with everyone connected to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from quire.errors import MatchOver, NotAllowed, NotationError, QuireError, Stale, Unavailable
from quire.online import identity
from quire.online.chat import plain_text
from quire.online.event import BY_PLAYERS, Event, EventKind
from quire.online.live_game import Decision, LiveGame
from quire.server.play.peer import Peer
from quire.server.play.room.attendance import Attendance
from quire.server.play.room.audience import Audience, Watcher
from quire.server.play.room.computer import ComputerMove
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.room.rematch import start_rematch
from quire.server.play.room.sequencer import MAX_RETRIES, Answer, Sequencer
from quire.server.play.room.weak_callback import weak_callback
from quire.server.play.services import Services
from quire.store.play import games
from quire.store.play.event_log import PendingEvent
from quire.store.play.games import StoredGame
from quire.wire.protocol import Ack, Act, ErrorMessage, State

REFRESH_SECONDS = 0.5
"""Minimum time between two refreshes of a game."""

OnDone = Callable[[Exception | None], None]
"""Called when an act is done, or with the error."""


class _Arrival(NamedTuple):
    """When an act arrived."""

    time: float
    """On the game clock."""
    wall: float
    """By this server."""


class RoomOwner(Protocol):
    """What a room reports to the server's list of rooms."""

    def on_event_stored(self, game: HostedGame, event: Event) -> None:
        """Notify the other servers that an event was stored."""
        ...

    def on_game_started(self, game: StoredGame) -> None:
        """Announce a new game."""
        ...

    def on_game_cancelled(self, game: HostedGame) -> None:
        """Announce that an open game is gone."""
        ...

    def on_spectators_changed(self, game: HostedGame) -> None:
        """Notify the other servers that spectators have come or gone."""
        ...

    def unload(self, room: Room) -> None:
        """Unload the room soon, if nobody here uses it."""
        ...


class Room:
    """One game on this server, with everyone connected to it."""

    def __init__(self, services: Services, stored: StoredGame, owner: RoomOwner) -> None:
        self._services = services
        self._owner = owner
        self.game = HostedGame(stored, services.settings.max_lag_seconds)
        self.id = self.game.id
        self.audience = Audience(self.game, services, owner.on_spectators_changed)
        self.users = 0
        """Callers that are about to use the room."""
        self._attendance = Attendance(self.game, self.audience, services)
        self._sequencer = Sequencer(
            *(self.game, self.audience, services),
            on_stored=weak_callback(self._on_stored),
            on_followed=weak_callback(self.think),
            on_seats_changed=self._attendance.update_seats,
        )
        self._lock = self._sequencer.lock
        self._computer = ComputerMove(
            *(self.game, self.audience, services),
            act=weak_callback(self.act_for),
            on_idle=weak_callback(self._on_idle),
        )

    @property
    def is_idle(self) -> bool:
        """Whether nobody here uses the room."""
        return not (
            self.users
            or self.audience.watchers
            or self._computer.is_thinking
            or self._lock.locked()
        )

    def _on_idle(self) -> None:
        self._owner.unload(self)

    def _on_stored(self, event: Event) -> None:
        self._owner.on_event_stored(self.game, event)
        self.think()

    # --- connections ---

    async def watch(self, peer: Peer, since: int | None, watcher: Watcher) -> None:
        """Let a connection follow the game, from its player's seat, and send it the state."""
        await self._services.shield(self._watch(peer, since, watcher))

    async def _watch(self, peer: Peer, since: int | None, watcher: Watcher) -> None:
        async with self._lock:
            await self._sequencer.reload_if_uncertain()
            if since is not None and since > self.game.seq and not self._services.is_alone:
                await self._sequencer.reload()  # the client knows more, from another server
            seat = self._attendance.seat_of(peer)
            peer.watching.add(self.id)  # before anything is awaited, so that a disconnect is seen
            if seat is not None and peer.player is not None and self.game.status != games.OVER:
                await self._attendance.add(peer.player.id)
                await self._commit_presence(seat, True)
            watcher.seat = seat
            self.audience.add(peer, watcher, since)
        if seat is None:
            self.audience.on_spectators_changed()
        self.think()

    def unwatch_at_once(self, peer: Peer) -> bool:
        """Do what `unwatch` does, without a task, if the game is over and free."""
        if self.game.status != games.OVER or self._lock.locked():
            return False
        watcher = self.audience.remove(peer)
        if watcher is None or watcher.seat is None:
            self.audience.on_spectators_changed()
        self._owner.unload(self)
        return True

    async def unwatch(self, peer: Peer) -> None:
        """Stop a connection from following the game."""
        await self._services.shield(self._unwatch(peer))

    async def _unwatch(self, peer: Peer) -> None:
        async with self._lock:
            watcher = self.audience.remove(peer)
            seat = None if watcher is None else watcher.seat
            over = self.game.status == games.OVER  # presence no longer matters
            if seat is not None and seat not in self.audience.seats() and not over:
                assert peer.player is not None
                if await self._attendance.remove(peer.player.id):
                    await self._sequencer.reload_if_uncertain()
                    await self._commit_presence(seat, False)
        if seat is None:
            self.audience.on_spectators_changed()
        self._owner.unload(self)

    @property
    def is_presence_wrong(self) -> bool:
        """Whether a player who is connected here counts as disconnected."""
        live = self.game.live
        return live is not None and not live.disconnected.keys().isdisjoint(self.audience.seats())

    async def correct_presence(self) -> None:
        """Store that the players who are connected here have reconnected.

        Another server may have stored the end of a player's last connection after the new one began
        here.
        """
        await self._services.shield(self._correct_presence())

    async def _correct_presence(self) -> None:
        async with self._lock:
            await self._sequencer.prepare()
            for seat in sorted(self.audience.seats()):
                await self._commit_presence(seat, True)

    async def _refresh_presence(self) -> None:
        """Find who is away, after a server was lost or the game has started."""
        live = self.game.live
        if live is None or live.is_over or not live.setup.tracks_presence:
            return
        here, people = self.audience.seats(), live.people()
        if not here.issuperset(people):  # the others may be connected to another server
            connected = await self._attendance.connected()
            here.update(seat for seat in people if live.setup.seats[seat].player in connected)
        for seat in people:
            await self._commit_presence(seat, seat in here)

    async def _commit_presence(self, seat: int, connected: bool) -> None:
        for _ in range(MAX_RETRIES):
            live = self.game.live
            if live is None:
                return
            decision = live.presence(seat, connected, self._services.store.now())
            if decision is None:
                return
            await self._sequencer.commit(decision)

    # --- acts ---

    def begin_act(self, peer: Peer, act: Act, on_done: OnDone) -> bool:
        """Decide a move or the offer of a rematch, and let it be stored, without a task.

        Return False if `act` must do it: if the game is busy or not certain, and for everything
        that is not accepted. Otherwise `on_done` is called when all is stored and broadcast, or
        with the error.
        """
        live, seat = self.game.live, self._attendance.seat_of(peer)
        if (
            live is None
            or seat is None
            or act.seat is not None
            or not self._sequencer.is_ready
            or self._lock.locked()
        ):
            return False
        if live.seq_of(seat, act.id) is not None:
            return False
        arrival = self._arrival()
        try:
            decision = self._decide(live, seat, act, arrival.time, peer.lag)
        except QuireError:
            return False
        if decision.event.kind is not act.kind or decision.event.id != act.id:
            return False  # something else was due
        on_answer = partial(self._on_answer, peer, act, arrival, on_done)
        return self._sequencer.begin_commit(decision, on_answer)

    def _on_answer(
        self, peer: Peer, act: Act, arrival: _Arrival, on_done: OnDone, answer: Answer
    ) -> None:
        if answer is False:  # another server was first
            self._services.start(self._go_on(self._act_in_turn(peer, act, arrival), on_done))
            return
        if answer is True and act.kind is EventKind.REMATCH and self._is_rematch_agreed:
            self._services.start(self._go_on(self._start_rematch_in_turn(), on_done))
            return
        self._owner.unload(self)
        on_done(None if answer is True else answer)

    async def _go_on(self, work: Awaitable[None], on_done: OnDone) -> None:
        """Do the rest of an act that takes a task."""
        self.users += 1
        try:
            await work
        except Exception as error:
            on_done(error)
        else:
            on_done(None)
        finally:
            self.users -= 1
            self._owner.unload(self)

    async def act(self, peer: Peer, act: Act) -> None:
        """Execute a player's act. Raises a QuireError if it is not allowed.

        If the caller is cancelled, the game is reloaded before it is used again.
        """
        await self._act_in_turn(peer, act, self._arrival())

    def _arrival(self) -> _Arrival:
        return _Arrival(self._services.store.now(), self._services.time_source.wall())

    async def _act_in_turn(self, peer: Peer, act: Act, arrival: _Arrival) -> None:
        store, wall = self._services.store, self._services.time_source.wall
        arrived, arrived_at = arrival
        must_wait = self._lock.locked()
        async with self._lock:
            if must_wait or not self._sequencer.is_ready:
                await self._sequencer.prepare()
                # If the clock was behind when the act arrived, it has caught up with other servers.
                arrived = max(arrived, store.now() - (wall() - arrived_at))
            try:
                await self._act(peer, act, arrived)
            except (Stale, MatchOver) as error:
                self._reject_outdated(peer, error, act)
            else:
                if act.kind is EventKind.REMATCH:
                    await self._start_rematch()

    async def _act(self, peer: Peer, act: Act, arrived: float) -> None:
        """Store the event of an act; errors are raised only once the game is up to date."""
        is_current = self._services.is_alone
        for _ in range(MAX_RETRIES):
            try:
                live = self._sequencer.require_started()
                seat = self._acting_seat(live, self._require_player(peer), act)
                done = live.seq_of(seat, act.id)
                if done is not None:
                    peer.send(Ack(game_id=self.id, id=act.id, seq=done))
                    return
                decision = self._decide(live, seat, act, arrived, peer.lag)
            except QuireError:
                if is_current:
                    raise
                await self._sequencer.reload()
                is_current = True
                continue
            event = decision.event
            stored = await self._sequencer.commit(decision)
            if stored and event.kind is act.kind and event.id == act.id:
                if event.kind is not EventKind.MOVE:
                    await self._commit_due()  # perhaps everyone has left now
                return
        raise Unavailable("the game is too busy: try again")

    def _decide(self, live: LiveGame, seat: int, act: Act, now: float, lag: float) -> Decision:
        if act.kind not in BY_PLAYERS:
            raise NotAllowed(f"players can't send {act.kind.value}")
        if act.kind is EventKind.MOVE:
            if act.seq is None:
                raise NotationError("a move needs seq, the number of the last event you know")
            if not live.is_over and not live.board_seq <= act.seq <= live.seq:
                raise Stale("the game has moved on: check the board and try again")
        text = act.text if act.kind in (EventKind.MOVE, EventKind.CHAT) else ""
        if act.kind is EventKind.CHAT:
            text = plain_text(text, self._services.settings.max_chat_length)
        return live.decide(act.kind, seat, now, text, act.id, lag)

    def _require_player(self, peer: Peer) -> int:
        seat = self._attendance.seat_of(peer)
        if seat is None:
            raise NotAllowed("you're not a player in this game")
        return seat

    def _acting_seat(self, live: LiveGame, own: int, act: Act) -> int:
        """Return the seat that a player acts for: the own one, or a computer player's."""
        seat, seats = act.seat, live.setup.seats
        if seat is None or seat == own:
            return own
        may_compute = live.setup.seed is not None and act.kind is EventKind.MOVE
        if not may_compute or seat >= len(seats) or seats[seat].agent is None:
            raise NotAllowed("you can only act for yourself in this game")
        return seat

    def _reject_outdated(self, peer: Peer, error: QuireError, act: Act) -> None:
        """Reject an outdated act, and send the current state."""
        self._services.metrics.rejections.labels(error.code).inc()
        peer.send(ErrorMessage(code=error.code, message=str(error), game_id=self.id, id=act.id))
        self.audience.send_state(peer)

    @property
    def _is_rematch_agreed(self) -> bool:
        live = self.game.live
        return live is not None and live.is_rematch_agreed

    async def _start_rematch_in_turn(self) -> None:
        async with self._lock:
            await self._sequencer.prepare()
            await self._start_rematch()

    async def _start_rematch(self) -> None:
        """Start the next game if all players want it."""
        store = self._services.store
        for _ in range(MAX_RETRIES):
            id = identity.new_game_id(store.today())
            decision = self._sequencer.require_started().start_rematch(id, store.now())
            if decision is None:
                return
            self._services.check_accepts_games()
            if await self._sequencer.commit(decision, partial(self._append_rematch, id)):
                return

    async def _append_rematch(self, id: str, entry: PendingEvent) -> bool:
        game = await start_rematch(self._services.store, entry, self.game.stored, id)
        if game is not None:
            self._owner.on_game_started(game)
        return game is not None

    # --- computer players ---

    def think(self) -> None:
        """Let the computer player to move think, unless it does already."""
        self._computer.think()

    async def act_for(self, seat: int, kind: EventKind, text: str, board_seq: int) -> None:
        """Commit a computer player's act, unless the board has changed since."""
        await self._services.shield(self._act_for(seat, kind, text, board_seq))

    async def _act_for(self, seat: int, kind: EventKind, text: str, board_seq: int) -> None:
        async with self._lock:
            await self._sequencer.prepare()
            for _ in range(MAX_RETRIES):
                live = self.game.live
                if live is None or live.is_over or live.board_seq != board_seq:
                    return  # a takeback, a resignation, or another server was faster
                decision = live.decide(kind, seat, self._services.store.now(), text)
                if await self._sequencer.commit(decision) and decision.event.kind is kind:
                    return

    def stop(self) -> None:
        """Stop thinking: the server stops."""
        self._computer.stop()

    # --- what is due, and what other servers do ---

    async def run_due(self) -> float | None:
        """Handle what is due: timeouts, an expired open game, a computer player to move.

        Return when the game is due next.
        """
        return await self._services.shield(self._run_due())

    async def _run_due(self) -> float | None:
        store = self._services.store
        async with self._lock:
            await self._sequencer.prepare()
            if self.game.live is None:
                await self._cancel_if_expired()
            await self._refresh_presence()
            await self._commit_due()
            live = self.game.live
            due = None if live is None else live.due()
        self.think()
        self._owner.unload(self)
        return due if due is None else max(due, store.now() + REFRESH_SECONDS)

    async def _commit_due(self) -> None:
        """Commit what is due, such as the end of a game that all people have left."""
        while (live := self.game.live) is not None and (
            decision := live.due_event(self._services.store.now(), live.max_lag_seconds)
        ):
            await self._sequencer.commit(decision)

    async def abandon(self) -> bool:
        """End a game against computer players whose player is away; return whether it has ended."""
        return await self._services.shield(self._abandon())

    async def _abandon(self) -> bool:
        async with self._lock:
            await self._sequencer.prepare()
            live = self.game.live
            if live is None or await self._attendance.connected():
                return False
            decision = live.abandon(self._services.store.now())
            return decision is not None and await self._sequencer.commit(decision)

    async def _cancel_if_expired(self) -> None:
        """Cancel an open game that nobody joined in time, and raise NotFound; else it has started.

        This server may not know that: the answer of the database can get lost.
        """
        store = self._services.store
        now = store.now()
        if await store.write(lambda connection: games.cancel_if_expired(connection, self.id, now)):
            self._owner.on_game_cancelled(self.game)
        await self._sequencer.reload()

    async def catch_up(self) -> None:
        """Reload the game, and broadcast what other servers have stored."""
        await self._services.shield(self._follow(None))

    def apply_at_once(self, event: Event) -> bool:
        """Do what `apply_events` does, without a task. Return False if that is not possible."""
        if not self._sequencer.apply_at_once(event):
            return False
        self._on_followed()
        return True

    async def apply_events(self, events: Sequence[Event]) -> None:
        """Apply and broadcast the last events that were stored, by any server."""
        await self._services.shield(self._follow(events))

    async def _follow(self, events: Sequence[Event] | None) -> None:
        async with self._lock:
            if events is None:
                await self._sequencer.reload()
            else:
                await self._sequencer.apply_events(events)
        self._on_followed()

    def _on_followed(self) -> None:
        if self.is_presence_wrong:
            self._services.start(self.correct_presence())
        self._owner.unload(self)

    async def state_for(self, player: str | None) -> State:
        """Return the full state, as a player or anyone else may see it."""
        async with self._lock:
            await self._sequencer.reload_if_uncertain()
            return self.audience.state(Watcher(self.game.seat_of(player), False))
