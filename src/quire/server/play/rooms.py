"""The rooms in the memory of this server, and how they follow other servers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from sqlalchemy import Connection

from quire.online.event import Event
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.room.room import Room
from quire.server.play.services import Services
from quire.store import event_log, games
from quire.store.games import StoredGame

MAX_GAMES_PER_QUERY = 5_000
"""Games refreshed in one database query."""


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
        self._changed: set[str] = set()
        """Games that other servers have announced changes of."""
        self._unused: set[Room] = set()
        """Rooms that became idle since the last tick."""
        self._leaving: set[Room] = set()
        """Rooms that became idle before the last tick, to be unloaded at the next."""

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
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> Room:
        services = self._services
        try:
            stored = await services.store.read(lambda connection: games.load(connection, id))
            room = self._rooms[id] = Room(services, stored, self)
            if not services.is_alone:
                services.bus.subscribe(f"game:{id}", self._on_game_changed)
                services.bus.subscribe(f"spectators:{id}", self._on_spectators_changed)
                room.users += 1  # keep it until it can be used
                try:
                    await room.catch_up()  # with what was stored before the subscription
                finally:
                    room.users -= 1
            return room
        finally:
            del self._loading[id]

    def unload(self, room: Room) -> None:
        """Unload a room that nobody here uses.

        On a single server it stays loaded until the tick after next; with several servers it is
        dropped at once, because others may change it.
        """
        if room.is_idle:
            if self._services.is_alone:
                self._unused.add(room)
            else:
                self._drop(room)

    def unload_idle(self) -> None:
        """Unload the rooms that have been idle since before the last tick."""
        waited, self._unused, self._leaving = self._leaving, set(), self._unused
        for room in waited:
            if room.is_idle:
                self._drop(room)

    def _drop(self, room: Room) -> None:
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            bus = self._services.bus
            bus.unsubscribe(f"game:{room.id}", self._on_game_changed)
            bus.unsubscribe(f"spectators:{room.id}", self._on_spectators_changed)

    # --- what happens here ---

    def on_event_stored(self, game: HostedGame, event: Event) -> None:
        """Notify the other servers that an event was stored."""
        assert game.live is not None
        self._services.metrics.event_stored(event, game.live)
        ended = game.live.is_over and event.seq == game.live.board_seq
        self._publish(game.id, lobby=ended and game.stored.setup.public)

    def on_game_started(self, game: StoredGame) -> None:
        """Announce a new game; its room is ready for the first connections."""
        self._services.metrics.new_games.inc()
        id = game.setup.id
        if self._services.is_alone and id not in self._rooms and id not in self._loading:
            room = self._rooms[id] = Room(self._services, game, self)
            room.think()
            self.unload(room)
        else:
            self._services.start(self._catch_up(id))
        self._publish(id, lobby=game.setup.public)

    def broadcast_clocks(self) -> None:
        """Send the running games to everyone here, after their clocks have paused."""
        for room in self._rooms.values():
            if room.game.live is not None and not room.game.live.is_over:
                room.audience.broadcast_state()

    def on_game_cancelled(self, game: HostedGame) -> None:
        """Announce that an open game is gone."""
        self._publish(game.id, lobby=game.stored.setup.public)

    def notify_game(self, id: str) -> None:
        """Let everyone reload a game whose seats have changed."""
        self._publish(id, lobby=True)
        self._services.start(self._catch_up(id))

    def _publish(self, id: str, lobby: bool) -> None:
        self._services.bus.publish(f"game:{id}")
        if lobby:
            self._services.bus.publish("lobby")

    async def _catch_up(self, id: str) -> None:
        with suppress(LookupError):  # a game that its creator has just cancelled
            known = id in self._rooms or id in self._loading  # perhaps loaded before the change
            async with self.lease(id) as room:
                if known:
                    await room.catch_up()

    # --- what happens on other servers ---

    def _on_game_changed(self, topic: str) -> None:
        """Refresh a game that another server has changed, many with one query."""
        if not self._changed:
            self._services.start(self._refresh_changed())
        self._changed.add(topic.partition(":")[2])

    async def _refresh_changed(self) -> None:
        await asyncio.sleep(0)
        changed, self._changed = self._changed, set()
        await self.refresh([id for id in changed if id in self._rooms], announced=True)

    async def refresh_all(self) -> None:
        """Refresh all rooms, in case the bus has lost a message."""
        await self.refresh(list(self._rooms))

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

    def _on_spectators_changed(self, topic: str) -> None:
        if (room := self._rooms.get(topic.partition(":")[2])) is not None:
            self._services.start(room.audience.refresh_spectators())
