"""Statistics of players and agents, updated when a game ends.

They are counted in the transaction that stores the end; the history is never read for them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Table, bindparam, delete, exists, literal, select

from quire.core import WITHOUT_RESULT, player_who_left
from quire.errors import NotFound
from quire.online.ending import Ending
from quire.online.setup import Seat
from quire.store.people.rating import Result, Standing, record, result
from quire.store.schema import (
    MIN_RATED_GAMES,
    agent_tallies,
    games,
    players,
    presence,
    seats,
    standings,
    tallies,
)
from quire.store.sql import UPDATE_SEAT, update_of, upserts
from quire.wire.statistics_types import (
    AgentTally,
    GameStatistics,
    Leader,
    PlayerProfile,
    RatingPoint,
    SeatTally,
    Tally,
)

Kinds = Mapping[str | None, str]
"""The kind of account by player id."""

RESULTS = ("games", "wins", "losses", "draws")

# Built once: building a statement takes longer than running it.
_EMPTY = delete(presence).where(presence.c.game_id == bindparam("of"))
_LOCK = (
    select(players.c.id, players.c.kind)
    .where(players.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(players.c.id)
    .with_for_update(key_share=True)
)


# --- a game ends ---


def finish(connection: Connection, endings: Sequence[tuple[str, Ending]]) -> None:
    """Finish the games with these ids and update everyone's statistics.

    Games without a result count for nothing. Games with a bot count in the tallies, but not for
    streaks and ratings; nor do games with a deleted account, which has no tallies either.
    """
    if not endings:
        return
    _close(connection, endings)
    with_result = [pair for pair in endings if pair[1].record.outcome.reason not in WITHOUT_RESULT]
    with_result.sort(key=lambda pair: pair[1].today)
    counted = [ending for _, ending in with_result]
    kinds = _lock(connection, counted)
    _count(connection, counted, kinds)
    _count_agents(connection, counted, kinds)
    _rank(connection, with_result, kinds)


def _close(connection: Connection, endings: Sequence[tuple[str, Ending]]) -> None:
    over, ranked = [], []
    for game_id, ending in endings:
        outcome = ending.record.outcome
        over.append(
            {
                "of": game_id,
                "status": "over",
                "ended": ending.today,
                "due": None,
                "winner": outcome.winner,
                "reason": outcome.reason.value,
                "moves": sum(player_who_left(entry) is None for entry in ending.record.moves),
                "record": _anonymous_record(ending),
            }
        )
        for seat, rank in enumerate(outcome.ranks):
            place = None if outcome.reason in WITHOUT_RESULT else rank
            ranked.append({"of": game_id, "at": seat, "rank": place, "ended": ending.today})
    connection.execute(update_of(games), over)
    connection.execute(UPDATE_SEAT, ranked)
    connection.execute(_EMPTY, [{"of": game_id} for game_id, _ in endings])


def _anonymous_record(ending: Ending) -> str:
    names = ("",) * len(ending.record.players)
    return msgspec.structs.replace(ending.record, players=names).to_json()


def _lock(connection: Connection, endings: Iterable[Ending]) -> Kinds:
    """Lock the players' rows until the end of the transaction. Return their kinds.

    Sorted, so that two servers never deadlock.
    """
    ids = sorted(
        {seat.player for ending in endings for seat in ending.seats if seat.player is not None}
    )
    if not ids:
        return {}
    return {row.id: row.kind for row in connection.execute(_LOCK, {"ids": ids})}


def _is_person(seat: Seat, kinds: Kinds) -> bool:
    return seat.agent is None and kinds.get(seat.player) != "bot"


def _count(connection: Connection, endings: Iterable[Ending], kinds: Kinds) -> None:
    counts: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for ending in endings:
        for number, seat in enumerate(ending.seats):
            if kinds.get(seat.player, "gone") == "gone":
                continue
            others = (seat for place, seat in enumerate(ending.seats) if place != number)
            against = "people" if all(_is_person(other, kinds) for other in others) else "computer"
            key = (seat.player, ending.record.game, against, number)
            counts[key].update(("games", result(ending.record.outcome.ranks, number)))
    _add(connection, tallies, counts)


def _count_agents(connection: Connection, endings: Iterable[Ending], kinds: Kinds) -> None:
    """Count agents by name; there would be too many with their options."""
    counts: dict[Hashable, Counter[str]] = defaultdict(Counter)
    for ending in endings:
        people = [place for place, seat in enumerate(ending.seats) if _is_person(seat, kinds)]
        agents = [seat.agent for seat in ending.seats if seat.agent is not None]
        if (len(people), len(agents), len(ending.seats)) == (1, 1, 2) and ":" not in agents[0]:
            key = (ending.record.game, agents[0], ending.record.size)
            counts[key].update(("games", result(ending.record.outcome.ranks, people[0])))
    _add(connection, agent_tallies, counts)


def _add(connection: Connection, table: Table, counts: Mapping[Any, Counter[str]]) -> None:
    if not counts:
        return
    names = [column.name for column in table.primary_key.columns]
    connection.execute(
        upserts(table, frozenset(RESULTS))[connection.dialect.name],
        [
            dict(zip(names, key, strict=True)) | {name: counts[key][name] for name in RESULTS}
            for key in sorted(counts)
        ],
    )


def _rank(connection: Connection, endings: Iterable[tuple[str, Ending]], kinds: Kinds) -> None:
    """Update the players' standings, and store the ratings after each game."""
    game_ids, results = [], []
    for game_id, ending in endings:
        ids = [seat.player for seat in ending.seats if seat.player is not None]
        known = all(kinds.get(player) in ("guest", "member") for player in ids)
        if known and len(set(ids)) == len(ending.seats):
            ranks = ending.record.outcome.ranks
            results.append(Result(ending.record.game, ids, ranks, ending.rated))
            game_ids.append(game_id)
    rated = [
        {"of": game_id, "at": seat, "rating": rating}
        for game_id, one, after in zip(game_ids, results, record(connection, results), strict=True)
        if one.rated
        for seat, rating in enumerate(after)
    ]
    if rated:
        connection.execute(UPDATE_SEAT, rated)


