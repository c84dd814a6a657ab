"""Measure the play server under load and print the table: `python -m benchmarks.load`.

Goals are for two cores: one for the server, one for all players.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from benchmarks.load import prefill, probes, table
from benchmarks.load.peers.node import MissingNode
from benchmarks.load.peers.peer import PEERS
from benchmarks.load.peers.run import measure_peers
from benchmarks.load.process import open_many_files
from benchmarks.load.results import Measurement, Plan, Results, machine
from benchmarks.load.run import new_database, run
from benchmarks.load.services import running_services

WIDE = (100, 500, 1_000, 2_500, 5_000)
"""Concurrent games."""

RATE = 500.0
"""Moves per second, where all runs have the same rate."""

IDLE_SECONDS = 10.0
"""How long idle connections are measured: each has one heartbeat in this time."""


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help="what to measure (default: paced and flat): " + ", ".join(MEASURED),
    )
    parser.add_argument("--players", type=int, help="number of players, instead of the default")
    parser.add_argument("--pace", type=float, help="seconds between a game's moves; 0: flat out")
    parser.add_argument("--seconds", type=float, default=30.0, help="duration of a run (30)")
    parser.add_argument("--rounds", type=int, default=1, help="rounds; the cheapest counts")
    parser.add_argument("--pictures", action="store_true", help="players request pictures")
    parser.add_argument("--db", help="a database, instead of a new SQLite file for each run")
    parser.add_argument("--games", type=int, default=1_000_000, help="for grown (1,000,000)")
    parser.add_argument("--store", type=Path, help="for grown: directory of its databases")
    parser.add_argument(
        "--servers",
        nargs="+",
        choices=PEERS,
        metavar="SERVER",
        help="for peers (all): " + ", ".join(PEERS),
    )
    parser.add_argument("--probes", action="store_true", help="also measure disk and levels")
    parser.add_argument("--pid", action="store_true", help="print the process id of each server")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add the results to FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's table")
    asked = parser.parse_args()
    if unknown := set(asked.what) - set(MEASURED):
        parser.error(f"unknown measurement {unknown.pop()}: choose from {', '.join(MEASURED)}")
    return asked


class Bench:
    """Runs plans with the options of the command line."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked

    def plan(self, players: int, pace: float, idle: float = 0.0) -> Plan:
        """Return the plan for these players at that pace, unless options override it."""
        given = self.asked
        pace = pace if given.pace is None else given.pace
        players = given.players or players
        return Plan(players, pace, given.seconds, given.pictures, min(idle, given.seconds))

    def run(self, plan: Plan, db: str | None = None) -> Measurement:
        """Return the cheapest round, on this database, the one of --db, or a new one."""
        db = db or self.asked.db
        rounds = []
        for _ in range(self.asked.rounds):
            with nullcontext(db) if db else new_database() as store:
                rounds.append(run(plan, store, None, self.on_server_start))
        return min(rounds, key=lambda run: run.cost)

    @property
    def on_server_start(self) -> Callable[[int], None]:
        """The callback for the process id of each server."""
        return print if self.asked.pid else lambda pid: None


def paced(bench: Bench) -> list[Measurement]:
    """Measure normal play: one move per game every five seconds."""
    plan = bench.plan(5_000, 5.0, IDLE_SECONDS)
    return [bench.run(plan), bench.run(replace(plan, echo=True))]


def flat(bench: Bench) -> list[Measurement]:
    """Measure the maximum rate."""
    plan = bench.plan(1_000, 0.0)
    return [bench.run(plan), bench.run(replace(plan, echo=True))]


def wide(bench: Bench) -> list[Measurement]:
    """Measure the same rate of moves in more and more games."""
    plans = [bench.plan(2 * games, games / RATE, IDLE_SECONDS) for games in WIDE]
    return [bench.run(plan) for plan in plans]


def grown(bench: Bench) -> list[Measurement]:
    """Measure the same games on an empty database, and on databases with finished games."""
    plan, most = bench.plan(1_000, 500 / RATE, IDLE_SECONDS), bench.asked.games
    measured = [bench.run(plan)]
    for games in (most // 100, most // 10, most):
        file = prefill.file_of(games, bench.asked.store)
        took = prefill.prefill(file, games)
        print(f"{file}: {file.stat().st_size / 1e9:.2f} GB, filled in {took:.0f} s")
        prefill.tidy(file)
        measured.append(replace(bench.run(plan, f"sqlite:///{file}"), finished_games=games))
        prefill.tidy(file)
    return measured


def pictures(bench: Bench) -> list[Measurement]:
    """Measure players who request pictures, and players who draw the boards themselves."""
    plan = bench.plan(1_000, 500 / RATE, IDLE_SECONDS)
    return [bench.run(replace(plan, pictures=wanted)) for wanted in (True, False)]


def postgres(bench: Bench) -> list[Measurement]:
    """Measure two servers on PostgreSQL and Redis, with the players of each game on different ones.

    A run with one server shows the other server's share of a move.
    """
    calm = bench.plan(400, 1.0, 3 * IDLE_SECONDS)
    plans = [replace(bench.plan(400, 0.0), nodes=2), replace(calm, nodes=2), calm]
    measured = []
    for plan in plans:
        with running_services() as services:
            measured.append(run(plan, services.db, services, bench.on_server_start))
    return measured


def peers(bench: Bench) -> list[Measurement]:
    """Measure the same players on other servers: flat out, and at the same rate for all."""
    players = bench.asked.players or 5_000
    plans = dict.fromkeys([bench.plan(1_000, 0.0), bench.plan(players, players / 2 / RATE)])
    return measure_peers(
        list(plans), bench.asked.servers or list(PEERS), bench.asked.rounds, bench.on_server_start
    )


MEASURED = {
    "paced": paced,
    "flat": flat,
    "wide": wide,
    "grown": grown,
    "pictures": pictures,
    "postgres": postgres,
    "peers": peers,
}


class TooShort(Exception):
    """Nothing happened in a run."""


def check_moves(runs: dict[str, list[Measurement]]) -> None:
    """Raise TooShort if nobody has moved in a run: then there is nothing to show."""
    for what, measured in runs.items():
        if empty := [it.plan for it in measured if not it.moves]:
            raise TooShort(
                f"{what}: no moves within {empty[0].seconds:g} s; "
                "use more --players, longer --seconds or a shorter --pace"
            )


def main() -> None:
    """Measure, print the table and write the requested files."""
    asked = options()
    open_many_files()
    bench = Bench(asked)
    try:
        new = {what: MEASURED[what](bench) for what in asked.what or ("paced", "flat")}
        check_moves(new)
    except (MissingNode, TooShort) as error:
        raise SystemExit(f"error: {error}") from None
    probed = probes.probes() if asked.probes else {}
    table.show(Results(machine(), new, probed))
    # Read only now: another run may have added to it meanwhile.
    kept = Results.read(asked.json) if asked.json else Results(machine(), {})
    results = kept.added(new, probed)
    if asked.json:
        results.write(asked.json)
    if asked.markdown:
        table.rewrite(asked.markdown, results)


if __name__ == "__main__":
    main()
