"""Tournaments of bots in the HTTP interface: what is answered."""

from __future__ import annotations

from msgspec import Struct


class BotStanding(Struct, frozen=True, kw_only=True):
    """A bot in the table of a tournament. A game is worth a point, which all first share."""

    place: int
    name: str
    games: int
    wins: int
    losses: int
    draws: int
    points: float
    forfeits: int
    elo: float | None
    """None before it has met anybody; the mean of all is 0."""
    low: float | None
    """From here to `high` in about 95 of 100 cases."""
    high: float | None


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament of bots, best first. With a `problem`, the other fields are empty."""

    name: str
    title: str
    changed: float
    """When a game was last added, in seconds since 1970."""
    game: str | None = None
    size: str | None = None
    kind: str | None = None
    """`round-robin`, `gauntlet`, `swiss` or `knockout`."""
    games: int = 0
    planned: int = 0
    """How many games there will be, tie-breaks aside; a test may end before."""
    finished: bool = False
    standings: tuple[BotStanding, ...] = ()
    problem: str | None = None


class HeadToHead(Struct, frozen=True, kw_only=True):
    """The score of `bot` against `opponent` in two-player games. Elo is null if it is infinite.

    `elo_low` to `elo_high` is the 95% confidence interval; `pairs` counts the pairs of games with
    one opening that scored 0, ½, 1, 1½ and 2 points.
    """

    bot: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    los: float
    """Likelihood of superiority, 0 to 1."""
    pairs: tuple[int, int, int, int, int]


class TournamentDetails(Struct, frozen=True, kw_only=True):
    """A tournament with its crosstable. Its report is a separate page."""

    tournament: Tournament
    head_to_head: tuple[HeadToHead, ...]
    report: str
    """The address of the report."""
