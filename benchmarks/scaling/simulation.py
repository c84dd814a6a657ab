"""Players, servers, PostgreSQL and Redis in simulated time, act by act.

An act waits for its server, is written in a group, is flushed to disk together with other groups,
goes through Redis, and waits for the other player's server. Then the opponent thinks. A game ends
after some moves, both players offer a rematch, and the next game starts.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from benchmarks.load.results import quantile
from benchmarks.scaling.station import Clock, Grouping, Station, Then

MAX_GROUP_SIZE = 512
"""Acts per group, as in `quire.store.store`."""

BURSTS = 20
"""How often per second heartbeats are sent, as in `quire.server.play.maintenance`."""

Think = Callable[[random.Random, float], float]


def evenly(rng: random.Random, pace: float) -> float:
    """Return a constant thinking time, as in the load benchmark."""
    return pace


def humanly(rng: random.Random, pace: float) -> float:
    """Return a log-normal thinking time with that mean: many quick moves and some long thoughts."""
    return rng.lognormvariate(math.log(pace) - 0.5, 1.0)


def at_random(rng: random.Random, pace: float) -> float:
    """Return an exponential thinking time, for which there are formulas."""
    return rng.expovariate(1 / pace)


@dataclass(frozen=True, slots=True)
class World:
    """The players and the machines. Costs are CPU seconds."""

    players: int
    pace: float
    """Mean thinking time in seconds."""
    nodes: int
    act: float
    """The server where an act arrives."""
    receive: float = 0.0
    """The other player's server, per act."""
    group: float = 0.0
    """A server, per group."""
    store_act: float = 0.0
    store_group: float = 0.0
    message: float = 0.0
    """Redis, per act."""
    flush: float = 0.0
    trip: float = 0.0
    """Round-trip time between two machines, in seconds."""
    idle: float = 0.0
    """A server, per connection and second: heartbeats and the answers to them."""
    bursts: int = BURSTS
    """Bursts of heartbeats per second; the answers come back at once."""
    tick: float = 0.0
    """A server without players, per second."""
    store_idle: float = 0.0
    moves: float = 50.0
    """Moves per game."""
    cores: int = 1
    """Cores per PostgreSQL."""
    stores: int = 1
    """PostgreSQL servers, each with its share of the games."""
    buses: int = 1
    """Redis servers."""
    embedded: bool = False
    """Whether the database is in the server process: SQLite."""
    think: Think = humanly


@dataclass(slots=True)
class Figures:
    """The result: utilisation as shares, times in seconds."""

    acts: float
    """Per second."""
    moves: float
    node: float
    store: float
    disk: float
    bus: float
    in_a_group: float
    median: float
    """From sending a move until the opponent receives it."""
    p99: float
    waits: dict[str, float] = field(default_factory=dict)
    """p99 of the wait, by component."""


def _nothing() -> None:
    """Do nothing: nobody waits for it."""


class _Game:
    __slots__ = ("due", "receiver", "sender", "store")

    def __init__(self, sender: int, receiver: int, store: int, due: float) -> None:
        self.sender, self.receiver, self.store, self.due = sender, receiver, store, due


