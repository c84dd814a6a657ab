"""Faults that befall a run of the simulation, until everything heals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from quire.store import admin
from quire.store.people import players
from tests.simulation.environment.database import FailureRates, Outage
from tests.simulation.environment.scheduler import Process
from tests.simulation.world import World

DATE_STEPS_SECONDS = (3600.0, -3600.0, 864_000.0, -864_000.0)
"""By how much a machine's date is set, at a time."""

RATES = (
    FailureRates(),
    FailureRates(before=0.02, after=0.02, conflict=0.02),
    FailureRates(before=0.05, after=0.1, conflict=0.05, slow=0.05),
)


FAULTS = (
    *("lose_database", "lose_bus", "isolate_server"),
    *("stop_server", "cut_connection", "set_date"),
    *("end_game", "ban_player"),
)
"""What can go wrong, and what administrators do; the methods of Faults have these names."""


class Faults:
    """Random faults: of the database, the bus, the servers, connections and dates."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = world.chance
        self._until = 0.0
        """When all faults end."""
        self._banned: list[str] = []

    async def happen(self) -> None:
        """Let random faults happen for a while."""
        chance = self._chance
        self._until = self._world.now() + min(0.3 + chance.expovariate(0.6), 10.0)
        self._world.database.rates = chance.choice(RATES)
        self._world.bus.loss_rate = self._world.bus.double_rate = chance.choice((0.0, 0.2))
        mean = chance.choice((0.2, 0.5, 1.5))
        while (left := self._until - self._world.now()) > 0:
            await asyncio.sleep(min(left, chance.expovariate(1.0 / mean)))
            fault = chance.choice(FAULTS)
            self._world.fault_kinds.add(fault)
            getattr(self, f"_{fault}")()

    def _lose_database(self) -> None:
        if self._world.database.outage is None:
            outage = self._chance.choice(list(Outage))
            self._world.note("database", "is away", outage.value)
            self._world.database.begin_outage(outage)
            self._world.on_server_changed()
            seconds = self._chance.uniform(0.3, 3.0)
            if self._chance.random() < 0.3:  # long enough to be noticed for certain
                seconds = self._chance.uniform(5.0, 9.0)
                self._until = max(self._until, self._world.now() + seconds)
            self._world.later(seconds, self._restore_database)

    def _restore_database(self) -> None:
        if self._world.database.outage is not None:
            self._world.note("database", "is back")
            self._world.database.end_outage()
            self._world.on_server_changed()

    def _isolate_server(self) -> None:
        """Let one server lose the database, while the others have it."""
        world, server = self._world, self._chance.choice(self._world.servers)
        process, seconds = server.process, self._chance.uniform(0.5, 8.0)
        if process is not None and process not in world.database.cut_off:
            outage = self._chance.choice(list(Outage))
            world.note(process.name, "is isolated", outage.value)
            world.database.begin_outage(outage, process)
            world.isolations.append((process, world.now(), world.now() + seconds))
            world.on_server_changed()
            world.later(seconds, self._reconnect_server, process)

    def _reconnect_server(self, process: Process) -> None:
        if process in self._world.database.cut_off:
            self._world.note(process.name, "reconnects")
            self._world.database.end_outage(process)
            self._world.on_server_changed()

    def _lose_bus(self) -> None:
        if self._world.bus.is_up:
            self._world.note("bus", "is away")
            self._world.bus.set_up(False)
            self._world.later(self._chance.uniform(0.5, 3.0), self._restore_bus)

    def _restore_bus(self) -> None:
        if not self._world.bus.is_up:
            self._world.note("bus", "is back")
            self._world.bus.set_up(True)

    def _stop_server(self) -> None:
        """Kill or stop a server, or all of them."""
        chance = self._chance
        stopped = (
            self._world.servers if chance.random() < 0.2 else [chance.choice(self._world.servers)]
        )
        killed = chance.random() < 0.7
        for server in stopped:
            if server.process is None:
                continue
            self._world.faults.append(self._world.now())
            process = server.process
            if killed:
                server.kill()
                for link in self._world.links:
                    if link.process is process:
                        link.cut()
            else:
                server.stop()
            self._world.later(chance.uniform(0.2, 3.0), server.start)

    def _cut_connection(self) -> None:
        """Cut the connection of a player."""
        link = self._chance.choice(self._world.players).link
        if link is not None:
            silently = self._chance.random() < 0.4
            self._world.note("network", "cuts", "silently" if silently else "")
            link.cut(silently)

    def _set_date(self) -> None:
        """Set the date of a machine; what runs there must not notice."""
        step, world = self._chance.choice(DATE_STEPS_SECONDS), self._world
        places: list[Any] = [world.database, *(server.machine for server in world.servers)]
        place = self._chance.choice(places)
        place.date_offset += step
        world.note(getattr(place, "name", "database"), "sets date", f"by {step / 3600:+.0f} h")

    # --- administrators ---

    def _administer(self, command: str, work: Callable[[Connection], object], **about: str) -> bool:
        """Change the database and log it, as `quire admin` does. Return whether it could."""
        database = self._world.database
        if database.outage is not None:
            return False

        def change(connection: Connection) -> None:
            work(connection)
            admin.log(connection, command, "root", database.date(), **about)

        self._world.note("admin", command, about)
        database.run(change)
        return True

    def _end_game(self) -> None:
        """End a game that waits for players or is running."""
        read = self._world.database.memory.driver.execute
        rows = read("SELECT id, status FROM games WHERE status <> 'over' ORDER BY id").fetchall()
        if rows and self._chance.random() < 0.5:
            id, status = self._chance.choice(rows)
            today = self._world.database.date()
            if self._administer(
                "end-game", lambda connection: admin.end_game(connection, id, today), game_id=id
            ):
                self._world.ended_games[id] = status

    def _ban_player(self) -> None:
        """Ban a player for a while."""
        player = self._chance.choice(self._world.players).id
        if self._administer(
            "ban", lambda connection: players.ban(connection, player), player=player
        ):
            self._banned.append(player)
            self._world.later(self._chance.uniform(0.1, 3.0), self._unban, player)

    def _unban(self, player: str) -> None:
        if player in self._banned and self._administer(
            "unban", lambda connection: players.unban(connection, player), player=player
        ):
            self._banned.remove(player)

    def end(self) -> None:
        """Heal everything; players come back."""
        world = self._world
        world.note("world", "heals")
        world.healing = True
        world.database.rates = FailureRates()
        world.bus.loss_rate = world.bus.double_rate = 0.0
        self._restore_database()
        self._restore_bus()
        for banned in list(self._banned):
            self._unban(banned)
        for process in list(world.database.cut_off):
            self._reconnect_server(process)
        now = world.now()
        world.isolations = [(it, since, min(until, now)) for it, since, until in world.isolations]
        for player in world.players:
            player.come_back()
