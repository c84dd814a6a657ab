"""Measures the play server under load and prints the table: `python -m benchmarks.load`.

A goal is for two cores: one for the server, one for all players.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from benchmarks.load import table
from benchmarks.load.process import open_many_files
from benchmarks.load.run import Plan, Seen, new_store, run
from benchmarks.row import Row


def options() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument(
        "what", nargs="*", help="what to measure, by default all: " + ", ".join(MEASURED)
    )
    parser.add_argument("--players", type=int, help="instead of what each measure has")
    parser.add_argument("--pace", type=float, help="seconds between a game's moves; 0: flat out")
    parser.add_argument("--seconds", type=float, default=30.0, help="to count for (30)")
    parser.add_argument("--db", help="a store, instead of a new SQLite file for each run")
    parser.add_argument("--bus", default="", help="redis://HOST")
    parser.add_argument("--pid", action="store_true", help="print the server's process number")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's table")
    return parser.parse_args()


class Bench:
    """Runs plans as the command line says."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked

    def plan(self, players: int, pace: float) -> Plan:
        """So many players at that pace, unless something else was asked for."""
        given = self.asked
        pace = pace if given.pace is None else given.pace
        return Plan(given.players or players, pace, given.seconds)

    def run(self, plan: Plan) -> Seen:
        """One run on the store that was asked for, or on a new one."""
        with nullcontext(self.asked.db) if self.asked.db else new_store() as db:
            told = print if self.asked.pid else lambda pid: None
            return run(plan, db, self.asked.bus, told)


def paced(bench: Bench) -> list[Row]:
    """People as they play: a move in each game every five seconds."""
    plan = replace(bench.plan(5_000, 5.0), idle=5.0)
    seen, echo = bench.run(plan), bench.run(replace(plan, echo=True))
    return table.paced_rows(seen, echo)


def flat(bench: Bench) -> list[Row]:
    """As fast as it goes."""
    plan = bench.plan(1_000, 0.0)
    return table.flat_rows(bench.run(plan), bench.run(replace(plan, echo=True)))


MEASURED = {"paced": paced, "flat": flat}


def main() -> None:
    """Measures, prints, and writes the file that was asked for."""
    asked = options()
    open_many_files()
    bench = Bench(asked)
    rows = [row for what in asked.what or MEASURED for row in MEASURED[what](bench)]
    table.show(rows)
    if asked.markdown:
        table.rewrite(asked.markdown, rows)


if __name__ == "__main__":
    main()
