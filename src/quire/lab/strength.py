"""The strength of agents: trials with goals, every agent on every game, the levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from quire.engine import AGENTS, make_agent
from quire.engine.agents.level import LEVELS, level_settings
from quire.errors import QuireError
from quire.games import GAMES, find_game
from quire.lab.duel import Duel, Score
from quire.lab.interval import wilson
from quire.match.agent import NO_LIMIT, Limit


@dataclass(frozen=True, slots=True)
class Goal:
    """What a score must reach, as shares of the games; None sets no goal."""

    wins: float | None = None
    losses: float | None = None
    points: float | None = None

    def reached(self, score: Score) -> bool:
        """Return whether the score reaches the goal."""
        games = score.games
        return (
            (self.wins is None or score.wins >= self.wins * games)
            and (self.losses is None or score.losses <= self.losses * games)
            and (self.points is None or score.points >= self.points * games)
        )

    def measures(self) -> tuple[str, ...]:
        """Return what the goal is about: `wins`, `losses`, `points` (default: points)."""
        asked = {"wins": self.wins, "losses": self.losses, "points": self.points}
        return tuple(name for name, share in asked.items() if share is not None) or ("points",)

    def __str__(self) -> str:
        parts = (
            ("wins ≥", self.wins),
            ("losses ≤", self.losses),
            ("points ≥", self.points),
        )
        return ", ".join(f"{word} {share:.1%}" for word, share in parts if share is not None)


@dataclass(frozen=True, slots=True)
class Trial:
    """A duel with a goal for its first agent; `excuse` says why it need not be reached."""

    duel: Duel
    goal: Goal
    excuse: str = ""

    def with_games(self, games: int | None, seed: int) -> Trial:
        """Return the trial with another seed and, unless it is None, number of games."""
        duel = replace(self.duel, games=games or self.duel.games, seed=seed)
        return replace(self, duel=duel)

    def __str__(self) -> str:
        duel = self.duel
        unlost = " unlost" if duel.from_unlost_positions else ""
        return f"{duel.game} {duel.size}{unlost} {duel.one}{_time(duel)} {duel.other}"


def _time(duel: Duel) -> str:
    """Return the time limits, if they differ."""
    seconds = [limit.seconds for limit in (duel.limit, duel.other_limit) if limit is not None]
    times = [1000 * second for second in seconds if second is not None]
    if len(times) < 2:
        return " -"
    return f" ({times[0]:.0f} : {times[1]:.0f} ms) -"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a trial."""

    trial: Trial
    score: Score

    @property
    def counts(self) -> dict[str, float]:
        """The counts that a goal may be about, by name."""
        score = self.score
        return {"wins": score.wins, "losses": score.losses, "points": score.points}

    @property
    def reached(self) -> bool:
        """Whether the goal was reached, with all games finished and in time."""
        score = self.score
        return self.trial.goal.reached(score) and score.failed == 0 and self.in_time

    @property
    def in_time(self) -> bool:
        """Whether the moves kept to the time limit, within the tolerance.

        Measured in CPU time: it is not the agent's fault if the machine is busy.
        """
        return self.score.late <= MAX_LATE_SHARE * self.score.moves

    @property
    def failures(self) -> str:
        """How many games failed, and why the first did; empty if none did."""
        score = self.score
        if not score.failed:
            return ""
        return f"{score.failed} of {score.failed + score.games} games failed: {score.failure}"

    @property
    def verdict(self) -> str:
        """Whether the goal was reached, as a short text."""
        if self.reached:
            return "yes"
        if self.score.failed:
            return f"NO: {self.score.failed} failed"
        return self.trial.excuse or ("NO" if self.in_time else "NO: too slow")

    def facts(self) -> dict[str, object]:
        """Everything, for JSON."""
        duel, score = self.trial.duel, self.score
        return {
            "game": duel.game,
            "size": duel.size,
            "one": duel.one,
            "other": duel.other,
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "points": score.points / score.games if score.games else None,
            "intervals": {name: wilson(count, score.games) for name, count in self.counts.items()},
            "slowest_seconds": score.slowest,
            "max_cpu_seconds": score.max_cpu_seconds,
            "moves": score.moves,
            "late": score.late,
            "failed": score.failed,
            "failure": score.failure,
            "goal": str(self.trial.goal),
            "reached": self.reached,
            "excuse": self.trial.excuse,
        }


