"""Ratings and winning streaks of a player in one game, against people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from openskill.models import BradleyTerryFull
from sqlalchemy import Connection

from quire.store.schema import standings
from quire.store.sql import select_all, upsert_all

MU, SIGMA = 25.0, 25.0 / 3
"""A new player's assumed strength, and its uncertainty."""

_MODEL = BradleyTerryFull(mu=MU, sigma=SIGMA)


class Standing(NamedTuple):
    """Streaks and rating of a player in one game; by default a new player's.

    Ratings are OpenSkill's (V. Joshy, arXiv 2401.05451), by its Bradley–Terry model, which compares
    every two players of a game by rank. With Plackett–Luce, the third of five may gain more than
    two players who share the first place.
    """

    streak: int = 0
    """Current winning streak."""
    best: int = 0
    """Longest winning streak."""
    mu: float = MU
    sigma: float = SIGMA
    rated: int = 0
    """Games that changed the rating."""

    @classmethod
    def of(cls, row: Any) -> Standing:
        """Return the standing in a row of `standings`."""
        return cls(row.streak, row.best, row.mu, row.sigma, row.rated)

    @property
    def rating(self) -> float:
        """The rating as shown: 1000 + 30 (mu − 3 sigma), a conservative estimate.

        A new player has 1000, an average player about 1500 after enough games, and 400 points more
        mean about ten wins per loss, as with Elo.

        >>> Standing().rating
        1000.0
        """
        return 1000 + 30 * (self.mu - 3 * self.sigma)


_COLUMNS = ("player", "game", *Standing._fields)


def result(ranks: Sequence[int], seat: int) -> str:
    """Return `wins` for a sole first rank, `draws` for a shared one, otherwise `losses`.

    >>> [result((1, 1, 3), seat) for seat in range(3)]
    ['draws', 'draws', 'losses']
    """
    if ranks[seat] > 1:
        return "losses"
    return "wins" if sum(rank == 1 for rank in ranks) == 1 else "draws"


def after(before: Sequence[Standing], ranks: Sequence[int], rated: bool) -> list[Standing]:
    """Return the standings after a game, by seat. Anything but a win ends a streak."""
    rates = [(old.mu, old.sigma) for old in before]
    if rated:
        teams = [[_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in rates]
        rated_teams = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
        rates = [(rate.mu, rate.sigma) for (rate,) in rated_teams]
    new = []
    for seat, (old, (mu, sigma)) in enumerate(zip(before, rates, strict=True)):
        streak = old.streak + 1 if result(ranks, seat) == "wins" else 0
        new.append(Standing(streak, max(old.best, streak), mu, sigma, old.rated + rated))
    return new


class Result(NamedTuple):
    """The result of a game between people: players and ranks by seat."""

    game: str
    players: Sequence[str]
    ranks: Sequence[int]
    rated: bool


def record(connection: Connection, results: Sequence[Result]) -> list[list[float]]:
    """Update the standings, game by game. Return the ratings after each game, by seat.

    The rows of the players must be locked.
    """
    if not results:
        return []
    ids = sorted({player for result in results for player in result.players})
    found = select_all(connection, standings, _COLUMNS, "player", ids)
    current = {(player, game): Standing(*values) for player, game, *values in found}
    changed: dict[tuple[str, str], Standing] = {}
    ratings = []
    for result in results:
        keys = [(player, result.game) for player in result.players]
        before = [current.get(key, Standing()) for key in keys]
        now = dict(zip(keys, after(before, result.ranks, result.rated), strict=True))
        current |= now
        changed |= now
        ratings.append([now[key].rating for key in keys])
    rows = [(*key, *changed[key], changed[key].rating) for key in sorted(changed)]
    upsert_all(connection, standings, (*_COLUMNS, "rating"), rows)
    return ratings
