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
    """Forecast the latency of one server from its CPU time.

    Flat out, hundreds of acts share a group, so nearly all cost is that of the acts; in the 100
    games of `wide`, nearly every act has its own group.
    """
    few, many = results.runs["wide"][0], results.runs["wide"][-1]
    flat, paced = results.runs["flat"][0], results.runs["paced"][0]

    def single(of: Measurement) -> World:
        moves = of.moves / max(1, of.games)
        part = moves / (moves + 3)  # the share of moves among acts: each game ends with three more
        return World(
            of.plan.players,
            of.plan.pace,
            nodes=1,
            act=flat.cost_of_move * part,
            group=max(0.0, few.cost_of_move - flat.cost_of_move) * part,
            flush=results.probes["flush"],
            idle=many.idle / many.plan.players,
            moves=moves,
            embedded=True,
            think=evenly,
        )

    quick = Simulation(single(flat)).run(1.0, 3.0)
    calm = Simulation(single(paced)).run(2.0, 10.0)
    players = f"{flat.plan.players:,} players flat out"
    return [
        Compared(f"{players}: moves per second", quick.moves, flat.rate),
        Compared(f"{players}: median in ms", 1000 * quick.median, 1000 * flat.median),
        Compared(
            f"{paced.plan.players:,} players, one move every {paced.plan.pace:g} s: p99 in ms",
            1000 * calm.p99,
            1000 * paced.p99,
        ),
    ]


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
        message=costs.message * costs.messages * max(1.0, parts / need.buses),
        flush=costs.flush,
        trip=TRIP,
        tick=costs.tick,
        idle=costs.idle,
        store_idle=costs.store_idle,
        moves=costs.moves,
        cores=max(1, round(CORES * need.stores / parts)),
    )
    return Simulation(world).run(1.0, 2.0)
