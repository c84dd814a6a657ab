"""Creating, joining and starting online games."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from sqlalchemy import (
    Connection,
    Float,
    Row,
    and_,
    bindparam,
    case,
    delete,
    or_,
    select,
    update,
)

from quire.errors import NotAllowed, NotFound, Taken
from quire.games import find_game
from quire.online import identity
from quire.online.event import Event
from quire.online.live_game import LiveGame
from quire.online.setup import JOIN_GRACE_SECONDS, Seat, Setup
from quire.store.play.event_log import since
from quire.store.schema import blocks, games, players, seats
from quire.store.sql import insert_all, select_all, update_all

Numbers = dict[str, tuple[str, int]]
"""Status and last sequence number by game."""

OPEN, PLAYING, OVER = "open", "playing", "over"
LISTED, RANDOM_ORDER = "listed", "random"

CHECK_SECONDS = 60.0
"""A game whose check passed this long ago is loaded even if it is not due, to schedule the next."""

RANDOM = random.SystemRandom()
"""Unpredictable randomness for draws."""

# Built once: building a statement takes longer than running it.
_GAME = select(games).where(games.c.id == bindparam("of"))
_SEATS = select(seats).where(seats.c.game_id == bindparam("of")).order_by(seats.c.seat)
_NUMBERS = select(games.c.id, games.c.status, games.c.seq).where(
    games.c.id.in_(bindparam("ids", expanding=True))
)
_DUE = (
    select(games.c.id)
    .where(games.c.next_check <= bindparam("now"))
    .where(
        or_(
            games.c.due <= bindparam("now"),
            games.c.next_check <= games.c.began + JOIN_GRACE_SECONDS,  # whether all have come
            games.c.next_check <= bindparam("long_ago"),
        )
    )
    .order_by(games.c.next_check)
    .limit(bindparam("most"))
)
_CHECK = bindparam("check", type_=Float(53))
_POSTPONE = (
    update(games)
    .where(games.c.id == bindparam("of"), games.c.next_check <= bindparam("at"))
    .values(
        next_check=case(
            (
                and_(games.c.due > bindparam("at"), or_(_CHECK.is_(None), games.c.due < _CHECK)),
                games.c.due,
            ),
            else_=_CHECK,
        )
    )
)
_SEAT_COLUMNS = ("game_id", "seat", "player", "name", "agent")


@dataclass(frozen=True, slots=True)
class GameRequest:
    """A request for a new game. A seat that is None is open."""

    game: str
    size: str
    seats: tuple[Seat | None, ...]
    clock: float | None = 60.0
    increment: float | None = None
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
    offline: bool = False
    """Whether it was played without a server."""
    seed: int | None = None
    """What the computer players' moves follow from, if the player's device may compute them."""


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


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be created, by a player, at a time on the game clock and on a date."""

    request: GameRequest
    maker: str | None
    now: float
    today: float
    id: str = ""
    """By default a new one."""


def create(
    connection: Connection, request: GameRequest, maker: str | None, now: float, today: float
) -> StoredGame:
    """Create a game. It starts at once if no seat is open."""
    [game] = create_all(connection, [NewGame(request, maker, now, today)])
    return game


def create_all(connection: Connection, new: Sequence[NewGame]) -> list[StoredGame]:
    """Create games. Each starts at once if no seat is open."""
    made = [(_row(game), [seat or Seat("") for seat in game.request.seats]) for game in new]
    chat_off = _without_chat(connection, [seat for _, sitting in made for seat in sitting])
    for game, (row, sitting) in zip(new, made, strict=True):
        if not any(map(_is_open, sitting)):
            row.update(_started(row, sitting, chat_off, game.now, game.today))
    names = tuple(made[0][0])
    insert_all(connection, games, names, [tuple(row.values()) for row, _ in made])
    rows = [one for row, sitting in made for one in _seat_rows(row["id"], sitting)]
    insert_all(connection, seats, _SEAT_COLUMNS, rows)
    return [_stored(SimpleNamespace(**row), sitting) for row, sitting in made]


def _row(game: NewGame) -> dict[str, Any]:
    """Return the row of a game that has not started."""
    request = game.request
    due = None if request.wait is None else game.now + request.wait
    return {
        "id": game.id or identity.new_game_id(game.today),
        "status": OPEN,
        "game": request.game,
        "size": request.size,
        "clock": request.clock,
        "increment": request.increment,
        "offline": request.offline or None,
        "seed": request.seed,
        "reconnect_seconds": request.reconnect_seconds,
        "rated": request.rated,
        "public": request.public,
        "chat": request.chat,
        "starter": RANDOM_ORDER if request.random_order else LISTED,
        "maker": game.maker,
        "random_choices": json.dumps(request.random_choices) if request.random_choices else None,
        "created": game.today,
        "began": None,
        "started": None,
        "due": due,
        "next_check": due,
        "seq": 0,
    }


