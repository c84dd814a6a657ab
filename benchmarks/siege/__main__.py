"""Attack a server that has ordinary games on it, and print what their players notice."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from benchmarks.load.process import open_many_files
from benchmarks.load.results import machine
from benchmarks.siege import table
from benchmarks.siege.attacks import ATTACKS
from benchmarks.siege.results import Sieges
from benchmarks.siege.siege import besiege


def options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.siege", description=__doc__)
    parser.add_argument(
        "attacks",
        nargs="*",
        metavar="ATTACK",
        help="which attacks (default: all): " + ", ".join(ATTACKS),
    )
    parser.add_argument("--games", type=int, default=50, help="ordinary games (50)")
    parser.add_argument("--seconds", type=float, default=12.0, help="duration of an attack (12)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add the results to FILE")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's table")
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"unknown attack {unknown.pop()}: choose from {', '.join(ATTACKS)}")
    return asked


def main() -> None:
    """Run the attacks, print the table and write the requested files."""
    asked = options()
    open_many_files()
    console, new = Console(), []
    for attack in asked.attacks or ATTACKS:
        with console.status(f"{attack} …"):
            new.append(besiege(attack, asked.games, asked.seconds))
    table.show(Sieges(machine(), new))
    kept = Sieges.read(asked.json) if asked.json else Sieges(machine(), [])
    results = kept.added(new)
    if asked.json:
        results.write(asked.json)
    if asked.markdown:
        table.rewrite(asked.markdown, results)


if __name__ == "__main__":
    main()
