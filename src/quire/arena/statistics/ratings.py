"""Ratings of all players of a tournament on one scale.

The Bradley-Terry model: a player of strength s beats one of strength t with probability
s / (s + t), and Elo is the logarithm of the strength. A draw is half a win and half a loss. A game
of three or more players counts as a comparison of every two of them by their ranks. The advantage
of a seat is not modelled: let every player have every seat equally often.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, quantiles

from quire.arena.statistics.elo import POINTS_PER_NAT
from quire.errors import NotationError

PRIOR = 0.25
"""Imaginary pairs of games that each player has won, and as many that it has lost."""

BOOTSTRAP_SAMPLES = 200
"""How often a tournament is reweighted to find the intervals."""

MIN_ROUNDS = 4
"""A player with fewer rounds gets the interval of one with this many."""

MAX_ITERATIONS = 10_000
"""Maximum iterations of the fit, which converges long before."""

Points = tuple[tuple[tuple[int, int], float], ...]
"""The points of a round, by player and opponent."""

Kinds = list[tuple[Points, int]]
"""The distinct rounds of a tournament, and how often each occurred."""

Table = list[list[tuple[int, float, float]]]
"""For every player: its opponents, with the points won and lost against each."""


@dataclass(frozen=True, slots=True)
class Result:
    """The players of a game by seat, and their ranks: 1 is the best, ties share a rank.

    A player may have several seats; these are not compared with each other.
    """

    players: tuple[str, ...]
    ranks: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.players) != len(self.ranks):
            raise ValueError(f"{len(self.players)} players but {len(self.ranks)} ranks")


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo with its 95% CI, and the number of its games."""

    player: str
    elo: float
    low: float
    high: float
    games: int


