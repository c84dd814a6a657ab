"""The worlds that are simulated: those that were measured, to compare, and larger ones."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.load.results import Measurement, Results
from benchmarks.scaling.costs import Costs
from benchmarks.scaling.needs import CORES, Needs
from benchmarks.scaling.simulation import Figures, Simulation, World, evenly

TRIP = 0.0005
"""Round-trip time between two machines in one data centre, in seconds."""

FACTOR = 3.0
"""Forecasts within this factor are good enough for planning machines."""

ACTS = 5_000
"""Minimum number of acts per second to simulate."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A forecast and the measurement."""

    what: str
    forecast: float
    measured: float

    @property
    def good(self) -> bool:
        """Whether the forecast is close enough."""
        return 1 / FACTOR <= self.forecast / self.measured <= FACTOR


def compared(results: Results) -> list[Compared]:
    """Forecast the latency of one server from its CPU time, in runs with other numbers of players.

    No latency is fitted: the costs come from `flat` and from the first and the last run of `wide`.
    """
    few, *others, many = results.runs["wide"]
    flat, paced = results.runs["flat"][0], results.runs["paced"][0]
    price = single_costs(flat, few, many, results.probes["flush"])
    quick = Simulation(single(price, flat)).run(1.0, 3.0)
    players = f"{flat.plan.players:,} players flat out"
    return [
        Compared(f"{players}: moves per second", quick.moves, flat.rate),
        Compared(f"{players}: median in ms", 1000 * quick.median, 1000 * flat.median),
        *(
            Compared(
                f"{run.plan.players:,} players, one move every {run.plan.pace:g} s: p99 in ms",
                1000 * Simulation(single(price, run)).run(2.0, 10.0).p99,
                1000 * run.p99,
            )
            for run in (*others, paced)
        ),
    ]


@dataclass(frozen=True, slots=True)
class SingleCosts:
    """CPU seconds of one server on SQLite."""

    move: float
    """Per move."""
    group: float
    """Per group."""
    idle: float
    """Per connection and second."""
    tick: float
    """Per second, without connections."""
    flush: float
    """Seconds until a group is on disk."""


def single_costs(
    flat: Measurement, few: Measurement, many: Measurement, flush: float
) -> SingleCosts:
    """Return the costs from a run flat out, one with few and one with many connections.

    Flat out, hundreds of moves share a group, so nearly all cost is that of the moves; in few games
    at a low rate, nearly every move has its own group.
    """
    more = many.plan.players - few.plan.players
    idle = max(0.0, (many.idle - few.idle) / more)
    return SingleCosts(
        move=flat.cost_of_move,
        group=max(0.0, few.cost_of_move - flat.cost_of_move),
        idle=idle,
        tick=max(0.0, few.idle - idle * few.plan.players),
        flush=flush,
    )


def single(price: SingleCosts, run: Measurement) -> World:
    """Return the world of a run with one server on SQLite."""
    moves = run.moves / max(1, run.games)
    part = moves / (moves + 3)  # the share of moves among acts: each game ends with three more
    return World(
        run.plan.players,
        run.plan.pace,
        nodes=1,
        act=price.move * part,
        group=price.group * part,
        flush=price.flush,
        idle=price.idle,
        tick=price.tick,
        moves=moves,
        embedded=True,
        think=evenly,
    )


def simulated(costs: Costs, need: Needs, nodes: int) -> Figures:
    """Simulate N servers with everything else that these players need.

    Only one of many equal parts is simulated: the players of other parts would change nothing but
    the running time.
    """
    parts = max(1, round(need.acts / ACTS))
    world = World(
        need.players // parts,
        need.pace,
        nodes=max(2, round(nodes / parts)),
        act=costs.act,
        receive=costs.receive,
        group=costs.group,
        store_act=costs.store_act,
        store_group=costs.store_group,
        # If several parts share a Redis, it is slower for each of them.
        message=need.bus_cores / need.acts * max(1.0, parts / need.buses),
        flush=costs.flush,
        trip=TRIP,
        tick=costs.tick,
        idle=costs.idle,
        store_idle=costs.store_idle,
        moves=costs.moves,
        cores=max(1, round(CORES * need.stores / parts)),
    )
    return Simulation(world).run(1.0, 2.0)
