"""Write the table of characters that look alike, and of scripts, for players' names.

The data is Unicode's `confusables.txt` and `Scripts.txt`, as the package `confusable-homoglyphs`
has them: `pip install confusable-homoglyphs`, then `python -m docs.confusables`.
"""

from __future__ import annotations

import json
import unicodedata
from collections import defaultdict
from importlib.resources import files
from typing import Any

from quire.online.confusables import TABLE

MARKS = "\u200e\u200f"
"""The marks of direction around characters that are written from right to left."""


def main() -> None:
    """Write the table."""
    table = {"prototypes": prototypes(_read("confusables")), "scripts": scripts()}
    TABLE.write_text(json.dumps(table, indent=0, sort_keys=True) + "\n", encoding="ascii")


def prototypes(pairs: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    """Return the prototype of every character that can be confused with it.

    The package lists each pair of `confusables.txt` under both. Prototypes have no prototype
    themselves, so where characters are linked, the prototype is the one with all the links.
    """
    linked: dict[str, set[str]] = defaultdict(set)
    for one, listed in pairs.items():
        linked[_bare(one)].update(_bare(other["c"]) for other in listed)
    found = {}
    for one, others in linked.items():
        prototype = max({one, *others}, key=lambda it: (len(linked[it]), len(it), it))
        # Names are normalised: other characters are never looked up.
        if one != prototype and all(unicodedata.is_normalized(it, one) for it in ("NFD", "NFKC")):
            found[one] = unicodedata.normalize("NFD", prototype)
    return found


def _bare(text: str) -> str:
    return text.strip(MARKS) or text


def scripts() -> list[tuple[int, int, str]]:
    """Return the ranges of characters of each script, except those that all scripts share."""
    data = _read("categories")
    found: list[tuple[int, int, str]] = []
    for first, last, number, _ in data["code_points_ranges"]:
        script = data["iso_15924_aliases"][number]
        if script in ("COMMON", "INHERITED"):
            continue
        if found and found[-1][1:] == (first - 1, script):
            found[-1] = (found[-1][0], last, script)
        else:
            found.append((first, last, script))
    return found


def _read(name: str) -> Any:
    return json.loads(files("confusable_homoglyphs").joinpath(f"{name}.json").read_text("utf-8"))


if __name__ == "__main__":
    main()
