"""Endings beyond the rules of the game: the outcomes that `Match` gives and `Record` checks.

The rules' own endings come from `Position.outcome()`.
"""

from __future__ import annotations

from quire.core import WITHOUT_RESULT, Game, Outcome, Position, Reason

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
"""Reasons for a referee to remove a player from a match."""

LEAVE_REASONS = FORFEITS | {Reason.RESIGNATION}
"""Reasons for a player to lose a match that the rules have not ended."""

WITHOUT_WINNER = WITHOUT_RESULT | {Reason.AGREEMENT, Reason.UNFINISHED}
"""Reasons for a match to stop without a winner before the rules end it."""


def defeat(game: Game, position: Position, loser: int, reason: Reason) -> Outcome:
    """Return the outcome of a two-player match that one player has left."""
    winner = 1 - loser
    points = position.points
    if game.win_points is not None:
        points = (game.win_points, 0) if winner == 0 else (0, game.win_points)
    return Outcome(winner, reason, points, (1, 2) if winner == 0 else (2, 1))


def without_winner(position: Position, reason: Reason) -> Outcome:
    """Return the outcome of a match that stops here without a winner.

    After an agreed draw, players who left earlier rank behind those who agreed. Other endings are
    not results, so everyone ranks first.
    """
    ranks = [1] * position.players
    if reason is Reason.AGREEMENT:
        for player in position.out:
            ranks[player] = position.players - len(position.out) + 1
    return Outcome(None, reason, position.points, tuple(ranks))
