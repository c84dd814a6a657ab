"""Creating, joining and starting online games."""

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
"""Status and last sequence number by game."""

OPEN, PLAYING, OVER = "open", "playing", "over"
LISTED, RANDOM_ORDER = "listed", "random"

CURRENT = games.c.status != literal_column("'over'")
"""The condition of the index of unfinished games; the planner needs it spelled out."""

JOIN_GRACE_SECONDS = 5.0
"""Time after the start before an absent player counts as disconnected."""

RANDOM = random.SystemRandom()
"""Unpredictable randomness for draws."""

# Built once: building a statement takes longer than running it.
_GAME = select(games).where(games.c.id == bindparam("of"))
_SEATS = select(seats).where(seats.c.game_id == bindparam("of")).order_by(seats.c.seat)
_NUMBERS = select(games.c.id, games.c.status, games.c.seq).where(
    games.c.id.in_(bindparam("ids", expanding=True))
)
_INSERT_GAME, _INSERT_SEAT = insert(games), insert(seats)
_CHAT_OFF = select(players.c.id).where(
    players.c.id.in_(bindparam("people", expanding=True)), ~players.c.chat
)


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A request for a new game. A seat that is None is open."""

    game: str
    size: str
    seats: tuple[Seat | None, ...]
    clock: float | None = 60.0
    reconnect_seconds: float | None = 30.0
    rated: bool = False
    public: bool = True
    chat: bool = True
    random_order: bool = True
    """Whether the order of play is random."""
    wait: float | None = None
    """Seconds until the game is cancelled if nobody joins."""
    random_choices: dict[str, Any] = field(default_factory=dict)
    """Other random choices, to be shown and stored."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored: open, or with its events."""

    setup: Setup
    status: str
    open_seats: int
    maker: str | None
    created: float
    random_choices: dict[str, Any] | None
    events: tuple[Event, ...] = ()

    def live(self, max_lag_seconds: float) -> LiveGame:
        """Return the game after all of its events."""
        return LiveGame.begin(self.setup, max_lag_seconds).after(*self.events)


def create(
    connection: Connection,
    request: GameRequest,
    maker: str | None,
    now: float,
    today: float,
    id: str | None = None,
) -> StoredGame:
    """Create a game. It starts at once if no seat is open."""
    id = id or identity.new_game_id(today)
    sitting = [seat or Seat("") for seat in request.seats]
    made: dict[str, Any] = {
        "id": id,
        "status": OPEN,
        "game": request.game,
        "size": request.size,
        "clock": request.clock,
        "reconnect_seconds": request.reconnect_seconds,
        "rated": request.rated,
        "public": request.public,
        "chat": request.chat,
        "starter": RANDOM_ORDER if request.random_order else LISTED,
        "maker": maker,
        "random_choices": json.dumps(request.random_choices) if request.random_choices else None,
        "created": today,
        "began": None,
        "started": None,
        "due": None if request.wait is None else now + request.wait,
        "seq": 0,
    }
    if not any(map(_is_open, sitting)):
        made |= _started(connection, made, sitting, now, today)
    connection.execute(_INSERT_GAME, made)
    rows = [{"game_id": id, "seat": at, **_columns(seat)} for at, seat in enumerate(sitting)]
    connection.execute(_INSERT_SEAT, rows)
    return _stored(SimpleNamespace(**made), sitting)


def join(connection: Connection, id: str, player: str, name: str, now: float, today: float) -> None:
    """Take an open seat for a player. Raises NotFound, Taken, NotAllowed."""
    row, sitting = _open_game(connection, id), _seats(connection, id)
    if any(seat.player == player for seat in sitting):
        return
    others = [seat.player for seat in sitting if seat.player is not None]
    if blocked(connection, player, others):
        raise NotAllowed("you can't play with someone in this game")
    open_seats = [number for number, seat in enumerate(sitting) if _is_open(seat)]
    if not open_seats or row.status != OPEN:
        raise Taken("this game is full; you can watch it if it is public")
    sitting[open_seats[0]] = Seat(name, player)
    if len(open_seats) == 1:
        started = _started(connection, row._mapping, sitting, now, today)
        connection.execute(update_of(games), {"of": id, **started})
    rows = [{"of": id, "at": at, **_columns(seat)} for at, seat in enumerate(sitting)]
    connection.execute(UPDATE_SEAT, rows)


def leave(connection: Connection, id: str, player: str) -> None:
    """Leave an open game. If its creator leaves, the game is cancelled."""
    row = _open_game(connection, id)
    if row.status != OPEN:
        raise NotAllowed("the game has started: resign or abort instead")
    if row.maker == player:
        cancel(connection, id)
        return
    connection.execute(
        update(seats)
        .where(seats.c.game_id == id, seats.c.player == player)
        .values(player=None, name="", network=None)
    )


