"""How strong the agents are: trials with goals, every agent on every game, the levels."""

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
    """What a score must reach, as shares of the games; None is not asked for."""

    wins: float | None = None
    losses: float | None = None
    points: float | None = None

    def reached(self, score: Score) -> bool:
        """Whether the score, as it stands, is there."""
        games = score.games
        return (
            (self.wins is None or score.wins >= self.wins * games)
            and (self.losses is None or score.losses <= self.losses * games)
            and (self.points is None or score.points >= self.points * games)
        )

    def measures(self) -> tuple[str, ...]:
        """What the goal is on: `wins`, `losses`, `points`; points if it asks for nothing."""
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

    def over(self, games: int | None, seed: int) -> Trial:
        """The same trial from a seed, over another number of games unless that is None."""
        duel = replace(self.duel, games=games or self.duel.games, seed=seed)
        return replace(self, duel=duel)

    def __str__(self) -> str:
        duel = self.duel
        unlost = " unlost" if duel.unlost else ""
        return f"{duel.game} {duel.size}{unlost} {duel.one}{_time(duel)} {duel.other}"


def _time(duel: Duel) -> str:
    """What the two may think, where they may not think equally long."""
    seconds = [it.seconds for it in (duel.limit, duel.other_limit) if it is not None]
    times = [1000 * it for it in seconds if it is not None]
    if len(times) < 2:
        return " -"
    return f" ({times[0]:.0f} : {times[1]:.0f} ms) -"


@dataclass(frozen=True, slots=True)
class Result:
    """What came out of a trial."""

    trial: Trial
    score: Score

    @property
    def counts(self) -> dict[str, float]:
        """What a goal may be on, by its name, out of all games."""
        score = self.score
        return {"wins": score.wins, "losses": score.losses, "points": score.points}

    @property
    def reached(self) -> bool:
        """Whether the goal is, in every game to its end and in time."""
        score = self.score
        return self.trial.goal.reached(score) and score.failed == 0 and self.in_time

    @property
    def in_time(self) -> bool:
        """Whether the moves kept to the limit of seconds, but for what an engine may add to it.

        By the processor's clock: that the machine let the process wait is not the agent's fault.
        """
        return self.score.late <= MOST_LATE * self.score.thoughts

    @property
    def failures(self) -> str:
        """How many games failed, and why the first did; empty if none did."""
        score = self.score
        if not score.failed:
            return ""
        return f"{score.failed} of {score.failed + score.games} games failed: {score.failure}"

    @property
    def verdict(self) -> str:
        """Whether the goal was reached, in a word or two."""
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
            "intervals": {name: wilson(it, score.games) for name, it in self.counts.items()},
            "slowest_seconds": score.slowest,
            "busiest_seconds": score.busiest,
            "thoughts": score.thoughts,
            "late": score.late,
            "failed": score.failed,
            "failure": score.failure,
            "goal": str(self.trial.goal),
            "reached": self.reached,
            "excuse": self.trial.excuse,
        }


MOST_LATE = 0.001
"""The share of moves that may be late: where several machines share a processor, even its own
clock goes on while another has it."""

A_TENTH = Limit(seconds=0.1)
TARGETS = (
    *(
        Trial(
            Duel("sos", size, "champion", "feasible", 200, A_TENTH),
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
    # An equal share would be a third, and a quarter.
    Trial(Duel("sos", "5x5:3", "champion", "greedy", 300, A_TENTH), Goal(points=0.4)),
    Trial(Duel("sos", "6x6:4", "champion", "greedy", 600, Limit(seconds=0.02)), Goal(points=0.28)),
    # Where it need not lose it never does, whatever the opening and however strong the other. The
    # first move on 8x8 is random, and the champion answers it: it wins there as the second.
    *(
        Trial(
            Duel(*board, "champion", other, games, A_TENTH, NO_LIMIT, opening, unlost=True),
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
"""What the champion must reach, at a tenth of a second a move or less."""


BOARDS = tuple((game.key, game.profile.measured_size or game.sizes.default) for game in GAMES)
"""Where agents and levels are measured."""

STEP = Goal(points=0.65)
"""What a level must score against the one below."""


def level_trials() -> list[Trial]:
    """Each level against the one below, on every board."""
    return [
        Trial(
            Duel(game, size, f"level{level}", f"level{level - 1}", 400, opening=opening),
            STEP,
            excuse="the one below is perfect" if level_settings(game)[level - 2].perfect else "",
        )
        for game, size in BOARDS
        for opening in (4 if game == "extreme" else 0,)
        for level in range(2, LEVELS + 1)
    ]


YARDSTICK = "mcts:nodes=300"
"""Whom every agent plays in the table of all agents."""

A_FIFTIETH = Limit(seconds=0.02)
"""What an agent may think there for a move."""


@dataclass(frozen=True, slots=True)
class Cell:
    """An agent on a board: the trial, or the reason why there is none."""

    agent: str
    board: str
    trial: Trial | None
    reason: str = ""


def agent_cells() -> Iterator[Cell]:
    """Every agent on every board."""
    for agent in AGENTS:
        for game, size in (*BOARDS, ("sos", "5x5:3")):
            reason = why_not(agent, game, size)
            trial = Trial(Duel(game, size, agent, YARDSTICK, 100, A_FIFTIETH), Goal())
            yield Cell(agent, f"{game} {size}", None if reason else trial, reason)


def filled(cell: Cell, result: Result | None) -> tuple[Cell, Result | None]:
    """The cell with what came out; an agent that failed in some game has a reason instead."""
    if result is None or not result.failures:
        return cell, result
    return replace(cell, trial=None, reason=result.failures), None


def why_not(agent: str, game: str, size: str) -> str:
    """Why an agent does not play on that board; empty if it does."""
    try:
        make_agent(agent, seed=1).choose(find_game(game).start(size), A_FIFTIETH)
    except QuireError as error:
        return str(error)
    return ""
