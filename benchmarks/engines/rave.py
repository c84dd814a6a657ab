"""Whether RAVE helps `mcts`, game by game: `python -m benchmarks.engines.rave`."""

from __future__ import annotations

import argparse

from quire.engine.units import usable_threads
from quire.lab.duel import Duel, Score, play_duels
from quire.lab.interval import wilson
from quire.match.agent import Limit

BOARDS = (
    ("sos", "6x6"),
    ("sos", "8x8"),
    ("sos", "5x5:3"),
    ("line", "21"),
    ("extreme", "2x9x9"),
    ("obstruction", "8x8"),
)


def duels(only: str | None, games: int, nodes: int) -> list[Duel]:
    """Return duels of `mcts` with RAVE against itself without, after two random moves."""
    with_rave, without = "mcts:rave=yes", "mcts:rave=no"
    limit = Limit(nodes=nodes)
    return [
        Duel(game, size, with_rave, without, games, limit, opening=2, seed=1)
        for game, size in BOARDS
        if only in (None, game)
    ]


def line(duel: Duel, score: Score) -> str:
    """Return a row of the table in docs/reference/agents.md."""
    low, high = wilson(round(score.points), score.games)
    return (
        f"| `{duel.game} {duel.size}` | {score.wins}-{score.draws}-{score.losses} "
        f"| {score.points / score.games:.1%} ({low:.1%} to {high:.1%}) |"
    )


def main() -> None:
    """Play the duels and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines.rave", description=__doc__)
    parser.add_argument("--only", metavar="GAME", help="only this game")
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--nodes", type=int, default=2_000, help="simulations per move")
    asked = parser.parse_args()
    planned = duels(asked.only, asked.games, asked.nodes)
    scores = play_duels(planned, usable_threads(), lambda *_: None)
    print("| board | with RAVE: won, drawn, lost | points (95% CI) |")
    print("|---|---|---|")
    for duel, score in zip(planned, scores, strict=True):
        print(line(duel, score))


if __name__ == "__main__":
    main()
