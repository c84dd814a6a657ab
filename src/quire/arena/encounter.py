"""Who meets whom: encounters, each of as many games as it takes for everyone to sit everywhere.

What a tournament plays follows from its plan and the results so far, and from nothing else, so
that one which was interrupted goes on where it was by skipping what is done.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from quire.arena.plan import Kind, Plan
from quire.core import Move
from quire.errors import NotationError
from quire.games import find_game


@dataclass(frozen=True, slots=True)
class Encounter:
    """Bots, by their numbers in the plan, that play one opening from every seating in turn."""

    id: str
    bots: tuple[int, ...]
    number: int
    """Its place among the encounters of these bots: with the seed, what draws the opening."""
    games: int
    """How many seatings are played: all, but for the last encounter where games are odd."""

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """Everybody one seat further in each game."""
        for shift in range(self.games):
            yield self.bots[shift:] + self.bots[:shift]


Points = Mapping[str, Sequence[float]]
"""The points of each bot of an encounter that is over, by its id, in the order of its bots."""


def draw_opening(plan: Plan, encounter: Encounter) -> tuple[Move, ...]:
    """The random moves that begin the games of an encounter; none of them ends the game."""
    chance = random.Random(f"{plan.seed} {encounter.number}")
    start = find_game(plan.game).start(plan.start_size())
    wanted = plan.opening_moves()
    for _ in range(1000):
        position = start
        moves: list[Move] = []
        while len(moves) < wanted and position.outcome() is None:
            moves.append(chance.choice(position.legal_moves()))
            position = position.play(moves[-1])
        if position.outcome() is None:
            return tuple(moves)
    raise NotationError(
        f"{plan.game} {start.size} has no opening of {wanted} random moves: "
        "ask for fewer, opening = 0"
    )


def rounds(plan: Plan, points_of: Callable[[], Points]) -> Iterator[list[Encounter]]:
    """Round after round of a tournament; `points_of` tells what was played so far."""
    players = find_game(plan.game).start(plan.start_size()).players
    if plan.kind in (Kind.SWISS, Kind.KNOCKOUT) and players != 2:
        raise NotationError(
            f"{plan.kind} is for games of two: {plan.game} here has {players} players"
        )
    if len(plan.bots) < players:
        raise NotationError(f"{len(plan.bots)} bots cannot fill the {players} seats of this board")
    if plan.kind is Kind.ROUND_ROBIN:
        yield _meetings(plan, "", combinations(range(len(plan.bots)), players))
    elif plan.kind is Kind.GAUNTLET:
        others = combinations(range(1, len(plan.bots)), players - 1)
        yield _meetings(plan, "", ((0, *rest) for rest in others))
    elif plan.kind is Kind.SWISS:
        yield from _swiss(plan, points_of)
    else:
        yield from _knockout(plan, points_of)


def games_planned(plan: Plan) -> int:
    """How many games there will be, tie-breaks aside."""
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
    """As many as the plan says, or as it takes to tell one winner."""
    return plan.rounds or max(1, math.ceil(math.log2(len(plan.bots))))


def _meetings(
    plan: Plan, prefix: str, groups: Iterator[tuple[int, ...]] | Sequence[tuple[int, ...]]
) -> list[Encounter]:
    """As many encounters of each group as its games need, all groups in turn."""
    named = list(groups)
    seats = len(named[0])
    return [
        Encounter(
            f"{prefix}{'-'.join(map(str, group))}.{number}",
            group,
            number,
            min(seats, plan.games - number * seats),
        )
        for number in range(math.ceil(plan.games / seats))
        for group in named
    ]


def _totals(plan: Plan, points: Points) -> Counter[int]:
    """What every bot has made so far, byes included."""
    total: Counter[int] = Counter()
    for name, found in points.items():
        _, bots, _ = parts_of(name)
        for bot, made in zip(bots, found, strict=True):
            total[bot] += made  # type: ignore[assignment]
    return total


def parts_of(name: str) -> tuple[str, tuple[int, ...], int]:
    """The round, the bots and the number that an encounter's id is made of."""
    prefix, _, rest = name.rpartition("/")
    group, _, number = rest.partition(".")
    return prefix, tuple(map(int, group.split("-"))), int(number)


def _swiss(plan: Plan, points_of: Callable[[], Points]) -> Iterator[list[Encounter]]:
    """Those with the same score meet, nobody twice while that can be helped."""
    count = len(plan.bots)
    byes: set[int] = set()
    met: set[frozenset[int]] = set()
    for number in range(1, 1 + swiss_rounds(plan)):
        totals = _totals(plan, points_of())
        for bot in byes:
            totals[bot] += plan.games  # a bye is worth a won meeting
        order = sorted(range(count), key=lambda bot: (-totals[bot], bot))
        if count % 2:
            sitting_out = next(
                bot for bot in reversed(order) if bot not in byes or len(byes) == count
            )
            byes.add(sitting_out)
            order.remove(sitting_out)
        pairs = _paired(order, met)
        met.update(frozenset(pair) for pair in pairs)
        yield _meetings(plan, f"r{number}/", pairs)


def _paired(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Neighbours in the order, going on to the next where two have met; once all have, again."""
    waiting, pairs = list(order), []
    while waiting:
        first = waiting.pop(0)
        fresh = [bot for bot in waiting if frozenset((first, bot)) not in met]
        second = (fresh or waiting)[0]
        waiting.remove(second)
        pairs.append((first, second))
    return pairs


TIE_BREAKS = 3
"""So many encounters more are played where a meeting of a knockout is level; then the one who
stands higher in the plan goes on."""


def _knockout(plan: Plan, points_of: Callable[[], Points]) -> Iterator[list[Encounter]]:
    """The first meets the last; who has more points goes on."""
    alive = list(range(len(plan.bots)))
    number = 0
    while len(alive) > 1:
        number += 1
        size = 1 << (len(alive) - 1).bit_length()
        free = size - len(alive)  # the first ones have nobody to meet
        meeting = alive[free:]
        pairs = [(meeting[i], meeting[-1 - i]) for i in range(len(meeting) // 2)]
        first = _meetings(plan, f"k{number}/", pairs)
        yield first
        for extra in range(TIE_BREAKS):
            level = [pair for pair in pairs if _lead(points_of(), f"k{number}", pair) == 0]
            if not level:
                break
            each = math.ceil(plan.games / 2) + extra
            yield [Encounter(f"k{number}/{a}-{b}.{each}", (a, b), each, 2) for a, b in level]
        winners = [a if _lead(points_of(), f"k{number}", (a, b)) >= 0 else b for a, b in pairs]
        alive = sorted([*alive[:free], *winners])


def _lead(points: Points, prefix: str, pair: tuple[int, int]) -> float:
    """How many points more the first of two has made in their meeting."""
    lead = 0.0
    for name, (one, other) in points.items():
        at, bots, _ = parts_of(name)
        if at == prefix and bots == pair:
            lead += one - other
    return lead
