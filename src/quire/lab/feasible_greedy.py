"""Reproduce Table I of the paper on SOS (A. Setiawan, 2020).

The feasible greedy agent plays the random and the pure greedy agent on boards from 3×3 to 8×8,
starting every other game. In addition to the paper's two opponents it plays itself, which shows how
often the paper's "no option condition" decides, and any other agent on request.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace

from quire import _native
from quire.core import Position
from quire.engine import Agent, Limit, make_agent
from quire.errors import NotationError, QuireError
from quire.games import find_game
from quire.lab.interval import same_source, wilson

SIZES = ("3x3", "4x4", "5x5", "6x6", "7x7", "8x8")
OPPONENTS = ("random", "greedy", "feasible")
MOVE_LIMIT = Limit(seconds=0.1)
"""The paper's agent answers within 100 milliseconds, so its opponents must as well."""
SIGNIFICANCE = 0.01
"""Results agree unless chance alone makes them differ as much less often than this."""
BATCH_GAMES = 100
"""Games between two progress updates."""


@dataclass(frozen=True, slots=True)
class Score:
    """The feasible agent's wins, losses and draws."""

    wins: int
    losses: int
    draws: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.losses + self.draws

    def counts(self) -> tuple[int, int, int]:
        """Wins, losses, draws."""
        return self.wins, self.losses, self.draws


PAPER: dict[tuple[str, str], Score] = {
    ("3x3", "random"): Score(123, 0, 77),
    ("4x4", "random"): Score(195, 0, 5),
    ("3x3", "greedy"): Score(101, 0, 99),
    ("4x4", "greedy"): Score(196, 0, 4),
    **{(size, other): Score(200, 0, 0) for size in SIZES[2:] for other in OPPONENTS[:2]},
}
"""Table I, by size and opponent."""

KNOWN_DIFFERENCES = {
    (
        "3x3",
        "greedy",
    ): "on 3x3 the feasible agent leaves nothing to take, so greedy plays like random and both "
    "results should be the same; in the paper they differ.",
}
"""Explanations of results that do not agree."""


@dataclass(frozen=True, slots=True)
class NoOption:
    """The effect of the no option condition: the player to move can neither score nor play safe.

    `met_first` counts for the feasible agent and for its opponent who met the condition first in a
    game, `then_lost` who then lost that game. A game is `turned` if its result differs from the
    lead at that moment.
    """

    turns: int
    turns_without_option: int
    met_first: tuple[int, int]
    then_lost: tuple[int, int]
    turned: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One opponent on one board; games in which an agent failed are not counted."""

    size: str
    opponent: str
    score: Score
    no_option: NoOption
    failed: int = 0
    failure: str = ""
    """The error of the first game that failed."""

    @property
    def paper(self) -> Score | None:
        """The paper's result, if it has one."""
        return PAPER.get((self.size, self.opponent))

    @property
    def chance(self) -> float | None:
        """The p-value of our result and the paper's; None if the paper has no result."""
        return None if self.paper is None else same_source(self.score.counts(), self.paper.counts())

    @property
    def agrees(self) -> bool | None:
        """Whether the paper's result and ours are compatible."""
        chance = self.chance
        return None if chance is None else chance >= SIGNIFICANCE

    def facts(self) -> dict[str, object]:
        """Return all values, for JSON."""
        return {
            "size": self.size,
            "opponent": self.opponent,
            "games": self.score.games,
            **asdict(self.score),
            "intervals": {
                name: wilson(count, self.score.games) for name, count in asdict(self.score).items()
            },
            "paper": None if self.paper is None else asdict(self.paper),
            "chance": self.chance,
            "agrees": self.agrees,
            "no_option": asdict(self.no_option),
            "failed": self.failed,
            "failure": self.failure,
        }