# --- queries ---


def player_page(connection: Connection, player_id: str) -> PlayerProfile:
    """Return a player's statistics per game. Raises NotFound, also for a deleted account."""
    player = _player(connection, player_id)
    counted: dict[str, list[SeatTally]] = defaultdict(list)
    mine = select(tallies).where(tallies.c.player == player_id)
    for row in connection.execute(mine.order_by(*tallies.primary_key.columns)):
        counts = {name: getattr(row, name) for name in RESULTS}
        counted[row.game].append(SeatTally(against=row.against, seat=row.seat, **counts))
    found = connection.execute(select(standings).where(standings.c.player == player_id))
    standings_by_game = {row.game: Standing.of(row) for row in found}
    return PlayerProfile(
        id=player.id,
        name=player.name,
        kind=player.kind,
        created=player.created,
        games=tuple(
            _game_statistics(game, counted[game], standings_by_game.get(game, Standing()))
            for game in sorted(counted)
        ),
    )


def _player(connection: Connection, player_id: str) -> Row[Any]:
    player = connection.execute(select(players).where(players.c.id == player_id)).first()
    if player is None or player.kind == "gone":
        raise NotFound(f"no player {player_id!r}")
    return player


def _game_statistics(game: str, counted: Sequence[SeatTally], standing: Standing) -> GameStatistics:
    def total(against: str) -> Tally:
        of = [tally for tally in counted if tally.against == against]
        return Tally(**{name: sum(getattr(tally, name) for tally in of) for name in RESULTS})

    return GameStatistics(
        game=game,
        people=total("people"),
        computer=total("computer"),
        seats=tuple(counted),
        streak=standing.streak,
        best=standing.best,
        rating=standing.rating if standing.rated else None,
        rated=standing.rated,
    )


def ratings(
    connection: Connection, player_id: str, game: str, viewer: str | None, limit: int = 500
) -> list[RatingPoint]:
    """Return a player's ratings after the last rated games, oldest first. Raises NotFound.

    The ids of private games are only for their players, because anyone with the id can watch.
    """
    _player(connection, player_id)
    also = seats.alias()
    mine = exists().where(also.c.game_id == games.c.id, also.c.player == (viewer or ""))
    found = connection.execute(
        select(games.c.id, seats.c.ended, seats.c.rating, (games.c.public | mine).label("open"))
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.player == player_id, seats.c.rating.is_not(None), games.c.game == game)
        .order_by(seats.c.ended.desc(), seats.c.game_id.desc())
        .limit(limit)
    )
    points = [
        RatingPoint(game_id=row.id if row.open else None, at=row.ended, rating=row.rating)
        for row in found
    ]
    return points[::-1]


def leaderboard(connection: Connection, game: str, limit: int = 50) -> list[Leader]:
    """Return the top players: members with at least five rated games who are not banned."""
    enough = literal(MIN_RATED_GAMES, literal_execute=True)  # as the index has it
    found = connection.execute(
        select(standings, players.c.name)
        .join(players, players.c.id == standings.c.player)
        .where(standings.c.game == game, standings.c.rated >= enough)
        .where(players.c.kind == "member", ~players.c.banned)
        .order_by(standings.c.rating.desc(), standings.c.player.desc())
        .limit(limit)
    )
    names = ("player", "name", "rating", "rated", "streak", "best")
    return [Leader(**{name: getattr(row, name) for name in names}) for row in found]


def agent_table(
    connection: Connection, game: str | None = None, limit: int = 1000
) -> list[AgentTally]:
    """Return people's results against each agent by board size: the paper's Table II, live."""
    wanted = select(agent_tallies).order_by(*agent_tallies.primary_key.columns).limit(limit)
    if game is not None:
        wanted = wanted.where(agent_tallies.c.game == game)
    return [AgentTally(**row._mapping) for row in connection.execute(wanted)]
