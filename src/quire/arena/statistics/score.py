"""The score of one player against another, and its statistical significance.

Games come in pairs: two with the same opening, seats swapped. An opening that favours a seat gives
one game to either player, so the two games of a pair are not independent, and it is the pairs that
are counted: how many scored 0, ½, 1, 1½ and 2 points (the pentanomial counts).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from statistics import NormalDist

from quire.arena.statistics.elo import elo_of

Pentanomial = tuple[int, int, int, int, int]
"""How many pairs scored 0, ½, 1, 1½ and 2 points."""

NORMAL = NormalDist()
DEVIATIONS = NORMAL.inv_cdf(0.975)
"""The normal distribution has 95% within this many standard deviations."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, points: Iterable[float]) -> Tally:
        """Return the tally of games with these points: 1, ½ or 0; else ValueError."""
        counts = Counter(points)
        if strange := set(counts) - {0, 0.5, 1}:
            raise ValueError(f"a game scores 0, 0.5 or 1 points, not {strange.pop()}")
        return cls(counts[1], counts[0.5], counts[0])

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def reverse(self) -> Tally:
        """The same games from the opponent's side."""
        return Tally(self.losses, self.draws, self.wins)

    def __add__(self, more: Tally) -> Tally:
        return Tally(self.wins + more.wins, self.draws + more.draws, self.losses + more.losses)


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class Score:
    """One player's games against another: by seat, in pairs, and single games left over.

    `first` and `second` are all games, by the player's seat; `singles` are those among them that
    belong to no pair. Scores can be added.

    >>> score = Score.of([(1, 1), (1, 0), (1, 0.5)], singles=[(0, 1)])
    >>> score.points, score.games, score.pairs
    (5.5, 7, (0, 0, 1, 1, 1))
    >>> "{:.3f} {:.3f}".format(*Score.of([(1, 1)] * 10).interval)
    '0.679 1.000'
    """

    first: Tally = NOTHING
    second: Tally = NOTHING
    pairs: Pentanomial = (0, 0, 0, 0, 0)
    singles: Tally = NOTHING

    def __post_init__(self) -> None:
        games = 2 * sum(self.pairs) + self.singles.games
        points = sum(halves / 2 * count for halves, count in enumerate(self.pairs))
        points += self.singles.points
        if (games, points) != (self.games, self.points):
            raise ValueError(
                f"{self.points:g} of {self.games} points by seat, but {points:g} of {games} in "
                "pairs and single games"
            )

    @classmethod
    def of(
        cls, pairs: Iterable[tuple[float, float]] = (), singles: Iterable[tuple[int, float]] = ()
    ) -> Score:
        """Return the score of pairs, each the points as first and as second, and of single games.

        A single game is the seat, 0 or 1, and the points there. Points are 0, 0.5 or 1; else
        ValueError.
        """
        pairs, singles = list(pairs), list(singles)
        if any(seat not in (0, 1) for seat, _ in singles):
            raise ValueError("a seat is 0 or 1")
        first, second = (
            Tally.of(chain((pair[seat] for pair in pairs), (p for s, p in singles if s == seat)))
            for seat in (0, 1)
        )
        halves = Counter(round(2 * sum(pair)) for pair in pairs)
        counts = (halves[0], halves[1], halves[2], halves[3], halves[4])
        return cls(first, second, counts, Tally.of(points for _, points in singles))

    def __add__(self, more: Score) -> Score:
        first, second, third, fourth, fifth = (
            one + other for one, other in zip(self.pairs, more.pairs, strict=True)
        )
        return Score(
            self.first + more.first,
            self.second + more.second,
            (first, second, third, fourth, fifth),
            self.singles + more.singles,
        )

    @property
    def reverse(self) -> Score:
        """The same games from the opponent's side, in the other seat."""
        zero, half, one, one_and_half, two = self.pairs
        return Score(
            self.second.reverse,
            self.first.reverse,
            (two, one_and_half, one, half, zero),
            self.singles.reverse,
        )

    @property
    def total(self) -> Tally:
        """All games, whatever the seat."""
        return self.first + self.second

    @property
    def games(self) -> int:
        """The number of games."""
        return self.total.games

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.total.points

    @property
    def share(self) -> float:
        """The share of the points, 0 to 1; a half before the first game."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% CI of the score; its true coverage is 95% or more.

        The normal interval with the variance of the pairs, once about two imaginary pairs won and
        two lost (each half the square of 1.96) have been added. Without them it would have no width
        where all results are equal, and be too narrow for few pairs. With them it is, where pairs
        are only won or lost, the interval of Agresti and Coull ("Approximate is better than exact",
        The American Statistician 52, 1998); it is wide where most pairs end alike.

        A single game is half a pair; where there are no pairs, imaginary games are added.
        """
        if not self.games:
            return 0.0, 1.0
        added = DEVIATIONS**2 / 2
        size = 2 if any(self.pairs) else 1
        parts = [*self._parts(), (size, 0.0, added), (size, float(size), added)]
        all_games = sum(games * count for games, _, count in parts)
        share = sum(points * count for _, points, count in parts) / all_games
        spread = sum(count * (points - share * games) ** 2 for games, points, count in parts)
        margin = DEVIATIONS * math.sqrt(spread) / all_games
        return max(0.0, share - margin), min(1.0, share + margin)

    @property
    def elo(self) -> float:
        """The Elo difference to the opponent; infinite if all games were won or lost."""
        return elo_of(self.share)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95% CI in Elo; a bound is infinite where the score's is 0 or 1."""
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def los(self) -> float:
        """The likelihood of superiority (LOS), 0 to 1.

        The normal score test against equal strength. For single games without draws it is the
        well-known Φ((wins - losses) / √(wins + losses)).
        """
        parts = [(points - games / 2, count) for games, points, count in self._parts()]
        spread = sum(count * lead**2 for lead, count in parts)
        if not spread:
            return 0.5
        return NORMAL.cdf(sum(count * lead for lead, count in parts) / math.sqrt(spread))

    def _parts(self) -> Iterator[tuple[int, float, float]]:
        """Yield the independent samples: games, points, and how many of them there are."""
        for halves, count in enumerate(self.pairs):
            yield 2, halves / 2, count
        singles = self.singles
        yield from ((1, 1.0, singles.wins), (1, 0.5, singles.draws), (1, 0.0, singles.losses))
