"""A game on this server: everybody here who sits or watches at it, and the way in for its events.

A game changes under its lock only, one event at a time: an event is decided, appended to the log,
and only then does the game after it become the state and is broadcast. If another server was first,
or it is not certain what was stored, the game is reloaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection

from quire.errors import (
    MatchOver,
    NotAllowed,
    NotationError,
    NotFound,
    QuireError,
    Stale,
    Unavailable,
)
from quire.online import identity
from quire.online.ending import Ending
from quire.online.event import BY_PLAYERS, Event, EventKind
from quire.online.live_game import Decision, LiveGame
from quire.server.play import rematch, snapshot
from quire.server.play.audience import Audience, Watcher
from quire.server.play.computer import Computer
from quire.server.play.peer import Peer
from quire.store import event_log, games, presence
from quire.wire.protocol import Ack, Act, ErrorMessage, State

if TYPE_CHECKING:
    from quire.server.play.node import Node

T = TypeVar("T")
Append = Callable[[event_log.PendingEvent], Awaitable[bool]]

MAX_RETRIES = 8
"""How often an act is retried when another server wins the race."""

REFRESH_SECONDS = 0.5
"""Minimum time between two refreshes of a game."""


class Room:
    """One game, on this server."""

    def __init__(self, node: Node, stored: games.StoredGame) -> None:
        self.node = node
        self.id = stored.setup.id
        self.stored = stored
        self.live: LiveGame | None = None
        """None while it waits for players."""
        self.audience = Audience(self)
        self.users = 0
        """So many are about to do something here."""
        self.lock = asyncio.Lock()
        self._doubtful = False
        self._computer = Computer(self)
        self._take(stored)

    def _take(self, stored: games.StoredGame) -> None:
        self.stored = stored
        self.live = None
        if stored.status != games.OPEN:
            self.live = stored.live(self.node.settings.max_lag_seconds)
        self._doubtful = False

    @property
    def seq(self) -> int:
        """The sequence number of the last event, which everyone here has received."""
        return 0 if self.live is None else self.live.seq

    @property
    def idle(self) -> bool:
        """Whether nobody here needs it."""
        return not (
            self.users or self.audience.watchers or self._computer.thinks or self.lock.locked()
        )

    # --- coming and going ---

    async def watch(self, peer: Peer, since: int | None, picture: bool) -> None:
        """Lets a connection follow the game, and tells it what it does not know yet."""
        await _to_the_end(self._watch(peer, since, picture))

    async def _watch(self, peer: Peer, since: int | None, picture: bool) -> None:
        async with self.lock:
            await self._be_certain()
            if since is not None and since > self.seq and not self.node.alone:
                await self._read_again()  # another server told it, and not yet us
            seat = self._seat_of(peer)
            peer.watching.add(self.id)
            if seat is not None and peer.player is not None and self.status != games.OVER:
                await self._arrive(peer.player.id)
                await self._note_presence(seat, True)
            # From now on: the state comes before all events.
            watcher = self.audience.watchers[peer] = Watcher(seat, picture)
            peer.tell(snapshot.state(self, watcher, since))
        if seat is None:
            await self.audience.changed()
        self.think()

    async def unwatch(self, peer: Peer) -> None:
        """A connection follows it no longer."""
        await _to_the_end(self._unwatch(peer))

    async def _unwatch(self, peer: Peer) -> None:
        async with self.lock:
            watcher = self.audience.leave(peer)
            seat = None if watcher is None else watcher.seat
            over = self.status == games.OVER  # then nobody is said to be there
            if seat is not None and seat not in self.audience.seats() and not over:
                assert peer.player is not None
                player = peer.player.id
                gone = await self.node.store.write(
                    lambda connection: presence.remove_player(
                        connection, self.id, player, self.node.id
                    )
                )
                if gone:
                    await self._be_certain()
                    await self._note_presence(seat, False)
        if seat is None:
            await self.audience.changed()
        self.node.forget(self)

    async def _look_who_is_there(self) -> None:
        """Finds out who is there, after a server was lost or the game has begun."""
        if self.live is None or self.live.over or self.live.setup.grace is None:
            return
        here = await self.node.store.read(lambda it: presence.connected_players(it, self.id))
        for seat in self.live.people():
            await self._note_presence(seat, self.live.setup.seats[seat].player in here)

    async def _note_presence(self, seat: int, here: bool) -> None:
        for _ in range(MAX_RETRIES):
            if self.live is None:
                return
            decision = self.live.presence(seat, here, self.node.store.now())
            if decision is None:
                return
            await self._commit(decision)

    # --- acts ---

    async def act(self, peer: Peer, act: Act) -> None:
        """Does what a player asks for. Raises a QuireError; then nothing has happened.

        If whoever waits for it goes, the game is doubtful: it is read before it is used again.
        """
        arrived = self.node.store.now()
        async with self.lock:
            await self._be_certain()
            try:
                await self._do(peer, act, arrived)
            except (Stale, MatchOver) as error:
                self._refuse_late(peer, error, act)
            else:
                if act.kind is EventKind.REMATCH:
                    await self._start_rematch()

    async def _do(self, peer: Peer, act: Act, arrived: float) -> None:
        """Stores what an act comes to. Nothing is refused before it is certain how the game is."""
        latest = self.node.alone
        for _ in range(MAX_RETRIES):
            try:
                live, seat = self._going_on(), self._sitting(peer)
                done = live.seq_of(seat, act.id)
                if done is not None:
                    peer.tell(Ack(game_id=self.id, id=act.id, seq=done))
                    return
                decision = self._decide(live, seat, act, arrived, peer.lag)
            except QuireError:
                if latest:
                    raise
                await self._read_again()
                latest = True
                continue
            event = decision.event
            if await self._commit(decision) and event.kind is act.kind and event.id == act.id:
                return
        raise Unavailable("the game is too busy: try again")

    async def _start_rematch(self) -> None:
        """Start the next game if all players want it. The first player of this one moves last."""
        for _ in range(MAX_RETRIES):
            store, live = self.node.store, self._going_on()
            id = identity.new_game_id(store.today())
            decision = live.start_rematch(id, store.now())
            if decision is None:
                return
            self.node.check_open_for_games()
            if await self._commit(decision, partial(self._append_rematch, id)):
                return

    async def _append_rematch(self, id: str, entry: event_log.PendingEvent) -> bool:
        """Store the event that names the rematch together with that game."""
        store, request = self.node.store, rematch.request(self.stored.setup)
        now, today, maker = store.now(), store.today(), self.stored.maker

        def append(connection: Connection) -> games.StoredGame | None:
            if not event_log.append(connection, [entry]):
                return None
            return games.create(connection, request, maker, now, today, id)

        game = await store.write(append)
        if game is not None:
            self.node.begun(game)
        return game is not None

    def _sitting(self, peer: Peer) -> int:
        seat = self._seat_of(peer)
        if seat is None:
            raise NotAllowed("you're not a player in this game")
        return seat

    def _refuse_late(self, peer: Peer, error: QuireError, act: Act) -> None:
        """The state goes with the refusal: the client must know it before it tries again."""
        self.node.metrics.refusals.labels(error.code).inc()
        peer.tell(ErrorMessage(code=error.code, message=str(error), game_id=self.id, id=act.id))
        if peer in self.audience.watchers:
            peer.tell(snapshot.state(self, self.audience.watchers[peer]))

    def _decide(self, live: LiveGame, seat: int, act: Act, now: float, lag: float) -> Decision:
        if act.kind not in BY_PLAYERS:
            raise NotAllowed(f"players can't send {act.kind.value}")
        if act.kind is EventKind.MOVE:
            if act.seq is None:
                raise NotationError("a move needs seq, the number of the last event you know")
            if not live.over and not live.board_seq <= act.seq <= live.seq:
                raise Stale("the game has moved on: check the board and try again")
        text = act.text if act.kind in (EventKind.MOVE, EventKind.CHAT) else ""
        if act.kind is EventKind.CHAT:
            text = self.node.clean_text(text)
        return live.decide(act.kind, seat, now, text, act.id, lag)

    async def wake(self) -> float | None:
        """Does what is due: a clock or a grace that has ended, a computer player to move.

        Gives the time when it is to be woken again.
        """
        return await _to_the_end(self._wake())

    async def _wake(self) -> float | None:
        async with self.lock:
            await self._be_certain()
            if self.live is None:
                await self._give_up()
            await self._look_who_is_there()
            while self.live is not None and (
                decision := self.live.due_event(self.node.store.now(), self.live.allowance)
            ):
                await self._commit(decision)
            due = None if self.live is None else self.live.due()
        self.think()
        self.node.forget(self)
        return due if due is None else max(due, self.node.store.now() + REFRESH_SECONDS)

    async def _give_up(self) -> None:
        """Ends the waiting for players, if it is time. Raises NotFound then."""
        now = self.node.store.now()
        if await self.node.store.write(lambda it: games.cancel_if_expired(it, self.id, now)):
            self.node.gone(self)
            await self._read_again()

    async def resign(self, player: str) -> None:
        """Gives the game up for a player who is gone for good."""
        await _to_the_end(self._resign(player))

    async def _resign(self, player: str) -> None:
        async with self.lock:
            await self._read_again()
            for _ in range(MAX_RETRIES):
                seat, live = self.seat_of(player), self.live
                if live is None or live.over or seat not in live.people():
                    return
                await self._commit(live.decide(EventKind.RESIGN, seat, self.node.store.now()))

    async def _commit(self, decision: Decision, append: Append | None = None) -> bool:
        """Store an event, then swap the state and broadcast.

        Return False, with the game reloaded, if another server was first.
        """
        event, next = decision
        ends = next.over and not self._going_on().over
        ending = Ending.of(next, self.node.store.today()) if ends else None
        entry = event_log.PendingEvent(self.id, event, next.moves, next.due(), ending)
        self._doubtful = True
        if not await (append or self.node.store.append)(entry):
            await self._read_again()
            return False
        self._doubtful = False
        self.live = next
        self.audience.tell(event)
        self.node.published(self, event)
        self.think()
        return True

    async def look(self, player: str | None) -> State:
        """All of the game, as a player or anybody else may see it."""
        async with self.lock:
            await self._be_certain()
            seat = None if player is None else self.seat_of(player)
            return snapshot.state(self, Watcher(seat, False))

    @property
    def status(self) -> str:
        """Whether it waits for players, goes on, or is over, as everybody here was told."""
        if self.live is None:
            return games.OPEN
        return games.OVER if self.live.over else games.PLAYING

    async def catch_up(self) -> None:
        """Tells everybody here what other servers have stored."""
        await _to_the_end(self._catch_up())

    async def _catch_up(self) -> None:
        async with self.lock:
            await self._read_again()
        self.think()
        self.node.forget(self)

    async def hear(self, events: Sequence[Event]) -> None:
        """Tells everybody here of the last events that were stored, by whichever server."""
        await _to_the_end(self._hear(events))

    async def _hear(self, events: Sequence[Event]) -> None:
        async with self.lock:
            for event in events:
                if self.live is None or self._doubtful or event.seq > self.live.seq + 1:
                    await self._read_again()
                    break
                if event.seq == self.live.seq + 1:
                    self.live = self.live.after(event)
                    self.audience.tell(event)
        self.think()
        self.node.forget(self)

    async def _be_certain(self) -> None:
        if self._doubtful:
            await self._read_again()

    async def _read_again(self) -> None:
        """Reload the game, and broadcast what is new."""
        known, was_open = self.seq, self.live is None
        self._doubtful = True
        try:
            stored = await self.node.store.read(lambda it: games.load(it, self.id))
        except NotFound:
            self.audience.tell_gone()
            raise
        renamed = stored.setup.seats != self.stored.setup.seats
        if was_open:
            self._take(stored)
            await self._reseat()
            self.audience.tell_state()
            return
        self.stored = stored
        live = LiveGame.begin(stored.setup, self.node.settings.max_lag_seconds)
        self.live = live.after(*stored.events[:known])
        for event in stored.events[known:]:
            self.live = self.live.after(event)
            self.audience.tell(event)
        self._doubtful = False
        if renamed:
            self.audience.tell_state()

    async def _reseat(self) -> None:
        """Those who watched may sit now, or the other way round; and the order of play is drawn."""
        counted = self.audience.watching()
        for peer, watcher in list(self.audience.watchers.items()):
            was, watcher.seat = watcher.seat, self._seat_of(peer)
            if was is None and watcher.seat is not None and peer.player is not None:
                await self._arrive(peer.player.id)
        if self.audience.watching() != counted:
            await self.audience.changed()

    async def _arrive(self, player: str) -> None:
        await self.node.store.write(
            lambda it: presence.add_player(it, self.id, player, self.node.id)
        )

    def _going_on(self) -> LiveGame:
        if self.live is None:
            raise NotAllowed("the game hasn't started: it is waiting for players")
        return self.live

    def seat_of(self, player: str) -> int | None:
        """Where a player sits, in the order of play once it is drawn; None for all others."""
        for number, seat in enumerate(self.stored.setup.seats):
            if seat.player == player:
                return number
        return None

    def _seat_of(self, peer: Peer) -> int | None:
        return None if peer.player is None else self.seat_of(peer.player.id)

    # --- computer players ---

    def think(self) -> None:
        """Lets the computer player to move think, unless it does."""
        self._computer.think()

    async def act_for(self, computer: int, kind: EventKind, text: str, board: int) -> None:
        """Does what a computer player has thought of, unless the board has changed since."""
        await _to_the_end(self._act_for(computer, kind, text, board))

    async def _act_for(self, computer: int, kind: EventKind, text: str, board: int) -> None:
        async with self.lock:
            await self._be_certain()
            for _ in range(MAX_RETRIES):
                live = self.live
                if live is None or live.over or live.board_seq != board:
                    return  # a takeback, a resignation, or another server was quicker
                decision = live.decide(kind, computer, self.node.store.now(), text)
                if await self._commit(decision) and decision.event.kind is kind:
                    return

    def stop(self) -> None:
        """No more thinking: the server stops."""
        self._computer.stop()


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Runs to its end even if whoever waits for it goes: the game must know what was stored."""
    return await asyncio.shield(asyncio.ensure_future(work))
