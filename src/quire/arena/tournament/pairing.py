"""Pairings. An encounter is one opening, played from every seating.

The pairings follow from the plan and the results so far, and from nothing else. An interrupted
tournament is therefore resumed by skipping the games that are done.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from quire.arena.conditions.opening import (
    MAX_ATTEMPTS,
    Opening,
    OpeningFile,
    random_opening,
)
from quire.arena.tournament.plan import Kind, Plan
from quire.core import Move
from quire.errors import NotationError
from quire.games import find_game


@dataclass(frozen=True, slots=True)
class Encounter:
    """Bots, by their numbers in the plan, that play one opening from every seating in turn."""

    id: str
    bots: tuple[int, ...]
    number: int
    """Its place among the encounters of these bots; with the seed it determines the opening."""
    games: int
    """How many seatings are played: all, except in the last encounter of an odd number of games."""

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """Yield the bots by seat; in each game everyone moves on by one seat."""
        for shift in range(self.games):
            yield self.bots[shift:] + self.bots[:shift]


Points = Mapping[str, Sequence[float]]
"""Points by the id of the encounter, in the order of its bots."""


def opening_of(plan: Plan, encounter: Encounter, file: OpeningFile | None) -> Opening:
    """Return the opening of an encounter: from the file, again from its beginning, or random."""
    if file is not None:
        return file.openings[encounter.number % len(file.openings)]
    return Opening(draw_opening(plan, encounter))


def draw_opening(plan: Plan, encounter: Encounter) -> tuple[Move, ...]:
    """Draw the random opening of an encounter; it never ends the game."""
    chance = random.Random(f"{plan.seed} {encounter.number}")
    start = find_game(plan.game).start(plan.start_size())
    wanted = plan.opening_moves()
    for _ in range(MAX_ATTEMPTS):
        opening = random_opening(start, wanted, chance)
        if opening is not None:
            return opening.moves
    raise NotationError(
        f"no {plan.game} {start.size} game lasts {wanted} random moves: use a shorter opening, "
        "or opening = 0"
    )


def rounds(plan: Plan, points_of: Callable[[], Points]) -> Iterator[list[Encounter]]:
    """Yield the rounds of a tournament; `points_of` returns the points so far."""
    players = find_game(plan.game).start(plan.start_size()).players
    if plan.kind in (Kind.SWISS, Kind.KNOCKOUT) and players != 2:
        raise NotationError(
            f"{plan.kind} tournaments need a two-player game; {plan.game} here has {players} "
            "players"
        )
    if len(plan.bots) < players:
        raise NotationError(f"this board needs {players} bots, but the plan has {len(plan.bots)}")
    if plan.kind is Kind.ROUND_ROBIN:
        yield _encounters(plan, combinations(range(len(plan.bots)), players))
    elif plan.kind is Kind.GAUNTLET:
        others = combinations(range(1, len(plan.bots)), players - 1)
        yield _encounters(plan, ((0, *rest) for rest in others))
    elif plan.kind is Kind.SWISS:
        yield from _swiss(plan, points_of)
    else:
        yield from _knockout(plan, points_of)


def games_planned(plan: Plan) -> int:
    """Return the number of games, without tie-breaks."""
    players = find_game(plan.game).start(plan.start_size()).players
    count = len(plan.bots)
    if plan.kind is Kind.ROUND_ROBIN:
        return plan.games * math.comb(count, players)
    if plan.kind is Kind.GAUNTLET:
        return plan.games * math.comb(count - 1, players - 1)
    if plan.kind is Kind.SWISS:
        return plan.games * (count // 2) * swiss_rounds(plan)
    return plan.games * (count - 1)


def swiss_rounds(plan: Plan) -> int:
    """Return the number of rounds of the plan (default: as many as it takes to find one winner)."""
    return plan.rounds or max(1, math.ceil(math.log2(len(plan.bots))))


def check_playable(plan: Plan) -> None:
    """Raise a QuireError if the plan can't be played."""
    first = next(rounds(plan, dict))[0]
    if plan.openings is None:
        draw_opening(plan, first)


def _encounters(
    plan: Plan, groups: Iterable[tuple[int, ...]], prefix: str = "", earlier: int = 0
) -> list[Encounter]:
    """Return all encounters of these groups of bots, each group as often as its games require.

    Their openings differ from those of the `earlier` rounds.
    """
    named = list(groups)
    seats = len(named[0])
    each = math.ceil(plan.games / seats)
    return [
        Encounter(
            f"{prefix}{'-'.join(map(str, group))}.{number}",
            group,
            earlier * each + number,
            min(seats, plan.games - number * seats),
        )
        for number in range(each)
        for group in named
    ]


def parts_of(name: str) -> tuple[str, tuple[int, ...], int]:
    """Split the id of an encounter into round, bots and number.

    >>> parts_of("r2/0-4.1"), parts_of("0-1-2.0")
    (('r2', (0, 4), 1), ('', (0, 1, 2), 0))
    """
    prefix, _, rest = name.rpartition("/")
    group, _, number = rest.partition(".")
    return prefix, tuple(map(int, group.split("-"))), int(number)


# --- Swiss ---


