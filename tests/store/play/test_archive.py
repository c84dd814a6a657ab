"""Finished games are found by those who may see them, in pages, and through an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import pytest
from sqlalchemy import Connection, text

from quire.core import Reason
from quire.errors import NotationError, NotFound
from quire.match.record import Record
from quire.store.people.players import Player
from quire.store.play import archive, game_list, games
from quire.store.play.archive import Search
from quire.wire.statistics_types import ArchivedGame
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


@dataclass
class FilledArchive:
    """Forty games of four people and a computer, some of them private."""

    store: SyncStore
    people: list[Player]
    ids: list[str]

    def find(self, wanted: Search, viewer: Player | None = None) -> list[ArchivedGame]:
        """Return all pages of a search."""
        found: list[ArchivedGame] = []
        while True:
            page = self.store.read(archive.search, wanted, viewer.id if viewer else None)
            assert len(page.games) <= wanted.limit
            found += page.games
            if page.before is None:
                return found
            assert len(page.games) == wanted.limit
            wanted = replace(wanted, before=page.before)

    def all(self) -> list[ArchivedGame]:
        """Return every game, the newest first; those of the same second by id."""
        games = [self.store.read(archive.one, id, self._who(id)).game for id in self.ids]
        return sorted(games, key=lambda game: (game.ended, game.id), reverse=True)

    def _who(self, id: str) -> str | None:
        sitting = self.store.read(games.load, id).setup.seats
        return next(sitter.player for sitter in sitting if sitter.player)


def store_games(connection: Connection, people: list[Player]) -> list[str]:
    ids = []
    for number in range(40):
        one, other = people[number % 3], people[(number % 3 + 1 + number % 2) % 4]
        sitting = [seat(one), seat("greedy" if number % 5 == 4 else other)]
        size = "14" if number % 4 else "5"
        if number % 7 == 6:
            record = random_record("sos", "3x3", sitting, number)
        elif number % 8 == 7:
            record = random_record("line", size, sitting, end=Reason.ABORTED)
        elif number % 6 == 5 and number % 5 != 4:
            record = drawn_record(sitting, "line", size)
        else:
            record = resigned_record(number % 2, sitting, "line", size)
        today = TODAY + number // 3 + 0.1
        ids.append(
            store_game(connection, sitting, record, public=number % 11 not in (0, 8), today=today)
        )
    return ids


@pytest.fixture
def filled(store: SyncStore) -> FilledArchive:
    people = [store.guest(name) for name in ("Ann", "Bob", "Cy", "Di")]
    return FilledArchive(store, people, store.write(store_games, people))


def test_all_public_games_newest_first(filled: FilledArchive) -> None:
    expected = [game for game in filled.all() if game.public]
    assert 30 < len(expected) < 40
    for limit in (1, 7, 100):
        assert filled.find(Search(limit=limit)) == expected


def result_of(game: ArchivedGame, player: Player) -> str | None:
    (number,) = (place for place, sitter in enumerate(game.seats) if sitter.player == player.id)
    if game.reason == "aborted":
        return None
    if game.winner is None:
        return "drawn"
    return "won" if game.winner == number else "lost"


def test_games_of_a_player_by_every_filter(filled: FilledArchive) -> None:
    ann = filled.people[0]
    mine = [game for game in filled.all() if ann.id in [seat.player for seat in game.seats]]
    assert filled.find(Search(player=ann.id, limit=3), ann) == mine
    for result in ("won", "lost", "drawn"):
        wanted = [game for game in mine if result_of(game, ann) == result]
        assert wanted
        assert filled.find(Search(player=ann.id, result=result, limit=2), ann) == wanted
    for reason in ("aborted", "resignation", "agreement"):
        wanted = [game for game in mine if game.reason == reason]
        assert wanted
        assert filled.find(Search(player=ann.id, reason=reason, limit=2), ann) == wanted
    wanted = [game for game in mine if (game.game, game.size) == ("line", "5")]
    assert wanted
    assert filled.find(Search(player=ann.id, game="line", size="5", limit=2), ann) == wanted


def test_private_games_are_visible_to_their_players_only(filled: FilledArchive) -> None:
    ann, bob = filled.people[:2]

    def seen(viewer: Player | None) -> list[ArchivedGame]:
        return filled.find(Search(player=bob.id, limit=5), viewer)

    his = [game for game in filled.all() if bob.id in [seat.player for seat in game.seats]]
    assert seen(bob) == his
    assert seen(None) == [game for game in his if game.public]
    assert any(not game.public for game in his)
    both = [game for game in his if ann.id in [seat.player for seat in game.seats]]
    assert seen(ann) == [game for game in his if game.public or game in both]


def test_one_game_with_its_record(filled: FilledArchive) -> None:
    public = next(game for game in filled.all() if game.public)
    private = next(game for game in filled.all() if not game.public)
    found = filled.store.read(archive.one, public.id)
    assert found.game == public
    assert Record.from_json(found.record.to_json()) == found.record
    assert found.record.players == tuple(seat.name for seat in public.seats)
    sat = [seat.player for seat in private.seats]
    for viewer in (None, *(player.id for player in filled.people)):
        if viewer in sat:
            assert filled.store.read(archive.one, private.id, viewer).game == private
        else:
            with pytest.raises(NotFound):
                filled.store.read(archive.one, private.id, viewer)


def test_running_game_is_not_found(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    request = games.GameRequest("line", "14", (seat(ann), seat(bob)))
    id = store.write(games.create, request, None, 0.0, TODAY).setup.id
    for missing in (id, "no such game"):
        with pytest.raises(NotFound):
            store.read(archive.one, missing, ann.id)
    assert store.read(archive.search, Search(player=ann.id), ann.id).games == ()
    assert store.read(archive.search, Search()).games == ()
    assert store.read(archive.export, ann.id).lines == ()


@pytest.mark.parametrize(("since", "until"), [(None, 5.1), (3.1, None), (3.1, 5.1), (9.0, 2.0)])
def test_search_between_dates(
    filled: FilledArchive, since: float | None, until: float | None
) -> None:
    earliest = None if since is None else TODAY + since
    latest = None if until is None else TODAY + until
    expected = [
        game
        for game in filled.all()
        if game.public
        and (earliest is None or game.ended >= earliest)
        and (latest is None or game.ended < latest)
    ]
    assert filled.find(Search(since=earliest, until=latest, limit=4)) == expected


@pytest.mark.parametrize(
    "wanted",
    [
        *(Search(limit=0), Search(limit=101), Search(size="14"), Search(result="won")),
        *(Search(reason="time"), Search(before="yesterday"), Search(before="nan~x")),
        *(Search(before="1.5~"), Search(before="1.5~a b"), Search(before="1e999~a")),
    ],
)
def test_invalid_search(store: SyncStore, wanted: Search) -> None:
    with pytest.raises(NotationError):
        store.read(archive.search, wanted)


def test_export(filled: FilledArchive) -> None:
    ann = filled.people[0]
    lines: list[str] = []
    after = None
    while True:
        batch = filled.store.read(archive.export, ann.id, after, 4)
        lines += batch.lines
        after = batch.after
        if after is None:
            break
        assert len(batch.lines) == 4
    mine = [game for game in filled.all() if ann.id in [seat.player for seat in game.seats]]
    records = [Record.from_json(line) for line in lines]
    assert [record.players for record in records] == [
        tuple(seat.name for seat in game.seats) for game in reversed(mine)
    ]
    for limit in (0, 1001):
        with pytest.raises(NotationError):
            filled.store.read(archive.export, ann.id, None, limit)


def searches(player: str) -> Iterator[Search]:
    """Return every kind of search."""
    for who, game, size, since, before in product(
        (None, player), (None, "line"), (None, "5"), (None, TODAY), (None, f"{TODAY + 9}~abc")
    ):
        if size is None or game is not None:
            wanted = Search(player=who, game=game, size=size, since=since, before=before)
            yield wanted
            if who is not None:
                yield replace(wanted, result="won", reason="time")


@pytest.mark.parametrize("analysed", [False, True])
def test_every_query_uses_an_index(filled: FilledArchive, analysed: bool) -> None:
    if filled.store.store.engine.dialect.name != "sqlite":
        pytest.skip("plans are those of SQLite")
    if analysed:
        filled.store.write(lambda connection: connection.execute(text("ANALYZE")))
    ann, bob = filled.people[0].id, filled.people[1].id
    works: list[Callable[[Connection], object]] = [
        partial(archive.search, wanted=wanted, viewer=viewer)
        for wanted in searches(ann)
        for viewer in (None, ann, bob)
    ]
    works.append(partial(archive.one, game_id=filled.ids[0], viewer=ann))
    for after in (None, f"{TODAY}~abc"):
        works.append(partial(archive.export, player_id=ann, after=after))
    works += [
        partial(game_list.public_games, status=status, limit=50) for status in ("open", "playing")
    ]
    works.append(partial(games.due, now=TODAY, limit=50))
    for work in works:
        for plan in filled.store.read(query_plans, work):
            assert not [step for step in plan if step.startswith("SCAN")], plan
            assert not [step for step in plan if "TEMP B-TREE" in step], plan
