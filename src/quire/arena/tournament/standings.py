"""Standings and head-to-head scores."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from quire.arena.statistics.ratings import Rating, Result, rate
from quire.arena.statistics.score import Pentanomial, Score
from quire.arena.statistics.sprt import Verdict
from quire.arena.tournament.pairing import Points, games_planned, knocked_out, parts_of, rounds
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.results import GameLine, Results


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of a bot. `wins` are games that it won alone, `draws` those that it shared."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    forfeits: int
    rating: Rating | None

    @property
    def share(self) -> float:
        """The share of the points, 0 to 1."""
        return self.points / self.games if self.games else 0.0


def encounter_points(results: Results) -> Points:
    """Return the points of every encounter, in the order of its bots."""
    found = {}
    for name, games in results.encounters().items():
        _, bots, _ = parts_of(name)
        points = [0.0] * len(bots)
        for game in games:
            shift = int(game.id.partition("#")[2])
            for seat in range(len(bots)):
                points[(seat + shift) % len(bots)] += game.share(seat)
        found[name] = points
    return found


def scores(results: Results) -> Mapping[tuple[int, int], Score]:
    """Return the score of every two bots, by their numbers in the plan; two-player games only."""
    pairs: dict[tuple[int, int], list[tuple[float, float]]] = {}
    singles: dict[tuple[int, int], list[tuple[int, float]]] = {}
    for name, games in results.encounters().items():
        _, bots, _ = parts_of(name)
        if len(bots) != 2:
            continue
        one, other = bots
        # In game 0 the first bot has the first seat, in game 1 the second.
        shares = {int(game.id[-1]): game.share(int(game.id[-1])) for game in games}
        if len(shares) == 2:
            pairs.setdefault((one, other), []).append((shares[0], shares[1]))
        else:
            singles.setdefault((one, other), []).extend(shares.items())
    return {
        key: Score.of(pairs.get(key, ()), singles.get(key, ()))
        for key in sorted({*pairs, *singles})
    }


def standings(results: Results, *, rated: bool = True) -> list[Standing]:
    """Return all bots, the best first: by rating if `rated`, otherwise by points.

    In a knockout the bot that came further is first.
    """
    names = results.plan.names()
    shares: dict[str, list[float]] = {name: [] for name in names}
    forfeits: Counter[str] = Counter()
    for game in results.games.values():
        for seat, name in enumerate(game.record.players):
            shares[name].append(game.share(seat))
        for forfeit in game.forfeits:
            forfeits[game.record.players[forfeit.player]] += 1
    ratings = {rating.player: rating for rating in rate(_rounds(results))} if rated else {}
    table = [_standing(name, shares[name], forfeits[name], ratings.get(name)) for name in names]
    table.sort(key=lambda row: (-(row.rating.elo if row.rating else 0), -row.share))
    if results.plan.kind is Kind.KNOCKOUT:
        out = {names[bot]: last for bot, last in knocked_out(encounter_points(results)).items()}
        table.sort(key=lambda row: -out.get(row.name, math.inf))
    return table


def _standing(name: str, shares: Sequence[float], forfeits: int, rating: Rating | None) -> Standing:
    wins, losses = shares.count(1), shares.count(0)
    return Standing(
        name=name,
        games=len(shares),
        wins=wins,
        draws=len(shares) - wins - losses,
        losses=losses,
        points=sum(shares),
        forfeits=forfeits,
        rating=rating,
    )


def is_finished(results: Results) -> bool:
    """Return whether all games are played, tie-breaks included, or the test has ended."""
    plan = results.plan
    if len(results.games) < games_planned(plan):
        return not undecided(plan, LiveStandings(results))
    return all(
        f"{encounter.id}#{number}" in results.games
        for encounters in rounds(plan, lambda: encounter_points(results))
        for encounter in encounters
        for number, _ in enumerate(encounter.seatings())
    )


def adjudicated_games(results: Results) -> Counter[str]:
    """Return how many games each rule of adjudication ended, the most frequent first."""
    found = Counter(str(game.adjudicated) for game in results.games.values() if game.adjudicated)
    return Counter(dict(found.most_common()))


def head_to_head(results: Results, table: Sequence[Standing]) -> dict[tuple[str, str], Score]:
    """Return the score of every bot against those below it in the table; two-player games only."""
    names = results.plan.names()
    found = {(names[one], names[other]): score for (one, other), score in scores(results).items()}
    found |= {(other, one): score.reverse for (one, other), score in found.items()}
    return {
        pair: found[pair] for pair in combinations([row.name for row in table], 2) if pair in found
    }


def _rounds(results: Results) -> list[list[Result]]:
    return [
        [Result(game.record.players, game.record.outcome.ranks) for game in games]
        for games in results.encounters().values()
    ]


class LiveStandings:
    """Points and pairs, updated game by game."""

    def __init__(self, results: Results) -> None:
        self.points: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self._pairs: defaultdict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * 5)
        self._halves: dict[str, float] = {}
        for game in results.games.values():
            self.add(game)

    def add(self, game: GameLine) -> None:
        """Count a finished game."""
        for seat, name in enumerate(game.record.players):
            self.points[name] += game.share(seat)  # type: ignore[assignment]
            self.games[name] += 1
        if len(game.record.players) == 2:
            # The first bot of the encounter has seat 0 in game 0 and seat 1 in game 1.
            share = game.share(int(game.id[-1]))
            before = self._halves.pop(game.encounter, None)
            if before is None:
                self._halves[game.encounter] = share
            else:
                bots = parts_of(game.encounter)[1]
                self._pairs[bots][round(2 * (before + share))] += 1

    def pairs(self, one: int = 0, other: int = 1) -> Pentanomial:
        """Return how many pairs scored 0, ½, 1, 1½ and 2 points for the first of two bots."""
        zero, half, level, more, two = self._pairs[one, other]
        return zero, half, level, more, two


def verdicts(plan: Plan, live: LiveStandings) -> dict[int, Verdict]:
    """Return what the plan's test says about the first bot against each other one, if any."""
    test = plan.test()
    if test is None:
        return {}
    return {other: test.verdict(live.pairs(0, other)) for other in range(1, len(plan.bots))}


def is_decided(plan: Plan, live: LiveStandings, bots: Sequence[int]) -> bool:
    """Return whether the plan's test has ended between these bots."""
    return plan.sprt is not None and verdicts(plan, live)[bots[1]] != "continue"


def undecided(plan: Plan, live: LiveStandings) -> bool:
    """Return whether games are left to play: there is no test, or it has not ended for all bots."""
    return plan.sprt is None or "continue" in verdicts(plan, live).values()
