"""Measure what the page computes and print the table: `python -m benchmarks.page`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from benchmarks import report
from benchmarks.page import answers, memory, pictures, speed
from benchmarks.page.chromium import Chromium, chromium
from benchmarks.row import Row
from benchmarks.timing import Effort

NATIVE = Effort(rounds=20, seconds=0.05)
EXACT = Effort(rounds=3, seconds=0.3)
ROUGH = Effort(rounds=2, seconds=0.1)
"""Rounds are long: the CPU time of a browser has steps of 10 ms."""

PARTS: dict[str, Callable[[Chromium, bool], list[Row]]] = {
    "pictures": lambda _, quick: pictures.rows(ROUGH if quick else NATIVE),
    "memory": lambda it, quick: memory.rows(it, 5 if quick else 30),
    "speed": lambda it, quick: speed.rows(it, ROUGH if quick else EXACT),
    "answers": lambda it, quick: answers.rows(it, 5, 1) if quick else answers.rows(it, 10, 3),
}


def main() -> None:
    """Run the command; each part is printed and written when it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="a rough look in a minute")
    parser.add_argument("--js-flags", default="", metavar="FLAGS", help="for the browser's V8")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="replace FILE's tables")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"{min(unknown)} must be one of {', '.join(PARTS)}")
    with chromium(options.js_flags) as browser:
        peers = report.Peers("native core", (f"Chromium {browser.version}",))
        for part in options.parts or PARTS:
            rows = PARTS[part](browser, options.quick)
            report.show(rows, peers)
            if options.markdown is not None:
                report.rewrite(options.markdown, rows, peers, part)


if __name__ == "__main__":
    main()
