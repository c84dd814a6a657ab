"""Quire: four pencil-and-paper games for players, bot authors and researchers.

>>> import quire
>>> position = quire.start("sos", "3x3")
>>> position = position.play("Sa1").play("Ob1").play("Sc1")
>>> position.points, position.to_move
((1, 0), 0)
>>> print(position)
SOS/.../... 1 1-0
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from quire import errors
from quire.core import Game, Move, Outcome, Position, Reason, replay
from quire.games import GAMES, draw, find_game, parse, start
from quire.picture import Picture

if TYPE_CHECKING:
    from quire.engine import Agent, Choice, Clocks, Limit, make_agent
    from quire.engine.solver.solve import Solution, solve
    from quire.engine.solver.symmetry import CanonicalForm, canonical_form, symmetries
    from quire.engine.ugi.driver import AsyncUgiEngine, UgiEngine
    from quire.match.match import Match
    from quire.match.record import Record, read_records
    from quire.match.variation import Comment, Variation
    from quire.profile import View

    __version__: str

__all__ = [
    "GAMES",
    "Agent",
    "AsyncUgiEngine",
    "CanonicalForm",
    "Choice",
    "Clocks",
    "Comment",
    "Game",
    "Limit",
    "Match",
    "Move",
    "Outcome",
    "Picture",
    "Position",
    "Reason",
    "Record",
    "Solution",
    "UgiEngine",
    "Variation",
    "View",
    "canonical_form",
    "draw",
    "errors",
    "find_game",
    "make_agent",
    "parse",
    "read_records",
    "replay",
    "solve",
    "start",
    "symmetries",
]

# Imported on first use, so that `import quire` stays light.
_LAZY = {
    "Agent": "quire.engine",
    "AsyncUgiEngine": "quire.engine.ugi.driver",
    "CanonicalForm": "quire.engine.solver.symmetry",
    "Choice": "quire.engine",
    "Clocks": "quire.engine",
    "Comment": "quire.match.variation",
    "Limit": "quire.engine",
    "Match": "quire.match.match",
    "Record": "quire.match.record",
    "Solution": "quire.engine.solver.solve",
    "UgiEngine": "quire.engine.ugi.driver",
    "Variation": "quire.match.variation",
    "View": "quire.profile",
    "canonical_form": "quire.engine.solver.symmetry",
    "make_agent": "quire.engine",
    "read_records": "quire.match.record",
    "solve": "quire.engine.solver.solve",
    "symmetries": "quire.engine.solver.symmetry",
}


def _fetch(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("quire")
    if name not in _LAZY:
        raise AttributeError(f"module 'quire' has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


if not TYPE_CHECKING:  # otherwise a type checker would accept any name
    __getattr__ = _fetch


def __dir__() -> list[str]:
    return sorted(__all__)
