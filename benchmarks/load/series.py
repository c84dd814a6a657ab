"""Series of finished games for a prefilled database: two players, twenty games, seats swapped.

A series is computed once, by the code that stores real games, and written many times with other
players, ids and times.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from benchmarks.load.script import script
from quire.games import GAMES
from quire.match.match import Match
from quire.online.ending import Ending
from quire.online.event import EventKind
from quire.online.setup import Seat
from quire.store.people.rating import Standing, after, result
from quire.store.people.statistics import _anonymous_record

GAMES_PER_SERIES = 20
"""Games in a series."""

PACE = 5.0
"""Seconds per move."""

CLOCK = 60.0

_WHEN = datetime(2000, 1, 1, tzinfo=UTC)
_WHEN_TEXT = "2000-01-01T00:00:00.000Z"

Line = tuple[int, str, int | None, str, float, str]
"""An event without its game: number, kind, seat, text, seconds since the start, id."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a series. Seat 0 is the first player's in games with an even number."""

    lines: tuple[Line, ...]
    moves: int
    lasted: float
    winner: int | None
    reason: str
    ranks: tuple[int, ...]
    record: tuple[str, str]
    """The text before and after the date."""


@dataclass(frozen=True, slots=True)
class Series:
    """All games of two players, and their statistics afterwards."""

    game: str
    size: str
    games: tuple[Played, ...]
    ratings: tuple[tuple[float, ...], ...]
    """After each game, by seat."""
    standings: tuple[Standing, Standing]
    tallies: tuple[Counter[tuple[int, str]], ...]
    """For each player, the number of `wins`, `losses` and `draws` by seat."""


def random_series(number: int) -> Series:
    """Return a random series, the same for the same number."""
    game = GAMES[number % len(GAMES)]
    size = game.online_sizes.default
    games = [
        _played(game.key, size, number * GAMES_PER_SERIES + place, place)
        for place in range(GAMES_PER_SERIES)
    ]
    standings = [Standing(), Standing()]
    tallies: tuple[Counter[tuple[int, str]], ...] = (Counter(), Counter())
    ratings = []
    for at, played in enumerate(games):
        order = (0, 1) if at % 2 == 0 else (1, 0)
        new = after([standings[person] for person in order], played.ranks, True)
        ratings.append(tuple(row.rating for row in new))
        for seat, person in enumerate(order):
            standings[person] = new[seat]
            tallies[person][seat, result(played.ranks, seat)] += 1
    final = (standings[0], standings[1])
    return Series(game.key, size, tuple(games), tuple(ratings), final, tallies)


def _played(game: str, size: str, number: int, at: int) -> Played:
    match = Match(game, size, ["", ""], CLOCK, now=0.0, started=_WHEN)
    lines: list[Line] = []
    for move in script(game, size, number):
        seat, then = match.to_move, PACE * (len(lines) + 1)
        match.play(seat, move, then)
        lines.append((len(lines) + 1, EventKind.MOVE.value, seat, move, then, f"m{len(lines)}"))
    outcome, moves, lasted = match.outcome, len(lines), PACE * len(lines)
    assert outcome is not None
    if at < GAMES_PER_SERIES - 1:
        for seat in (0, 1):
            lines.append(
                (len(lines) + 1, EventKind.REMATCH.value, seat, "", lasted + 1 + seat, "again")
            )
        # Its text is the id of the next game, which is known when it is written.
        lines.append((len(lines) + 1, EventKind.NEXT_GAME.value, None, "", lasted + 2, ""))
    record = _anonymous_record(Ending((Seat(""), Seat("")), match.record, True, 0.0))
    head, _, tail = record.partition(_WHEN_TEXT)
    assert tail, "the record contains its date"
    reason = outcome.reason.value
    return Played(tuple(lines), moves, lasted, outcome.winner, reason, outcome.ranks, (head, tail))
