"""The next game of the same players."""

from __future__ import annotations

from quire.online.setup import Setup
from quire.store import games


def request(setup: Setup) -> games.GameRequest:
    """Return the request for a rematch on the same terms: the first player moves last."""
    return games.GameRequest(
        game=setup.game,
        size=setup.size,
        seats=(*setup.seats[1:], setup.seats[0]),
        clock=setup.clock,
        grace=setup.grace,
        rated=setup.rated,
        public=setup.public,
        chat=setup.chat,
        random_order=False,
    )