def join(connection: Connection, id: str, player: str, name: str, now: float, today: float) -> bool:
    """Take an open seat for a player who has none. Return whether the game starts with it.

    Raises NotFound, Taken, NotAllowed.
    """
    row, sitting = _open_game(connection, id), _seats(connection, id)
    if any(seat.player == player for seat in sitting):
        return False
    others = [seat.player for seat in sitting if seat.player is not None]
    if blocked(connection, player, others):
        raise NotAllowed("you can't play with someone in this game")
    open_seats = [number for number, seat in enumerate(sitting) if _is_open(seat)]
    if not open_seats or row.status != OPEN:
        raise Taken("this game is full; you can watch it if it is public")
    sitting[open_seats[0]] = Seat(name, player)
    starts = len(open_seats) == 1
    if starts:
        chat_off = _without_chat(connection, sitting)
        started = _started(row._mapping, sitting, chat_off, now, today)
        update_all(connection, games, ("id", *started), [(id, *started.values())])
    update_all(connection, seats, _SEAT_COLUMNS, _seat_rows(id, sitting))
    return starts


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


def cancel(connection: Connection, id: str) -> bool:
    """Delete an open game. Return whether there was one: it may have started."""
    waiting = (games.c.id == id, games.c.status == OPEN)
    return bool(connection.execute(delete(games).where(*waiting)).rowcount)  # and its seats


def _open_game(connection: Connection, id: str) -> Row[Any]:
    """Return the row of a game, locked until the end of the transaction."""
    query = select(games).where(games.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NotFound(f"no game {id!r}")
    return row


def _is_open(seat: Seat) -> bool:
    return seat.player is None and seat.agent is None


def _without_chat(connection: Connection, sitting: list[Seat]) -> set[str]:
    """Return the players among these who have chat off."""
    people = sorted({seat.player for seat in sitting if seat.player is not None})
    found = select_all(connection, players, ("id", "chat"), "id", people)
    return {id for id, chat in found if not chat}


def _started(
    row: Mapping[Any, Any], sitting: list[Seat], chat_off: set[str], now: float, today: float
) -> dict[str, Any]:
    """Return the columns that change at the start; `sitting` gets the order of play."""
    choices = json.loads(row["random_choices"]) if row["random_choices"] else {}
    if row["starter"] == RANDOM_ORDER:
        RANDOM.shuffle(sitting)
        choices["order"] = []  # the order of the seats from now on
    due = now + min(JOIN_GRACE_SECONDS, row["clock"] or math.inf)
    return {
        "status": PLAYING,
        "chat": row["chat"] and not any(seat.player in chat_off for seat in sitting),
        "began": now,
        "started": today,
        "due": due,
        "next_check": due,
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
    times = {"now": now, "long_ago": now - CHECK_SECONDS}
    return list(connection.scalars(_DUE, {**times, "most": limit}))


def cancel_if_expired(connection: Connection, id: str, now: float) -> bool:
    """Cancel an open game that nobody joined in time. Return whether it was."""
    row = _open_game(connection, id)
    if row.status != OPEN or row.due is None or row.due > now:
        return False
    cancel(connection, id)
    return True


def postpone(connection: Connection, checks: dict[str, float | None], now: float) -> None:
    """Set when games are checked next, or sooner if one is due sooner after what happened since."""
    rows = [{"of": id, "check": check, "at": now} for id, check in sorted(checks.items())]
    connection.execute(_POSTPONE, rows)


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


def _seat_rows(id: str, sitting: Sequence[Seat]) -> list[tuple[Any, ...]]:
    """Return rows of _SEAT_COLUMNS."""
    return [(id, at, seat.player, seat.name, seat.agent) for at, seat in enumerate(sitting)]


def _setup(row: Any, sitting: list[Seat]) -> Setup:
    return Setup(
        id=row.id,
        game=row.game,
        size=row.size,
        seats=tuple(sitting),
        clock=row.clock,
        increment=row.increment,
        reconnect_seconds=row.reconnect_seconds,
        rated=row.rated,
        public=row.public,
        chat=row.chat,
        began=row.began or 0.0,
        started=row.started or 0.0,
        offline=bool(row.offline),
        seed=row.seed,
    )


def normal_size(game: str, size: str | None) -> str:
    """Return an online size in canonical notation. Raises UnknownGame, NotationError."""
    sizes = find_game(game).online_sizes
    return sizes.normalise(sizes.default if size is None else size)