def rate(
    rounds: Iterable[Iterable[Result]],
    anchor: tuple[str, float] | None = None,
    seed: int = 1,
    samples: int = BOOTSTRAP_SAMPLES,
) -> list[Rating]:
    """Rate all players who have played an opponent, the best first.

    The games of a round are not independent: those with one opening, seats swapped, or a single
    game. The mean rating is 0, or the `anchor`, a player, has the given Elo; NotationError if it
    played nobody. Players that no chain of games connects can't be compared: every such group has
    the same mean.

    To keep the ratings of players who won or lost everything finite, half a won and half a lost
    game are added for every player, spread evenly over its opponents.

    The intervals are those of the Bayesian bootstrap (D. Rubin, Annals of Statistics 9, 1981): the
    tournament is rated again and again with random weights for the rounds and for the imaginary
    games, and the middle 95% of the ratings are kept. Resampling rounds instead would give a player
    who won everything an interval of no width. The same seed gives the same intervals, whatever
    the order of the rounds.

    >>> games = [Result(("Ann", "Bob"), (1, 2)), Result(("Bob", "Ann"), (1, 1))]
    >>> [(it.player, round(it.elo)) for it in rate([games] * 100)]
    [('Ann', 94), ('Bob', -94)]
    """
    met = [[game for game in games if len(set(game.players)) > 1] for games in rounds]
    games = Counter(player for games in met for game in games for player in set(game.players))
    played = Counter(p for games in met for p in {p for game in games for p in game.players})
    if anchor is not None and anchor[0] not in games:
        raise NotationError(f"anchor {anchor[0]!r} played no games: choose a player who did")
    places = {player: place for place, player in enumerate(sorted(games))}
    kinds = sorted(Counter(_points(games, places) for games in met).items())
    groups = _groups(len(places), kinds)
    chance = random.Random(seed)

    def weigh(count: float) -> float:
        """Return the sum of `count` random weights with mean 1."""
        return chance.gammavariate(count, 1)

    def elos(strengths: Sequence[float]) -> list[float]:
        centred = _centred([POINTS_PER_NAT * math.log(strength) for strength in strengths], groups)
        shift = anchor[1] - centred[places[anchor[0]]] if anchor else 0.0
        return [elo + shift for elo in centred]

    fitted = _strengths(_table(kinds, len(places), float), [1.0] * len(places), accuracy=1e-8)
    weighed = [
        elos(_strengths(_table(kinds, len(places), weigh), fitted, accuracy=1e-4))
        for _ in range(samples)
    ]
    ratings = [
        Rating(player, elo, *_interval(elo, values, played[player]), games[player])
        for player, elo, values in zip(
            places, elos(fitted), zip(*weighed, strict=True), strict=True
        )
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def _points(games: Iterable[Result], places: Mapping[str, int]) -> Points:
    taken: defaultdict[tuple[int, int], float] = defaultdict(float)
    for game in games:
        seats = zip(map(places.__getitem__, game.players), game.ranks, strict=True)
        for (one, rank), (other, other_rank) in combinations(seats, 2):
            if one != other:
                share = (1 + (rank < other_rank) - (rank > other_rank)) / 2
                taken[one, other] += share
                taken[other, one] += 1 - share
    return tuple(sorted(taken.items()))


def _groups(players: int, kinds: Kinds) -> list[int]:
    """Return a number for each player, the same for players connected by games."""
    groups = list(range(players))
    for points, _ in kinds:
        for (one, other), _ in points:
            if groups[one] != groups[other]:
                joining, joined = groups[one], groups[other]
                groups = [joined if group == joining else group for group in groups]
    return groups


def _centred(elos: Sequence[float], groups: Sequence[int]) -> list[float]:
    """Return the Elo with mean 0 in each group."""
    members = defaultdict(list)
    for elo, group in zip(elos, groups, strict=True):
        members[group].append(elo)
    means = {group: fmean(elos) for group, elos in members.items()}
    return [elo - means[group] for elo, group in zip(elos, groups, strict=True)]


def _table(kinds: Kinds, players: int, weigh: Callable[[float], float]) -> Table:
    """Return the weighted points of all players, including the imaginary ones."""
    won: defaultdict[tuple[int, int], float] = defaultdict(float)
    for points, count in kinds:
        weight = weigh(count)
        for pair, taken in points:
            won[pair] += weight * taken
    opponents: list[list[int]] = [[] for _ in range(players)]
    for player, opponent in won:
        opponents[player].append(opponent)
    for player, met in enumerate(opponents):
        gained, given = 2 * weigh(PRIOR), 2 * weigh(PRIOR)
        for opponent in met:
            won[player, opponent] += gained / len(met)
            won[opponent, player] += given / len(met)
    return [
        [(opponent, won[player, opponent], won[opponent, player]) for opponent in met]
        for player, met in enumerate(opponents)
    ]


def _strengths(table: Table, start: Sequence[float], accuracy: float) -> list[float]:
    """Return the strengths that make the points the most likely, up to a factor.

    The iteration of M. Newman, "Efficient computation of rankings from pairwise comparisons" (JMLR
    24, 2023). It ends where the MM algorithm of D. Hunter (Annals of Statistics 32, 2004) does, but
    sooner, and far sooner where many players have met the same one only.
    """
    strengths = list(start)
    for _ in range(MAX_ITERATIONS):
        change = 0.0
        for player, scores in enumerate(table):
            strength = strengths[player]
            gained = given = 0.0
            for opponent, taken, left in scores:
                rival = strengths[opponent]
                gained += taken * rival / (strength + rival)
                given += left / (strength + rival)
            strengths[player] = gained / given
            change = max(change, abs(math.log(gained / given / strength)))
        if change < accuracy:
            break
    return strengths


def _interval(elo: float, values: Sequence[float], rounds: int) -> tuple[float, float]:
    """Return the middle 95% of the values, wider around the Elo the fewer rounds there were.

    Random weights give the mean of n values (n - 1) / (n + 1) of the variance that it has; and as
    that is an estimate, Student's distribution is due, whose variance is (n - 1) / (n - 3).
    """
    rounds = max(rounds, MIN_ROUNDS)
    stretch = math.sqrt((rounds + 1) / (rounds - 3))
    cuts = quantiles(values, n=40)
    return elo + stretch * (cuts[0] - elo), elo + stretch * (cuts[-1] - elo)