def _swiss(plan: Plan, points_of: Callable[[], Points]) -> Iterator[list[Encounter]]:
    """Pair bots with the same score, and avoid rematches as far as possible."""
    bots = range(len(plan.bots))
    byes: Counter[int] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for number in range(swiss_rounds(plan)):
        # A resumed file may contain later rounds, which do not count here.
        totals = _totals(points_of(), {f"r{1 + before}" for before in range(number)})
        for bot in bots:
            totals[bot] += byes[bot] * plan.games  # a bye counts as a won match
        order = sorted(bots, key=lambda bot: (-totals[bot], bot))
        # Once everyone has played everyone, rematches are allowed again.
        least = min(met[frozenset(pair)] for pair in combinations(bots, 2))
        fresh = {pair for pair in map(frozenset, combinations(bots, 2)) if met[pair] == least}
        if len(order) % 2:
            fewest = min(byes[bot] for bot in bots)
            candidates = [bot for bot in reversed(order) if byes[bot] == fewest]
            sits_out = min(candidates, key=lambda bot: rematches(_without(order, bot), fresh))
            byes[sits_out] += 1
            order.remove(sits_out)
        # In the order of the plan, so that a rematch has the same two numbers in its id.
        pairs = [(min(pair), max(pair)) for pair in paired(order, fresh)]
        met.update(map(frozenset, pairs))
        yield _encounters(plan, pairs, f"r{1 + number}/", number)


def _totals(points: Points, prefixes: Set[str]) -> defaultdict[int, float]:
    """Return the points of every bot in these rounds."""
    total: defaultdict[int, float] = defaultdict(float)
    for name, found in points.items():
        prefix, bots, _ = parts_of(name)
        if prefix in prefixes:
            for bot, made in zip(bots, found, strict=True):
                total[bot] += made
    return total


def _without(order: Sequence[int], *bots: int) -> list[int]:
    return [bot for bot in order if bot not in bots]


def paired(order: Sequence[int], fresh: Set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pair all bots, with as few rematches as possible.

    From the top down, everyone is paired with the next in the order that keeps this possible.
    """
    waiting, pairs = list(order), []
    allowed = rematches(waiting, fresh)
    while waiting:
        first = waiting[0]
        for second in waiting[1:]:
            again = frozenset((first, second)) not in fresh
            rest = _without(waiting, first, second)
            if allowed >= again and rematches(rest, fresh) <= allowed - again:
                break
        pairs.append((first, second))
        waiting, allowed = rest, allowed - again
    return pairs


PRIME = 2**61 - 1


def rematches(bots: Sequence[int], fresh: Set[frozenset[int]]) -> int:
    """Return the least number of rematches when an even number of bots is paired.

    The rank of a matrix over the fresh pairs, with random entries, is the number of bots that
    fresh pairs can hold at once (W. Tutte; L. Lovasz, "On determinants, matchings and random
    algorithms", 1979); it is wrong with a probability of less than 1 in 10^15.
    """
    chance = random.Random(1)
    matrix = [[0] * len(bots) for _ in bots]
    for (i, one), (j, other) in combinations(enumerate(bots), 2):
        if frozenset((one, other)) in fresh:
            matrix[i][j] = chance.randrange(1, PRIME)
            matrix[j][i] = -matrix[i][j]
    return (len(bots) - _rank(matrix)) // 2


def _rank(rows: list[list[int]]) -> int:
    """Return the rank modulo PRIME, by elimination."""
    rank = 0
    while rows:
        pivot = rows.pop()
        column = next((place for place, entry in enumerate(pivot) if entry % PRIME), None)
        if column is None:
            continue
        rank += 1
        inverse = pow(pivot[column], -1, PRIME)
        for number, row in enumerate(rows):
            if factor := row[column] * inverse % PRIME:
                rows[number] = [
                    (entry - factor * above) % PRIME
                    for entry, above in zip(row, pivot, strict=True)
                ]
    return rank


# --- knockout ---

MAX_TIE_BREAKS = 3
"""Extra encounters if a knockout match is tied; after them the bot listed first advances."""


def _knockout(plan: Plan, points_of: Callable[[], Points]) -> Iterator[list[Encounter]]:
    """Pair the first with the last; the one with more points advances."""
    alive = list(range(len(plan.bots)))
    number = 0
    while len(alive) > 1:
        number += 1
        pairs = _drawn(alive)
        yield _encounters(plan, pairs, f"k{number}/")
        planned = math.ceil(plan.games / 2)
        for each in range(planned, planned + MAX_TIE_BREAKS):
            # A resumed file may contain later tie-breaks, which do not count here.
            level = [pair for pair in pairs if _lead(points_of(), f"k{number}", pair, each) == 0]
            if not level:
                break
            yield [Encounter(f"k{number}/{a}-{b}.{each}", (a, b), each, 2) for a, b in level]
        losers = {_loser(points_of(), f"k{number}", pair) for pair in pairs}
        alive = [bot for bot in alive if bot not in losers]


def _drawn(alive: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of the next round; the first bots have a bye if it is not full."""
    free = (1 << (len(alive) - 1).bit_length()) - len(alive)
    meeting = alive[free:]
    return [(meeting[i], meeting[-1 - i]) for i in range(len(meeting) // 2)]


def _lead(points: Points, prefix: str, pair: tuple[int, int], end: float = math.inf) -> float:
    """By how many points the first of two leads, in their encounters before number `end`."""
    lead = 0.0
    for name, found in points.items():
        at, bots, number = parts_of(name)
        if at == prefix and bots == pair and number < end:
            lead += found[0] - found[1]
    return lead


def _loser(points: Points, prefix: str, pair: tuple[int, int]) -> int:
    return pair[0] if _lead(points, prefix, pair) < 0 else pair[1]


def knocked_out(points: Points) -> dict[int, int]:
    """Return the round in which each eliminated bot lost."""
    out = {}
    for name in points:
        prefix, (one, other), _ = parts_of(name)
        out[_loser(points, prefix, (one, other))] = int(prefix.removeprefix("k"))
    return out
