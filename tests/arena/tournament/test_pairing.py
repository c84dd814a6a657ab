"""Pairings: counted by hand, compared with brute force, and the same after a resume."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest

from quire.arena.tournament.pairing import (
    Encounter,
    check_playable,
    draw_opening,
    games_planned,
    knocked_out,
    paired,
    rematches,
    rounds,
)
from quire.arena.tournament.plan import Entrant, Kind, Plan
from quire.errors import NotationError
from quire.games import start

Share = Callable[[str], float]
"""The points of the first seat in a game."""


def plan_of(count: int, kind: Kind = Kind.ROUND_ROBIN, **options: object) -> Plan:
    bots = tuple(Entrant("random", f"bot {number}") for number in range(count))
    given = {"game": "sos", "size": "3x3", **options}
    return Plan(bots=bots, kind=kind, **given)  # type: ignore[arg-type]


def random_share(game: str) -> float:
    return random.Random(game).choice([0, 0.5, 0.5, 1])


def played(
    plan: Plan, share: Share = random_share, done: dict[str, float] | None = None
) -> tuple[list[list[Encounter]], dict[str, float]]:
    """Play a tournament and return all rounds, with the first seat's points of every game."""
    shares = dict(done or {})

    def points() -> dict[str, list[float]]:
        found: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for game, first in shares.items():
            name, _, shift = game.partition("#")
            found[name][int(shift)] += first
            found[name][1 - int(shift)] += 1 - first
        return found

    every = []
    for encounters in rounds(plan, points):
        every.append(encounters)
        for encounter in encounters:
            for number in range(encounter.games):
                shares.setdefault(f"{encounter.id}#{number}", share(f"{encounter.id}#{number}"))
    return every, shares


def pairings_by_round(every: Sequence[Sequence[Encounter]]) -> list[list[frozenset[int]]]:
    """Return who plays in each round, without repeating a pair."""
    return [
        list(dict.fromkeys(frozenset(encounter.bots) for encounter in found)) for found in every
    ]


