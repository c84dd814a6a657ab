"""Adjudication: ending a game whose result is clear, to save time.

A game ends early if a bot's own scores say that it is lost (`resign`), if both bots call it even
(`draw`), if it is too long (`max_moves`), or if the solver knows its result (`solver`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeVar

from quire.arena.bots.move_info import MoveInfo
from quire.core import Game, Position
from quire.engine.solver.solve import Solver
from quire.errors import NotationError
from quire.match.agent import Limit

SOLVER_MEMORY = 16 << 20
"""Bytes of the solver's table."""


class AdjudicatedBy(StrEnum):
    """Why a game was adjudicated."""

    RESIGN = "resign"
    DRAW = "draw"
    MAX_MOVES = "max_moves"
    SOLVER = "solver"


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The end of an adjudicated game: why, and who won; None is a draw."""

    by: AdjudicatedBy
    winner: int | None


@dataclass(frozen=True, slots=True)
class ResignRule:
    """A bot has lost once the scores of its last `movecount` moves are at most -`score`.

    With `twosided`, those of the other bot must also be at least `score`.
    """

    score: float
    movecount: int = 3
    twosided: bool = False


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A draw, once both bots' last `movecount` scores are within `score` of 0.

    Not before move `movenumber` of the game.
    """

    score: float
    movecount: int = 3
    movenumber: int = 0


@dataclass(frozen=True, slots=True)
class SolverRule:
    """The solver is asked after every move, for up to `nodes` nodes."""

    nodes: int


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The rules by which games end early; all None is no adjudication."""

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    max_moves: int | None = None
    solver: SolverRule | None = None

    def check(self, game: Game, players: int) -> None:
        """Raise NotationError if the game can't be adjudicated in this way."""
        if players != 2 and (self.resign or self.draw or self.solver):
            raise NotationError(
                f"resign, draw and solver need a two-player game; this board has {players} players"
            )
        if self.draw is not None and not game.drawable:
            raise NotationError(f"draw: {game.title} has no draws")


NO_ADJUDICATION = Adjudication()

_Rule = TypeVar("_Rule", ResignRule, DrawRule, SolverRule)


def read_rule(kind: type[_Rule], text: str) -> _Rule:
    """Read a rule such as `score=5 movecount=3`. Raises NotationError.

    >>> read_rule(DrawRule, "score=0.1 movenumber=20")
    DrawRule(score=0.1, movecount=3, movenumber=20)
    """
    known = {field.name: str(field.type) for field in fields(kind)}
    given: dict[str, object] = {}
    for word in filter(None, re.split(r"[\s,]+", text)):
        name, equals, value = word.partition("=")
        if name not in known or not equals:
            raise NotationError(
                f"unknown setting {word!r} of {_name(kind)}: choose from {', '.join(known)}"
            )
        if name in given:
            raise NotationError(f"{name} is given twice")
        given[name] = _read_value(known[name], word, value)
    required = fields(kind)[0].name
    if required not in given:
        raise NotationError(f"{_name(kind)} needs {required}, as in {required}=…")
    return kind(**given)  # type: ignore[arg-type]  # _read_value checks the types


def _name(kind: type) -> str:
    return kind.__name__.removesuffix("Rule").lower()


def _read_value(kind: str, word: str, value: str) -> object:
    if kind == "bool":
        if value not in ("true", "false"):
            raise NotationError(f"{word!r} must be true or false")
        return value == "true"
    if kind == "int":
        if not re.fullmatch("[0-9]{1,12}", value) or (int(value) < 1 and "movenumber" not in word):
            raise NotationError(f"{word!r} must be a whole number above 0")
        return int(value)
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise NotationError(f"{word!r} must be a number, 0 or more")
    return number


class Adjudicator:
    """Watches one game, and says when it is over."""

    def __init__(self, rules: Adjudication, players: int) -> None:
        self._rules = rules
        self._lost = [0] * players
        """How many of each bot's last moves had a lost score, in a row."""
        self._won = [0] * players
        self._even = [0] * players
        self._solver: Solver | None = None

    def judge(
        self, position: Position, moves: Sequence[str], player: int, info: MoveInfo | None
    ) -> Adjudicated | None:
        """Return the end of the game after a player's move, if it is to end here."""
        rules = self._rules
        self._count(player, None if info is None else info.score)
        if rules.resign is not None:
            for loser in (player, 1 - player):
                if self._has_lost(rules.resign, loser):
                    return Adjudicated(AdjudicatedBy.RESIGN, 1 - loser)
        if rules.draw is not None and self._is_drawn(rules.draw, len(moves)):
            return Adjudicated(AdjudicatedBy.DRAW, None)
        if rules.solver is not None and (found := self._solve(rules.solver, position)) is not None:
            return found
        if rules.max_moves is not None and len(moves) >= rules.max_moves:
            return Adjudicated(AdjudicatedBy.MAX_MOVES, None)
        return None

    def _count(self, player: int, score: float | None) -> None:
        resign, draw = self._rules.resign, self._rules.draw
        lost = score is not None and resign is not None and score <= -resign.score
        won = score is not None and resign is not None and score >= resign.score
        even = score is not None and draw is not None and abs(score) <= draw.score
        self._lost[player] = self._lost[player] + 1 if lost else 0
        self._won[player] = self._won[player] + 1 if won else 0
        self._even[player] = self._even[player] + 1 if even else 0

    def _has_lost(self, rule: ResignRule, player: int) -> bool:
        agreed = not rule.twosided or self._won[1 - player] >= rule.movecount
        return self._lost[player] >= rule.movecount and agreed

    def _is_drawn(self, rule: DrawRule, moves: int) -> bool:
        return moves >= rule.movenumber and min(self._even) >= rule.movecount

    def _solve(self, rule: SolverRule, position: Position) -> Adjudicated | None:
        if self._solver is None:
            self._solver = Solver(threads=1, memory=SOLVER_MEMORY)
        found = self._solver.solve(position, Limit(nodes=rule.nodes), all_best=False)
        if found.outcome is None:
            return None
        winners = {"win": position.to_move, "loss": 1 - position.to_move, "draw": None}
        return Adjudicated(AdjudicatedBy.SOLVER, winners[found.outcome])
