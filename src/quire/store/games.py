"""Online games from the wish for one to the first move: made, joined, begun."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from sqlalchemy import (
    Connection,
    Row,
    bindparam,
    delete,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from quire.errors import NotAllowed, NotFound, Taken
from quire.games import find_game
from quire.online import identity
from quire.online.event import Event
from quire.online.live_game import LiveGame
from quire.online.setup import Seat, Setup
from quire.store.event_log import since
from quire.store.schema import blocks, games, players, seats
from quire.store.sql import UPDATE_SEAT, update_of

Numbers = dict[str, tuple[str, int]]
"""The status of games, and the number of their last events."""

OPEN, PLAYING, OVER = "open", "playing", "over"
LISTED, RANDOM_ORDER = "listed", "random"

CURRENT = games.c.status != literal_column("'over'")
"""The condition of the index of such games, which is not seen to follow from another."""

JOIN_GRACE_SECONDS = 5.0
"""Time after the start before an absent player counts as disconnected."""

RANDOM = random.SystemRandom()
"""Unpredictable randomness for draws."""

# The statements of every game's way are made once: making one takes longer than running it.
_GAME = select(games).where(games.c.id == bindparam("of"))
_SEATS = select(seats).where(seats.c.game_id == bindparam("of")).order_by(seats.c.seat)
_NUMBERS = select(games.c.id, games.c.status, games.c.seq).where(
    games.c.id.in_(bindparam("ids", expanding=True))
)
_MAKE, _SEAT = insert(games), insert(seats)
_SILENT = select(players.c.id).where(
    players.c.id.in_(bindparam("people", expanding=True)), ~players.c.chat
)


@dataclass(frozen=True, slots=True)
class Wish:
    """The game that somebody would like. `None` among the seats is one that waits for a player."""

    game: str
    size: str
    seats: tuple[Seat | None, ...]
    clock: float | None = 60.0
    grace: float | None = 30.0
    rated: bool = False
    public: bool = True
    chat: bool = True
    random_order: bool = True
    """Whether the order of play is drawn when all seats are taken."""
    wait: float | None = None
    """Seconds for which it waits for players before it is given up."""
    random_choices: dict[str, Any] = field(default_factory=dict)
    """What else was chosen at random, to be shown and kept."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A game as it is kept: open, or with its events."""

    setup: Setup
    status: str
    open_seats: int
    maker: str | None
    created: float
    random_choices: dict[str, Any] | None
    events: tuple[Event, ...] = ()

    def live(self, allowance: float) -> LiveGame:
        """The game after all of its events."""
        return LiveGame.begin(self.setup, allowance).after(*self.events)


def make(
    connection: Connection,
    wish: Wish,
    maker: str | None,
    now: float,
    today: float,
    id: str | None = None,
) -> Stored:
    """A new game; it begins at once if nobody has to be waited for."""
    id = id or identity.new_game_id(today)
    sitting = [seat or Seat("") for seat in wish.seats]
    made: dict[str, Any] = {
        "id": id,
        "status": OPEN,
        "game": wish.game,
        "size": wish.size,
        "clock": wish.clock,
        "grace": wish.grace,
        "rated": wish.rated,
        "public": wish.public,
        "chat": wish.chat,
        "starter": RANDOM_ORDER if wish.random_order else LISTED,
        "maker": maker,
        "random_choices": json.dumps(wish.random_choices) if wish.random_choices else None,
        "created": today,
        "began": None,
        "started": None,
        "due": None if wish.wait is None else now + wish.wait,
        "seq": 0,
    }
    if not any(map(_is_free, sitting)):
        made |= _begun(connection, made, sitting, now, today)
    connection.execute(_MAKE, made)
    rows = [{"game_id": id, "seat": at, **_columns(seat)} for at, seat in enumerate(sitting)]
    connection.execute(_SEAT, rows)
    return _stored(SimpleNamespace(**made), sitting)


def join(connection: Connection, id: str, player: str, name: str, now: float, today: float) -> None:
    """Takes a free seat for a player. Raises NotFound, Taken, NotAllowed."""
    row, sitting = _open_game(connection, id), _seats(connection, id)
    if any(seat.player == player for seat in sitting):
        return
    others = [seat.player for seat in sitting if seat.player is not None]
    if blocked(connection, player, others):
        raise NotAllowed("you can't play with someone in this game")
    free = [number for number, seat in enumerate(sitting) if _is_free(seat)]
    if not free or row.status != OPEN:
        raise Taken("this game is full; you can watch it if it is public")
    sitting[free[0]] = Seat(name, player)
    if len(free) == 1:
        begun = _begun(connection, row._mapping, sitting, now, today)
        connection.execute(update_of(games), {"of": id, **begun})
    rows = [{"of": id, "at": at, **_columns(seat)} for at, seat in enumerate(sitting)]
    connection.execute(UPDATE_SEAT, rows)


def leave(connection: Connection, id: str, player: str) -> None:
    """Gives a seat of a game back that has not begun; without its maker there is no game."""
    row = _open_game(connection, id)
    if row.status != OPEN:
        raise NotAllowed("the game has started: resign or abort instead")
    if row.maker == player:
        _remove(connection, id)
        return
    connection.execute(
        update(seats)
        .where(seats.c.game_id == id, seats.c.player == player)
        .values(player=None, name="")
    )


