"""The sequential probability ratio test: play until one of two hypotheses is accepted.

H0 says that the player is better by `elo0`, H1 that it is better by `elo1`. After
every pair of games the log-likelihood ratio (LLR) says how much more likely H1 makes the results
than H0 does; beyond either bound the test ends. It takes far fewer games than a match of fixed
length with the same error rates.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from quire.arena.statistics.elo import POINTS_PER_NAT, share_of
from quire.arena.statistics.score import Pentanomial
from quire.errors import NotationError

Model = Literal["logistic", "normalized"]
Verdict = Literal["accept H0", "accept H1", "continue"]

MAX_ELO: dict[Model, float] = {"logistic": 2000.0, "normalized": 200.0}
"""The largest |elo0| and |elo1|. A lead of more than 200 in normalized Elo needs no test."""

EXAMPLE = "elo0=0 elo1=20 alpha=0.05 beta=0.05"
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score of the five kinds of pairs."""

UNSEEN_COUNT = 1e-3
"""The count of a kind of pair that did not occur, so that both hypotheses stay possible."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H0 against H1: `alpha` and `beta` are how often it may wrongly accept H1 and H0.

    It is the generalised test of fishtest and fastchess: of all distributions of pairs with which
    a hypothesis holds, the one that fits the results best is compared (M. Van den Bergh,
    "Comments on normalized Elo"). From a few dozen pairs on, the error rates are as given, within
    one per cent if most pairs end alike. Single games do not count.

    In the `logistic` model `elo0` and `elo1` are ordinary Elo. In the `normalized` model
    they are the lead in points over the standard deviation of a game, on a scale that agrees with
    Elo near 0 where there are no draws: how many games a test takes then does not depend on how
    many of them are drawn.

    >>> test = Sprt.parse("elo0=0 elo1=20")
    >>> test.verdict((0, 5, 30, 40, 25)), test.verdict((0, 0, 1, 0, 1))
    ('accept H1', 'continue')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        if self.model not in MAX_ELO:
            raise NotationError(
                f"unknown SPRT model {self.model!r}: use model={' or model='.join(MAX_ELO)}"
            )
        most = MAX_ELO[self.model]
        for name in ("elo0", "elo1"):
            if not abs(getattr(self, name)) <= most:
                raise NotationError(f"{name} must be from -{most:g} to {most:g}, as in {EXAMPLE}")
        if self.elo0 >= self.elo1:
            raise NotationError(
                f"elo0={self.elo0:g} must be less than elo1={self.elo1:g}, as in {EXAMPLE}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 1:
                raise NotationError(f"{name} must be above 0 and below 1, as in {name}=0.05")
        if self.alpha + self.beta >= 1:
            raise NotationError(
                f"alpha={self.alpha:g} and beta={self.beta:g} must add up to less than 1"
            )

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Read a test such as `elo0=0 elo1=20 alpha=0.05 beta=0.05`. Raises NotationError.

        `elo0` and `elo1` are required; `model=normalized` is optional.

        >>> Sprt.parse("elo0=-5, elo1=5, alpha=0.1")
        Sprt(elo0=-5.0, elo1=5.0, alpha=0.1, beta=0.05, model='logistic')
        """
        given = dict(_settings(text))
        for name in ("elo0", "elo1"):
            if name not in given:
                raise NotationError(f"SPRT needs {name}, as in {EXAMPLE}")
        return cls(**given)  # type: ignore[arg-type]  # _settings checks the types

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        numbers = [f"{name}={getattr(self, name)!r}" for name in ("elo0", "elo1", "alpha", "beta")]
        return " ".join([*numbers, f"model={self.model}"])

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and the one at which H1 is (A. Wald, 1945)."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, pairs: Pentanomial) -> float:
        """Return the log-likelihood ratio of H1 to H0 after these pairs."""
        if not any(pairs):
            return 0.0
        counts = [count or UNSEEN_COUNT for count in pairs]
        likely = _with_lead if self.model == "normalized" else _with_mean
        under_h0, under_h1 = (likely(counts, elo) for elo in (self.elo0, self.elo1))
        return math.fsum(
            count * math.log(one / zero)
            for count, zero, one in zip(counts, under_h0, under_h1, strict=True)
        )

    def verdict(self, pairs: Pentanomial) -> Verdict:
        """Return which hypothesis to accept after these pairs, or whether to continue."""
        ratio = self.llr(pairs)
        lower, upper = self.bounds
        if ratio <= lower:
            return "accept H0"
        return "accept H1" if ratio >= upper else "continue"


