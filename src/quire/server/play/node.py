"""One server process: its rooms and connections, and how games are made in it."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection

from quire.errors import NotationError, QuireError, TooMany, Unavailable
from quire.online import identity
from quire.online.event import Event
from quire.server.bus.bus import Bus, open_bus
from quire.server.http.tournament_directory import Shelf
from quire.server.logging import logger
from quire.server.metrics import Load, Metrics
from quire.server.play.accounts import Accounts
from quire.server.play.lobby import Lobby
from quire.server.play.maintenance import Upkeep
from quire.server.play.pairing import Pairing
from quire.server.play.peer import Peer
from quire.server.play.room import Room
from quire.server.settings import Settings
from quire.server.time_source import SystemTime, TimeSource
from quire.server.workers.worker_pool import WorkerPool
from quire.store import event_log, games, presence
from quire.store.people.token import TokenSigner
from quire.store.store import Store
from quire.wire.protocol import Shutdown

MAX_GAMES_PER_QUERY = 5_000
"""Games refreshed in one database query."""

CLOSE_RESTARTING = 1012
"""WebSocket close code: the server is restarting."""


class _Visit:
    """A room that is in use. By hand: every move comes through here."""

    __slots__ = ("_id", "_node", "_room")

    def __init__(self, node: Node, id: str) -> None:
        self._node = node
        self._id = id

    async def __aenter__(self) -> Room:
        node, id = self._node, self._id
        room = node.rooms.get(id) or await node.find_room(id)
        while node.rooms.get(id) is not room:  # it was let go before it could be used
            room = await node.find_room(id)
        room.users += 1
        self._room = room
        return room

    async def __aexit__(self, *failure: object) -> None:
        self._room.users -= 1
        self._node.forget(self._room)


class Node:
    """A server process. `open` it, give it connections, `close` it."""

    def __init__(
        self, settings: Settings, store: Store, bus: Bus, signer: TokenSigner, timing: TimeSource
    ) -> None:
        self.id = identity.new_id(identity.SERVER)
        self.settings = settings
        self.store = store
        self.bus = bus
        self.signer = signer
        self.timing = timing
        self._thinkers: WorkerPool | None = None
        self._analysts: WorkerPool | None = None
        self.metrics = Metrics(self.load)
        self.peers: set[Peer] = set()
        self.strangers: dict[Peer, float] = {}
        """Those that have not said hello, and since when they are there, oldest first."""
        self.rooms: dict[str, Room] = {}
        self.alone = not settings.bus
        """Whether it is the only server, so that nobody else can have news of a game."""
        self.stopping = False
        self.log = logger("quire.server")
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._told: set[str] = set()
        self._unused: set[Room] = set()
        """Rooms that nobody needs, since this tick; those of the tick before are let go next."""
        self._leaving: set[Room] = set()
        self._tasks: set[asyncio.Task[object]] = set()
        self.peers_of: dict[str, set[Peer]] = {}
        """The connections of each player."""
        self.accounts = Accounts(self)
        self.lobby = Lobby(self)
        self.pairing = Pairing(self)
        self.upkeep = Upkeep(self)
        self.tournaments = Shelf(Path(settings.tournaments), timing.wall)

    @classmethod
    async def open(cls, settings: Settings, timing: TimeSource | None = None) -> Node:
        """A server at work. Raises Unavailable where the store or the bus cannot be reached."""
        timing = timing or SystemTime()
        store = await Store.open(settings.db, timing.wall)
        try:
            store.downtime = await store.write(
                lambda it: presence.register_server(it, store.today())
            )
            signer = await store.write(TokenSigner.load)
            bus = await open_bus(settings.bus or None)
        except BaseException:
            await store.close()
            raise
        node = cls(settings, store, bus, signer, timing)
        store.on_group_written = node.metrics.group_written
        await node.upkeep.tick()
        node.start(node.upkeep.tick_on())
        node.start(node.upkeep.beat_on())
        node.log.info("ready", node=node.id, store=store.engine.dialect.name)
        return node

    async def stop(self) -> None:
        """Tells everybody that the server goes; no new games and no analyses from now on."""
        self.stopping = True
        for peer in list(self.peers):
            peer.tell(
                Shutdown(
                    message="The server is about to stop; the clocks wait.", reconnect_after=2.0
                )
            )
            peer.close(CLOSE_RESTARTING)
        if self._analysts is not None:
            await self._analysts.close()  # a game that is analysed would hold up the end

    async def close(self) -> None:
        """Lets everything go. What is stored stays."""
        self.stopping = True
        for room in list(self.rooms.values()):
            room.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(QuireError):
            await self.store.write(
                lambda it: presence.deregister_server(it, self.id, self.store.today())
            )
        for them in (self._thinkers, self._analysts):
            if them is not None:
                await them.close()
        await self.bus.close()
        await self.store.close()
        self.log.info("stopped", node=self.id)

    def start(self, work: Awaitable[object]) -> None:
        """Has something done beside everything else; its failure is logged, and nothing more."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.trouble(error)

    def trouble(self, error: BaseException, **where: str) -> None:
        """Notes what went wrong on our side."""
        self.metrics.errors.inc()
        if isinstance(error, QuireError):
            self.log.warning("trouble", error=str(error), **where)
        else:
            self.log.error("failure", exc_info=error, **where)

    @property
    def thinkers(self) -> WorkerPool:
        """The processes in which computer players think, started when they are first wanted."""
        if self._thinkers is None:
            it = self.settings
            self._thinkers = WorkerPool(it.agent_workers, it.agent_seconds, it.agent_queue)
        return self._thinkers

    @property
    def analysts(self) -> WorkerPool:
        """The same for analysis: processes apart, so that no game waits for those who study.

        Raises Unavailable where there are none and the server stops.
        """
        if self._analysts is None:
            if self.stopping:
                raise Unavailable("the server is restarting: try again in a moment")
            it = self.settings
            self._analysts = WorkerPool(
                it.analysis_workers, it.analysis_seconds, it.analysis_queue, purpose="analyses"
            )
        return self._analysts

    def load(self) -> Load:
        """Return what is open and at work right now."""
        thinking, analysing = _busy(self._thinkers), _busy(self._analysts)
        return Load(len(self.peers), len(self.rooms), *thinking, *analysing)

    async def sleep(self, seconds: float) -> None:
        """Waits, by whatever time this server has."""
        await self.timing.sleep(seconds)

    # --- connections ---

    def arrive(self, peer: Peer) -> None:
        """A connection has come. Raises TooMany."""
        if len(self.peers) >= self.settings.max_connections:
            raise TooMany("the server is full: try again later")
        self.peers.add(peer)
        self.strangers[peer] = self.timing.wall()

    def introduce(self, peer: Peer) -> None:
        """It is known who it is."""
        self.strangers.pop(peer, None)
        if peer.player is not None:
            self.peers_of.setdefault(peer.player.id, set()).add(peer)

    async def depart(self, peer: Peer) -> None:
        """A connection has gone."""
        self.peers.discard(peer)
        self.strangers.pop(peer, None)
        self.lobby.unfollow(peer)
        if peer.player is not None:
            mine = self.peers_of.get(peer.player.id, set())
            mine.discard(peer)
            if not mine:
                self.peers_of.pop(peer.player.id, None)
        if self.stopping:
            return  # they are not away: they come back to the next server, with all clocks credited
        if peer.player is not None:
            with suppress(QuireError):
                await self.pairing.depart(peer)
        for id in list(peer.watching):
            if (room := self.rooms.get(id)) is not None:
                with suppress(QuireError):
                    await room.unwatch(peer)

    # --- rooms ---

    def room(self, id: str) -> _Visit:
        """The room of a game, which stays as long as this lasts. Raises NotFound, Unavailable."""
        return _Visit(self, id)

    async def find_room(self, id: str) -> Room:
        """The room of a game, read if it is not in memory."""
        found = self.rooms.get(id)
        if found is not None:
            return found
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> Room:
        try:
            stored = await self.store.read(lambda connection: games.load(connection, id))
            room = self.rooms[id] = Room(self, stored)
            if not self.alone:
                self.bus.subscribe(f"game:{id}", self._game_news)
                self.bus.subscribe(f"watchers:{id}", self._watchers_news)
                room.users += 1  # it is not to be let go before it could be used
                try:
                    await room.catch_up()  # what was stored before there were ears for it
                finally:
                    room.users -= 1
            return room
        finally:
            del self._loading[id]

    def forget(self, room: Room) -> None:
        """Lets a room go that nobody here needs.

        Where there are no other servers, it stays until the next tick but one: somebody may come.
        Where there are, what they have changed meanwhile is better read anew.
        """
        if room.idle:
            if self.alone:
                self._unused.add(room)
            else:
                self._drop(room)

    def let_go(self) -> None:
        """Lets those rooms go that nobody has come to since the last tick."""
        waited, self._unused, self._leaving = self._leaving, set(), self._unused
        for room in waited:
            if room.idle:
                self._drop(room)

    def _drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self.bus.unsubscribe(f"game:{room.id}", self._game_news)
            self.bus.unsubscribe(f"watchers:{room.id}", self._watchers_news)

    def published(self, room: Room, event: Event) -> None:
        """An event of a room is stored: other servers are told to look."""
        assert room.live is not None
        self.metrics.event_stored(event, room.live)
        self.bus.publish(f"game:{room.id}")
        if room.live.over and room.stored.setup.public and event.seq == room.live.board_seq:
            self.bus.publish("lobby")

    def gone(self, room: Room) -> None:
        """A game that waited for players is given up."""
        self._publish(room.id, room.stored.setup.public)

    def _game_news(self, topic: str) -> None:
        """Looks at the games that other servers tell of, at many with one question."""
        if not self._told:
            self.start(self._look_at_told())
        self._told.add(topic.partition(":")[2])

    async def _look_at_told(self) -> None:
        await asyncio.sleep(0)
        told, self._told = self._told, set()
        await self.look_at_rooms([id for id in told if id in self.rooms], True)

    async def look_at_rooms(self, ids: list[str], told: bool = False) -> None:
        """Lets the rooms catch up that are behind, or may be since there was news of them."""
        for at in range(0, len(ids), MAX_GAMES_PER_QUERY):
            await self._look_at_some(ids[at : at + MAX_GAMES_PER_QUERY], told)

    async def _look_at_some(self, ids: list[str], told: bool) -> None:
        known = {id: room.seq for id in ids if (room := self.rooms.get(id)) and room.live}

        def look(connection: Connection) -> tuple[games.Numbers, dict[str, list[Event]]]:
            numbers = games.numbers(connection, ids)
            behind = [id for id, (_, seq) in numbers.items() if seq > known.get(id, seq)]
            return numbers, event_log.latest(connection, behind)

        numbers, latest = await self.store.read(look)
        for id in ids:
            status, seq = numbers.get(id, ("", 0))  # a game that was given up is there no more
            seats = told and status == games.OPEN  # taken or given back, which has no number
            room = self.rooms.get(id)
            if room is None:
                continue
            if id in latest:
                self.start(room.hear(latest[id]))
            elif seq > room.seq or status != room.status or seats:
                self.start(self._settle(id))

    def _watchers_news(self, topic: str) -> None:
        if (room := self.rooms.get(topic.partition(":")[2])) is not None:
            self.start(room.audience.count_all())

    # --- games ---

    async def make(self, wish: games.GameRequest, maker: str | None) -> str:
        """A new game; it begins at once if nobody has to be waited for."""
        self.check_open_for_games()
        wish = replace(wish, wait=3600 * self.settings.open_game_hours)
        game = await self.store.write(
            lambda it: games.create(it, wish, maker, self.store.now(), self.store.today())
        )
        self.begun(game)
        return game.setup.id

    async def join(self, id: str, player: str, name: str) -> None:
        """Takes a seat. Raises NotFound, Taken, NotAllowed."""
        self.check_open_for_games()
        await self.store.write(
            lambda it: games.join(it, id, player, name, self.store.now(), self.store.today())
        )
        self.look_at(id)

    async def leave(self, id: str, player: str) -> None:
        """Gives a seat back."""
        await self.store.write(lambda it: games.leave(it, id, player))
        self.look_at(id)

    async def resign(self, id: str, player: str) -> None:
        """Gives a game up for a player who is gone for good."""
        with suppress(LookupError):
            async with self.room(id) as room:
                await room.resign(player)

    def begun(self, game: games.StoredGame) -> None:
        """A new game is stored; its room is ready for those who come now."""
        self.metrics.games_made.inc()
        id = game.setup.id
        if self.alone and id not in self.rooms and id not in self._loading:
            room = self.rooms[id] = Room(self, game)
            room.think()
            self.forget(room)
        else:
            self.start(self._settle(id))
        self._publish(id, game.setup.public)

    def look_at(self, id: str) -> None:
        """Everybody at this game is to look again."""
        self._publish(id, True)
        self.start(self._settle(id))

    def _publish(self, id: str, public: bool) -> None:
        self.bus.publish(f"game:{id}")
        if public:
            self.bus.publish("lobby")

    async def _settle(self, id: str) -> None:
        with suppress(LookupError):  # a game that its maker has just given up
            known = id in self.rooms or id in self._loading  # read before this, perhaps
            async with self.room(id) as room:
                if known:
                    await room.catch_up()

    def check_open_for_games(self) -> None:
        """Raises Unavailable while the server stops."""
        if self.stopping:
            raise Unavailable("the server is restarting: try again in a moment")

    # --- words ---

    def clean_text(self, text: str) -> str:
        """What a player says, as plain text. Raises NotationError if it is too long."""
        shown = "".join(it if unicodedata.category(it)[0] != "C" else " " for it in text).strip()
        if len(shown) > self.settings.max_chat_length:
            raise NotationError(
                f"messages can have up to {self.settings.max_chat_length} characters"
            )
        return shown


def _busy(them: WorkerPool | None) -> tuple[int, int]:
    return (0, 0) if them is None else (them.statistics.running, them.statistics.queued)