class Simulation:
    """A running simulation."""

    def __init__(self, world: World, seed: int = 1) -> None:
        self.world = world
        self.clock = Clock()
        self.rng = random.Random(seed)
        self.nodes = [Station(self.clock) for _ in range(world.nodes)]
        self.stores = [Station(self.clock, world.cores) for _ in range(world.stores)]
        self.disks = [Station(self.clock) for _ in range(world.stores)]
        self.buses = [Station(self.clock) for _ in range(world.buses)]
        # Each server writes one group after another to each database; each disk flushes them all.
        self.flushes = [Grouping(self.clock, self._flush(number)) for number in range(world.stores)]
        self.writers = [
            [
                Grouping(self.clock, self._write(node, store), MAX_GROUP_SIZE)
                for store in range(world.stores)
            ]
            for node in range(world.nodes)
        ]
        self.seconds: list[float] = []
        self.acts = 0

    def run(self, warm: float, counted: float) -> Figures:
        """Simulate a warm-up, then measure for some seconds."""
        self._begin(warm + counted)
        self.clock.run(warm)
        self.seconds, self.acts = [], 0
        for station in (*self.nodes, *self.stores, *self.disks, *self.buses):
            station.forget()
        for grouping in (*self.flushes, *(writer for row in self.writers for writer in row)):
            grouping.forget()
        self.clock.run(warm + counted)
        return self._figures(counted)

    def _begin(self, until: float) -> None:
        """Start players and servers at random points of their thinking time and second."""
        world = self.world
        for node in self.nodes:
            self.clock.after(self.rng.random(), partial(self._tick, node))
            self.clock.after(self.rng.random(), partial(self._send_heartbeats, node))
        games = world.players // 2
        for number in range(games):
            game = self._new_game()
            if world.think is evenly:
                game.due = world.pace * number / games
            else:
                # The rest of a thought at a random time: longer thoughts are met more often.
                game.due = self.rng.random() * self._thought_met()
            if game.due <= until:
                self.clock.after(game.due, self._mover(game))

    def _tick(self, node: Station) -> None:
        """Check all games."""
        world = self.world
        if world.tick:
            node.do(world.tick, _nothing)
        if world.store_idle:
            for store in self.stores:
                here = world.players / world.nodes
                store.do(world.store_idle * here / world.stores, _nothing)
        self.clock.after(1.0, lambda: self._tick(node))

    def _send_heartbeats(self, node: Station) -> None:
        """Send heartbeats to some connections, and read their answers."""
        world = self.world
        if world.idle:
            node.do(world.idle * world.players / world.nodes / world.bursts, _nothing)
        self.clock.after(1.0 / world.bursts, lambda: self._send_heartbeats(node))

    def _thought_met(self) -> float:
        world = self.world
        if world.think is humanly:
            return self.rng.lognormvariate(math.log(world.pace) + 0.5, 1.0)
        return self.rng.gammavariate(2.0, world.pace)

    def _new_game(self) -> _Game:
        world = self.world
        where = self.rng.randrange(world.nodes), self.rng.randrange(world.nodes)
        return _Game(*where, self.rng.randrange(world.stores), self.clock.now)

    def _mover(self, game: _Game) -> Then:
        return lambda: self._move(game)

    def _move(self, game: _Game) -> None:
        began = self.clock.now

        def finish() -> None:
            self.seconds.append(self.clock.now - began)
            game.sender, game.receiver = game.receiver, game.sender
            if self.rng.random() * self.world.moves < 1:
                self._rematch(game)
            else:
                self._think(game)

        self._act(game, finish)

    def _think(self, game: _Game) -> None:
        world, now = self.world, self.clock.now
        thought = world.think(self.rng, world.pace) if world.pace else 0.0
        # As in the load benchmark, whose players make up for a late move.
        since = game.due if world.think is evenly else now
        game.due = max(since + thought, now)
        self.clock.after(game.due - now, self._mover(game))

    def _rematch(self, game: _Game) -> None:
        """Both players offer a rematch, and the next game is created."""
        again = [lambda: self._think(self._new_game())]
        for _ in range(3):
            then = again[-1]
            again.append(lambda then=then: self._act(game, then))  # type: ignore[misc]
        again[-1]()

    def _act(self, game: _Game, then: Then) -> None:
        world = self.world
        self.acts += 1

        def deliver() -> None:
            if game.receiver == game.sender:
                then()
            else:
                self.nodes[game.receiver].do(world.receive, then)

        def kept() -> None:
            if world.embedded or not world.message:
                deliver()
            else:
                bus = self.buses[game.store % world.buses]
                self.clock.after(world.trip, lambda: bus.do(world.message, deliver))

        writer = self.writers[game.sender][game.store]
        self.nodes[game.sender].do(world.act, lambda: writer.add(kept))

    def _write(self, node: int, store: int) -> Callable[[int, Then], None]:
        world = self.world

        def write(number: int, then: Then) -> None:
            work = world.store_group + number * world.store_act

            def flush() -> None:
                self.flushes[store].add(then)

            def stored() -> None:
                if work:
                    self.stores[store].do(work, flush)
                elif world.flush:
                    flush()
                else:
                    then()

            def sent() -> None:
                if world.trip:
                    self.clock.after(world.trip, stored)
                else:
                    stored()

            if world.group:
                self.nodes[node].do(world.group, sent)
            else:
                sent()

        return write

    def _flush(self, store: int) -> Callable[[int, Then], None]:
        return lambda number, then: self.disks[store].do(self.world.flush, then)

    def _figures(self, counted: float) -> Figures:
        def use(stations: list[Station]) -> float:
            return sum(station.use(counted) for station in stations) / len(stations)

        def p99(waits: list[list[float]]) -> float:
            together = [wait for some in waits for wait in some]
            return quantile(together, 0.99) if together else 0.0

        groups = sum(writer.groups for row in self.writers for writer in row)
        return Figures(
            acts=self.acts / counted,
            moves=len(self.seconds) / counted,
            node=use(self.nodes),
            store=use(self.stores),
            disk=use(self.disks),
            bus=use(self.buses),
            in_a_group=self.acts / max(1, groups),
            median=quantile(self.seconds, 0.5),
            p99=quantile(self.seconds, 0.99),
            waits={
                "server": p99([node.waits for node in self.nodes]),
                "group": p99([writer.waits for row in self.writers for writer in row]),
                "PostgreSQL": p99([store.waits for store in self.stores]),
                "Redis": p99([bus.waits for bus in self.buses]),
            },
        )
