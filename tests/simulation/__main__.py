"""Run many seeds of the simulation, or replay one: `python -m tests.simulation --help`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.simulation.run import Result, simulate

SEEDS_PER_TASK = 10


def main() -> int:
    """Return 1 if a seed fails, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many seeds to run")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="replay this seed, and print its whole trace")
    parser.add_argument("--processes", type=int, default=1, help="how many run at the same time")
    given = parser.parse_args()
    if given.seed is not None:
        result = simulate(given.seed, traced=True)
        print("\n".join(result.trace))
        print(result)
        return 1 if result.violations else 0
    columns = (TextColumn("seeds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task("", total=given.seeds)
        for result in _results(range(given.first, given.first + given.seeds), given.processes):
            progress.advance(bar)
            if result.violations:
                progress.stop()
                print("\n".join(result.history()))
                print(result)
                print(f"Replay it: python -m tests.simulation --seed {result.seed}")
                return 1
    print(f"{given.seeds} seeds, no violation.")
    return 0


def _results(seeds: range, processes: int) -> Iterator[Result]:
    if processes == 1:
        yield from map(simulate, seeds)
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield from pool.map(simulate, seeds, chunksize=SEEDS_PER_TASK)
        finally:
            pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())
