"""Servers that are killed in mid-game, again and again: nothing acknowledged is ever lost.

Clients play all four games while the servers crash at random moments, each time with moves
in progress. While no server runs, an hour passes now and then: no clock may have run.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
import msgspec
from sqlalchemy import Connection, update

from quire.match.record import Record
from quire.online.event import EventKind
from quire.store import schema
from quire.store.people.rating import result
from quire.store.play import games
from quire.store.store import Store
from quire.wire.statistics_types import PlayerProfile
from tests.server.harness import ServerProcess, settings
from tests.server.reconnecting_player import ReconnectingPlayer, start_game
from tests.services import Postgres, Redis

HOUR = 3600.0
CLOCK = 60.0
TIMEOUT_SECONDS = 120.0
"""Seconds after which a test gives up."""

NATURAL = {"line", "points", "last_move", "full"}
"""How games end if nobody leaves."""

GAMES_TO_PLAY: tuple[tuple[str, str, int, float | None], ...] = (
    ("sos", "6x6", 2, CLOCK),
    ("sos", "6x6", 2, None),
    ("sos", "6x6", 2, CLOCK),
    ("sos", "6x6:3", 3, CLOCK),
    ("sos", "5x5:4", 4, CLOCK),
    ("sos", "5x5:simple", 2, CLOCK),
    ("line", "14", 2, CLOCK),
    ("line", "60", 2, CLOCK),
    ("extreme", "2x9x9", 2, CLOCK),
    ("extreme", "2x9x9", 2, CLOCK),
    ("extreme", "2x9x9", 2, None),
    ("obstruction", "6x6", 2, CLOCK),
    ("obstruction", "10x10", 2, CLOCK),
    ("obstruction", "9x9", 2, None),
)
"""Game, size, players, clock. All crashes happen before the SOS games are over."""


@dataclass(slots=True)
class Crash:
    """Servers that crash once `after` more moves were sent, with those moves in progress."""

    after: int
    victims: tuple[int, ...]
    passing: float = 0.0
    """Seconds that pass while no server runs."""


@dataclass(slots=True)
class Killer:
    """Kills servers as planned, and starts them again."""

    servers: list[ServerProcess]
    db: str
    plan: list[Crash]
    sent: int = 0
    killed: int = 0
    _restart: asyncio.Task[None] | None = None
    _due: int = 0
    _left: list[Crash] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._left = list(self.plan)
        self._due = self._left[0].after

    async def move_sent(self) -> None:
        """Count a move; a server that is due crashes before it can answer it."""
        self.sent += 1
        while self._left and self.sent >= self._due:
            if self._restart is not None and not self._restart.done():
                await asyncio.wait([self._restart])
                continue
            await self.finish()
            crash = self._left.pop(0)
            for number in crash.victims:
                self.servers[number].kill()
                self.killed += 1
            self._due = self.sent + (self._left[0].after if self._left else 0)
            self._restart = asyncio.create_task(self._start(crash))

    async def _start(self, crash: Crash) -> None:
        if crash.passing:
            await shift_times(self.db, crash.passing)
        starting = (asyncio.to_thread(self.servers[victim].start) for victim in crash.victims)
        await asyncio.gather(*starting)

    async def finish(self) -> None:
        """Wait until the last restart is done."""
        if self._restart is not None:
            await asyncio.shield(self._restart)  # many tasks may wait, and some are cancelled


async def shift_times(db: str, seconds: float) -> None:
    """Let time pass while no server runs, by moving all stored times back."""

    def move_back(connection: Connection) -> None:
        for column in (
            schema.downtime.c.stamp,
            schema.nodes.c.stamp,
            schema.games.c.began,
            schema.games.c.due,
            schema.events.c.at,
        ):
            connection.execute(update(column.table).values({column: column - seconds}))

    store = await Store.open(db)
    try:
        await store.write(move_back)
    finally:
        await store.close()


def plan(seed: int, crashes: int, servers: int) -> list[Crash]:
    """Plan the crashes: of two servers mostly one at a time; time passes while none is left."""
    rng = random.Random(seed)
    planned = []
    for number in range(crashes):
        one = (number % servers,)
        all_die = servers == 1 or number % 3 == 2
        victims = tuple(range(servers)) if all_die else one
        passing = HOUR if all_die and (servers == 2 or number % 2) else 0.0
        planned.append(Crash(rng.randint(4, 20), victims, passing))
    return planned


async def start_games(
    http: httpx.AsyncClient, players: list[ReconnectingPlayer], seed: int
) -> list[str]:
    """Start all games of the plan, with random players."""
    rng = random.Random(seed)
    return [
        await start_game(http, game, size, rng.sample(players, number), clock=clock)
        for game, size, number, clock in GAMES_TO_PLAY
    ]


async def play(servers: list[ServerProcess], db: str, crashes: list[Crash], seed: int) -> None:
    """Play all games to the end through all crashes, and check them."""
    urls = [server.url for server in servers]
    players = [ReconnectingPlayer(f"P{number}", urls, seed + number) for number in range(6)]
    killer = Killer(servers, db, crashes)
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:
        for player in players:
            await player.sign_in(http)
            player.on_move_sent, player.on_unreachable = killer.move_sent, killer.finish
        ids = await start_games(http, players, seed)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*(player.play() for player in players))
            await killer.finish()
        assert killer.killed == sum(len(crash.victims) for crash in crashes)
        records = await check_games(db, ids, players)
        for url in urls:
            for id, record in records.items():
                answer = (await http.get(f"{url}/api/games/{id}/record")).raise_for_status()
                assert Record.from_json(answer.content).moves == record.moves
            await check_statistics(http, url, db, ids, players)
            metrics = (await http.get(f"{url}/metrics")).text
            assert "quire_errors_total 0.0" in metrics
    moves = sum(len(record.moves) for record in records.values())
    acknowledged = sum(len(player.acknowledged) for player in players)
    assert acknowledged == moves >= 250
    # At least one move was in progress at each crash, so a player has reconnected after it.
    assert sum(player.connections for player in players) >= len(players) + len(crashes)


async def stored(db: str, ids: list[str]) -> dict[str, games.StoredGame]:
    store = await Store.open(db)
    try:
        return {id: await store.read(partial(games.load, id=id)) for id in ids}
    finally:
        await store.close()


async def check_games(
    db: str, ids: list[str], players: list[ReconnectingPlayer]
) -> dict[str, Record]:
    """Check that every acknowledged move is stored once and in order, as players saw it."""
    records = {}
    for id, kept in (await stored(db, ids)).items():
        assert kept.status == games.OVER
        events = kept.events
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        names = [(event.seat, event.id) for event in events if event.id]
        assert len(set(names)) == len(names), "a move was stored twice"
        assert {event.kind for event in events} <= {
            EventKind.MOVE,
            EventKind.AWAITED,
            EventKind.DISCONNECTED,
            EventKind.RECONNECTED,
        }
        for player in players:
            for move in player.acknowledged:
                if move.game == id:
                    event = events[move.seq - 1]
                    assert (event.kind, event.id) == (EventKind.MOVE, move.id)
                    assert (event.text, event.seat) == (move.text, move.seat)
            if id in player.games:
                for seq, received in player.games[id].events.items():
                    event = events[seq - 1]
                    assert (event.kind.value, event.seat, event.text) == received
        live = kept.live(1.0)
        record = records[id] = live.match.record
        record.check()
        assert record.moves == tuple(event.text for event in events if event.kind is EventKind.MOVE)
        check_clock(record, kept)
    return records


def check_clock(record: Record, kept: games.StoredGame) -> None:
    """Check that nobody lost by the crashes, and that no clock ran while no server did."""
    assert record.outcome is not None
    assert record.outcome.reason.value in NATURAL
    times = [event.at for event in kept.events]
    assert times == sorted(times)
    assert kept.setup.began <= times[0]
    assert times[-1] - kept.setup.began < HOUR
    assert all(0 <= seconds < HOUR for seconds in record.seconds)


async def check_statistics(
    http: httpx.AsyncClient, url: str, db: str, ids: list[str], players: list[ReconnectingPlayer]
) -> None:
    """Check that the statistics match the records, and no game was counted twice."""
    expected: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    for kept in (await stored(db, ids)).values():
        outcome = kept.live(1.0).match.outcome
        assert outcome is not None
        for number, seat in enumerate(kept.setup.seats):
            assert seat.player is not None
            counted = expected[seat.player]
            counted[kept.setup.game, "games"] += 1
            counted[kept.setup.game, result(outcome.ranks, number)] += 1
    for player in players:
        answer = (await http.get(f"{url}/api/players/{player.id}")).raise_for_status()
        page = msgspec.json.decode(answer.content, type=PlayerProfile)
        counted = Counter(
            {
                (figures.game, name): getattr(figures.people, name)
                for figures in page.games
                for name in ("games", "wins", "losses", "draws")
                if getattr(figures.people, name)
            }
        )
        assert counted == expected[player.id]


@contextmanager
def processes(number: int, directory: Path, **changes: str) -> Iterator[list[ServerProcess]]:
    """Start `number` servers that share one store."""
    with ExitStack() as stack:
        started = []
        for _ in range(number):
            server = ServerProcess(
                settings(directory, heartbeat_seconds=5.0, move_seconds=CLOCK, **changes)
            )
            stack.callback(server.kill)
            server.start()
            started.append(server)
        yield started


def test_one_server_is_killed_repeatedly(tmp_path: Path) -> None:
    with processes(1, tmp_path) as servers:
        db = servers[0].settings.db
        asyncio.run(play(servers, db, plan(1, 8, 1), seed=1))


def test_two_servers_are_killed_in_turn_and_at_once(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    with (
        postgres.database() as db,
        processes(2, tmp_path, db=db, bus=f"{redis.url}/0") as servers,
    ):
        asyncio.run(play(servers, db, plan(2, 6, 2), seed=2))
