"""What N players need of everything, and how many players one of each can handle."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

from benchmarks.scaling.costs import Costs

UTILISATION = 0.6
"""Planned CPU utilisation; the rest is for the evening's peak."""

CORES = 32
"""Cores of a PostgreSQL machine."""

CONNECTIONS = 20_000
"""Connections per server process (QUIRE_MAX_CONNECTIONS)."""

POOL = 16
"""Maximum connections of a server process to PostgreSQL (`quire.store.database`)."""

BACKENDS = 500
"""Connections that one PostgreSQL handles well."""

LOG_RATE = 200e6
"""WAL bytes per second that one PostgreSQL can write and its replica can follow."""

NETWORK = 10e9 / 8
"""Bytes per second of one proxy."""

SOCKETS = 250_000
"""Connections per proxy: about 40 KiB each with TLS, both sides."""

WITH_COMPUTERS = 0.3
"""Share of games against the computer; half of the moves there are the computer's."""

LEVEL = "level8"
"""The most expensive level, so the plan is enough for all."""

PAGE, YEAR = 8192, 365 * 86400


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of N concurrent players."""

    players: int
    pace: float
    moves: float
    """Per second."""
    acts: float
    processes: int
    """Server processes, one core each."""
    server_memory: float
    """Bytes, over all server processes."""
    store_cores: float
    """Busy cores of PostgreSQL."""
    stores: int
    """Number of PostgreSQL servers."""
    log: float
    """WAL bytes per second."""
    rows: float
    """Events per day."""
    games: float
    """Per day."""
    kept: float
    """Bytes per year."""
    backends: int
    """Connections of all servers' pools."""
    messages: float
    """Redis messages per second."""
    bus_cores: float
    buses: int
    wire: float
    """Bytes per second to and from players."""
    proxies: int
    agent_cores: int
    """Cores for computer players."""


def needs(costs: Costs, players: int, pace: float) -> Needs:
    """Return the needs, with one process per core and the players of a game on different ones."""
    moves = players / 2 / pace
    acts = moves * (1 + 3 / costs.moves)
    games = moves / costs.moves
    server = acts * (costs.act + costs.receive) + players * costs.idle
    left = UTILISATION - costs.tick
    processes = max(ceil(server / left), ceil(players / CONNECTIONS))
    # A group is what a server has to write at the same time, at least one act.
    groups = min(acts, processes / max(costs.flush, 0.001))
    processes = max(processes, ceil((server + groups * costs.group) / left))
    store = acts * costs.store_act + groups * costs.store_group + players * costs.store_idle
    log, messages = acts * costs.log, acts * costs.messages
    # With a channel per game, a message reaches two servers, as it did when it was measured.
    bus_cores = messages * costs.message
    stores = max(ceil(store / UTILISATION / CORES), ceil(log / LOG_RATE))
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
        bus_cores=bus_cores,
        buses=max(1, ceil(bus_cores / UTILISATION)),
        wire=wire,
        proxies=max(ceil(wire / NETWORK / UTILISATION), ceil(players / SOCKETS)),
        agent_cores=ceil(thinking / UTILISATION),
    )


def limits(costs: Costs, pace: float) -> list[tuple[float, str, str]]:
    """Return the number of players at which one of each is not enough, and what to do, in order."""
    each = needs(costs, 1_000_000, pace)
    million = 1e6
    # A message reaches all servers. Its cost was measured with two: it comes once and goes twice.
    broadcast_cores = each.bus_cores * (1 + each.processes) / 3
    # Most grow linearly, so the needs of a million players scale to any number.
    found = [
        (
            UTILISATION / (costs.alone / 2 / pace + costs.alone_idle),
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
            million * sqrt(UTILISATION / broadcast_cores),  # with the players, so do the servers
            "one Redis",
            "a channel per game, so that an event reaches two servers; then sharded pub/sub",
        ),
        (
            million * UTILISATION * CORES / each.store_cores,
            f"the cores of one PostgreSQL ({CORES} cores)",
            "several PostgreSQL servers, games sharded by the hash of their id",
        ),
        (
            million * LOG_RATE / each.log,
            "the WAL of one PostgreSQL",
            "several PostgreSQL servers, as above",
        ),
        (
            min(SOCKETS * 1.0, million * NETWORK * UTILISATION / each.wire),
            "one proxy",
            "several, behind DNS or a packet load balancer",
        ),
    ]
    return sorted(found)
