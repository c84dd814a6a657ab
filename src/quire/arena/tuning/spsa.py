"""SPSA: tuning numbers by games between two slightly different settings of one bot.

Simultaneous perturbation stochastic approximation (J. C. Spall, 1992), with the constants that
chess engines use: every parameter is moved at once, up or down at random, the two settings play
pairs of games, and the result says which way to go. `step` is how far a parameter is moved at the
end of the tuning, `rate` how much of it one point more than the other setting changes the value.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from quire.arena.conditions.bot_settings import check_option
from quire.errors import NotationError

ALPHA = 0.602
"""How fast the learning rate falls."""

GAMMA = 0.101
"""How fast the perturbation falls."""

STABILITY_SHARE = 0.1
"""The share of all pairs in which the learning rate hardly falls."""

DEFAULT_RATE = 0.002

EXAMPLE = "exploration,float,1.2,0.2,3,0.2"


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An option to be tuned: its first value, its bounds, and how far it is moved."""

    name: str
    whole: bool
    start: float
    least: float
    most: float
    step: float
    rate: float = DEFAULT_RATE

    @classmethod
    def parse(cls, text: str) -> Parameter:
        """Read `NAME,int|float,START,MIN,MAX,STEP[,RATE]`. Raises NotationError.

        >>> Parameter.parse("exploration, float, 1.2, 0.2, 3, 0.2").step
        0.2
        """
        form = f"{text!r} is not a parameter: write NAME,int|float,START,MIN,MAX,STEP, as {EXAMPLE}"
        words = [word.strip() for word in text.split(",")]
        if len(words) not in (6, 7) or words[1] not in ("int", "float"):
            raise NotationError(form)
        try:
            numbers = [float(word) for word in words[2:]]
        except ValueError:
            raise NotationError(form) from None
        if not all(map(math.isfinite, numbers)):
            raise NotationError(form)
        check_option(words[0], words[2])
        start, least, most, step, *rate = numbers
        if not (least <= start <= most and least < most):
            raise NotationError(f"{words[0]}: START must be between MIN and MAX, and MIN below MAX")
        whole = words[1] == "int"
        if not 0 < step <= most - least or (whole and step < 0.5):
            raise NotationError(
                f"{words[0]}: STEP must be above 0 and at most MAX - MIN; for int at least 0.5"
            )
        found = cls(
            name=words[0],
            whole=whole,
            start=start,
            least=least,
            most=most,
            step=step,
            rate=rate[0] if rate else DEFAULT_RATE,
        )
        if not 0 < found.rate <= 1:
            raise NotationError(f"{words[0]}: RATE must be above 0 and at most 1")
        return found

    def clipped(self, value: float) -> float:
        """Return the value within the bounds."""
        return min(self.most, max(self.least, value))


Values = dict[str, float]
"""The values of the parameters by name."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Two settings to be compared: the values of each, and the direction of each parameter."""

    directions: Mapping[str, int]
    plus: tuple[tuple[str, str], ...]
    minus: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Spsa:
    """The tuning of some parameters over a number of pairs of games."""

    parameters: Sequence[Parameter]
    pairs: int
    seed: int

    def start(self) -> Values:
        """Return the values before the first game."""
        return {parameter.name: parameter.start for parameter in self.parameters}

    def trial(self, values: Values, pair: int) -> Trial:
        """Return the settings to compare, `pair` pairs into the tuning, counted from 1."""
        chance = random.Random(f"{self.seed} {pair}")
        directions: dict[str, int] = {}
        plus: list[tuple[str, str]] = []
        minus: list[tuple[str, str]] = []
        for parameter in self.parameters:
            name = parameter.name
            directions[name] = chance.choice((-1, 1))
            shift = self._perturbation(parameter, pair) * directions[name]
            # Rounded up as often as the fraction says, and both in the same way.
            fraction = chance.random()
            for side, value in ((plus, values[name] + shift), (minus, values[name] - shift)):
                side.append((name, _text(parameter, value, fraction)))
        return Trial(directions, tuple(plus), tuple(minus))

    def updated(self, values: Values, pair: int, trial: Trial, lead: float) -> Values:
        """Return the values after a trial that `plus` won by `lead`: wins minus losses."""
        found = {}
        for parameter in self.parameters:
            name = parameter.name
            change = self._gain(parameter, pair) * lead * trial.directions[name]
            found[name] = parameter.clipped(values[name] + change)
        return found

    def _perturbation(self, parameter: Parameter, pair: int) -> float:
        return parameter.step * math.pow(self.pairs / pair, GAMMA)

    def _gain(self, parameter: Parameter, pair: int) -> float:
        """Return how far one point more moves a parameter.

        It ends at `rate` steps, as the perturbation ends at `step`.
        """
        stability = STABILITY_SHARE * self.pairs
        rate = parameter.rate * math.pow((stability + self.pairs) / (stability + pair), ALPHA)
        return rate * parameter.step**2 / self._perturbation(parameter, pair)


def _text(parameter: Parameter, value: float, fraction: float) -> str:
    """Return a value as the bot gets it."""
    if not parameter.whole:
        return f"{parameter.clipped(value):.6g}"
    return str(int(parameter.clipped(math.floor(value + fraction))))
