"""A store with a past: so many finished games, written directly.

What was written stays written: a second call goes on where the first one ended.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, select

from benchmarks.load.players import script
from quire.arena.match import Match
from quire.games import GAMES
from quire.history import schema
from quire.history.ending import Ending
from quire.history.live import Seat
from quire.history.standing import Standing
from quire.history.statistics import _nameless
from quire.history.store import Store

DIGITS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
"""Of ids, in the order in which a store has them."""

GAMES_EACH = 20
"""Of a player."""

TEMPLATES = 200
"""Different games."""

BATCH = 5_000
"""Games in a transaction."""


def id_at(part: float) -> str:
    """An id that has this part of all possible ids before it: games of today lie between."""
    number, digits = int(part * 2**54), ""
    for _ in range(9):
        number, digit = divmod(number, 64)
        digits = DIGITS[digit] + digits
    return f"{digits[:16]:-<16}"


@dataclass(frozen=True, slots=True)
class Template:
    """A game that was played, whoever played it."""

    game: str
    size: str
    moves: tuple[str, ...]
    seats: tuple[int, ...]
    ranks: tuple[int, ...]
    winner: int | None
    reason: str
    record: str


def template(number: int) -> Template:
    """A game at random."""
    game = GAMES[number % len(GAMES)]
    size = game.online_sizes.default
    match, seats = Match(game.key, size, ["", ""], None), []
    for at, move in enumerate(script(game.key, size, number)):
        seats.append(match.to_move)
        match.play(match.to_move, move, float(at))
    outcome = match.outcome
    assert outcome is not None
    return Template(
        game.key,
        size,
        tuple(match.moves),
        tuple(seats),
        outcome.ranks,
        outcome.winner,
        outcome.reason.value,
        _nameless(Ending((Seat(""), Seat("")), match.record, False, 0.0)),
    )


async def prefill(db: str, number: int) -> float:
    """Seconds that it took until the store had so many finished games."""
    began = time.perf_counter()
    store = await Store.open(db)
    templates = [template(it) for it in range(TEMPLATES)]
    people = [id_at(it / (number / GAMES_EACH))[:12] for it in range(number // GAMES_EACH)]

    def count(connection: Connection) -> int:
        query = select(func.count()).select_from(schema.games)
        return connection.scalar(query.where(schema.games.c.status == "over")) or 0

    def add(connection: Connection, first: int) -> None:
        if first == 0:
            _add_people(connection, people)
        last = min(number, first + BATCH)
        lot = random.Random(first)
        batch = [
            (id_at(it / number), lot.choice(templates), lot.sample(people, 2), 1e9 + it)
            for it in range(first, last)
        ]
        _write(connection, schema.games, map(_game_row, batch))
        _write(connection, schema.seats, (row for it in batch for row in _seat_rows(it)))
        _write(connection, schema.events, (row for it in batch for row in _event_rows(it)))

    try:
        done = await store.read(count)
        for first in range(done, number, BATCH):
            await store.write(lambda it, first=first: add(it, first))  # type: ignore[misc]
    finally:
        await store.close()
    return time.perf_counter() - began


Played = tuple[str, Template, list[str], float]


def _game_row(it: Played) -> dict[str, Any]:
    id, game, _, at = it
    ended = at + 5.0 * len(game.moves)
    return {
        "id": id, "status": "over", "game": game.game, "size": game.size, "clock": 60.0,
        "grace": 30.0, "rated": True, "public": True, "chat": True, "starter": "random",
        "maker": None, "lot": None, "created": at, "began": at, "started": at, "ended": ended,
        "seq": len(game.moves), "due": None, "winner": game.winner, "reason": game.reason,
        "moves": len(game.moves), "record": game.record,
    }  # fmt: skip


def _seat_rows(it: Played) -> Iterator[dict[str, Any]]:
    id, game, people, at = it
    ended = at + 5.0 * len(game.moves)
    for seat, (player, rank) in enumerate(zip(people, game.ranks, strict=True)):
        yield {
            "game_id": id, "seat": seat, "player": player, "name": player, "agent": None,
            "rank": rank, "ended": ended,
        }  # fmt: skip


def _event_rows(it: Played) -> Iterator[dict[str, Any]]:
    id, game, _, at = it
    for number, (move, seat) in enumerate(zip(game.moves, game.seats, strict=True)):
        yield {
            "game_id": id, "seq": number + 1, "kind": "move", "seat": seat, "text": move,
            "at": at + 5.0 * number, "id": f"m{number}",
        }  # fmt: skip


def _add_people(connection: Connection, people: list[str]) -> None:
    _write(
        connection,
        schema.players,
        (
            {
                "id": id, "name": id, "kind": "member", "login": id, "passphrase": "", "epoch": 1,
                "created": 1e9, "banned": False, "chat": True,
            }
            for id in people
        ),
    )  # fmt: skip
    each = [(id, game.key) for id in people for game in GAMES]
    lot, start = random.Random(0), Standing()
    _write(
        connection,
        schema.standings,
        (
            {
                "player": id, "game": game, "streak": 0, "best": 3, "mu": start.mu,
                "sigma": start.sigma, "rating": lot.gauss(1500, 200), "rated": 5,
            }
            for id, game in each
        ),
    )  # fmt: skip
    _write(
        connection,
        schema.tallies,
        (
            {
                "player": id, "game": game, "against": "people", "seat": seat, "games": 3,
                "wins": 2, "losses": 1, "draws": 0,
            }
            for id, game in each
            for seat in range(2)
        ),
    )  # fmt: skip


def _write(connection: Connection, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    connection.execute(table.insert(), list(rows))
