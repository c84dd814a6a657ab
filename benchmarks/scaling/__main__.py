"""Compute and simulate what many more players would need: `python -m benchmarks.scaling`."""

from __future__ import annotations

import argparse
from math import ceil
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from benchmarks.load.results import RESULTS_FILE, Results
from benchmarks.scaling import report
from benchmarks.scaling.costs import Costs, costs
from benchmarks.scaling.forecast import compared, simulated
from benchmarks.scaling.needs import Needs, limits, needs

WORLDS = ((100_000, 20.0), (100_000, 5.0), (1_000_000, 20.0), (1_000_000, 5.0))
"""Concurrent players, and seconds between a game's moves."""

PARTS = (0.5, 0.7, 1.0, 1.5)
"""Servers to simulate, relative to those needed."""


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument(
        "--json",
        type=Path,
        default=RESULTS_FILE,
        help="measured costs (docs/measurements/load.json)",
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's tables")
    return parser.parse_args()


def simulate(price: Costs, every: list[Needs]) -> report.Simulated:
    """Simulate every world with fewer servers than it needs, as many, and more."""
    return {
        (one.players, one.pace): [
            (nodes, simulated(price, one, nodes))
            for nodes in (ceil(part * one.processes) for part in PARTS)
        ]
        for one in every
    }


def main() -> None:
    """Print the tables and write the requested files."""
    asked = options()
    results = Results.read(asked.json)
    price = costs(results)
    every = [needs(price, players, pace) for players, pace in WORLDS]
    worlds = simulate(price, every)
    parts = [
        report.costs_part(price),
        report.needs_part(every),
        report.limits_part(limits(price, 5.0), 5.0),
        report.simulated_part(worlds),
        report.compared_part(compared(results)),
    ]
    Console().print(Markdown("\n\n".join(parts)))
    if asked.markdown:
        text = report.page(asked.markdown.read_text(encoding="utf-8"), parts)
        asked.markdown.write_text(text, encoding="utf-8")
        picture = asked.markdown.parents[1] / "pictures" / "scaling.svg"
        picture.write_text(report.plot(worlds, PARTS), encoding="utf-8")


if __name__ == "__main__":
    main()
