"""Compare the moves that the browser's core and Python choose: `python -m tests.wasm.parity`.

Every game is played with the server's own tasks, so that seeds are derived as they are there. A
level plays both sides, after an opening of random moves.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import quire
from quire.engine.agents.level import LEVELS
from quire.server.workers.worker_task import MoveTask
from tests.wasm.host import Host, host

SIZES = {
    "sos": ("6x6", "3x4", "8x8", "4x4:3", "5x5:simple"),
    "line": ("21", "9", "70"),
    "extreme": ("2x9x9",),
    "obstruction": ("8x8", "5x5", "9x10"),
}
"""Boards, the first more often than the others. Both widths of every game's positions are here."""

SECONDS = 600.0


@dataclass(frozen=True, slots=True)
class Difference:
    """A move that the two choose differently."""

    game: str
    size: str
    agent: str
    seed: int
    moves: tuple[str, ...]
    native: str
    browser: str


def agents_of(game: str) -> list[str]:
    """Return the agents that the browser's core can play."""
    levels = [f"level{number}" for number in range(1, LEVELS + 1)]
    return [*levels, "random", *quire.find_game(game).profile.agents]


def compare(core: Host, game: str, agent: str, seed: int, plies: int) -> Iterator[Difference]:
    """Play one game with an agent on both sides, and yield where the core differs.

    Only the last `plies` of a random number of moves are the agent's.
    """
    chance = random.Random(f"{game} {agent} {seed}")
    sizes = SIZES[game]
    size = chance.choice((sizes[0], *sizes))
    position = quire.start(game, size)
    moves: list[str] = []
    opening = chance.randrange(len(position.cells()))
    while position.outcome() is None and len(moves) < opening + plies:
        if len(moves) < opening and chance.random() < 0.9:
            move = chance.choice(position.legal_moves())
        else:
            task = MoveTask(game, size, tuple(moves), f"{agent}:seed={seed}", SECONDS)
            move = task.run()
            line = {"game": game, "size": size, "moves": moves}
            browser = core.choose(agent, line, seed, str(position))
            if move != browser:
                yield Difference(game, size, agent, seed, tuple(moves), move, browser)
        moves.append(move)
        position = position.play(move)


def main() -> None:
    """Compare games of every game and agent, and list the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("keys", nargs="*", metavar="GAME", help="of these (default: all)")
    parser.add_argument("--agents", nargs="+", metavar="AGENT", help="only these (default: all)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="of the games (0)")
    parser.add_argument("--games", type=int, default=200, help="of each game and agent")
    parser.add_argument("--plies", type=int, default=6, help="that the agent plays in each")
    options = parser.parse_args()
    if unknown := set(options.keys) - set(SIZES):
        parser.error(f"GAME must be one of {', '.join(SIZES)}, not {min(unknown)}")
    known = {it for game in SIZES for it in agents_of(game)}
    if unknown := set(options.agents or ()) - known:
        parser.error(f"AGENT must be one of {', '.join(sorted(known))}, not {min(unknown)}")
    found = 0
    with tempfile.TemporaryDirectory() as directory, host(Path(directory)) as core:
        for game in options.keys or SIZES:
            agents = [it for it in agents_of(game) if it in (options.agents or agents_of(game))]
            for agent in agents:
                differences = [
                    it
                    for seed in range(options.first, options.first + options.games)
                    for it in compare(core, game, agent, seed, options.plies)
                ]
                print(f"{game} {agent}: {options.games} games, {len(differences)} differences")
                for it in differences[:5]:
                    print(f"  {it}")
                sys.stdout.flush()
                found += len(differences)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
