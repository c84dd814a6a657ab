"""What everything costs, from `docs/measurements/load.json` and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.load.seen import Results, Seen

FRAME = 60
"""Bytes around a message on the wire: its frame, TLS, TCP and IP."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of CPU time unless stated otherwise; an act is a move or part of a rematch."""

    alone: float
    """Of one server on SQLite for a move, all in all."""
    alone_idle: float
    """Of that server for a connection in a second."""
    act: float
    """Of the server where an act arrives, however many are written together."""
    group: float
    """Of that server for each group that is written."""
    receive: float
    """Of the other player's server."""
    tick: float
    """Of a server by itself in a second."""
    idle: float
    """Of a server for a connection in a second."""
    memory: float
    """Bytes of a server for a connection."""
    store_act: float
    """Of PostgreSQL for an act."""
    store_group: float
    """Of PostgreSQL for a group."""
    store_idle: float
    """Of PostgreSQL for a connection in a second."""
    message: float
    """Of Redis for a message."""
    messages: float
    """Messages for an act."""
    message_bytes: float
    """That Redis sends for an act."""
    log: float
    """Bytes of PostgreSQL's log for an act."""
    flush: float
    """Seconds of the disk until a group is kept."""
    event_bytes: float
    """Of an event in PostgreSQL."""
    game_bytes: float
    """Of a game there, its events apart."""
    wire_bytes: float
    """To and from both players for an act."""
    moves: float
    """Of a game."""
    levels: dict[str, float]
    """For a computer player's move."""


def costs(results: Results) -> Costs:
    """What the measures and the probes say. Raises KeyError without them."""
    quick, calm, single = results.runs["postgres"]
    paced = results.runs["paced"][0]
    shown, backing, idle = quick.backing, calm.backing, calm.idle_backing
    assert shown is not None
    assert backing is not None
    assert idle is not None
    acts = _acts(calm)
    # The same servers write few at a time when it is calm and many when it is not.
    node = _fitted(_alone(calm), _in_a_group(calm), quick.processor / _acts(quick), quick)
    store_idle = idle.postgres / calm.plan.idle
    store = _fitted(
        (backing.postgres - store_idle * calm.seconds) / acts,
        _in_a_group(calm),
        shown.postgres / _acts(quick),
        quick,
    )
    receive = max(0.0, _alone(calm) - _alone(single))
    if receive > node[0]:  # two servers also write smaller groups: then its share of the act
        receive = node[0] * receive / _alone(calm)
    # The second server has no more connections: what it adds while nobody moves is its own.
    alone_idle = paced.idle / paced.plan.players
    tick = max(0.0, calm.idle - single.idle)
    return Costs(
        alone=paced.cost_of_move,
        alone_idle=alone_idle,
        act=max(0.0, node[0] - receive),
        group=node[1],
        receive=receive,
        tick=tick,
        idle=max(alone_idle, (single.idle - tick) / single.plan.players),
        memory=paced.memory,
        store_act=store[0],
        store_group=store[1],
        store_idle=store_idle / calm.plan.players,
        message=backing.redis / max(1, backing.published),
        messages=backing.published / acts,
        message_bytes=backing.sent / acts,
        log=backing.wal / acts,
        flush=results.probes["flush"],
        event_bytes=backing.event_bytes,
        game_bytes=backing.game_bytes,
        wire_bytes=(calm.sent_bytes + calm.received_bytes) / acts + 4 * FRAME,
        moves=_moves(calm),
        levels={name: cost for name, cost in results.probes.items() if name != "flush"},
    )


def _moves(seen: Seen) -> float:
    """Of a game, as all games that ended had."""
    return seen.moves / max(1, seen.games)


def _acts(seen: Seen) -> float:
    """Moves, and three acts per finished game: two rematch offers and the next game."""
    return seen.moves + 3 * seen.games


def _alone(seen: Seen) -> float:
    """Of all servers for an act, without what connections cost by themselves."""
    return (seen.processor - seen.idle * seen.seconds) / _acts(seen)


def _in_a_group(seen: Seen) -> float:
    assert seen.backing is not None
    return max(1.0, _acts(seen) / max(1, seen.backing.commits))


def _fitted(calm: float, few: float, quick: float, run: Seen) -> tuple[float, float]:
    """The cost of each act and that of each group: what an act costs is one plus a part of the
    other."""
    many = _in_a_group(run)
    if many <= few or calm <= quick:
        return min(calm, quick), 0.0
    group = (calm - quick) / (1 / few - 1 / many)
    return max(0.0, calm - group / few), group
