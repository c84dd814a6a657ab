"""The tuning of a bot: its games, and the file from which it is resumed.

The first line of the file says what is tuned, every other line is one step: its trial, its result
and the values after it. A line is written when its games are over, so a crash loses no more than
one step; the trials depend only on the first line and the steps so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from quire.arena.conditions.opening import OpeningFile
from quire.arena.tournament.pairing import Encounter, opening_of
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.results import GameLine
from quire.arena.tournament.runner import Executor, ScheduledGame, play_all
from quire.arena.tuning.spsa import Parameter, Spsa, Trial, Values
from quire.errors import AgentFailed, NotationError, RecordError
from quire.games import find_game
from quire.match.line_file import LineFile, read_line, read_lines

NAMES = ("plus", "minus")
"""The two settings of the bot."""

MAX_FORFEIT_SHARE = 0.5
"""A step with more forfeits than this says nothing about the settings."""


class Tuning(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is tuned, and how: the first line of the file."""

    format: Literal[1] = 1
    plan: Annotated[Plan, Meta(description="The bot, twice, and all that its games need.")]
    parameters: Annotated[tuple[Parameter, ...], Meta(min_length=1)]
    pairs_per_step: Annotated[int, Meta(ge=1, le=1000)]

    def check(self) -> None:
        """Raise NotationError unless the parameters differ and the games are for two."""
        names = [parameter.name.lower() for parameter in self.parameters]
        for name in names:
            if names.count(name) > 1:
                raise NotationError(f"parameter {name!r} is given twice")
        players = find_game(self.plan.game).start(self.plan.start_size()).players
        if players != 2:
            raise NotationError(f"tuning needs a two-player board, not one for {players}")

    @property
    def pairs(self) -> int:
        """Pairs of games in all."""
        return max(1, self.plan.games // 2)

    @property
    def spsa(self) -> Spsa:
        """The algorithm with these parameters."""
        return Spsa(self.parameters, self.pairs, self.plan.seed)


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a tuning: who won, and the values after it."""

    pairs: Annotated[int, Meta(ge=1, description="Pairs of games so far, this step included.")]
    plus: Annotated[dict[str, str], Meta(description="The values that one setting played with.")]
    minus: Annotated[dict[str, str], Meta(description="The values of the other one.")]
    wins: int
    draws: int
    losses: int
    forfeits: int = 0
    values: Annotated[Values, Meta(description="The values after the step.")]


def tuning_plan(bot: str, plan: Plan) -> Plan:
    """Return the plan with this bot on both sides."""
    return msgspec.structs.replace(plan, bots=tuple(Entrant(bot, name) for name in NAMES))


class TuningFile:
    """The file of a tuning, which steps are added to."""

    def __init__(self, path: Path, tuning: Tuning, *, resume: bool) -> None:
        """Raises RecordError if it is in use, of another tuning, or exists and is not resumed."""
        self.tuning = tuning
        self.steps: list[Step] = []
        self._file = LineFile(path, resume=resume)
        try:
            if self._file.lines:
                found, self.steps = read_tuning(path)
                if found != tuning:
                    raise RecordError(
                        f"{path} has a different tuning: use the same options, or choose another "
                        "--out"
                    )
                self._file.remove_incomplete()
            else:
                self._file.append(tuning)
        except BaseException:
            self._file.close()
            raise

    @property
    def pairs(self) -> int:
        """Pairs of games so far."""
        return self.steps[-1].pairs if self.steps else 0

    @property
    def values(self) -> Values:
        """The values so far."""
        return self.steps[-1].values if self.steps else self.tuning.spsa.start()

    def add(self, step: Step) -> None:
        """Save a step."""
        self._file.append(step)
        self.steps.append(step)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_tuning(path: Path) -> tuple[Tuning, list[Step]]:
    """Read the file of a tuning. Raises RecordError, which names the invalid line."""
    lines = read_lines(path)
    if not lines:
        raise RecordError(f"{path} contains no tuning")
    steps = [read_line(path, number, line, Step) for number, line in enumerate(lines[1:], 2)]
    return read_line(path, 1, lines[0], Tuning), steps


def tune(
    file: TuningFile,
    executor: Executor,
    *,
    on_step: Callable[[Step], None] = lambda step: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Play the steps that are missing. Raises AgentFailed if the bot keeps forfeiting."""
    tuning, spsa = file.tuning, file.tuning.spsa
    openings = tuning.plan.opening_file()
    while file.pairs < tuning.pairs and not should_stop():
        first = file.pairs + 1
        last = min(tuning.pairs, first + tuning.pairs_per_step - 1)
        trial = spsa.trial(file.values, first)
        games = _games(tuning.plan, first, last, trial, openings)
        played = list(play_all(executor, games, should_stop))
        if len(played) < 2 * (last - first + 1):
            return  # stopped: this step is played again
        step = _step(spsa, file.values, first, last, trial, played)
        if step.forfeits > MAX_FORFEIT_SHARE * len(played):
            raise AgentFailed(f"the bot forfeits most of its games: {_first_forfeit(played)}")
        file.add(step)
        on_step(step)


def _games(
    plan: Plan, first: int, last: int, trial: Trial, openings: OpeningFile | None
) -> Iterator[ScheduledGame]:
    sides = trial.plus, trial.minus
    for number in range(first - 1, last):
        encounter = Encounter(f"0-1.{number}", (0, 1), number, 2)
        opening = opening_of(plan, encounter, openings)
        for seating, seats in enumerate(encounter.seatings()):
            options = tuple(sides[bot] for bot in seats)
            yield ScheduledGame(f"{encounter.id}#{seating}", seats, opening, options)


def _step(
    spsa: Spsa, values: Values, first: int, last: int, trial: Trial, played: list[GameLine]
) -> Step:
    # In seating 0 the first seat is the setting `plus`, in seating 1 the second.
    shares = [game.share(int(game.id[-1])) for game in played]
    wins, losses = shares.count(1.0), shares.count(0.0)
    return Step(
        pairs=last,
        plus=dict(trial.plus),
        minus=dict(trial.minus),
        wins=wins,
        draws=len(shares) - wins - losses,
        losses=losses,
        forfeits=sum(bool(game.forfeits) for game in played),
        values=spsa.updated(values, first, trial, wins - losses),
    )


def _first_forfeit(played: list[GameLine]) -> str:
    return next(game.forfeits[0].detail for game in played if game.forfeits)
