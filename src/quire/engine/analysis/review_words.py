"""A review in words: what a move gave away, and the key moments."""

from __future__ import annotations

from quire.core import Position
from quire.engine.analysis.review import Review, Step

VERDICT_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def player_name(review: Review, player: int) -> str:
    """Return a name for tables and graphs, with the number of the player unless it says it.

    >>> import quire
    >>> from quire.engine.analysis.position import Analyser
    >>> game = Analyser().game(quire.start("line", "5"), [], names=["Ann", "Player 2"])
    >>> player_name(game, 0), player_name(game, 1)
    ('Ann (player 1)', 'Player 2')
    """
    name, number = review.names[player], f"player {player + 1}"
    return name if name.lower() == number else f"{name} ({number})"


def view_words(review: Review) -> str:
    """Return whose values a review shows."""
    return player_name(review, 0) if review.start.players == 2 else "the player who moved"


def loss_words(review: Review, step: Step) -> str:
    """Return what a move gave away: `4 points`, `the win`, `~0.5`; empty if nothing is known."""
    if step.played is None or step.possible is None:
        return ""
    lost, proven = step.possible - step.played, review.is_proven(step)
    if not review.decided_by_points:
        if not proven:
            return f"~{50 * lost:.0f}% of a win"
        return "the win" if step.possible > 0 else "the draw"
    points = f"{lost:.0f}" if proven else f"~{lost:.1f}"
    unit = "point" if points == "1" else "points"
    if proven and _result(step.possible) != _result(step.played):
        return f"{points} {unit} and {'the win' if step.possible > 0 else 'the draw'}"
    return f"{points} {unit}"


def moment_words(review: Review, number: int) -> str:
    """Return a key moment as one sentence."""
    step = review.steps[number - 1]
    name = review.names[step.player or 0]
    better = f" {step.better[0]} was better." if step.better else ""
    if step.played is None or step.possible is None:
        return f"Move {number}: {name} played {step.move}.{better}"
    if not review.is_proven(step) or _result(step.possible) == _result(step.played):
        return f"Move {number}: {name}'s {step.move} gave away {loss_words(review, step)}.{better}"
    before, after = (_outcome_words(review, value) for value in (step.possible, step.played))
    return f"Move {number}: {name}'s {step.move} turned {before} into {after}.{better}"


def not_examined(review: Review) -> str:
    """Return a sentence about the moves without a verdict; empty if there are none."""
    left = [it.number for it in review.steps if it.player is not None and it.verdict is None]
    if not left:
        return ""
    moves = "1 move was" if len(left) == 1 else f"{len(left)} moves were"
    return f"{moves} not examined: there was too little time."


def unexamined_moves(position: Position, examined: int) -> str:
    """Return a sentence about the legal moves that an analysis left out; empty if it left none."""
    legal = len(position.legal_moves())
    if examined == legal:
        return ""
    return (
        f"Examined the {examined:,} most promising of {legal:,} moves; the others are not ranked."
    )


def _result(value: float) -> int:
    return (value > 0) - (value < 0)


def _outcome_words(review: Review, value: float) -> str:
    if value == 0:
        return "a draw"
    by = f" by {abs(value):.0f}" if review.decided_by_points else ""
    return f"a win{by}" if value > 0 else f"a loss{by}"