def _settings(text: str) -> Iterator[tuple[str, float | str]]:
    names = [field.name for field in fields(Sprt)]
    seen = set()
    for word in filter(None, re.split(r"[\s,]+", text)):
        name, equals, value = word.partition("=")
        if name not in names or not equals:
            raise NotationError(
                f"unknown SPRT setting {word!r}: choose from {', '.join(names)}, as in {EXAMPLE}"
            )
        if name in seen:
            raise NotationError(f"{name} is given twice")
        seen.add(name)
        if name == "model":
            yield name, value
            continue
        try:
            yield name, float(value)
        except ValueError:
            raise NotationError(f"{word!r} must be a number, as in {EXAMPLE}") from None


def _with_mean(counts: Sequence[float], elo: float) -> list[float]:
    """Return the most likely probabilities of pairs, among those whose mean is that Elo."""
    mean = share_of(elo)
    return _most_likely(counts, [share - mean for share in SHARES])


def _with_lead(counts: Sequence[float], elo: float) -> list[float]:
    """Return the same, among those whose lead over ½ is that many standard deviations.

    The condition is not linear in the probabilities, so it is linearised again and again.
    """
    # The scale is that of one game, whose deviation is √2 times that of the mean of two.
    lead = elo / (2 * POINTS_PER_NAT) * math.sqrt(2)
    chances = [1 / len(SHARES)] * len(SHARES)
    for _ in range(100):
        mean = sum(chance * share for chance, share in zip(chances, SHARES, strict=True))
        variance = sum(
            chance * (share - mean) ** 2 for chance, share in zip(chances, SHARES, strict=True)
        )
        deviation = math.sqrt(variance)
        offsets = [
            share - 0.5 - lead * (deviation + (share - mean) ** 2 / deviation) / 2
            for share in SHARES
        ]
        last, chances = chances, _most_likely(counts, offsets)
        if max(abs(one - other) for one, other in zip(last, chances, strict=True)) < 1e-9:
            break
    return chances


def _most_likely(counts: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the most likely probabilities, among those with which the offsets average 0.

    They are weight / (1 + x offset) for the x at which the offsets do average 0. The average falls
    with x; Newton's method, kept between the bounds that are known, finds its zero.
    """
    total = sum(counts)
    weights = [count / total for count in counts]
    if sum(weight * offset for weight, offset in zip(weights, offsets, strict=True)) < 0:
        offsets = [-offset for offset in offsets]  # so that x is not negative
    least = min(offsets)
    # x is looked for as its gap to -1 / least: near there x itself would not be exact enough.
    low, high = -weights[offsets.index(least)] / least, -1 / least
    gap = high
    for _ in range(200):
        parts = [1 - offset / least - gap * offset for offset in offsets]
        terms = [offset / part for offset, part in zip(offsets, parts, strict=True)]
        average = sum(weight * term for weight, term in zip(weights, terms, strict=True))
        low, high = (low, gap) if average > 0 else (gap, high)
        step = average / sum(w * term * term for w, term in zip(weights, terms, strict=True))
        if abs(step) <= 1e-10 * gap:
            break
        gap = gap - step if low < gap - step < high else math.sqrt(low * high)
    return [weight / part for weight, part in zip(weights, parts, strict=True)]
