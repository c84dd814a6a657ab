"""Tasks for worker processes: picklable data with a `run` method."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from quire import _native
from quire.core import Move, Position, replay
from quire.engine import Limit, make_agent
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.review import PositionReview, PositionToReview
from quire.games import GAMES, find_game
from quire.online.position_key import similar_keys
from quire.server.workers.agent_policy import is_quick, read_agent
from quire.server.workers.replay import frames, play_line
from quire.wire.study_types import AnalysisResponse, Line, PositionNotes

MEMORY_BYTES = 128 << 20
"""Table size of an agent; levels use less."""

MAX_CACHED_ANALYSERS = 4
"""Analysers cached per worker, one per game and size."""

TABLE_BYTES = 64 << 20
"""Table size of an analyser, for proofs and for estimates each."""

NICENESS = 5
"""Workers run at lower CPU priority than the server."""


@dataclass(frozen=True, slots=True)
class MoveTask:
    """Choose an agent's move in the position after these entries of a record.

    The agent is created each time, which takes about 50 µs: nothing leaks from one game into
    another, and with a seed the move depends on the task alone, not on the worker.
    """

    game: str
    size: str
    moves: tuple[str, ...]
    agent: str
    seconds: float

    @property
    def label(self) -> str:
        """The agent."""
        return self.agent

    @property
    def is_short(self) -> bool:
        """Whether the agent answers within some milliseconds."""
        return is_quick(self.agent, self.game)

    def run(self) -> Move:
        """Return the move."""
        name, options = read_agent(self.agent)
        if "seed" in options:
            game_seed = options.pop("seed") & ((1 << 64) - 1)
            options["seed"] = _native.move_seed(game_seed, len(self.moves))
        else:
            options["seed"] = random.getrandbits(64)
        *_, position = replay(find_game(self.game).start(self.size), self.moves)
        agent = make_agent(name, **options, memory=MEMORY_BYTES)
        return agent.choose(position, Limit(seconds=self.seconds)).move


@dataclass(frozen=True, slots=True)
class ReplayTask:
    """Draw the positions of a line of moves.

    The result is JSON already, because the server only passes it on, and a long game has megabytes.
    """

    line: Line
    seconds: float
    label = "the replay"
    is_short = False

    def run(self) -> bytes:
        """Return a `Replay` as JSON."""
        return msgspec.json.encode(frames(self.line))


@dataclass(frozen=True, slots=True)
class LineTask:
    """Read a line of moves."""

    line: Line
    seconds: float
    label = "the move reader"
    is_short = False

    def run(self) -> tuple[Position, list[str], set[int]]:
        """Return the start position, the moves in canonical notation, and all positions' keys."""
        played = play_line(self.line)
        keys = set[int]().union(*map(similar_keys, played.positions))
        return played.positions[0], played.entries, keys


@dataclass(frozen=True, slots=True)
class NotesTask:
    """Note what players would notice about the position after a line of moves."""

    line: Line
    seconds: float
    label = "the notes"
    is_short = False

    def run(self) -> PositionNotes:
        """Return the notes."""
        position = play_line(self.line).positions[-1]
        return PositionNotes(remarks=tuple(find_game(position.game).remarks(position)))


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """Analyse the position after a line of moves."""

    line: Line
    seconds: float
    label = "the analysis"
    is_short = False

    def run(self) -> AnalysisResponse:
        """Return the value of the position and of every move."""
        position = play_line(self.line).positions[-1]
        return _analysed(_analyser(position.game, position.size), position, self.seconds)


@dataclass(frozen=True, slots=True)
class SolveTask:
    """Analyse the position after a line of moves with a large table, which is freed afterwards."""

    line: Line
    seconds: float
    memory: int
    label = "the solver"
    is_short = False

    def run(self) -> AnalysisResponse:
        """Return the value of the position and of every move."""
        position = play_line(self.line).positions[-1]
        analyser = Analyser(estimator_for(position, memory=TABLE_BYTES), memory=self.memory)
        return _analysed(analyser, position, self.seconds)


@dataclass(frozen=True, slots=True)
class ReviewPositionTask:
    """Analyse one position of a game review."""

    wanted: PositionToReview
    seconds: float
    label = "the analysis"
    is_short = False

    def run(self) -> PositionReview:
        """Return what is known about the position."""
        at = self.wanted.position
        return _analyser(at.game, at.size).review(self.wanted, Limit(seconds=self.seconds))


def _analysed(analyser: Analyser, position: Position, seconds: float) -> AnalysisResponse:
    by_points = find_game(position.game).decided_by_points(position.size)
    facts = analyser.position(position, Limit(seconds=seconds)).facts()
    return AnalysisResponse(**facts, decided_by_points=by_points)


@lru_cache(maxsize=MAX_CACHED_ANALYSERS)
def _analyser(game: str, size: str) -> Analyser:
    """Return a cached analyser: what it has proven helps with the next position."""
    start = find_game(game).start(size)
    return Analyser(estimator_for(start, memory=TABLE_BYTES), memory=TABLE_BYTES)


def warm_up() -> int:
    """Import and load everything a task needs, once per worker. Return the process id."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for game in GAMES:
        for agent in ("champion", "level1"):
            make_agent(agent).choose(game.start(), Limit(nodes=1))
    return os.getpid()
