"""The native core and the oracles behind one interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from quire import _native
from quire.core import Position
from tests import oracles


@dataclass(frozen=True)
class Rules:
    """The rules of one game, from one side."""

    start: Callable[[str], Position]
    parse: Callable[[str], Position]
    moves: Callable[[str], tuple[str, ...]]
    perft: Callable[[Position, int], int]


RulesOf = Callable[[str], Rules]
"""Return the rules of a game by its key."""


def native_rules(game: str) -> Rules:
    return Rules(
        start=partial(_native.start, game),
        parse=partial(_native.parse, game),
        moves=partial(_native.moves, game),
        perft=_native.perft,
    )


def oracle_rules(game: str) -> Rules:
    oracle = oracles.ORACLES[game]
    return Rules(oracle.start, oracle.parse, oracle.all_moves, oracles.perft)


SIDES: Mapping[str, RulesOf] = {"oracle": oracle_rules, "native": native_rules}
