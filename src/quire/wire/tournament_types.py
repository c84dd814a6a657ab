"""Response types for tournaments of bots."""

from __future__ import annotations

from msgspec import Struct


class BotStanding(Struct, frozen=True, kw_only=True):
    """A bot in the standings. Each game is worth one point, shared by all who come first."""

    place: int
    name: str
    games: int
    wins: int
    losses: int
    draws: int
    points: float
    forfeits: int
    elo: float | None
    """Null before the first game; the mean of all bots is 0."""
    low: float | None
    """`low` to `high` is the 95% confidence interval."""
    high: float | None


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament of bots. With a `problem`, its file couldn't be read and the rest is empty."""

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
    """Number of games planned, without tie-breaks; an SPRT may stop earlier."""
    finished: bool = False
    standings: tuple[BotStanding, ...] = ()
    """Best first."""
    problem: str | None = None


class HeadToHead(Struct, frozen=True, kw_only=True):
    """The results of `bot` against `opponent` in two-player games.

    Elo is null where it is infinite; `elo_low` to `elo_high` is the 95% confidence interval.
    `pairs` counts the pairs of games with the same opening in which `bot` scored 0, ½, 1, 1½ and 2
    points.
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
    """A tournament with its head-to-head results, and a link to its report."""

    tournament: Tournament
    head_to_head: tuple[HeadToHead, ...]
    report: str
    """The address of the report."""