def play_table(
    sizes: Sequence[str],
    games: int,
    seed: int,
    retry: str,
    on_games: Callable[[int], None] = lambda played: None,
) -> list[Cell]:
    """Play every size against the paper's opponents and the agent itself, on two threads.

    `on_games` receives the number of games just played. The results depend on the arguments only.
    """
    agent = f"feasible-{retry}"
    cells: list[Cell] = []
    with ThreadPoolExecutor(2) as pool:
        for size in sizes:
            start = empty_board(size)
            for opponent in OPPONENTS:
                other = agent if opponent == "feasible" else opponent
                cell_seed = _seed(seed, size, opponent)

                def part(first: int) -> Tally:
                    number = min(BATCH_GAMES, games - first)
                    tally = _native.duel(start, agent, other, number, cell_seed, first)  # noqa: B023
                    on_games(number)
                    return tally

                tallies = list(pool.map(part, range(0, games, BATCH_GAMES)))
                cells.append(_cell(size, opponent, tallies))
    return cells


def play_against(
    spec: str,
    size: str,
    games: int,
    seed: int,
    retry: str,
    on_games: Callable[[int], None] = lambda played: None,
) -> Cell:
    """Play against any agent, with 100 milliseconds per move."""
    start = empty_board(size)
    chance = random.Random(_seed(seed, size, spec))
    agents = (
        make_agent(f"feasible:retry={retry}", seed=chance.getrandbits(63)),
        make_agent(spec, seed=chance.getrandbits(63)),
    )
    tallies, failures = [], []
    for game in range(games):
        try:
            tallies.append(_play(start, agents, starts=game % 2))
        except QuireError as error:
            failures.append(str(error))
        on_games(1)
    cell = _cell(size, spec, tallies)
    return replace(cell, failed=len(failures), failure=failures[0] if failures else "")


Tally = tuple[int, int, int, int, int, tuple[int, int], tuple[int, int], int]
"""What `_native.duel` counts."""


def _play(position: Position, agents: tuple[Agent, Agent], starts: int) -> Tally:
    """Play one game and count it as `_native.duel` does; `starts` is the agent who is player 1."""
    turns = without = 0
    met: tuple[int, int] | None = None  # who met the condition first, and who led then
    while position.outcome() is None:
        mover = (position.to_move + starts) % 2
        turns += 1
        if _native.no_option(position):
            without += 1
            met = met or (mover, _sign(position.points[starts] - position.points[1 - starts]))
        position = position.play(agents[mover].choose(position, MOVE_LIMIT).move)
    outcome = position.outcome()
    assert outcome is not None
    result = 0 if outcome.winner is None else 1 if outcome.winner == starts else -1
    met_first, then_lost = [0, 0], [0, 0]
    if met is not None:
        met_first[met[0]] = 1
        then_lost[met[0]] = int(result == (-1 if met[0] == 0 else 1))
    return (
        *(int(result == 1), int(result == -1), int(result == 0), turns, without),
        (met_first[0], met_first[1]),
        (then_lost[0], then_lost[1]),
        int(met is not None and met[1] != result),
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _cell(size: str, opponent: str, tallies: Sequence[Tally]) -> Cell:
    wins, losses, draws, turns, without, met, lost, turned = (
        zip(*tallies, strict=True) if tallies else [()] * 8
    )
    return Cell(
        size,
        opponent,
        Score(sum(wins), sum(losses), sum(draws)),
        NoOption(
            sum(turns),
            sum(without),
            (sum(one for one, _ in met), sum(other for _, other in met)),
            (sum(one for one, _ in lost), sum(other for _, other in lost)),
            sum(turned),
        ),
    )


def empty_board(size: str) -> Position:
    """Return the empty board; NotationError unless it is for two players."""
    start = find_game("sos").start(size)
    if start.players != 2:
        raise NotationError(
            f"{size!r} is not a two-player board: the paper's experiment needs one, such as 5x5"
        )
    return start


def _seed(seed: int, size: str, opponent: str) -> int:
    """Return a separate seed for every cell, so that no cell depends on which others are played."""
    return random.Random(f"{seed} {size} {opponent}").getrandbits(63)
