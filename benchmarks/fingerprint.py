"""One number for the behaviour of every engine: `python -m benchmarks.fingerprint`.

It is computed from the nodes of fixed searches and solves, move by move, each with one thread, a
seed and a node limit. An optimisation leaves it unchanged; a change of behaviour changes it, and
the commit says `Bench: ` and the new number.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator

import quire
from quire import _native
from quire.core import Position
from quire.engine import AGENTS
from quire.engine.agents.search_result import Engine

ENGINES = (
    "mcts:seed=1,nodes=3000,rave=no",
    "mcts:seed=1,nodes=1500,rave=yes",
    "mcts:seed=1,nodes=1500,evaluation=yes",
    "search:seed=1,nodes=20000",
)
BOARDS = (
    ("sos", "4x4"),
    ("sos", "8x8"),
    ("sos", "9x8"),
    ("sos", "5x5:simple"),
    ("sos", "5x5:3"),
    ("line", "21"),
    ("line", "90"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
    ("obstruction", "9x8"),
)
SOLVER_NODES, SOLVER_MEMORY = 50_000, 64 << 20


def positions(game: str, size: str) -> list[Position]:
    """Return three positions of a random game: the start, and after one and two thirds."""
    position, chance, seen = quire.start(game, size), random.Random(f"{game} {size}"), []
    while moves := position.legal_moves():
        seen.append(position)
        position = position.play(chance.choice(moves))
    return [seen[0], seen[len(seen) // 3], seen[2 * len(seen) // 3]]


def searches(position: Position) -> Iterator[str]:
    """Yield the result of each engine: the nodes of every move, then the expected line."""
    for spec in ENGINES:
        name = spec.partition(":")[0]
        if name not in AGENTS or (name == "search" and position.players > 2):
            continue
        engine: Engine = quire.make_agent(spec)  # type: ignore[assignment]
        found = engine.think(position)
        moves = [
            f"{candidate.move}{'!' if candidate.exact else ' '}{candidate.nodes}"
            for candidate in found.candidates
        ]
        yield f"{spec} {found.nodes} {moves} {found.line}"


def solutions(position: Position) -> Iterator[str]:
    """Yield what the game's solver knows about a two-player position after some nodes."""
    if position.players == 2:
        solver = _native.solver(position, SOLVER_MEMORY)
        lower, upper, best, all_best, grundy, nodes = solver.solve(position, nodes=SOLVER_NODES)
        yield f"{lower} {upper} {best if all_best else ''} {grundy} {nodes}"


def fingerprint() -> int:
    """Return the number, from 0 up to 2**32."""
    crc = 0
    for game, size in BOARDS:
        for position in positions(game, size):
            for line in (*searches(position), *solutions(position)):
                crc = zlib.crc32(line.encode(), crc)
    return crc


if __name__ == "__main__":
    print(fingerprint())
