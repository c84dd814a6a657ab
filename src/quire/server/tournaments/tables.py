"""The results of a tournament as tables for the page."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quire.arena.statistics.score import Score
from quire.arena.tournament import standings
from quire.arena.tournament.pairing import games_planned
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import Standing
from quire.wire.tournament_types import BotStanding, HeadToHead, Tournament


def standings_table(
    results: Results, best_first: Sequence[Standing], name: str, title: str, changed: float
) -> Tournament:
    """Return the standings. Raises a QuireError for a plan that cannot be played."""
    plan = results.plan
    return Tournament(
        name=name,
        title=title,
        changed=changed,
        game=plan.game,
        size=plan.start_size(),
        kind=str(plan.kind),
        games=len(results.games),
        planned=games_planned(plan),
        finished=standings.is_finished(results),
        standings=tuple(
            BotStanding(
                place=place,
                name=row.name,
                games=row.games,
                wins=row.wins,
                losses=row.losses,
                draws=row.draws,
                points=row.points,
                forfeits=row.forfeits,
                elo=None if row.rating is None else row.rating.elo,
                low=None if row.rating is None else row.rating.low,
                high=None if row.rating is None else row.rating.high,
            )
            for place, row in enumerate(best_first, 1)
        ),
    )


def head_to_head(results: Results, best_first: Sequence[Standing]) -> tuple[HeadToHead, ...]:
    """Return head-to-head results, one entry per pair of bots, the better bot first."""
    found = standings.head_to_head(results, best_first)
    return tuple(_head_to_head(*pair, score) for pair, score in found.items())


def _head_to_head(bot: str, opponent: str, score: Score) -> HeadToHead:
    low, high = score.elo_interval
    return HeadToHead(
        bot=bot,
        opponent=opponent,
        games=score.games,
        wins=score.total.wins,
        draws=score.total.draws,
        losses=score.total.losses,
        points=score.points,
        elo=_finite(score.elo),
        elo_low=_finite(low),
        elo_high=_finite(high),
        los=score.los,
        pairs=score.pairs,
    )


def _finite(elo: float) -> float | None:
    """Return None for an infinite value, which JSON cannot express."""
    return elo if math.isfinite(elo) else None
