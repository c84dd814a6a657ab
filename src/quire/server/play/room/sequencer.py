"""The events of one game on this server, one after another: decide, append, swap, broadcast.

A game changes under its lock only. An event is decided on the current state and appended to the
log; only then does the game after it become the state, and is broadcast. If another server was
first, its events are read. If it is not certain what was stored, the game is reloaded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from quire.errors import NotAllowed, NotFound
from quire.online.event import Event
from quire.online.live_game import Decision, LiveGame
from quire.server.play.room.audience import Audience
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.services import Services
from quire.store.play import event_log, games

MAX_RETRIES = 8
"""How often an act is retried when another server wins the race."""

Append = Callable[[event_log.PendingEvent], Awaitable[bool]]

Answer = bool | Exception
"""Whether an event was stored, or why that is not known."""

OnAnswer = Callable[[Answer], None]


class Sequencer:
    """Commits events to a game, and follows what other servers commit."""

    def __init__(
        self,
        game: HostedGame,
        audience: Audience,
        services: Services,
        on_stored: Callable[[Event], None],
        on_followed: Callable[[], None],
        on_seats_changed: Callable[[], Awaitable[None]],
    ) -> None:
        self._game = game
        self._audience = audience
        self._services = services
        self._on_stored = on_stored
        """Called after each event that is stored here."""
        self._on_followed = on_followed
        """Called after events were read: of other servers, or of an uncertain commit here."""
        self._on_seats_changed = on_seats_changed
        """Called when players have joined or left an open game, or it has started."""
        self.lock = asyncio.Lock()
        self._uncertain = False
        """Whether an event of this server may have been stored."""
        self._is_behind = False
        """Whether another server has stored an event that is not known here."""

    def require_started(self) -> LiveGame:
        """Return the live game. Raises NotAllowed while it waits for players."""
        if self._game.live is None:
            raise NotAllowed("the game hasn't started: it is waiting for players")
        return self._game.live

    async def commit(self, decision: Decision, append: Append | None = None) -> bool:
        """Store an event, then swap the state and broadcast.

        Return False, with the events of another server applied, if that was first.
        """
        entry = self._entry(decision)
        if not await (append or self._services.store.append)(entry):
            self._on_outrun()
            await self._read_events()
            return False
        self._take(decision)
        return True

    def begin_commit(self, decision: Decision, on_answer: OnAnswer) -> bool:
        """Do what `commit` does, without a task. Return False if somebody else holds the lock.

        Otherwise it is held until the answer has come: True if the event is stored and broadcast,
        False if another server was first, or the error. Then `prepare` brings the game up to date
        before it is used again.
        """
        if not _acquire_at_once(self.lock):
            return False
        try:
            entry = self._entry(decision)
            on_written = partial(self._on_written, decision, on_answer)
            self._services.store.begin_append(entry, on_written)
        except BaseException:
            self.lock.release()
            raise
        return True

    def _on_written(self, decision: Decision, on_answer: OnAnswer, answer: Answer) -> None:
        try:
            if answer is True:
                self._take(decision)
            elif answer is False:
                self._on_outrun()
        except Exception as error:
            answer = error
        self.lock.release()
        on_answer(answer)

    def _entry(self, decision: Decision) -> event_log.PendingEvent:
        """Return what is appended. Until the answer comes, what is stored is uncertain."""
        self._uncertain = True
        today = self._services.store.today()
        return event_log.PendingEvent.of(self.require_started(), decision, today)

    def _take(self, decision: Decision) -> None:
        """Take the game after an event that is stored as the state, and broadcast the event."""
        self._uncertain = False
        self._game.live = decision.next
        self._audience.broadcast(decision.event)
        self._on_stored(decision.event)

    def _on_outrun(self) -> None:
        """Note that another server has stored the next event: nothing of this one was stored."""
        self._uncertain, self._is_behind = False, True

    async def _read_events(self) -> None:
        """Apply and broadcast what other servers have stored since; many games are one query."""
        known = (self._game.id, self.require_started().seq)
        events = await self._services.store.read_batched(event_log.since_all, known)
        if events:
            await self.apply_events(events)
        else:
            await self.reload()

    def apply_at_once(self, event: Event) -> bool:
        """Apply and broadcast an event of another server, if it is the next.

        Return False if it isn't, or if somebody holds the lock.
        """
        live = self._game.live
        if live is None or self._uncertain or self.lock.locked() or event.seq != live.seq + 1:
            return False
        self._follow(live, event)
        self._on_followed()
        return True

    def _follow(self, live: LiveGame, event: Event) -> None:
        self._game.live = live.after(event)
        self._is_behind = False
        self._audience.broadcast(event)

    async def apply_events(self, events: Sequence[Event]) -> None:
        """Apply and broadcast the last events that were stored, by any server."""
        for event in events:
            live = self._game.live
            if live is None or self._uncertain or event.seq > live.seq + 1:
                await self.reload()
                return
            if event.seq == live.seq + 1:
                self._follow(live, event)
        self._on_followed()

    @property
    def is_ready(self) -> bool:
        """Whether an event can be decided at once: `prepare` would do nothing."""
        up_to_date = not (self._uncertain or self._is_behind)
        return up_to_date and not self._services.store.clock.is_paused

    async def prepare(self) -> None:
        """Bring the game and the clock up to date, before an event is decided."""
        if self._services.store.clock.is_paused:
            await self._services.store.resume_clock()
        if self._uncertain:
            await self.reload()
        elif self._is_behind:
            await self._read_events()

    async def reload_if_uncertain(self) -> None:
        """Reload the game if it is not certain what was stored."""
        if self._uncertain:
            await self.reload()

    async def reload(self) -> None:
        """Reload the game, and broadcast what is new. Raises NotFound if it was cancelled."""
        game = self._game
        known, was_open = game.seq, game.live is None
        self._uncertain = True
        try:
            stored = await self._services.store.read(
                lambda connection: games.load(connection, game.id)
            )
        except NotFound:
            self._audience.broadcast_cancelled()
            raise
        past = () if game.live is None else game.live.events
        # Names and chat messages change without an event.
        edited = stored.setup.seats != game.stored.setup.seats or stored.events[:known] != past
        if was_open:
            game.load(stored)
            self._uncertain = self._is_behind = False
            try:
                await self._on_seats_changed()
            finally:  # without the state, the events from now on would make no sense
                self._audience.broadcast_state()
            self._on_followed()
            return
        game.stored = stored
        live = LiveGame.begin(stored.setup, game.max_lag_seconds).after(*stored.events[:known])
        game.live = live
        for event in stored.events[known:]:
            game.live = live = live.after(event)
            self._audience.broadcast(event)
        self._uncertain = self._is_behind = False
        if edited:
            self._audience.broadcast_state()
        self._on_followed()


def _acquire_at_once(lock: asyncio.Lock) -> bool:
    """Acquire a lock if that needs no waiting. Return whether it did."""
    acquiring = lock.acquire()
    try:
        acquiring.send(None)
    except StopIteration:
        return True
    acquiring.close()
    return False
