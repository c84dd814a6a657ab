"""All costs, from `docs/measurements/load.json` only."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.load.results import Measurement, Results

FRAME = 60
"""Bytes around a message on the network: frame, TLS, TCP and IP."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of CPU time unless stated otherwise; an act is a move or part of a rematch."""

    alone: float
    """One server on SQLite, per move, everything included."""
    alone_idle: float
    """That server, per connection and second."""
    act: float
    """The server where an act arrives, without its share of a group."""
    group: float
    """That server, per group commit."""
    receive: float
    """The other player's server, per act."""
    tick: float
    """A server without players, per second."""
    idle: float
    """A server, per connection and second."""
    memory: float
    """Bytes of a server per connection."""
    store_act: float
    """PostgreSQL, per act."""
    store_group: float
    """PostgreSQL, per group."""
    store_idle: float
    """PostgreSQL, per connection and second."""
    message: float
    """Redis, per message."""
    messages: float
    """Redis messages per act."""
    message_bytes: float
    """Bytes that Redis sends per act."""
    log: float
    """Bytes of PostgreSQL's WAL per act."""
    flush: float
    """Seconds until a group is on disk."""
    event_bytes: float
    """Bytes of an event in PostgreSQL."""
    game_bytes: float
    """Bytes of a game in PostgreSQL, without its events."""
    wire_bytes: float
    """Bytes to and from both players per act."""
    moves: float
    """Moves per game."""
    levels: dict[str, float]
    """CPU seconds per move of a computer player, by level."""


def costs(results: Results) -> Costs:
    """Return the costs from the measurements and probes. Raises KeyError if some are missing."""
    quick, calm, single = results.runs["postgres"]
    paced = results.runs["paced"][0]
    shown, service_usage, idle = quick.service_usage, calm.service_usage, calm.idle_service_usage
    assert shown is not None
    assert service_usage is not None
    assert idle is not None
    acts = _acts(calm)
    # The same servers write small groups at a low rate and large groups at a high one.
    node = _fitted(_alone(calm), _in_a_group(calm), quick.cpu_seconds / _acts(quick), quick)
    store_idle = idle.postgres / calm.plan.idle
    store = _fitted(
        (service_usage.postgres - store_idle * calm.seconds) / acts,
        _in_a_group(calm),
        shown.postgres / _acts(quick),
        quick,
    )
    receive = max(0.0, _alone(calm) - _alone(single))
    if receive > node[0]:  # two servers also write smaller groups, so use the share of the act
        receive = node[0] * receive / _alone(calm)
    # The second server adds no connections: what it adds while idle is its own cost.
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
        message=service_usage.redis / max(1, service_usage.published),
        messages=service_usage.published / acts,
        message_bytes=service_usage.sent / acts,
        log=service_usage.wal / acts,
        flush=results.probes["flush"],
        event_bytes=service_usage.event_bytes,
        game_bytes=service_usage.game_bytes,
        wire_bytes=(calm.sent_bytes + calm.received_bytes) / acts + 4 * FRAME,
        moves=_moves(calm),
        levels={name: cost for name, cost in results.probes.items() if name != "flush"},
    )


def _moves(measured: Measurement) -> float:
    """Return the moves per game, over all finished games."""
    return measured.moves / max(1, measured.games)


def _acts(measured: Measurement) -> float:
    """Moves, and three acts per finished game: two rematch offers and the next game."""
    return measured.moves + 3 * measured.games


def _alone(measured: Measurement) -> float:
    """Return the cost of all servers per act, idle cost excluded."""
    return (measured.cpu_seconds - measured.idle * measured.seconds) / _acts(measured)


def _in_a_group(measured: Measurement) -> float:
    assert measured.service_usage is not None
    return max(1.0, _acts(measured) / max(1, measured.service_usage.commits))


def _fitted(calm: float, few: float, quick: float, run: Measurement) -> tuple[float, float]:
    """Return the cost per act and per group, given the cost of an act at a low and a high rate."""
    many = _in_a_group(run)
    if many <= few or calm <= quick:
        return min(calm, quick), 0.0
    group = (calm - quick) / (1 / few - 1 / many)
    return max(0.0, calm - group / few), group
