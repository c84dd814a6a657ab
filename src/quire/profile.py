"""The settings of one game for engines and the page, as data.

Every field has a default that works for an untuned game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """How a computer level plays: its agent, its nodes, and how often it misses a move."""

    agent: str
    nodes: int
    """Per move, on the board where levels are measured and on smaller ones."""
    miss_rate: float = 0.0
    perfect: bool = False
    """Whether it cannot be beaten on the board where levels are measured."""


@dataclass(frozen=True, slots=True)
class ChampionPlan:
    """How the champion divides its limit between the exact solver and a search."""

    exact_share: float
    """The share of the limit for the solver, before the search; 0 skips it."""
    search: str
    """The agent that searches what the solver doesn't finish."""
    max_empty_cells: int = 1000
    """The solver is skipped on positions with more empty cells."""


@dataclass(frozen=True, slots=True)
class View:
    """A position under one symmetry: its text, and how moves are mapped there and back."""

    text: str
    there: Callable[[str], str]
    back: Callable[[str], str]


def no_symmetries(text: str) -> Iterator[View]:
    """Yield only the position itself."""
    yield View(text, str, str)


def whole_text(text: str) -> tuple[str, int]:
    """Return the position text itself: every part of it may change the value."""
    return text, 0


GENERIC_CHAMPION = ChampionPlan(exact_share=0.5, search="mcts", max_empty_cells=36)

GENERIC_LEVELS = (
    LevelSettings("mcts", 30, miss_rate=0.9),
    LevelSettings("mcts", 30, miss_rate=0.6),
    LevelSettings("mcts", 60, miss_rate=0.35),
    LevelSettings("mcts", 150, miss_rate=0.1),
    LevelSettings("mcts", 500),
    LevelSettings("mcts", 2000),
    LevelSettings("champion", 4000),
    LevelSettings("champion", 20_000),
)


@dataclass(frozen=True, slots=True)
class Profile:
    """The settings of one game."""

    words: str = "as in the list of legal moves"
    """How to write a move, in one sentence, for the prompt."""
    levels: tuple[LevelSettings, ...] = GENERIC_LEVELS
    """The eight computer levels, weakest first."""
    champion: ChampionPlan = GENERIC_CHAMPION
    symmetries: Callable[[str], Iterator[View]] = no_symmetries
    """Every view of a position text under the symmetries of its board, itself first."""
    value_key: Callable[[str], tuple[str, int]] = whole_text
    """The part of a position text that decides its value, and the points to add to that value.

    It may leave out the points so far or whose marks are on the board.
    """
    openings: int = 4
    """Random moves at the start of each game of a match between bots."""
    measured_size: str | None = None
    """The board where levels are measured; None is the default size."""
    proven_cells: int = 0
    """Boards up to this many cells are solved within the time for a move."""
    agents: tuple[str, ...] = ()
    """The agents that need knowledge of the game and can play it: `greedy`, `feasible`."""
    estimator: str = "mcts"
    """The agent that estimates what analysis can't prove: `mcts` or `search`."""


UNTUNED = Profile()
"""The profile of an untuned game."""
