"""The next game of the same players, once all of them want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from quire.errors import Stale
from quire.online import identity
from quire.online.event import Event, Kind
from quire.online.live_game import LiveGame
from quire.store import event_log, games

if TYPE_CHECKING:
    from quire.server.play.room import Room


def is_wanted(live: LiveGame) -> bool:
    """Whether all people at the table would like to play again, and do not yet."""
    people = {number for number, seat in enumerate(live.setup.seats) if not seat.agent}
    return live.follows is None and people <= live.rematch


async def begin(room: Room) -> None:
    """Makes that game: whoever was first is last."""
    node, live = room.node, room.live
    node.check_open_for_games()
    assert live is not None
    now, today = node.store.now(), node.store.today()
    setup, id = live.setup, identity.new_game_id(today)
    wish = games.Wish(
        game=setup.game,
        size=setup.size,
        seats=(*setup.seats[1:], setup.seats[0]),
        clock=setup.clock,
        grace=setup.grace,
        rated=setup.rated,
        public=setup.public,
        chat=setup.chat,
        by_lot=False,
    )
    event = Event(seq=live.seq + 1, kind=Kind.FOLLOWS, at=now, text=id)

    def follow(connection: Connection) -> games.Stored:
        if not event_log.append(connection, [event_log.Entry(room.id, event, live.moves)]):
            raise Stale("the rematch has already started")
        return games.make(connection, wish, room.stored.maker, now, today, id)

    try:
        game = await node.store.write(follow)
    except Stale:
        await room.catch_up()
    else:
        node.begun(game)
        await room.hear([event])
    node.bus.publish(f"game:{room.id}")
