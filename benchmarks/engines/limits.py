"""How far agents go beyond short limits of time, on every game, small and large."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

from benchmarks.row import Row
from quire.engine.agents.registry import AGENTS, make_agent
from quire.errors import AgentFailed
from quire.games import find_game, start
from quire.match.agent import Limit

GOAL_MILLISECONDS = 20

LIMITS_SECONDS = (0.02, 0.05, 0.1, 0.2, 0.5)

BOARDS = (
    ("sos", "5x6"),
    ("sos", "8x8"),
    ("sos", "26x26"),
    ("sos", "26x26:8"),
    ("sos", "8x8:simple"),
    ("line", "14"),
    ("line", "2000"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
    ("obstruction", "10x10"),
)


def excess_seconds(spec: str, game: str, size: str, seconds: float, rounds: int) -> float:
    """Return how much longer than its limit a new agent takes for the first move: its median."""
    position = start(game, size)
    found = []
    for _ in range(rounds):
        agent = make_agent(spec)
        began = time.perf_counter()
        with suppress(AgentFailed):  # by which `perfect` says that it has proven nothing
            agent.choose(position, Limit(seconds=seconds))
        found.append(time.perf_counter() - began - seconds)
    return sorted(found)[len(found) // 2]


def _cases(name: str) -> Iterator[tuple[str, str]]:
    kind = AGENTS[name]
    for game, size in BOARDS:
        plays = not kind.needs_profile or name in find_game(game).profile.agents
        if plays and (name != "perfect" or start(game, size).players == 2):
            yield game, size


def row(name: str, rounds: int) -> Row:
    """Measure an agent with all limits on all boards; the worst case counts."""
    options = (":threads=1", ":threads=2") if "threads" in AGENTS[name].options else ("",)
    worst, where = max(
        (excess_seconds(name + option, *board, seconds, rounds), f"`{' '.join(board)}`")
        for option in options
        for board in _cases(name)
        for seconds in LIMITS_SECONDS
    )
    excess = max(worst, 0.0) * 1000
    return Row(
        what=f"`{name}` beyond its limit of 0.02 to 0.5 s, worst on {where}",
        ours=f"{excess:.1f} ms",
        theirs="-",
        goal=f"≤ {GOAL_MILLISECONDS} ms",
        met=excess <= GOAL_MILLISECONDS,
    )


def rows(rounds: int) -> list[Row]:
    """Return a row for each agent."""
    return [row(name, rounds) for name in AGENTS]
