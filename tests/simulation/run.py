"""Simulate one seed, and report what happened in it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from quire.games import find_game
from quire.online.setup import Seat
from quire.store.play import games
from quire.wire.protocol import Seek
from tests.simulation.checker.check import check
from tests.simulation.checker.stored_log import stored_kinds
from tests.simulation.checker.violation import Violation
from tests.simulation.environment.database import Outage
from tests.simulation.faults import Faults
from tests.simulation.lobby import Lobby
from tests.simulation.server import replaced
from tests.simulation.world import CLOCKS, HEALING_SECONDS, RECONNECT_SECONDS, World

BOARDS = (("line", "5"), ("line", "7"), ("obstruction", "5x5"), ("sos", "3x3"), ("sos", "3x3:3"))

QUIET = ("Heartbeat", "Spectators(")
"""Lines with these words are left out of a history."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one seed has led to."""

    seed: int
    violations: tuple[Violation, ...]
    trace: tuple[str, ...]
    """Everything that has happened, if something is wrong or it was asked for."""
    kinds: frozenset[str]
    """The kinds of events that were stored, and of faults that happened."""

    def history(self) -> list[str]:
        """Return the trace without what hardly matters."""
        return [line for line in self.trace if not any(words in line for words in QUIET)]

    def __str__(self) -> str:
        if not self.violations:
            return f"seed {self.seed}: no violation"
        return "\n".join([f"seed {self.seed} fails:", *(f"  {it}" for it in self.violations)])


def simulate(seed: int, traced: bool = False) -> Result:
    """Run a seed and check it."""
    world = World(seed)
    run(world)
    violations = tuple(check(world))
    trace = tuple(map(str, world.trace)) if traced or violations else ()
    return Result(seed, violations, trace, frozenset(stored_kinds(world) | world.fault_kinds))


def run(world: World) -> None:
    """Run from the start to the end."""
    with replaced(world, world.stream("ids")):
        try:
            world.loop.run_until_complete(world.loop.start(None, _live(world)))
        finally:
            world.database.begin_outage(Outage.REFUSED)
            world.loop.bury()


async def _live(world: World) -> None:
    for server in world.servers:
        server.start()
    while not all(server.node for server in world.servers):
        await asyncio.sleep(0.05)
    await _start_games(world)
    for player in world.players:
        player.connect()
    faults, lobby = Faults(world), Lobby(world)
    lobby.open()
    await faults.happen()
    faults.end()
    lobby.close()
    until = world.now() + HEALING_SECONDS
    while not world.is_quiet and world.now() < until:
        for server in world.servers:
            server.start()
        await asyncio.sleep(0.25)
        world.is_quiet = all(player.is_done for player in world.players) and _is_known(world)


async def _start_games(world: World) -> None:
    """Start a game; players without one look for a quick match."""
    for _ in range(world.chance.choice((0, 1, 1, 1))):
        await _start_game(world)
    idle = [player for player in world.players if not player.games]
    if len(idle) % 2:
        idle.pop()
    for player in idle:
        size = world.chance.choice(("5", "7"))
        player.seek = Seek(game="line", size=size, id=f"{player.name}-seek")


async def _start_game(world: World) -> None:
    chance = world.chance
    game, size = chance.choice(BOARDS)
    number = find_game(game).start(size).players
    people = chance.sample(world.players, min(number, len(world.players)))
    if chance.random() < 0.2:
        people.pop()
    seats = [Seat(player.account.name, player.id) for player in people]
    computers = [Seat("level1", None, "level1")] * (number - len(people))
    clock, increment = chance.choice(CLOCKS)
    request = games.GameRequest(
        game=game,
        size=size,
        seats=(*seats, *computers),
        clock=clock,
        increment=increment,
        reconnect_seconds=chance.choice((RECONNECT_SECONDS, RECONNECT_SECONDS, None)),
        rated=not computers and chance.random() < 0.3,
        seed=chance.getrandbits(53) if computers and len(people) == 1 else None,
    )
    server = chance.choice(world.servers)
    assert server.node is not None
    made = server.node.create_game(request, people[0].id)
    id = await world.loop.start(server.process, made)
    for player in people:
        player.follow(id)


def _is_known(world: World) -> bool:
    """Return whether every player has seen the end of all their games."""
    stored = dict(world.database.memory.driver.execute("SELECT id, seq FROM games").fetchall())
    known = [game for player in world.players for game in player.games.values()]
    return all(game.seq == stored.get(game.id) for game in known)
