"""The worlds that are simulated: those that were measured, to compare, and those to come."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.load.seen import Results, Seen
from benchmarks.scaling.costs import Costs
from benchmarks.scaling.needs import CORES, Needs
from benchmarks.scaling.simulation import Figures, Simulation, World, evenly

TRIP = 0.0005
"""Seconds between two machines of one place and back."""

FACTOR = 3.0
"""A forecast that is off by no more than this is called good: it is for planning machines."""

ACTS = 5_000
"""A second that are simulated, or a little more."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A forecast beside what was measured."""

    what: str
    forecast: float
    measured: float

    @property
    def good(self) -> bool:
        """Whether it is near enough."""
        return 1 / FACTOR <= self.forecast / self.measured <= FACTOR


def compared(results: Results) -> list[Compared]:
    """Forecast the latency of one server from its CPU time.

    Flat out hundreds of acts share a group, so that all is an act's own cost; in the 100 games of
    `wide` nearly each has its group to itself.
    """
    few, many = results.runs["wide"][0], results.runs["wide"][-1]
    flat, paced = results.runs["flat"][0], results.runs["paced"][0]

    def single(of: Seen) -> World:
        moves = of.moves / max(1, of.games)
        part = moves / (moves + 3)  # of a move's cost that is an act's: a game that ends has three
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

    It is one of many like parts that is simulated: players of other parts would change nothing but
    how long it takes.
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
        # A Redis that several parts share is slower for each of them.
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
