"""Attack a server that has ordinary games on it, and print what their players notice."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.table import Table

from benchmarks.load.process import open_many_files
from benchmarks.siege.attacks import ATTACKS
from benchmarks.siege.siege import Siege, besiege

GOAL_SECONDS = 0.25
"""The 99th percentile that ordinary moves keep in every attack."""


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
    asked = parser.parse_args()
    if unknown := set(asked.attacks) - set(ATTACKS):
        parser.error(f"unknown attack {unknown.pop()}: choose from {', '.join(ATTACKS)}")
    return asked


def table(sieges: list[Siege], games: int) -> Table:
    """Return the table of all attacks."""
    made = Table(title=f"{games} ordinary games under attack")
    for name in ("attack", "moves", "median", "p99", "slowest", "level 3", "memory", "errors"):
        made.add_column(name, justify="left" if name in ("attack", "errors") else "right")
    for siege in sieges:
        made.add_row(
            siege.attack.replace("_", " "),
            f"{siege.moves:,}",
            *(f"{1000 * it:,.0f} ms" for it in (siege.median, siege.p99, siege.slowest)),
            f"{1000 * siege.answer:,.0f} ms",
            f"{siege.memory_before / 1e6:,.0f} → {siege.memory / 1e6:,.0f} MB",
            ", ".join(f"{name}: {number}" for name, number in siege.errors.items()) or "none",
        )
    return made


def main() -> None:
    """Run the attacks and print the table."""
    asked = options()
    open_many_files()
    console, sieges = Console(), []
    for attack in asked.attacks or ATTACKS:
        with console.status(f"{attack.replace('_', ' ')} …"):
            sieges.append(besiege(attack, asked.games, asked.seconds))
    console.print(table(sieges, asked.games))
    missed = [it.attack for it in sieges if not it.p99 <= GOAL_SECONDS or it.errors]
    console.print(
        f"Goal: p99 of at most {1000 * GOAL_SECONDS:.0f} ms and no errors. "
        + (f"Missed by: {', '.join(missed)}." if missed else "Met by all.")
    )


if __name__ == "__main__":
    main()
