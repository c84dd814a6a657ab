"""The end of a game updates all statistics once, in the same transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, Row, select

from quire.core import WITHOUT_RESULT, Reason, player_who_left
from quire.errors import NotFound
from quire.match.record import Record
from quire.online.ending import Ending
from quire.online.event import Event, EventKind
from quire.online.setup import Seat
from quire.store import schema
from quire.store.people import deletion, players, statistics
from quire.store.people.players import Player
from quire.store.people.statistics import FinishedGame
from quire.store.play import games
from quire.store.play.event_log import PendingEvent
from quire.store.play.presence import add_players
from quire.store.store import Store
from quire.wire.statistics_types import AgentTally, GameStatistics, SeatTally, Tally
from tests.store.sync_store import (
    TODAY,
    SyncStore,
    drawn_record,
    query_plans,
    random_record,
    resigned_record,
    seat,
    store_game,
)


def row(connection: Connection, id: str) -> Row[Any]:
    return connection.execute(select(schema.games).where(schema.games.c.id == id)).one()


def ranks(connection: Connection, id: str) -> list[tuple[int | None, float | None]]:
    query = select(schema.seats).where(schema.seats.c.game_id == id).order_by(schema.seats.c.seat)
    return [(ranked.rank, ranked.ended) for ranked in connection.execute(query)]


def count(connection: Connection, table: str) -> int:
    return len(connection.execute(select(schema.metadata.tables[table])).all())


def statistics_of(store: SyncStore, player: Player) -> dict[str, GameStatistics]:
    page = store.read(statistics.player_page, player.id)
    return {game.game: game for game in page.games}


def test_a_finished_game_is_over(store: SyncStore) -> None:
    seats = [seat(store.guest("Ann")), seat(store.guest("Bob"))]
    record = resigned_record(1, seats)
    id = store.write(store_game, seats, record)
    game = store.read(row, id)
    assert (game.status, game.winner, game.reason) == ("over", 1, "resignation")
    assert (game.moves, game.ended, game.due) == (1, TODAY, None)
    assert store.read(ranks, id) == [(2, TODAY), (1, TODAY)]
    kept = msgspec.json.decode(game.record, type=Record)
    assert kept.players == ("", "")
    assert msgspec.structs.replace(kept, players=record.players) == record


def test_leaving_is_not_counted_as_a_move(store: SyncStore) -> None:
    seats = [seat(store.guest(name)) for name in ("Ann", "Bob", "Cy")]
    record = random_record("sos", "3x3:3", seats, end=Reason.RESIGNATION)
    assert any(player_who_left(entry) is not None for entry in record.moves)
    id = store.write(store_game, seats, record)
    assert store.read(row, id).moves == sum(entry[0] != "x" for entry in record.moves)


def test_no_presence_after_the_end(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    sitting = (seat(ann), seat(bob))
    ids = []
    for _ in range(2):
        request = games.GameRequest("line", "14", sitting, random_order=False)
        ids.append(store.write(games.create, request, None, 0.0, TODAY).setup.id)
        store.write(add_players, [(ids[-1], ann.id, "node")])
    ending = Ending(sitting, resigned_record(0, sitting), False, TODAY)
    store.write(statistics.finish, [FinishedGame(ids[0], 1, ending)])
    left = select(schema.presence.c.game_id)
    assert store.read(lambda connection: list(connection.scalars(left))) == [ids[1]]


def test_end_is_counted_once(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    sitting = (seat(ann), seat(bob))
    request = games.GameRequest("line", "14", sitting, random_order=False, rated=True)
    id = store.write(games.create, request, None, 0.0, TODAY).setup.id
    event = Event(seq=1, kind=EventKind.RESIGN, at=1.0, seat=0)
    entry = PendingEvent(
        id, event, 0, None, Ending(sitting, resigned_record(1, sitting), True, TODAY)
    )
    assert store.run(store.store.append(entry))
    assert not store.run(store.store.append(entry))
    assert statistics_of(store, ann)["line"].people == Tally(games=1, losses=1)
    assert statistics_of(store, bob)["line"].people == Tally(games=1, wins=1)
    assert statistics_of(store, bob)["line"].rated == 1


def test_games_by_game_seat_and_opponent(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.guest("Bob")
    first, second = [seat(ann), seat(bob)], [seat(bob), seat(ann)]
    store.write(store_game, first, resigned_record(0, first))
    store.write(store_game, second, resigned_record(0, second))
    store.write(store_game, second, drawn_record(second))
    computer = [seat(ann), seat("perfect")]
    store.write(store_game, computer, resigned_record(1, computer, "obstruction", "6x6"))
    mine = statistics_of(store, ann)
    assert mine["line"].people == Tally(games=3, wins=1, losses=1, draws=1)
    assert mine["line"].computer == Tally()
    assert mine["line"].seats == (
        SeatTally(against="people", seat=0, games=1, wins=1),
        SeatTally(against="people", seat=1, games=2, losses=1, draws=1),
    )
    assert mine["obstruction"].computer == Tally(games=1, losses=1)
    assert (mine["obstruction"].streak, mine["obstruction"].rating) == (0, None)


def test_computers_and_bots_change_no_streak_and_no_rating(store: SyncStore) -> None:
    ann, bot = store.member("Ann"), store.member("Robot", bot=True)
    store.write(
        store_game, [seat(ann), seat(bot)], resigned_record(0, [seat(ann), seat(bot)]), rated=True
    )
    store.write(
        store_game,
        [seat(ann), seat("greedy")],
        resigned_record(0, [seat(ann), seat("greedy")]),
        rated=True,
    )
    assert store.read(count, "standings") == 0
    assert statistics_of(store, ann)["line"].computer == Tally(games=2, wins=2)
    assert statistics_of(store, bot)["line"].people == Tally(games=1, losses=1)


def test_casual_games_count_for_streaks_only(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    for winner in (0, 0, 1):
        store.write(store_game, sitting, resigned_record(winner, sitting), rated=False)
    mine = statistics_of(store, ann)["line"]
    assert (mine.streak, mine.best, mine.rating, mine.rated) == (0, 2, None, 0)
    store.write(store_game, sitting, resigned_record(0, sitting), rated=True)
    mine = statistics_of(store, ann)["line"]
    assert (mine.streak, mine.best, mine.rated) == (1, 2, 1)
    assert mine.rating is not None
    assert mine.rating > 1000


@pytest.mark.parametrize("reason", sorted(WITHOUT_RESULT))
def test_game_without_a_result_changes_no_statistics(store: SyncStore, reason: Reason) -> None:
    sitting = [seat(store.guest("Ann")), seat(store.guest("Bob"))]
    id = store.write(
        store_game, sitting, random_record("line", "14", sitting, end=reason), rated=True
    )
    assert store.read(row, id).reason == reason
    assert store.read(ranks, id) == [(None, TODAY), (None, TODAY)]
    for table in ("tallies", "standings", "agent_tallies"):
        assert store.read(count, table) == 0


def test_deleted_player_is_not_counted(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    store.write(deletion.delete, bob.id, 0.0, TODAY)
    store.write(store_game, sitting, resigned_record(0, sitting), rated=True)
    assert statistics_of(store, ann)["line"].people == Tally(games=1, wins=1)
    assert store.read(count, "tallies") == 1
    assert store.read(count, "standings") == 0
    with pytest.raises(NotFound):
        store.read(statistics.player_page, bob.id)


def test_player_in_both_seats_gets_no_rating(store: SyncStore) -> None:
    ann = store.member("Ann")
    sitting = [seat(ann), seat(ann)]
    store.write(store_game, sitting, resigned_record(0, sitting), rated=True)
    assert store.read(count, "standings") == 0
    assert statistics_of(store, ann)["line"].people == Tally(games=2, wins=1, losses=1)


def test_games_ending_at_once_are_all_counted(store: SyncStore) -> None:
    sitting = (seat(store.guest("Ann")), seat(store.guest("Bob")))

    def all_at_once(connection: Connection) -> None:
        request = games.GameRequest("line", "14", sitting, rated=True, random_order=False)
        statistics.finish(
            connection,
            [
                FinishedGame(
                    games.create(connection, request, None, 0.0, TODAY).setup.id,
                    1,
                    Ending(sitting, resigned_record(0, sitting), True, TODAY + number),
                )
                for number in range(5)
            ],
        )

    store.write(all_at_once)
    assert sitting[0].player
    (mine,) = store.read(statistics.player_page, sitting[0].player).games
    assert (mine.people.wins, mine.streak, mine.rated) == (5, 5, 5)


def test_people_against_agents_by_size(store: SyncStore) -> None:
    ann, bot = store.guest("Ann"), store.member("Robot", bot=True)
    three = [seat(ann), seat("greedy"), seat("greedy")]
    store.write(store_game, three, random_record("sos", "3x3:3", three))
    for who, size, winner in ((ann, "5", 0), (ann, "5", 1), (ann, "14", 0), (bot, "14", 0)):
        sitting = [seat("perfect"), seat(who)]
        store.write(store_game, sitting, resigned_record(winner, sitting, "line", size))
    table = [
        AgentTally(game="line", agent="perfect", size="14", games=1, losses=1),
        AgentTally(game="line", agent="perfect", size="5", games=2, wins=1, losses=1),
    ]
    assert store.read(statistics.agent_table) == table
    assert store.read(statistics.agent_table, "line") == table
    assert store.read(statistics.agent_table, "sos") == []


def test_leaderboard_lists_members_with_enough_games(store: SyncStore) -> None:
    ann, bob, cy = store.member("Ann"), store.member("Bob"), store.member("Cy")
    gus = store.guest()
    for winner, loser, times in ((ann, bob, 5), (gus, cy, 4), (cy, gus, 2)):
        sitting = [seat(winner), seat(loser)]
        for _ in range(times):
            store.write(store_game, sitting, resigned_record(0, sitting), rated=True)

    def names(game: str = "line", limit: int = 10) -> list[str]:
        return [player.name for player in store.read(statistics.leaderboard, game, limit)]

    assert names() == ["Ann", "Cy", "Bob"]
    assert names(limit=1) == ["Ann"]
    assert names("sos") == []
    store.write(players.ban, ann.id)
    assert names() == ["Cy", "Bob"]
    (best,) = store.read(statistics.leaderboard, "line", 1)
    assert (best.player, best.rated, best.streak, best.best) == (cy.id, 6, 2, 2)


def test_leaderboard_uses_its_index(store: SyncStore) -> None:
    if store.store.engine.dialect.name != "sqlite":
        pytest.skip("plans are those of SQLite")
    (plan,) = store.read(
        query_plans, lambda connection: statistics.leaderboard(connection, "line", 10)
    )
    assert any("ix_standings_game_rating" in step for step in plan), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan


def test_head_to_head_reads_only_games_of_the_player(store: SyncStore) -> None:
    if store.store.engine.dialect.name != "sqlite":
        pytest.skip("plans are those of SQLite")
    ann, bob = store.guest("Ann"), store.guest("Bob")
    *_, plan = store.read(
        query_plans, lambda connection: statistics.head_to_head(connection, ann.id, bob.id)
    )
    assert any("ix_seats_player_ended" in step for step in plan), plan
    assert not any(step.startswith("SCAN seats") for step in plan), plan


def test_two_servers_end_games_of_the_same_players(prepared_url: str) -> None:
    """No deadlock, and every game is counted once."""

    async def both(ids: Sequence[tuple[str, tuple[Seat, ...]]]) -> None:
        stores = [await Store.open(prepared_url) for _ in range(2)]
        works = []
        for number, (id, sitting) in enumerate(ids):
            event = Event(seq=1, kind=EventKind.RESIGN, at=1.0, seat=1)
            ending = Ending(sitting, resigned_record(0, sitting), True, TODAY + number)
            works.append(stores[number % 2].append(PendingEvent(id, event, 0, None, ending)))
        assert all(await asyncio.gather(*works))
        for store in stores:
            await store.close()

    with SyncStore(prepared_url) as store:
        people = [store.guest(f"Guest {number}") for number in range(4)]
        ids = []
        for number in range(24):
            sitting = (seat(people[number % 4]), seat(people[(number + 1 + number % 3) % 4]))
            request = games.GameRequest("line", "14", sitting, random_order=False, rated=True)
            ids.append((store.write(games.create, request, None, 0.0, TODAY).setup.id, sitting))
        asyncio.run(both(ids))
        (totals,) = zip(*(statistics_of(store, player).values() for player in people), strict=True)
        assert sum(total.people.wins for total in totals) == 24
        assert sum(total.people.losses for total in totals) == 24
        assert sum(total.rated for total in totals) == 48
