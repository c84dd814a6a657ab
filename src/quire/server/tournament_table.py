"""The results of a tournament as tables for the page."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from quire.arena import standings
from quire.arena.encounter import games_planned, rounds
from quire.arena.results import Results
from quire.arena.score import Score
from quire.arena.standings import Standing
from quire.server.tournament_form import BotStanding, Meeting, Tournament


def table(
    results: Results, best_first: Sequence[Standing], name: str, title: str, changed: float
) -> Tournament:
    """Where everybody stands. Raises a QuireError for a plan that cannot be played."""
    plan = results.plan
    counts = _counts(results)
    return Tournament(
        name=name,
        title=title,
        changed=changed,
        game=plan.game,
        size=plan.start_size(),
        kind=str(plan.kind),
        games=len(results.games),
        planned=games_planned(plan),
        finished=is_finished(results),
        standings=tuple(
            BotStanding(
                place=place,
                name=it.name,
                games=it.games,
                wins=counts[it.name]["wins"],
                losses=counts[it.name]["losses"],
                draws=counts[it.name]["draws"],
                points=it.points,
                forfeits=it.forfeits,
                elo=None if it.rating is None else it.rating.elo,
                low=None if it.rating is None else it.rating.low,
                high=None if it.rating is None else it.rating.high,
            )
            for place, it in enumerate(best_first, 1)
        ),
    )


def _counts(results: Results) -> dict[str, Counter[str]]:
    """By the name of each bot: `wins` are games that it won alone, `draws` those that it shared."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for game in results.games.values():
        for seat, name in enumerate(game.record.players):
            share = game.share(seat)
            found[name]["wins" if share == 1 else "draws" if share else "losses"] += 1
    return found


def is_finished(results: Results) -> bool:
    """Whether no game is to come: all are played, tie-breaks too, or the test has its verdict."""
    plan = results.plan
    if len(results.games) < games_planned(plan):
        test = plan.test()
        return test is not None and test.verdict(standings.Running(results).pairs) != "go on"
    return all(
        f"{encounter.id}#{number}" in results.games
        for encounters in rounds(plan, lambda: standings.encounter_points(results))
        for encounter in encounters
        for number, _ in enumerate(encounter.seatings())
    )


def meetings(results: Results, best_first: Sequence[Standing]) -> tuple[Meeting, ...]:
    """Who took how much from whom, each two bots once, the better one first."""
    found = standings.meetings(results, best_first)
    return tuple(_meeting(one, other, score) for (one, other), score in found.items())


def _meeting(one: str, other: str, score: Score) -> Meeting:
    low, high = score.elo_interval
    return Meeting(
        one=one,
        other=other,
        games=score.games,
        wins=score.total.wins,
        draws=score.total.draws,
        losses=score.total.losses,
        points=score.points,
        elo=_finite(score.elo),
        elo_low=_finite(low),
        elo_high=_finite(high),
        superiority=score.superiority,
        pairs=score.pairs,
    )


def _finite(elo: float) -> float | None:
    """JSON has no word for infinity."""
    return elo if math.isfinite(elo) else None
