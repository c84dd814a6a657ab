"""Statistics of players and agents, updated when a game ends.

They are counted in the transaction that stores the end; the history is never read for them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, Table, exists, literal, select

from quire.core import WITHOUT_RESULT, leave_entry
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
from quire.store.sql import delete_all, select_all, update_all, upsert_all
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

Counts = dict[tuple[Any, ...], Counter[str]]
"""Wins, losses and draws by the key of a row."""

_OVER = (
    *("id", "seq", "status", "ended", "due", "next_check", "position", "winner", "reason"),
    *("moves", "record", "device_check"),
)
_RANKED = ("game_id", "seat", "rank", "ended", "rating")


class FinishedGame(NamedTuple):
    """A game that is over, with the number of its last event."""

    id: str
    seq: int
    ending: Ending


# --- a game ends ---


def finish(connection: Connection, finished: Sequence[FinishedGame]) -> None:
    """Finish games and update everyone's statistics.

    Games without a result count for nothing. Games with a bot count in the tallies, but not for
    streaks and ratings; nor do games with a deleted account, which has no tallies either.
    """
    if not finished:
        return
    counted = sorted(
        (game for game in finished if _has_result(game)), key=lambda game: game.ending.today
    )
    kinds = _lock(connection, counted)
    _count(connection, counted, kinds)
    _count_agents(connection, counted, kinds)
    _close(connection, finished, _rank(connection, counted, kinds))


def _has_result(game: FinishedGame) -> bool:
    return game.ending.record.outcome.reason not in WITHOUT_RESULT


def _close(
    connection: Connection, finished: Sequence[FinishedGame], ratings: Mapping[str, list[float]]
) -> None:
    """Store the results, with the players' ratings after rated games."""
    over, ranked = [], []
    for game in finished:
        id, seq, ending = game
        outcome = ending.record.outcome
        seats_of, entries = range(len(outcome.ranks)), ending.record.moves
        moves = len(entries) - sum(leave_entry(seat) in entries for seat in seats_of)
        check = "due" if ending.has_device_moves else None
        result = (outcome.winner, outcome.reason.value, moves, _anonymous_record(ending), check)
        over.append((id, seq, "over", ending.today, None, None, None, *result))
        after = ratings.get(id, [None for _ in seats_of])
        ranks = outcome.ranks if _has_result(game) else [None for _ in seats_of]
        ranked += [(id, at, ranks[at], ending.today, after[at]) for at in seats_of]
    update_all(connection, games, _OVER, over)
    update_all(connection, seats, _RANKED, ranked)
    delete_all(connection, presence, ("game_id",), [(game.id,) for game in finished])


def _anonymous_record(ending: Ending) -> str:
    names = ("",) * len(ending.record.players)
    return msgspec.structs.replace(ending.record, players=names).to_json()


def _lock(connection: Connection, finished: Iterable[FinishedGame]) -> Kinds:
    """Lock the players' rows until the end of the transaction. Return their kinds.

    Sorted, so that two servers never deadlock.
    """
    ids = {seat.player for game in finished for seat in game.ending.seats} - {None}
    if not ids:
        return {}
    return dict(select_all(connection, players, ("id", "kind"), "id", sorted(ids), lock=True))


def _is_person(seat: Seat, kinds: Kinds) -> bool:
    return seat.agent is None and kinds.get(seat.player) != "bot"


def _count(connection: Connection, finished: Iterable[FinishedGame], kinds: Kinds) -> None:
    counts: Counts = defaultdict(Counter)
    for _, _, ending in finished:
        people = [_is_person(seat, kinds) for seat in ending.seats]
        for number, seat in enumerate(ending.seats):
            if kinds.get(seat.player, "gone") == "gone":
                continue
            is_among_people = all(people[:number]) and all(people[number + 1 :])
            online = "people" if is_among_people else "computer"
            against = "offline" if ending.offline else online
            key = (seat.player, ending.record.game, against, number)
            counts[key][result(ending.record.outcome.ranks, number)] += 1
    _add(connection, tallies, counts)


def _count_agents(connection: Connection, finished: Iterable[FinishedGame], kinds: Kinds) -> None:
    """Count agents by name; there would be too many with their options.

    Players choose which of their offline games to send, so those don't count here. Games with
    moves of a device count once those are checked.
    """
    counts: Counts = defaultdict(Counter)
    for _, _, ending in finished:
        if ending.offline or ending.has_device_moves:
            continue
        people = [place for place, seat in enumerate(ending.seats) if _is_person(seat, kinds)]
        agents = [seat.agent for seat in ending.seats if seat.agent is not None]
        if (len(people), len(agents), len(ending.seats)) == (1, 1, 2) and ":" not in agents[0]:
            key = (ending.record.game, agents[0], ending.record.size)
            counts[key][result(ending.record.outcome.ranks, people[0])] += 1
    _add(connection, agent_tallies, counts)


def count_checked(connection: Connection, finished: FinishedGame) -> None:
    """Count the agents of a finished game whose moves of a device were checked since."""
    checked = FinishedGame(
        finished.id, finished.seq, replace(finished.ending, has_device_moves=False)
    )
    if _has_result(checked):
        _count_agents(connection, [checked], _lock(connection, [checked]))


def _add(connection: Connection, table: Table, counts: Counts) -> None:
    if not counts:
        return
    names = tuple(column.name for column in table.primary_key.columns)
    rows = [
        (*key, counted.total(), *(counted[name] for name in RESULTS[1:]))
        for key, counted in sorted(counts.items(), key=itemgetter(0))
    ]
    upsert_all(connection, table, (*names, *RESULTS), rows, add=frozenset(RESULTS))


def _rank(
    connection: Connection, finished: Iterable[FinishedGame], kinds: Kinds
) -> dict[str, list[float]]:
    """Update the players' standings. Return the ratings after each rated game, by seat."""
    game_ids, results = [], []
    for game_id, _, ending in finished:
        ids = [seat.player for seat in ending.seats if seat.player is not None]
        known = all(kinds.get(player) in ("guest", "member") for player in ids)
        if known and len(set(ids)) == len(ending.seats):
            ranks = ending.record.outcome.ranks
            results.append(Result(ending.record.game, ids, ranks, ending.rated))
            game_ids.append(game_id)
    ratings = record(connection, results)
    return {
        game_id: after
        for game_id, one, after in zip(game_ids, results, ratings, strict=True)
        if one.rated
    }


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
        offline=total("offline"),
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


def head_to_head(connection: Connection, player_id: str, other_id: str, limit: int = 1000) -> Tally:
    """Return a player's results against another, in the player's last games. Raises NotFound.

    Only games of two count. The index of a player's finished games bounds the work.
    """
    for id in (player_id, other_id):
        _player(connection, id)
    if player_id == other_id:
        return Tally()
    mine = (
        select(seats.c.game_id, seats.c.rank)
        .where(seats.c.player == player_id, seats.c.ended.is_not(None))
        .order_by(seats.c.ended.desc(), seats.c.game_id.desc())
        .limit(limit)
        .subquery()
    )
    theirs, third = seats.alias(), seats.alias()
    found = connection.execute(
        select(mine.c.rank, theirs.c.rank)
        .join(theirs, theirs.c.game_id == mine.c.game_id)
        .where(theirs.c.player == other_id, mine.c.rank.is_not(None))
        .where(~exists().where(third.c.game_id == mine.c.game_id, third.c.seat == 2))
    )
    counts = Counter(result(ranks, 0) for ranks in found)
    return Tally(games=counts.total(), **counts)


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
