"""Measure the play server under load and print the table: `python -m benchmarks.load`.

A goal is for two cores: one for the server, one for all players.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from benchmarks.load import prefill, probes, table
from benchmarks.load.backing import running_services
from benchmarks.load.process import open_many_files
from benchmarks.load.run import new_store, run
from benchmarks.load.seen import Plan, Results, Seen, machine

WIDE = (100, 500, 1_000, 2_500, 5_000)
"""Games at once."""

RATE = 500.0
"""Moves a second where the rate is the same for all."""

BEATS = 10.0
"""Seconds in which every connection has one beat: so long the idle ones are looked at."""


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help="what to measure, by default paced and flat: " + ", ".join(MEASURED),
    )
    parser.add_argument("--players", type=int, help="instead of what a measure has")
    parser.add_argument("--pace", type=float, help="seconds between a game's moves; 0: flat out")
    parser.add_argument("--seconds", type=float, default=30.0, help="to count for (30)")
    parser.add_argument("--rounds", type=int, default=1, help="of each run; the cheapest counts")
    parser.add_argument("--pictures", action="store_true", help="players ask for pictures")
    parser.add_argument("--db", help="a store, instead of a new SQLite file for each run")
    parser.add_argument("--games", type=int, default=1_000_000, help="for grown (1,000,000)")
    parser.add_argument("--store", type=Path, help="for grown: where its stores are kept")
    parser.add_argument("--probes", action="store_true", help="also the disk and computer players")
    parser.add_argument("--pid", action="store_true", help="print the server's process number")
    parser.add_argument("--json", type=Path, metavar="FILE", help="put the results into FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's table")
    asked = parser.parse_args()
    if unknown := set(asked.what) - set(MEASURED):
        parser.error(f"{unknown.pop()} is not measured: {', '.join(MEASURED)} are")
    return asked


class Bench:
    """Runs plans as the command line says."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked

    def plan(self, players: int, pace: float, idle: float = 0.0) -> Plan:
        """Return the plan for these players at that pace, unless options override it."""
        given = self.asked
        pace = pace if given.pace is None else given.pace
        players = given.players or players
        return Plan(players, pace, given.seconds, given.pictures, min(idle, given.seconds))

    def run(self, plan: Plan, db: str | None = None) -> Seen:
        """The cheapest round on that store, the one that was asked for, or a new one."""
        db = db or self.asked.db
        rounds = []
        for _ in range(self.asked.rounds):
            with nullcontext(db) if db else new_store() as store:
                rounds.append(run(plan, store, None, self.on_server_start))
        return min(rounds, key=lambda run: run.cost)

    @property
    def on_server_start(self) -> Callable[[int], None]:
        """What is called with the process id of each server."""
        return print if self.asked.pid else lambda pid: None


def paced(bench: Bench) -> list[Seen]:
    """People as they play: a move in each game every five seconds."""
    plan = bench.plan(5_000, 5.0, BEATS)
    return [bench.run(plan), bench.run(replace(plan, echo=True))]


def flat(bench: Bench) -> list[Seen]:
    """As fast as it goes."""
    plan = bench.plan(1_000, 0.0)
    return [bench.run(plan), bench.run(replace(plan, echo=True))]


def wide(bench: Bench) -> list[Seen]:
    """The same moves in more and more games."""
    plans = [bench.plan(2 * games, games / RATE, BEATS) for games in WIDE]
    return [bench.run(plan) for plan in plans]


def grown(bench: Bench) -> list[Seen]:
    """The same games on an empty store and on some with a past."""
    plan, most = bench.plan(1_000, 500 / RATE, BEATS), bench.asked.games
    seen = [bench.run(plan)]
    for games in (most // 100, most // 10, most):
        file = prefill.file_of(games, bench.asked.store)
        took = prefill.prefill(file, games)
        print(f"{file}: {file.stat().st_size / 1e9:.2f} GB, filled in {took:.0f} s")
        prefill.tidy(file)
        seen.append(replace(bench.run(plan, f"sqlite:///{file}"), past=games))
        prefill.tidy(file)
    return seen


def pictures(bench: Bench) -> list[Seen]:
    """Players who ask for pictures, beside those who draw the boards themselves."""
    plan = bench.plan(1_000, 500 / RATE, BEATS)
    return [bench.run(replace(plan, pictures=wanted)) for wanted in (True, False)]


def postgres(bench: Bench) -> list[Seen]:
    """Two servers on PostgreSQL and Redis, the two players of each game at different ones.

    And one there, to find the other server's share of a move.
    """
    calm = bench.plan(400, 1.0, 3 * BEATS)
    plans = [replace(bench.plan(400, 0.0), nodes=2), replace(calm, nodes=2), calm]
    seen = []
    for plan in plans:
        with running_services() as services:
            seen.append(run(plan, services.db, services, bench.on_server_start))
    return seen


MEASURED = {
    "paced": paced,
    "flat": flat,
    "wide": wide,
    "grown": grown,
    "pictures": pictures,
    "postgres": postgres,
}


def main() -> None:
    """Measure, print the table and write the requested files."""
    asked = options()
    open_many_files()
    bench = Bench(asked)
    new = {what: MEASURED[what](bench) for what in asked.what or ("paced", "flat")}
    probed = probes.probes() if asked.probes else {}
    table.show(Results(machine(), new, probed))
    # Read now: another run may have added to it meanwhile.
    kept = Results.read(asked.json) if asked.json else Results(machine(), {})
    results = kept.added(new, probed)
    if asked.json:
        results.write(asked.json)
    if asked.markdown:
        table.rewrite(asked.markdown, results)


if __name__ == "__main__":
    main()