def cancel(connection: Connection, id: str) -> None:
    """Delete an open game."""
    connection.execute(delete(seats).where(seats.c.game_id == id))
    connection.execute(delete(games).where(games.c.id == id))


def _open_game(connection: Connection, id: str) -> Row[Any]:
    """Return the row of a game, locked until the end of the transaction."""
    query = select(games).where(games.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NotFound(f"no game {id!r}")
    return row


def _is_open(seat: Seat) -> bool:
    return seat.player is None and seat.agent is None


def _started(
    connection: Connection, row: Mapping[Any, Any], sitting: list[Seat], now: float, today: float
) -> dict[str, Any]:
    """Return the columns that change at the start; `sitting` gets the order of play."""
    choices = json.loads(row["random_choices"]) if row["random_choices"] else {}
    people = [seat.player for seat in sitting if seat.player is not None]
    if row["starter"] == RANDOM_ORDER:
        RANDOM.shuffle(sitting)
        choices["order"] = []  # the order of the seats from now on
    return {
        "status": PLAYING,
        "chat": row["chat"] and connection.execute(_CHAT_OFF, {"people": people}).first() is None,
        "began": now,
        "started": today,
        "due": now + min(JOIN_GRACE_SECONDS, row["clock"] or math.inf),
        "random_choices": json.dumps(choices) if choices else None,
    }


def blocked(connection: Connection, player: str, others: list[str]) -> bool:
    """Return whether a player has blocked one of the others, or is blocked by one."""
    if not others:
        return False
    one_way = (blocks.c.player == player) & blocks.c.blocked.in_(others)
    other_way = blocks.c.player.in_(others) & (blocks.c.blocked == player)
    query = select(blocks.c.player).where(or_(one_way, other_way)).limit(1)
    return connection.execute(query).first() is not None


# --- reading ---


def load(connection: Connection, id: str) -> StoredGame:
    """Return a game with all of its events. Raises NotFound."""
    row = connection.execute(_GAME, {"of": id}).one_or_none()
    if row is None:
        raise NotFound(f"no game {id!r}")
    events = () if row.status == OPEN else tuple(since(connection, id))
    return _stored(row, _seats(connection, id), events)


def _stored(row: Any, sitting: list[Seat], events: tuple[Event, ...] = ()) -> StoredGame:
    return StoredGame(
        _setup(row, sitting),
        row.status,
        sum(map(_is_open, sitting)),
        row.maker,
        row.created,
        _random_choices(row, sitting),
        events,
    )


def due(connection: Connection, now: float, limit: int) -> list[str]:
    """Return the games that are due."""
    query = select(games.c.id).where(games.c.due <= now).order_by(games.c.due).limit(limit)
    return list(connection.scalars(query))


def cancel_if_expired(connection: Connection, id: str, now: float) -> bool:
    """Cancel an open game that nobody joined in time. Return whether it was."""
    row = _open_game(connection, id)
    if row.status != OPEN or row.due is None or row.due > now:
        return False
    cancel(connection, id)
    return True


def postpone(connection: Connection, dues: dict[str, float | None], now: float) -> None:
    """Set when games are due next, unless something has happened meanwhile."""
    connection.execute(
        update(games).where(games.c.id == bindparam("of"), games.c.due <= now),
        [{"of": id, "due": due} for id, due in sorted(dues.items())],
    )


def numbers(connection: Connection, ids: list[str]) -> Numbers:
    """Return the status and the last sequence number of these games."""
    return {id: (status, seq) for id, status, seq in connection.execute(_NUMBERS, {"ids": ids})}


def _seats(connection: Connection, id: str) -> list[Seat]:
    found = connection.execute(_SEATS, {"of": id})
    return [Seat(row.name, row.player, row.agent) for row in found]


def _random_choices(row: Any, sitting: list[Seat]) -> dict[str, Any] | None:
    """Return the random choices with the players' current names, which are not stored with it."""
    if not row.random_choices:
        return None
    choices: dict[str, Any] = json.loads(row.random_choices)
    names = {seat.player: seat.name for seat in sitting}
    if "order" in choices:
        choices["order"] = [seat.name for seat in sitting]
    if "size_choices" in choices:
        choices["size_choices"] = [
            {"name": names.get(choice["player"], ""), "size": choice["size"]}
            for choice in choices["size_choices"]
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
        reconnect_seconds=row.reconnect_seconds,
        rated=row.rated,
        public=row.public,
        chat=row.chat,
        began=row.began or 0.0,
        started=row.started or 0.0,
    )


def normal_size(game: str, size: str | None) -> str:
    """Return an online size in canonical notation. Raises UnknownGame, NotationError."""
    sizes = find_game(game).online_sizes
    return sizes.normalise(sizes.default if size is None else size)
