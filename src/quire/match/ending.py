"""Endings beyond the rules of the game: the outcomes that `Match` gives and `Record` checks.

The rules' own endings come from `Position.outcome()`.
"""

from __future__ import annotations

from dataclasses import replace

from quire.core import WITHOUT_RESULT, Game, Outcome, Position, Reason
from quire.errors import RecordError

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


def adjudicated(game: Game, position: Position, winner: int | None) -> Outcome:
    """Return the outcome of a match that a referee ended: a win (two players only) or a draw."""
    if winner is None:
        return without_winner(position, Reason.ADJUDICATION)
    return defeat(game, position, 1 - winner, Reason.ADJUDICATION)


def defeat(game: Game, position: Position, loser: int, reason: Reason) -> Outcome:
    """Return the outcome of a two-player match that one player has left."""
    winner = 1 - loser
    points = position.points
    if game.win_points is not None:
        points = (game.win_points, 0) if winner == 0 else (0, game.win_points)
    return Outcome(winner, reason, points, (1, 2) if winner == 0 else (2, 1))


def without_winner(position: Position, reason: Reason) -> Outcome:
    """Return the outcome of a match that stops here without a winner.

    After an agreed or adjudicated draw, players who left earlier rank behind the others. Other
    endings are not results, so everyone ranks first.
    """
    ranks = [1] * position.players
    if reason in (Reason.AGREEMENT, Reason.ADJUDICATION):
        for player in position.out:
            ranks[player] = position.players - len(position.out) + 1
    return Outcome(None, reason, position.points, tuple(ranks))


def expected_outcome(game: Game, position: Position, recorded: Outcome) -> Outcome:
    """Return the outcome that a record must have, given its last position and its reason.

    Raises RecordError if a game can't end there for that reason.
    """
    reason, winner = recorded.reason, recorded.winner
    end = position.outcome()
    if end is not None:
        # The rules only see that everyone else left; the record says why.
        left = end.reason is Reason.RESIGNATION and reason in LEAVE_REASONS
        return replace(end, reason=reason) if left else end
    if reason is Reason.AGREEMENT and not game.drawable:
        raise RecordError(f"outcome: {game.key} has no draws, so it can't end by agreement")
    if reason is Reason.ADJUDICATION and (winner is None or position.players == 2):
        if winner not in (None, 0, 1):
            raise RecordError("outcome: 'adjudication' needs a winner, 0 or 1, or null")
        return adjudicated(game, position, winner)
    if reason in WITHOUT_WINNER:
        return without_winner(position, reason)
    if reason not in LEAVE_REASONS:
        raise RecordError(
            f"outcome: the moves don't end the game, but the record says {str(reason)!r}; "
            "use 'unfinished' for a game that stops midway"
        )
    if position.players > 2:
        raise RecordError(
            f"outcome: {str(reason)!r} belongs in the moves (as x2 for player 2), because "
            "the others play on"
        )
    if winner not in (0, 1):
        raise RecordError(f"outcome: {str(reason)!r} needs a winner, 0 or 1")
    return defeat(game, position, 1 - winner, reason)
