"""What a bot says about a move in its `info` lines: score, depth, nodes, time and best line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated

import msgspec
from msgspec import Meta

MAX_LINES = 8
"""The last `info` lines of a move that are read."""

MAX_PV_MOVES = 8
"""Moves of the best line that are kept: more would be most of a results file."""

MAX_MOVE_LENGTH = 16

_COUNT = r"[0-9]{1,15}"


class MoveInfo(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """What a bot said about its move; None and empty for what it left out.

    >>> MoveInfo.read(["info depth 3 nodes 40 time 20 score -0.5 pv a1 b2"])
    MoveInfo(score=-0.5, exact=False, depth=3, nodes=40, seconds=0.02, pv=('a1', 'b2'))
    """

    score: Annotated[
        float | None, Meta(description="For the player who moved, in the game's own units.")
    ] = None
    exact: Annotated[bool, Meta(description="Whether the bot called the score proven.")] = False
    depth: Annotated[int, Meta(ge=0)] | None = None
    nodes: Annotated[int, Meta(ge=0)] | None = None
    seconds: Annotated[float, Meta(ge=0, description="By the bot's own clock.")] | None = None
    pv: Annotated[tuple[str, ...], Meta(description="The expected moves, this one first.")] = ()

    @classmethod
    def read(cls, lines: Iterable[str]) -> MoveInfo | None:
        """Read `info` lines, of which a later one replaces what an earlier one said."""
        found: dict[str, object] = {}
        for line in lines:
            found |= _read(line.split()[1:])
        return cls(**found) if found else None  # type: ignore[arg-type]  # _read checks the types


def _read(words: list[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for place, (word, value) in enumerate(pairwise(words)):
        if word == "pv":
            moves = words[place + 1 : place + 1 + MAX_PV_MOVES]
            found["pv"] = tuple(move[:MAX_MOVE_LENGTH] for move in moves)
            break
        if word == "score" and (score := _number(value)) is not None:
            found |= {"score": score, "exact": words[place + 2 : place + 3] == ["exact"]}
        elif word in ("depth", "nodes") and re.fullmatch(_COUNT, value):
            found[word] = int(value)
        elif word == "time" and re.fullmatch(_COUNT, value):
            found["seconds"] = int(value) / 1000
    return found


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
