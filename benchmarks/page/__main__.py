"""Measure what the page computes and print the table: `python -m benchmarks.page`."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import report
from benchmarks.page import answers, memory, pictures, speed
from benchmarks.page.chromium import Chromium, chromium
from benchmarks.row import Row
from benchmarks.timing import Effort

PARTS = ("pictures", "speed", "answers", "memory")
NATIVE = Effort(rounds=20, seconds=0.05)
EXACT = Effort(rounds=5, seconds=0.3)
ROUGH = Effort(rounds=2, seconds=0.2)
"""Rounds are long: the CPU time of a browser has steps of 10 ms."""


def measured(browser: Chromium, parts: list[str], *, quick: bool) -> list[Row]:
    """Measure these parts."""
    rows = pictures.rows(NATIVE) if "pictures" in parts else []
    if "speed" in parts:
        rows += speed.rows(browser, ROUGH if quick else EXACT)
    if "answers" in parts:
        rows += answers.rows(browser, turns=5 if quick else 10, rounds=1 if quick else 4)
    if "memory" in parts:
        rows += memory.rows(browser, 5 if quick else 60)
    return rows


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="a rough look in a minute")
    parser.add_argument("--js-flags", default="", metavar="FLAGS", help="for the browser's V8")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's table")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"{min(unknown)} must be one of {', '.join(PARTS)}")
    with chromium(options.js_flags) as browser:
        rows = measured(browser, options.parts or list(PARTS), quick=options.quick)
        peers = report.Peers("native core", (f"Chromium {browser.version}",))
    report.show(rows, peers)
    if options.markdown is not None:
        report.rewrite(options.markdown, rows, peers)


if __name__ == "__main__":
    main()