MAX_LATE_SHARE = 0.001
"""The share of moves that may be late: where virtual machines share a CPU, even CPU time includes
the time of the others."""

TENTH_SECOND = Limit(seconds=0.1)
TARGETS = (
    *(
        Trial(
            Duel("sos", size, "champion", "feasible", 200, TENTH_SECOND),
            Goal(wins=wins, losses=0.005),
        )
        for size, wins in (("5x5", 0.92), ("6x6", 0.98), ("7x7", 0.99), ("8x8", 0.99))
    ),
    Trial(
        Duel("extreme", "2x9x9", "champion", "mcts", 200, Limit(seconds=0.05), opening=4),
        Goal(points=0.95),
    ),
    Trial(
        Duel(
            *("extreme", "2x9x9", "champion", "mcts", 200),
            limit=Limit(seconds=0.005),
            other_limit=Limit(seconds=0.05),
            opening=4,
        ),
        Goal(points=0.75),
    ),
    # An equal share would be a third and a quarter.
    Trial(Duel("sos", "5x5:3", "champion", "greedy", 300, TENTH_SECOND), Goal(points=0.4)),
    Trial(Duel("sos", "6x6:4", "champion", "greedy", 600, Limit(seconds=0.02)), Goal(points=0.28)),
    # From a position that it need not lose, the champion never loses, whatever the opponent. On 8x8
    # the first move is random, and the champion wins as the second player.
    *(
        Trial(
            Duel(
                *board,
                "champion",
                other,
                games,
                TENTH_SECOND,
                NO_LIMIT,
                opening,
                from_unlost_positions=True,
            ),
            Goal(losses=0.0),
        )
        for board, opening, other, games in (
            (("line", "21"), 2, "perfect", 100),
            (("obstruction", "8x8"), 1, "mcts:nodes=20000", 100),
            (("obstruction", "7x7"), 0, "perfect", 50),
            (("sos", "4x4"), 4, "perfect", 100),
        )
    ),
)
"""Goals of the champion, with 0.1 s per move or less."""


BOARDS = tuple((game.key, game.profile.measured_size or game.sizes.default) for game in GAMES)
"""Boards on which agents and levels are measured."""

LEVEL_GOAL = Goal(points=0.65)
"""What a level must score against the one below."""


def level_trials() -> list[Trial]:
    """Each level against the one below, on every board."""
    return [
        Trial(
            Duel(game, size, f"level{level}", f"level{level - 1}", 400, opening=opening),
            LEVEL_GOAL,
            excuse="the one below is perfect" if level_settings(game)[level - 2].perfect else "",
        )
        for game, size in BOARDS
        for opening in (4 if game == "extreme" else 0,)
        for level in range(2, LEVELS + 1)
    ]


TABLE_OPPONENT = "mcts:nodes=300"
"""The opponent in the table of all agents."""

TABLE_LIMIT = Limit(seconds=0.02)
"""The limit per move in that table."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An agent on a board: the trial, or the reason why there is none."""

    agent: str
    board: str
    trial: Trial | None
    reason: str = ""


def agent_cells() -> Iterator[Cell]:
    """Yield every agent on every board."""
    for agent in AGENTS:
        for game, size in (*BOARDS, ("sos", "5x5:3")):
            reason = reason_not_to_play(agent, game, size)
            trial = Trial(Duel(game, size, agent, TABLE_OPPONENT, 100, TABLE_LIMIT), Goal())
            yield Cell(agent, f"{game} {size}", None if reason else trial, reason)


def with_result(cell: Cell, result: Result | None) -> tuple[Cell, Result | None]:
    """Return a cell with its result; if the agent failed in a game, with the reason instead."""
    if result is None or not result.failures:
        return cell, result
    return replace(cell, trial=None, reason=result.failures), None


def reason_not_to_play(agent: str, game: str, size: str) -> str:
    """Return why an agent does not play on that board; empty if it does."""
    try:
        make_agent(agent, seed=1).choose(find_game(game).start(size), TABLE_LIMIT)
    except QuireError as error:
        return str(error)
    return ""
