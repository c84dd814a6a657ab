"""What workers are asked: plain data that goes to another process and answers itself there."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from quire.core import Move, Position, replay
from quire.engine import Limit, make_agent
from quire.engine.analysis.position import Analyst, thinker_for
from quire.engine.analysis.review import Reading, Wanted
from quire.games import GAMES, find_game
from quire.server.http.replay import frames, played_out
from quire.server.workers.agent_policy import read_agent
from quire.wire.study_types import AnalysisResponse, Line

MEMORY = 128 << 20
"""Bytes for the tables of an agent; levels take less."""

MAX_CACHED_ANALYSERS = 4
"""Analysers cached per worker, one per game and size."""

TABLES = 64 << 20
"""Bytes for the proofs of an analyst, and as many for its estimates."""

NICENESS = 5
"""Workers run at lower CPU priority than the server."""


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """An agent's move in the position after these entries of a record.

    The agent is a new one each time, which takes some 50 µs: so nothing of one game goes into
    another, and with a seed the move depends on the question alone, whoever answers it.
    """

    game: str
    size: str
    moves: tuple[str, ...]
    agent: str
    seconds: float

    @property
    def whom(self) -> str:
        """Who is asked."""
        return self.agent

    def answer(self) -> Move:
        """The move."""
        name, options = read_agent(self.agent)
        if "seed" in options:
            chance = random.Random(f"{options.pop('seed')} {len(self.moves)}")
        else:
            chance = random.Random()
        options["seed"] = chance.getrandbits(32)
        *_, position = replay(find_game(self.game).start(self.size), self.moves)
        agent = make_agent(name, **options, memory=MEMORY)
        return agent.choose(position, Limit(seconds=self.seconds)).move


@dataclass(frozen=True, slots=True)
class ReplayQuestion:
    """A line of moves, to be stepped through; the answer is a `Replay` as JSON.

    As JSON already: the server only passes it on, and a long game has megabytes of it.
    """

    line: Line
    seconds: float
    whom = "the replay"

    def answer(self) -> bytes:
        """A `Replay`."""
        return msgspec.json.encode(frames(self.line))


@dataclass(frozen=True, slots=True)
class LineQuestion:
    """What a line of moves says."""

    line: Line
    seconds: float
    whom = "the reading of moves"

    def answer(self) -> tuple[Position, list[str]]:
        """Where it starts, and its moves in canonical writing."""
        played = played_out(self.line)
        return played.positions[0], played.entries


@dataclass(frozen=True, slots=True)
class AnalysisQuestion:
    """The position after a line of moves."""

    line: Line
    seconds: float
    whom = "the analysis"

    def answer(self) -> AnalysisResponse:
        """Its value, and that of every move."""
        position = played_out(self.line).positions[-1]
        analyst, limit = _analyst(position.game, position.size), Limit(seconds=self.seconds)
        by_points = find_game(position.game).decided_by_points(position.size)
        return AnalysisResponse(
            **analyst.position(position, limit).facts(), decided_by_points=by_points
        )


@dataclass(frozen=True, slots=True)
class ReadingQuestion:
    """One position of a game whose course is wanted."""

    wanted: Wanted
    seconds: float
    whom = "the analysis"

    def answer(self) -> Reading:
        """What can be found out about it."""
        at = self.wanted.position
        return _analyst(at.game, at.size).read(self.wanted, Limit(seconds=self.seconds))


@lru_cache(maxsize=MAX_CACHED_ANALYSERS)
def _analyst(game: str, size: str) -> Analyst:
    """What it has proven of a game helps with the next position of it."""
    start = find_game(game).start(size)
    return Analyst(thinker_for(start, memory=TABLES), memory=TABLES)


def warm_up() -> int:
    """In a worker, once: everything is read and imported that a thought needs. Its process id."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for game in GAMES:
        for agent in ("champion", "level1"):
            make_agent(agent).choose(game.start(), Limit(nodes=1))
    return os.getpid()
