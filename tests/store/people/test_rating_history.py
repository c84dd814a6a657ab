"""The rating after each rated game is stored with it."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, select

from quire.core import Reason
from quire.errors import NotFound
from quire.online.ending import Ending
from quire.store import schema
from quire.store.people import deletion, statistics
from quire.store.people.players import Player
from quire.store.people.statistics import FinishedGame
from quire.store.play import games
from tests.store.sync_store import (
    TODAY,
    SyncStore,
    query_plans,
    random_record,
    resigned_record,
    seat,
    store_game,
)


def rating(store: SyncStore, player: Player) -> float | None:
    """Return the current rating, as the player's page shows it."""
    (figures,) = store.read(statistics.player_page, player.id).games
    return figures.rating


def points(
    store: SyncStore,
    player: Player,
    viewer: Player | None = None,
    game: str = "line",
    **more: int,
) -> list[tuple[str | None, float, float]]:
    of = None if viewer is None else viewer.id
    found = store.read(statistics.ratings, player.id, game, of, **more)
    return [(point.game_id, point.at, point.rating) for point in found]


def test_every_rated_game_stores_the_new_rating(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    shown: dict[str, list[float | None]] = {ann.id: [], bob.id: []}
    ids = []
    for day, (winner, rated) in enumerate([(0, True), (1, False), (1, True), (0, True)]):
        record = resigned_record(winner, sitting)
        id = store.write(store_game, sitting, record, rated=rated, today=TODAY + day)
        if rated:
            ids.append((id, TODAY + day))
            for player in (ann, bob):
                shown[player.id].append(rating(store, player))
    for player in (ann, bob):
        found = points(store, player)
        assert [(id, at) for id, at, _ in found] == ids
        assert [rating for _, _, rating in found] == shown[player.id]
    assert points(store, ann, game="sos") == []


def test_unrated_games_store_no_rating(store: SyncStore) -> None:
    ann, bob, bot = store.member("Ann"), store.member("Bob"), store.member("Robot", bot=True)
    for other in (seat(bot), seat("greedy"), seat(ann)):
        sitting = [seat(ann), other]
        store.write(store_game, sitting, resigned_record(0, sitting), rated=True)
    sitting = [seat(ann), seat(bob)]
    store.write(
        store_game, sitting, random_record("line", "14", sitting, end=Reason.ABORTED), rated=True
    )
    assert points(store, ann) == []


def test_games_ending_at_once_store_a_rating_each(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    sitting = (seat(ann), seat(bob))

    def all_at_once(connection: Connection) -> list[str]:
        request = games.GameRequest("line", "14", sitting, rated=True, random_order=False)
        ids = [games.create(connection, request, None, 0.0, TODAY).setup.id for _ in range(4)]
        endings = [
            Ending(sitting, resigned_record(0, sitting), True, TODAY - at) for at in range(4)
        ]
        finished = map(FinishedGame, ids, [1] * 4, endings)
        statistics.finish(connection, list(finished))
        return ids[::-1]  # in the order of their ends

    ids = store.write(all_at_once)
    found = points(store, ann)
    assert [id for id, _, _ in found] == ids
    assert [rating for _, _, rating in found] == sorted(rating for _, _, rating in found)
    assert found[-1][2] == rating(store, ann)


def test_last_ratings_come_oldest_first(store: SyncStore) -> None:
    sitting = [seat(ann := store.member("Ann")), seat(store.member("Bob"))]
    for day in range(5):
        store.write(store_game, sitting, resigned_record(0, sitting), rated=True, today=TODAY + day)
    assert [at - TODAY for _, at, _ in points(store, ann, limit=3)] == [2, 3, 4]


def test_id_of_a_private_game_is_for_its_players_only(store: SyncStore) -> None:
    ann, bob, cyd = store.member("Ann"), store.member("Bob"), store.member("Cyd")
    sitting = [seat(ann), seat(bob)]
    id = store.write(store_game, sitting, resigned_record(0, sitting), rated=True, public=False)
    seen = {player: points(store, ann, player)[0] for player in (ann, bob)}
    assert {point[0] for point in seen.values()} == {id}
    for stranger in (cyd, None):
        assert points(store, ann, stranger) == [(None, *seen[ann][1:])]


def test_deleted_player_has_no_ratings(store: SyncStore) -> None:
    ann, bob = store.member("Ann"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    store.write(store_game, sitting, resigned_record(0, sitting), rated=True)
    store.write(deletion.delete, ann.id, 0.0, TODAY)
    with pytest.raises(NotFound):
        points(store, ann)
    kept = select(schema.seats.c.rating).order_by(schema.seats.c.seat)
    first, second = store.read(lambda connection: list(connection.scalars(kept)))
    assert first is None
    assert second == points(store, bob)[0][2]


@pytest.mark.parametrize("counted", [False, True])
def test_ratings_are_read_through_an_index(store: SyncStore, counted: bool) -> None:
    if store.store.engine.dialect.name != "sqlite":
        pytest.skip("plans are those of SQLite")
    ann, bob = store.member("Ann"), store.member("Bob")
    sitting = [seat(ann), seat(bob)]
    for number in range(20):
        store.write(store_game, sitting, resigned_record(0, sitting), rated=number == 7)
    if counted:
        store.write(lambda connection: connection.exec_driver_sql("ANALYZE"))
    *_, plan = store.read(
        query_plans, lambda connection: statistics.ratings(connection, ann.id, "line", ann.id)
    )
    assert any("ix_seats_rated" in step for step in plan), plan
    assert not any("SCAN" in step or "TEMP B-TREE" in step for step in plan), plan
