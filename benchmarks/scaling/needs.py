"""What N players need of everything, and how many players one of each can handle."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from benchmarks.scaling.costs import Costs

BUSY = 0.6
"""Planned CPU utilisation; the rest is for the evening's peak."""

CORES = 32
"""Of the machine that one PostgreSQL has."""

CONNECTIONS = 20_000
"""Of one server process (QUIRE_MAX_CONNECTIONS)."""

POOL = 16
"""Connections of a server process to PostgreSQL at most (`quire.store.database`)."""

BACKENDS = 500
"""Connections that one PostgreSQL takes well."""

LOG_RATE = 200e6
"""Bytes a second of its log that one PostgreSQL writes and its replica follows."""

NETWORK = 10e9 / 8
"""Bytes a second of one proxy."""

SOCKETS = 250_000
"""Connections of one proxy: about 40 KiB each with TLS, both sides."""

WITH_COMPUTERS = 0.3
"""Of all games; half of the moves there are the computer's."""

LEVEL = "level8"
"""The most expensive level, so the plan is enough for all."""

PAGE, YEAR = 8192, 365 * 86400


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of N concurrent players."""

    players: int
    pace: float
    moves: float
    """A second."""
    acts: float
    processes: int
    """Of servers, one core each."""
    server_memory: float
    """Bytes of all of them."""
    store_cores: float
    """Busy cores of PostgreSQL."""
    stores: int
    """PostgreSQLs."""
    log: float
    """Bytes a second."""
    rows: float
    """Events a day."""
    games: float
    """A day."""
    kept: float
    """Bytes a year."""
    backends: int
    """Connections of all servers' pools."""
    messages: float
    """Messages to Redis a second."""
    bus_cores: float
    buses: int
    wire: float
    """Bytes a second to and from players."""
    proxies: int
    thinkers: int
    """Cores for computer players."""


def needs(costs: Costs, players: int, pace: float) -> Needs:
    """What they need, with one process per core and a game's players at different ones."""
    moves = players / 2 / pace
    acts = moves * (1 + 3 / costs.moves)
    games = moves / costs.moves
    server = acts * (costs.act + costs.receive) + players * costs.idle
    left = BUSY - costs.tick
    processes = max(ceil(server / left), ceil(players / CONNECTIONS))
    # A group is what a server has to write at once; at the least it is one act.
    groups = min(acts, processes / max(costs.flush, 0.001))
    processes = max(processes, ceil((server + groups * costs.group) / left))
    store = acts * costs.store_act + groups * costs.store_group + players * costs.store_idle
    log, messages = acts * costs.log, acts * costs.messages
    stores = max(ceil(store / BUSY / CORES), ceil(log / LOG_RATE))
    thinking = WITH_COMPUTERS / 2 * moves * costs.levels[LEVEL]
    wire = acts * costs.wire_bytes
    return Needs(
        players=players,
        pace=pace,
        moves=moves,
        acts=acts,
        processes=processes,
        server_memory=players * costs.memory,
        store_cores=store,
        stores=stores,
        log=log,
        rows=acts * 86400,
        games=games * 86400,
        kept=(acts * costs.event_bytes + games * costs.game_bytes) * YEAR,
        backends=processes * POOL,
        messages=messages,
        bus_cores=messages * costs.message,
        buses=max(1, ceil(messages * costs.message / BUSY)),
        wire=wire,
        proxies=max(ceil(wire / NETWORK / BUSY), ceil(players / SOCKETS)),
        thinkers=ceil(thinking / BUSY),
    )


def limits(costs: Costs, pace: float) -> list[tuple[float, str, str]]:
    """The number of players at which one of each is no longer enough, and what to do, in order."""
    each = needs(costs, 1_000_000, pace)
    million = 1e6
    # What grows evenly: a million players' need says everybody's.
    found = [
        (
            BUSY / (costs.alone / 2 / pace + costs.alone_idle),
            "the CPU of one server with its SQLite file",
            "PostgreSQL and Redis, several processes (`--workers`), then several machines",
        ),
        (
            million / each.processes,
            "the CPU of one process on PostgreSQL",
            "more processes, as many as there are cores",
        ),
        (
            CONNECTIONS * 1.0,
            "open connections of one process",
            "more processes; the limit of open files",
        ),
        (
            million * BACKENDS / each.backends,
            "connections to one PostgreSQL",
            "pgbouncer in transaction mode, at most four real connections per core",
        ),
        (
            million * BUSY / each.bus_cores,
            "one Redis",
            "sharded pub/sub (`SPUBLISH`) by the game's id",
        ),
        (
            million * BUSY * CORES / each.store_cores,
            f"the cores of one PostgreSQL ({CORES} cores)",
            "several PostgreSQL servers, games sharded by the hash of their id",
        ),
        (
            million * LOG_RATE / each.log,
            "the WAL of one PostgreSQL",
            "several PostgreSQL servers, as above",
        ),
        (
            min(SOCKETS * 1.0, million * NETWORK * BUSY / each.wire),
            "one proxy",
            "several, behind DNS or a packet load balancer",
        ),
    ]
    return sorted(found)