def _remove(connection: Connection, id: str) -> None:
    connection.execute(delete(seats).where(seats.c.game_id == id))
    connection.execute(delete(games).where(games.c.id == id))


def _open_game(connection: Connection, id: str) -> Row[Any]:
    """Its row, which nobody else can change until this is done."""
    query = select(games).where(games.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NotFound(f"no game {id!r}")
    return row


def _is_free(seat: Seat) -> bool:
    return seat.player is None and seat.agent is None


def _begun(
    connection: Connection, row: Mapping[Any, Any], sitting: list[Seat], now: float, today: float
) -> dict[str, Any]:
    """What changes in a game once everybody sits there. Puts the seats in the order of play."""
    choices = json.loads(row["random_choices"]) if row["random_choices"] else {}
    people = [seat.player for seat in sitting if seat.player is not None]
    if row["starter"] == RANDOM_ORDER:
        RANDOM.shuffle(sitting)
        choices["order"] = []  # the order of the seats from now on
    return {
        "status": PLAYING,
        "chat": row["chat"] and connection.execute(_SILENT, {"people": people}).first() is None,
        "began": now,
        "started": today,
        "due": now + min(JOIN_GRACE_SECONDS, row["clock"] or math.inf),
        "random_choices": json.dumps(choices) if choices else None,
    }


def blocked(connection: Connection, player: str, others: list[str]) -> bool:
    """Whether a player and one of the others do not want to meet."""
    if not others:
        return False
    one_way = (blocks.c.player == player) & blocks.c.blocked.in_(others)
    other_way = blocks.c.player.in_(others) & (blocks.c.blocked == player)
    query = select(blocks.c.player).where(or_(one_way, other_way)).limit(1)
    return connection.execute(query).first() is not None


# --- reading ---


def load(connection: Connection, id: str) -> Stored:
    """A game with all of its events. Raises NotFound."""
    row = connection.execute(_GAME, {"of": id}).one_or_none()
    if row is None:
        raise NotFound(f"no game {id!r}")
    events = () if row.status == OPEN else tuple(since(connection, id))
    return _stored(row, _seats(connection, id), events)


def _stored(row: Any, sitting: list[Seat], events: tuple[Event, ...] = ()) -> Stored:
    return Stored(
        _setup(row, sitting),
        row.status,
        sum(map(_is_free, sitting)),
        row.maker,
        row.created,
        _random_choices(row, sitting),
        events,
    )


def due(connection: Connection, now: float, most: int) -> list[str]:
    """The games that somebody must look at."""
    query = select(games.c.id).where(games.c.due <= now).order_by(games.c.due).limit(most)
    return list(connection.scalars(query))


def give_up(connection: Connection, id: str, now: float) -> bool:
    """Whether a game has waited for players as long as it may; it is there no more then."""
    row = _open_game(connection, id)
    if row.status != OPEN or row.due is None or row.due > now:
        return False
    _remove(connection, id)
    return True


def postpone(connection: Connection, dues: dict[str, float | None], now: float) -> None:
    """Has these games looked at again then, unless something has happened meanwhile."""
    connection.execute(
        update(games).where(games.c.id == bindparam("of"), games.c.due <= now),
        [{"of": id, "due": due} for id, due in sorted(dues.items())],
    )


def numbers(connection: Connection, ids: list[str]) -> Numbers:
    """The status and the number of the last event of these games."""
    return {id: (status, seq) for id, status, seq in connection.execute(_NUMBERS, {"ids": ids})}


def _seats(connection: Connection, id: str) -> list[Seat]:
    found = connection.execute(_SEATS, {"of": id})
    return [Seat(it.name, it.player, it.agent) for it in found]


def _random_choices(row: Any, sitting: list[Seat]) -> dict[str, Any] | None:
    """Return what was chosen at random, with the players' current names (only ids are stored)."""
    if not row.random_choices:
        return None
    choices: dict[str, Any] = json.loads(row.random_choices)
    names = {seat.player: seat.name for seat in sitting}
    if "order" in choices:
        choices["order"] = [seat.name for seat in sitting]
    if "size_choices" in choices:
        choices["size_choices"] = [
            {"name": names.get(it["player"], ""), "size": it["size"]}
            for it in choices["size_choices"]
        ]
    return choices


def _columns(seat: Seat) -> dict[str, str | None]:
    return {"player": seat.player, "name": seat.name, "agent": seat.agent}


def _setup(row: Any, sitting: list[Seat]) -> Setup:
    return Setup(
        id=row.id,
        game=row.game,
        size=row.size,
        seats=tuple(sitting),
        clock=row.clock,
        grace=row.grace,
        rated=row.rated,
        public=row.public,
        chat=row.chat,
        began=row.began or 0.0,
        started=row.started or 0.0,
    )


def normal_size(game: str, size: str | None) -> str:
    """The canonical text of a size that is played online. Raises UnknownGame, NotationError."""
    sizes = find_game(game).online_sizes
    return sizes.normalise(sizes.default if size is None else size)
