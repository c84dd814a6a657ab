"""The rooms in the memory of this server, and how they follow other servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import msgspec
from sqlalchemy import Connection

from quire.online.event import Event
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.room.room import Room
from quire.server.play.services import Services
from quire.store.play import event_log, games, presence
from quire.store.play.games import StoredGame

MAX_GAMES_PER_QUERY = 5_000
"""Games refreshed in one database query."""


class _News(msgspec.Struct, array_like=True):
    """What a server has changed: an event or a start of a game, who watches, or anything else."""

    server: str
    game_id: str
    event: Event | None = None
    started: StoredGame | None = None
    spectators: bool = False


_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(list[_News])


class _RoomLease:
    """Keeps a room loaded while it is used. Written by hand: every move comes through here."""

    __slots__ = ("_id", "_room", "_rooms")

    def __init__(self, rooms: Rooms, id: str) -> None:
        self._rooms = rooms
        self._id = id

    async def __aenter__(self) -> Room:
        rooms, id = self._rooms, self._id
        room = rooms.get(id) or await rooms.find(id)
        while rooms.get(id) is not room:  # it was unloaded before it could be used
            room = await rooms.find(id)
        room.users += 1
        self._room = room
        return room

    async def __aexit__(self, *_: object) -> None:
        self._room.users -= 1
        self._rooms.unload(self._room)


class Rooms:
    """The rooms in memory, by game."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._missed: set[str] = set()
        """Games that other servers have changed while they are being loaded here."""
        self._started: dict[str, StoredGame] = {}
        """Games that other servers have started since the last tick: players may come from here."""
        self._changed: dict[str, None] = {}
        """Games that other servers have changed without an event."""
        self._unused: dict[Room, None] = {}
        """Rooms that became idle since the last tick."""
        self._leaving: dict[Room, None] = {}
        """Rooms that became idle before the last tick, to be unloaded at the next."""
        services.bus.listen(self._on_news)

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def get(self, id: str) -> Room | None:
        """Return the room of a game if it is in memory."""
        return self._rooms.get(id)

    def lease(self, id: str) -> _RoomLease:
        """Return a context with the room of a game. Raises NotFound, Unavailable."""
        return _RoomLease(self, id)

    # --- loading and unloading ---

    async def find(self, id: str) -> Room:
        """Return the room of a game, loaded if it is not in memory."""
        found = self._rooms.get(id)
        if found is not None:
            return found
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
        return await self._services.shield(loading)

    async def _load(self, id: str) -> Room:
        def load(connection: Connection) -> tuple[StoredGame, int]:
            alone = self._services.is_alone
            spectators = 0 if alone else presence.spectator_count(connection, id)
            return games.load(connection, id), spectators

        try:
            if id in self._started:
                stored, spectators = self._started.pop(id), 0
            else:
                stored, spectators = await self._services.store.read(load)
            room = self._rooms[id] = Room(self._services, stored, self)
            room.audience.spectators = spectators
            if id in self._missed:
                self._services.start(room.catch_up())
            return room
        finally:
            del self._loading[id]
            self._missed.discard(id)

    def unload(self, room: Room) -> None:
        """Unload a room at the tick after next, if nobody here uses it.

        An open game is unloaded at once if there are other servers: players who join and leave
        there leave no event, from which the next act here would notice it.
        """
        if room.is_idle:
            if room.game.live is None and not self._services.is_alone:
                self._drop(room)
            else:
                self._unused[room] = None

    def unload_idle(self) -> None:
        """Unload the rooms that have been idle since before the last tick."""
        self._started.clear()
        waited, self._unused, self._leaving = self._leaving, {}, self._unused
        for room in waited:
            if room.is_idle:
                self._drop(room)

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]

    # --- what happens here ---

    def on_event_stored(self, game: HostedGame, event: Event) -> None:
        """Notify the other servers that an event was stored."""
        assert game.live is not None
        self._services.metrics.event_stored(event, game.live)
        ended = game.live.is_over and event.seq == game.live.board_seq
        self._announce(game.id, event, lobby=ended and game.stored.setup.public)

    def on_game_started(self, game: StoredGame) -> None:
        """Announce a new game; its room is ready for the first connections."""
        self._services.metrics.new_games.inc()
        id = game.setup.id
        if id not in self._rooms and id not in self._loading:
            room = self._rooms[id] = Room(self._services, game, self)
            room.think()
            self.unload(room)
        else:
            self._services.start(self._catch_up(id))
        started = None if game.status == games.OPEN else game
        self._announce(id, started=started, lobby=game.setup.public)

    def broadcast_clocks(self) -> None:
        """Send the running games to everyone here, after their clocks have paused."""
        for room in self._rooms.values():
            if room.game.live is not None and not room.game.live.is_over:
                room.audience.broadcast_state()

    def on_game_cancelled(self, game: HostedGame) -> None:
        """Announce that an open game is gone."""
        self._announce(game.id, lobby=game.stored.setup.public)

    def notify_game(self, id: str) -> None:
        """Let everyone reload a game whose seats have changed."""
        self._announce(id, lobby=True)
        self._services.start(self._catch_up(id))

    def on_spectators_changed(self, game: HostedGame) -> None:
        """Notify the other servers that spectators have come or gone."""
        self._announce(game.id, spectators=True)

    def _announce(
        self,
        id: str,
        event: Event | None = None,
        started: StoredGame | None = None,
        spectators: bool = False,
        lobby: bool = False,
    ) -> None:
        services = self._services
        if not services.is_alone:
            news = _News(services.id, id, event, started, spectators)
            services.bus.send_news(_ENCODER.encode(news).decode())
        if lobby:
            services.bus.publish("lobby")

    async def _catch_up(self, id: str) -> None:
        with suppress(LookupError):  # a game that its creator has just cancelled
            known = id in self._rooms or id in self._loading  # perhaps loaded before the change
            async with self.lease(id) as room:
                if known:
                    await room.catch_up()

    # --- what happens on other servers ---

    def _on_news(self, news: str) -> None:
        """Follow other servers. News that is lost is found by `refresh_all`."""
        start = self._services.start
        for one in _DECODER.decode(news):
            if one.server == self._services.id:
                continue
            room = self._rooms.get(one.game_id)
            if room is None:
                self._started.pop(one.game_id, None)
                if one.game_id in self._loading:
                    self._missed.add(one.game_id)
                elif one.started is not None:
                    self._started[one.game_id] = one.started
            elif one.spectators:
                start(room.audience.refresh_spectators())
            elif one.event is None:
                self._refresh_soon(one.game_id)
            elif one.event.seq > room.game.seq and not room.apply_at_once(one.event):
                start(room.apply_events([one.event]))

    def _refresh_soon(self, id: str) -> None:
        """Refresh a game that another server has changed, many with one query."""
        if not self._changed:
            self._services.start(self._refresh_changed())
        self._changed[id] = None

    async def _refresh_changed(self) -> None:
        await asyncio.sleep(0)
        changed, self._changed = self._changed, {}
        await self.refresh([id for id in changed if id in self._rooms], announced=True)

    async def refresh_all(self) -> None:
        """Refresh all rooms, in case the bus has lost a message, and correct who is connected."""
        await self.refresh(list(self._rooms))
        for room in self:
            if room.is_presence_wrong:
                self._services.start(room.correct_presence())

    async def refresh(self, ids: list[str], announced: bool = False) -> None:
        """Bring rooms up to date that are behind, or may be since a change was announced."""
        for start in range(0, len(ids), MAX_GAMES_PER_QUERY):
            await self._refresh_batch(ids[start : start + MAX_GAMES_PER_QUERY], announced)

    async def _refresh_batch(self, ids: list[str], announced: bool) -> None:
        known = {id: room.game.seq for id in ids if (room := self.get(id)) and room.game.live}

        def read(connection: Connection) -> tuple[games.Numbers, dict[str, list[Event]]]:
            numbers = games.numbers(connection, ids)
            behind = [id for id, (_, seq) in numbers.items() if seq > known.get(id, seq)]
            return numbers, event_log.latest(connection, behind)

        numbers, latest = await self._services.store.read(read)
        for id in ids:
            status, seq = numbers.get(id, ("", 0))  # a cancelled game is no longer there
            seats = announced and status == games.OPEN  # joining and leaving has no number
            room = self._rooms.get(id)
            if room is None:
                continue
            if id in latest:
                self._services.start(room.apply_events(latest[id]))
            elif seq > room.game.seq or status != room.game.status or seats:
                self._services.start(self._catch_up(id))
