"""Run every benchmark and print the table: `python -m benchmarks`."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import arena, import_time, report
from benchmarks.engines import (
    limits,
    native_playouts,
    python_loop,
    same_rules,
    solving,
    tree_search,
)
from benchmarks.fingerprint import fingerprint
from benchmarks.row import Row
from benchmarks.timing import Effort


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a rough look in a few seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every round to FILE")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="replace the table between FILE's markers"
    )
    return parser.parse_args()


def measured(quick: bool) -> list[Row]:
    """Measure every row, after checking that both sides play the same games."""
    effort = Effort(rounds=5, seconds=0.05) if quick else Effort(rounds=50, seconds=0.1)
    same_rules.check(games=10 if quick else 100)
    return [
        python_loop.loop_row(effort),
        *python_loop.call_rows(effort),
        *native_playouts.rows(effort, sample=2_000 if quick else 20_000),
        *tree_search.rows(effort),
        *solving.rows(effort),
        *limits.rows(rounds=1 if quick else 3),
        *arena.rows(quick=quick),
        Row("fingerprint of all engines", str(fingerprint()), "-"),
        *import_time.rows(rounds=3 if quick else 15),
    ]


def main() -> None:
    """Measure, print the table and write the requested files."""
    asked = options()
    rows = measured(asked.quick)
    peers = report.engines()
    report.show(rows, peers)
    if asked.json:
        report.write_json(asked.json, rows, peers)
    if asked.markdown:
        report.rewrite(asked.markdown, rows, peers)


if __name__ == "__main__":
    main()