@pytest.mark.parametrize(("count", "seats", "games"), [(2, 2, 1), (5, 2, 7), (4, 3, 6), (4, 3, 7)])
def test_round_robin_has_every_group_and_every_seat(count: int, seats: int, games: int) -> None:
    plan = plan_of(count, games=games, size=f"3x3:{seats}" if seats > 2 else "3x3")
    (encounters,) = rounds(plan, dict)
    seatings = [seating for encounter in encounters for seating in encounter.seatings()]
    groups = Counter(frozenset(seating) for seating in seatings)
    assert groups == {frozenset(group): games for group in combinations(range(count), seats)}
    for group in groups:
        for seat in range(seats):
            sat = Counter(seating[seat] for seating in seatings if frozenset(seating) == group)
            # Each has every seat equally often, except in an incomplete last rotation.
            assert all(sat[bot] in (games // seats, -(-games // seats)) for bot in group)
    assert games_planned(plan) == len(seatings)
    assert len({encounter.id for encounter in encounters}) == len(encounters)


def test_gauntlet_pairs_the_first_with_all_others() -> None:
    plan = plan_of(5, Kind.GAUNTLET, games=4)
    (encounters,) = rounds(plan, dict)
    met = Counter(encounter.bots for encounter in encounters for _ in range(encounter.games))
    assert met == {(0, other): 4 for other in range(1, 5)}
    assert games_planned(plan) == 16
    three = plan_of(4, Kind.GAUNTLET, size="3x3:3", games=3)
    assert {encounter.bots for encounter in next(rounds(three, dict))} == {
        (0, 1, 2),
        (0, 1, 3),
        (0, 2, 3),
    }


# --- Swiss ---


def matchings(bots: Sequence[int]) -> Iterator[list[frozenset[int]]]:
    """Return every way to pair them all."""
    if not bots:
        yield []
        return
    first, *rest = bots
    for second in rest:
        for others in matchings([bot for bot in rest if bot != second]):
            yield [frozenset((first, second)), *others]


@pytest.mark.parametrize("seed", range(40))
def test_swiss_has_as_few_rematches_as_possible(seed: int) -> None:
    rng = random.Random(seed)
    bots = rng.sample(range(20), rng.choice([2, 4, 6, 8]))
    every = [frozenset(pair) for pair in combinations(bots, 2)]
    fresh = {pair for pair in every if rng.random() < rng.choice([0.2, 0.5])}
    least = min(sum(pair not in fresh for pair in way) for way in matchings(bots))
    assert rematches(bots, fresh) == least
    pairs = paired(bots, fresh)
    assert sorted(bot for pair in pairs for bot in pair) == sorted(bots)
    assert sum(frozenset(pair) not in fresh for pair in pairs) == least


def test_swiss_pairs_neighbours_unless_that_forces_a_rematch() -> None:
    every = {frozenset(pair) for pair in combinations(range(4), 2)}
    assert paired([3, 1, 0, 2], every) == [(3, 1), (0, 2)]
    # Pairing the first two would force a rematch.
    assert paired([0, 1, 2, 3], every - {frozenset((2, 3))}) == [(0, 2), (1, 3)]


@pytest.mark.parametrize(
    ("count", "games", "seed"),
    [
        *((count, games, games) for count in (2, 3, 5, 6, 7, 8) for games in (1, 2, 3)),
        (9, 1, 26),  # a bye for the last player would force a rematch
    ],
)
def test_swiss_avoids_rematches_and_gives_byes_once(count: int, games: int, seed: int) -> None:
    plan = plan_of(count, Kind.SWISS, rounds=count - 1 + count % 2, games=games)
    every, shares = played(plan, lambda game: random_share(f"{seed} {game}"))
    assert len(shares) == games_planned(plan) == (count // 2) * games * len(every)
    met: set[frozenset[int]] = set()
    rested: list[int] = []
    for found in pairings_by_round(every):
        playing = sorted(bot for pair in found for bot in pair)
        resting = set(range(count)) - set(playing)
        assert len(playing) == count - count % 2
        assert len(set(playing)) == len(playing)
        may_rest = [[bot] for bot in range(count) if bot not in rested] if count % 2 else [[]]
        least = min(
            sum(pair in met for pair in way)
            for out in may_rest
            for way in matchings([bot for bot in range(count) if bot not in out])
        )
        assert sum(pair in met for pair in found) == least
        rested += resting
        met |= set(found)
    assert len(rested) == len(set(rested))


def test_swiss_pairs_equals_in_enough_rounds_for_a_winner() -> None:
    def stronger(game: str) -> float:
        """Let the lower number win."""
        group, _, rest = game.partition("/")[2].partition(".")
        one, other = map(int, group.split("-"))
        return float((one < other) == rest.endswith("#0"))

    every, _ = played(plan_of(8, Kind.SWISS), stronger)
    assert len(every) == 3
    first, second, third = pairings_by_round(every)
    winners = {min(pair) for pair in first}
    assert all(len(pair & winners) in (0, 2) for pair in second)
    leaders = [min(pair) for pair in second if pair <= winners]
    assert frozenset(leaders) in third


def test_rematch_has_the_same_numbers_in_its_id() -> None:
    """Results are summed by the bots of an encounter, in order."""
    every, _ = played(plan_of(2, Kind.SWISS, rounds=2), lambda game: float(game[-1] == "1"))
    assert [encounter.bots for found in every for encounter in found] == [(0, 1), (0, 1)]


def test_rematch_has_other_openings() -> None:
    every, _ = played(plan_of(2, Kind.SWISS, rounds=4, games=3))
    numbers = [encounter.number for found in every for encounter in found]
    assert len(numbers) == len(set(numbers)) == 8


# --- knockout ---


@pytest.mark.parametrize("count", range(2, 10))
def test_knockout_ends_with_one_unbeaten_bot(count: int) -> None:
    plan = plan_of(count, Kind.KNOCKOUT, games=3)
    every, shares = played(plan)
    beaten: set[int] = set()
    for number in range(1, 1 + (count - 1).bit_length()):
        pairs = {
            encounter.bots
            for found in every
            for encounter in found
            if encounter.id.startswith(f"k{number}/")
        }
        assert not beaten & {bot for pair in pairs for bot in pair}
        beaten |= {_loser(pair, f"k{number}", shares) for pair in pairs}
    assert len(beaten) == count - 1
    # The first round halves only the surplus over a power of two.
    names = [encounter.id.partition("/")[0] for found in every for encounter in found]
    assert len(set(names)) == (count - 1).bit_length()
    power = 1 << (count.bit_length() - 1)
    first = {bot for encounter in every[0] for bot in encounter.bots}
    assert len(first) == (count if power == count else 2 * (count - power))


def _loser(pair: tuple[int, ...], prefix: str, shares: dict[str, float]) -> int:
    """Return the bot with fewer points in the encounter; at equal points the later in the plan."""
    name = f"{prefix}/{pair[0]}-{pair[1]}."
    mine = [(game, share) for game, share in shares.items() if game.startswith(name)]
    lead = sum((2 * share - 1) * (1 if game.endswith("#0") else -1) for game, share in mine)
    return pair[0] if lead < 0 else pair[1]


def test_tied_encounter_has_three_tie_breaks_then_the_plan_decides() -> None:
    every, shares = played(plan_of(2, Kind.KNOCKOUT, games=2), lambda game: 0.5)
    assert [encounter.id for found in every for encounter in found] == [
        f"k1/0-1.{n}" for n in range(4)
    ]
    assert len({encounter.number for found in every for encounter in found}) == 4
    assert len(shares) == 8
    assert knocked_out({"k1/0-1.0": (1, 1)}) == {1: 1}


def test_decisive_tie_break_ends_the_encounter() -> None:
    every, _ = played(
        plan_of(2, Kind.KNOCKOUT), lambda game: 0.5 if ".0#" in game else float(game[-1] == "1")
    )
    assert [encounter.id for found in every for encounter in found] == ["k1/0-1.0", "k1/0-1.1"]
    assert knocked_out({"k1/0-1.0": (1, 1), "k1/0-1.1": (0, 2)}) == {0: 1}


# --- all kinds ---


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize(("count", "games"), [(5, 1), (6, 2), (7, 3)])
def test_games_do_not_depend_on_interruptions(kind: Kind, count: int, games: int) -> None:
    plan = plan_of(count, kind, games=games)
    every, shares = played(plan)
    for cut in range(0, len(shares) + 1, 2):
        done = dict(list(shares.items())[:cut])
        again, all_shares = played(plan, random_share, done)
        assert again == every
        assert all_shares == shares


@pytest.mark.parametrize(
    ("game", "size", "opening"),
    [
        ("sos", "3x3", 8),
        ("sos", "4x4:simple", 6),
        ("line", "7", 4),
        ("obstruction", "5x5", 2),
        ("extreme", "2x9x9", 20),
        ("sos", "3x3", 0),
    ],
)
def test_opening_has_the_requested_length_and_never_ends_the_game(
    game: str, size: str, opening: int
) -> None:
    plan = plan_of(2, game=game, size=size, opening=opening, games=60)
    (encounters,) = rounds(plan, dict)
    drawn = [draw_opening(plan, encounter) for encounter in encounters]
    for moves in drawn:
        assert len(moves) == opening
        position = start(game, size)
        for move in moves:
            position = position.play(move)
        assert position.outcome() is None
    assert drawn == [draw_opening(plan, encounter) for encounter in encounters]
    if opening:
        assert len(set(drawn)) > 5
        other = plan_of(2, game=game, size=size, opening=opening, games=60, seed=2)
        assert drawn != [draw_opening(other, encounter) for encounter in encounters]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (plan_of(2, opening=9), "no sos 3x3 game lasts 9 random moves"),
        (plan_of(2, size="3x3:3"), "this board needs 3 bots"),
        (plan_of(3, Kind.SWISS, size="3x3:3"), "need a two-player game"),
        (plan_of(3, Kind.KNOCKOUT, size="3x3:3"), "need a two-player game"),
    ],
)
def test_unplayable_plan_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        check_playable(plan)
