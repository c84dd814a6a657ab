"""Characters that look alike, and the scripts of characters, by Unicode TR39.

`confusables.json` is written by `python -m docs.confusables`.
"""

from __future__ import annotations

import json
import unicodedata
from bisect import bisect_right
from functools import cache
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).with_name("confusables.json")

SCRIPTS_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that languages use together: TR39 calls names in them highly restrictive."""


class _Table(NamedTuple):
    prototypes: dict[int, str]
    starts: list[int]
    ranges: list[tuple[int, int, str]]


@cache
def _table() -> _Table:
    data = json.loads(TABLE.read_text(encoding="ascii"))
    ranges = [(first, last, script) for first, last, script in data["scripts"]]
    prototypes = {ord(one): prototype for one, prototype in data["prototypes"].items()}
    return _Table(prototypes, [first for first, _, _ in ranges], ranges)


def skeleton(text: str) -> str:
    """Return the skeleton of a text; texts that look alike have the same.

    Upper and lower case are the same, too. A skeleton is for comparing, never for showing.

    >>> skeleton("\u0412oss") == skeleton("Boss") == skeleton("boss")
    True
    """
    # Before case is folded, an I looks like an l; afterwards, it would not.
    return _replaced(_replaced(text).casefold())


def _replaced(text: str) -> str:
    replaced = unicodedata.normalize("NFD", text).translate(_table().prototypes)
    return unicodedata.normalize("NFD", replaced)


def scripts(text: str) -> frozenset[str]:
    """Return the scripts of a text, except those of characters that all scripts share.

    >>> sorted(scripts("p\u0430ypal 1"))
    ['CYRILLIC', 'LATIN']
    """
    return frozenset(script for letter in text if (script := _script(ord(letter))) is not None)


def _script(code: int) -> str | None:
    table = _table()
    at = bisect_right(table.starts, code) - 1
    if at < 0 or code > table.ranges[at][1]:
        return None
    return table.ranges[at][2]


def is_mixed(text: str) -> bool:
    """Return whether a text mixes scripts that no language uses together.

    >>> is_mixed("\u0412oss"), is_mixed("Ay\u015fe"), is_mixed("X \u592a\u90ce")
    (True, False, False)
    """
    found = scripts(text)
    return len(found) > 1 and not any(found <= together for together in SCRIPTS_TOGETHER)
