"""What messages say about a game."""

from __future__ import annotations

from quire.online.event import Event, EventKind
from quire.online.setup import Seat, Setup
from quire.server.play.room import snapshot
from quire.server.play.room.hosted_game import HostedGame
from quire.store.play.games import PLAYING, StoredGame


def test_clocks_show_no_more_than_their_limit_on_a_server_that_is_behind() -> None:
    setup = Setup("game", "line", "7", (Seat("Ann", "ann"), Seat("Bob", "bob")), began=100.0)
    events = (
        Event(seq=1, kind=EventKind.MOVE, at=110.0, seat=0, text="S1"),
        Event(seq=2, kind=EventKind.DISCONNECTED, at=110.0, seat=0),
    )
    game = HostedGame(StoredGame(setup, PLAYING, 0, None, 0.0, None, events), 1.0)
    state = snapshot.state(game, None, 109.5, 0, None)
    assert state.clock_left == setup.clock
    assert state.seats[0].reconnect_left == setup.reconnect_seconds
