"""Show the results of matches and tournaments in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from quire.arena.report.formatting import (
    format_elo,
    format_points,
    format_share,
    head_to_head_row,
)
from quire.arena.statistics.score import Score
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import (
    Standing,
    adjudicated_games,
    head_to_head,
    scores,
    standings,
)
from quire.cli.terminal.screen import Screen
from quire.cli.terminal.tables import Table, show_table


def show_results(screen: Screen, results: Results) -> None:
    """Show the standings, the head-to-head scores and the forfeits."""
    if not results.games:
        screen.line("No games played.")
        return
    table = Table("", "bot", "games", "points", "score", "Elo (95% CI)", "forfeits")
    found = standings(results)
    for place, row in enumerate(found, 1):
        rating = row.rating
        elo = "" if rating is None else format_elo(rating.elo, rating.low, rating.high)
        table.add_row(
            str(place),
            row.name,
            str(row.games),
            format_points(row.points),
            format_share(row.share),
            elo,
            str(row.forfeits),
        )
    show_table(screen, table)
    _show_head_to_head(screen, results, found)
    _show_forfeits(screen, results)
    _show_adjudicated(screen, results)


def _show_head_to_head(screen: Screen, results: Results, standing: Sequence[Standing]) -> None:
    found = head_to_head(results, standing)
    if len(found) == 1:
        # A match is shown from the side of the bot that was given first.
        (((one, other), score),) = scores(results).items()
        names = results.plan.names()
        _show_match(screen, names[one], names[other], score)
    elif found:
        table = Table("", "", "W-D-L", "score (95% CI)", "Elo (95% CI)")
        for (better, worse), score in found.items():
            all_games, _, _, share, elo, _, _ = head_to_head_row(score)
            table.add_row(better, worse, all_games, share, elo)
        show_table(screen, table)
    test = results.plan.test()
    if test is not None and found:
        names, all_scores = results.plan.names(), scores(results)
        low, high = test.bounds
        for other in range(1, len(names)):
            against = f" {names[0]} vs {names[other]}" if len(names) > 2 else ""
            pairs = all_scores.get((0, other), Score()).pairs
            screen.line(
                f"SPRT {test}{against}: LLR {test.llr(pairs):.2f} ({low:.2f} to {high:.2f}), "
                f"{test.verdict(pairs)}"
            )


def _show_match(screen: Screen, one: str, other: str, score: Score) -> None:
    all_games, first, second, share, elo, los, pairs = head_to_head_row(score)
    screen.line(f"{one} vs {other}")
    screen.line(f"  W-D-L        {all_games} (moving first {first}, second {second})")
    screen.line(f"  score        {share}")
    screen.line(f"  Elo          {elo}, LOS {los}")
    screen.line(f"  pentanomial  {pairs}")


def _show_adjudicated(screen: Screen, results: Results) -> None:
    found = adjudicated_games(results)
    if found:
        words = ", ".join(f"{count} by {rule}" for rule, count in found.items())
        screen.line(f"Adjudicated: {sum(found.values())} of {len(results.games)} games ({words})")


MAX_FORFEITS_SHOWN = 10


def _show_forfeits(screen: Screen, results: Results) -> None:
    forfeits = [(game, forfeit) for game in results.games.values() for forfeit in game.forfeits[:1]]
    for game, forfeit in forfeits[:MAX_FORFEITS_SHOWN]:
        name = game.record.players[forfeit.player]
        overloaded = " (machine overloaded)" if forfeit.overloaded else ""
        screen.line(f"{game.id}: {name} forfeits, {forfeit.reason}: {forfeit.detail}{overloaded}")
    if replayed := [game for game in results.games.values() if game.replays]:
        screen.line(f"{len(replayed)} games were played again: the machine was overloaded")
    if len(forfeits) > MAX_FORFEITS_SHOWN:
        screen.line(f"{len(forfeits) - MAX_FORFEITS_SHOWN} more forfeits: see quire arena report")
