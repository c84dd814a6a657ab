"""Games that were played without a server, decided again from their moves."""

from __future__ import annotations

from collections.abc import Sequence

from quire.errors import NotAllowed
from quire.online.event import EventKind
from quire.online.live_game import Decision, LiveGame
from quire.online.setup import Setup

Step = tuple[LiveGame, Decision]
"""A game, and what happens next in it."""


def replayed(setup: Setup, moves: Sequence[str], *, resigned: bool) -> list[Step]:
    """Return every step of a finished game of one person, all at the time when it began.

    With `resigned` it ended because the person resigned. Raises a QuireError for a move that the
    rules don't allow, NotAllowed for a game that is not over.
    """
    game, steps = LiveGame.begin(setup), list[Step]()
    acts = [(EventKind.MOVE, text) for text in moves]
    if resigned:
        acts.append((EventKind.RESIGN, ""))
    for kind, text in acts:
        seat = game.match.to_move if kind is EventKind.MOVE else min(game.people())
        decision = game.decide(kind, seat, setup.began, text)
        steps.append((game, decision))
        game = decision.next
    if not game.is_over:
        raise NotAllowed("the game isn't over: finish it first")
    return steps
