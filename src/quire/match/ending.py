"""How a match can end other than by the rules: the outcomes that `Match` gives and `Record` checks.

The rules' own endings come from `Position.outcome()`.
"""

from __future__ import annotations

from quire.core import Game, Outcome, Position, Reason

FORFEITS = frozenset(
    {
        Reason.TIME,
        Reason.DISCONNECTION,
        Reason.ILLEGAL,
        Reason.UNREADABLE,
        Reason.CRASH,
        Reason.MEMORY,
        Reason.FORBIDDEN,
        Reason.FLOOD,
        Reason.TAMPERING,
    }
)
"""Why a referee may take a player out of a match."""

DEPARTURES = FORFEITS | {Reason.RESIGNATION}
"""Why a player may lose a match without the rules saying so."""

WITHOUT_WINNER = frozenset({Reason.AGREEMENT, Reason.ABANDONED, Reason.ABORTED, Reason.UNFINISHED})
"""Why a match may stop with nobody as its winner, though the board says nothing of an end."""


def defeat(game: Game, position: Position, loser: int, reason: Reason) -> Outcome:
    """The outcome of a match of two that one of them gives up or forfeits in this position."""
    winner = 1 - loser
    points = position.points
    if game.win_points is not None:
        points = (game.win_points, 0) if winner == 0 else (0, game.win_points)
    return Outcome(winner, reason, points, (1, 2) if winner == 0 else (2, 1))


def standstill(position: Position, reason: Reason) -> Outcome:
    """The outcome of a match that stops in this position without a winner.

    An agreed draw is a result: those who went out before rank after those who agreed. The others
    are none, so everybody ranks first.
    """
    ranks = [1] * position.players
    if reason is Reason.AGREEMENT:
        for player in position.out:
            ranks[player] = position.players - len(position.out) + 1
    return Outcome(None, reason, position.points, tuple(ranks))
