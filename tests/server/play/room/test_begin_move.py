"""A move that needs no waiting is decided at once, and stored without a task of its own."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quire.errors import Unavailable
from quire.online.event import EventKind
from quire.server.play.room.room import Room
from quire.store.play import event_log, games
from quire.wire.protocol import Act
from tests.server.play.room.test_commit import FollowedGame, followed_game


class Answers:
    """What `on_done` was called with, by the name of the move."""

    def __init__(self) -> None:
        self.errors: dict[str, Exception | None] = {}
        self._any = asyncio.Event()

    def add(self, move: str, error: Exception | None) -> None:
        self.errors[move] = error
        self._any.set()

    async def next(self) -> None:
        """Wait for another answer."""
        await self._any.wait()
        self._any.clear()


def begin(followed: FollowedGame, answers: Answers, seat: int, move: str, seq: int) -> bool:
    """Begin a move, in the name of the player in a seat."""
    act = Act(game_id=followed.room.id, id=move, kind=EventKind.MOVE, text=move, seq=seq)
    return followed.room.begin_act(followed.peers[seat], act, partial(answers.add, move))


def offer_rematch(followed: FollowedGame, answers: Answers, seat: int) -> bool:
    act = Act(game_id=followed.room.id, id=f"again {seat}", kind=EventKind.REMATCH)
    return followed.room.begin_act(followed.peers[seat], act, partial(answers.add, act.id))


def offers(room: Room) -> tuple[set[int], str | None]:
    """Return who offers a rematch, and its id."""
    assert room.game.live is not None
    return set(room.game.live.rematch), room.game.live.next_game


def play(directory: Path, moves: Any) -> None:
    """Run a function of a game and the answers."""

    async def run() -> None:
        async with followed_game(directory) as followed:
            await moves(followed, Answers())

    asyncio.run(run())


def test_move_is_decided_at_once_and_visible_once_it_is_stored(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        assert begin(followed, answers, 0, "S1", 0)
        assert (followed.room.game.seq, followed.moves, followed.received) == (0, (), [])
        assert not followed.room.is_idle, "it must not be unloaded"
        await answers.next()
        assert answers.errors == {"S1": None}
        assert (followed.room.game.seq, followed.moves) == (1, ("S1",))
        assert [(it["type"], it["seq"], it["id"]) for it in followed.received] == [
            ("event", 1, "S1"),
            ("event", 1, "S1"),
        ]

    play(tmp_path, moves)


def test_moves_of_many_games_are_one_group(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        groups: list[int] = []
        followed.node.store.on_group_written = lambda writes, _: groups.append(writes)
        others = [followed.node.store.write(lambda connection: None) for _ in range(4)]
        writing = asyncio.gather(*others)
        assert begin(followed, answers, 0, "S1", 0)
        await writing
        await followed.node.store.flush()
        assert answers.errors == {"S1": None}
        assert groups[0] == 5

    play(tmp_path, moves)


@pytest.mark.parametrize(
    ("seat", "move", "seq"), [(1, "S1", 0), (0, "S99", 0), (0, "S1", 7)], ids=str
)
def test_move_that_is_not_accepted_is_left_to_act(
    tmp_path: Path, seat: int, move: str, seq: int
) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        assert not begin(followed, answers, seat, move, seq)
        assert begin(followed, answers, 0, "S1", 0), "the game is free"
        await answers.next()

    play(tmp_path, moves)


def test_only_one_event_of_a_game_is_in_flight(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        assert begin(followed, answers, 0, "S1", 0)
        assert not begin(followed, answers, 1, "O2", 0)
        chat = asyncio.create_task(followed.act(1, EventKind.CHAT, "hi"))
        await answers.next()
        assert not begin(followed, answers, 1, "O2", 1), "the chat message comes first"
        await chat
        assert followed.room.game.seq == 2
        assert not begin(followed, answers, 0, "S1", 2), "it is stored already"

    play(tmp_path, moves)


def test_move_whose_store_fails_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("the disk is full")

    async def moves(followed: FollowedGame, answers: Answers) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(event_log, "insert_new", fail)
            assert begin(followed, answers, 0, "S1", 0)
            await answers.next()
        assert isinstance(answers.errors["S1"], Unavailable)
        assert (followed.room.game.seq, followed.received) == (0, [])
        assert not begin(followed, answers, 0, "S1", 0), "what is stored is not certain"
        await followed.act(0, EventKind.MOVE, "O2")
        assert followed.moves == ("O2",)
        assert begin(followed, answers, 1, "S3", 1)
        await answers.next()

    play(tmp_path, moves)


def test_move_that_loses_the_race_is_decided_again(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        live = followed.room.game.live
        assert live is not None
        store = followed.node.store
        elsewhere = live.decide(EventKind.CHAT, 1, store.now(), "hi")
        entry = event_log.PendingEvent.of(live, elsewhere, store.today())
        other = asyncio.create_task(store.append(entry))
        await asyncio.sleep(0)
        assert begin(followed, answers, 0, "S1", 0)
        assert await other
        await answers.next()
        assert answers.errors == {"S1": None}
        assert (followed.room.game.seq, followed.moves) == (2, ("S1",))
        assert {(it["seq"], it["kind"]) for it in followed.received} == {(1, "chat"), (2, "move")}

    play(tmp_path, moves)


def test_only_new_events_are_read_after_a_lost_race(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        live = followed.room.game.live
        assert live is not None
        store, loads = followed.node.store, list[str]()
        monkeypatch.setattr(games, "load", lambda _, id: loads.append(id))
        elsewhere = live.decide(EventKind.CHAT, 1, store.now(), "hi")
        other = store.append(event_log.PendingEvent.of(live, elsewhere, store.today()))
        await asyncio.gather(other, followed.act(0, EventKind.MOVE, "S1"))
        assert (followed.room.game.seq, followed.moves, loads) == (2, ("S1",), [])
        assert {(it["seq"], it["kind"]) for it in followed.received} == {(1, "chat"), (2, "move")}

    play(tmp_path, moves)


def test_event_of_another_server_is_applied_at_once(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        room, store = followed.room, followed.node.store
        live = room.game.live
        assert live is not None
        first = live.decide(EventKind.MOVE, 0, store.now(), "S1")
        second = first.next.decide(EventKind.MOVE, 1, store.now(), "O2")
        assert not room.apply_at_once(second.event), "an event is missing"
        assert begin(followed, answers, 0, "S3", 0)
        assert not room.apply_at_once(first.event), "a move is being stored"
        await answers.next()
        assert not room.apply_at_once(first.event), "it lost the race"
        assert room.game.live is not None
        following = room.game.live.decide(EventKind.MOVE, 1, store.now(), "O2")
        assert room.apply_at_once(following.event)
        assert (room.game.seq, followed.moves) == (2, ("S3", "O2"))
        assert followed.received[-1]["seq"] == 2

    play(tmp_path, moves)


def test_rematch_is_offered_at_once_and_starts_when_all_have(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        room = followed.room
        assert not offer_rematch(followed, answers, 0), "the game is not over"
        await followed.act(1, EventKind.RESIGN)
        assert offer_rematch(followed, answers, 0)
        await answers.next()
        assert offers(room) == ({0}, None)
        assert not offer_rematch(followed, answers, 0), "it is offered already"
        assert offer_rematch(followed, answers, 1)
        await answers.next()
        offered, id = offers(room)
        assert offered == {0, 1}
        assert id is not None
        assert followed.node.rooms.get(id) is not None
        assert answers.errors == {"again 0": None, "again 1": None}
        kinds = [it["kind"] for it in followed.received if it.get("seq", 0) > 1]
        assert kinds == 2 * ["rematch"] + 2 * ["rematch"] + 2 * ["next_game"]

    play(tmp_path, moves)


def test_game_that_is_over_is_left_at_once(tmp_path: Path) -> None:
    async def moves(followed: FollowedGame, answers: Answers) -> None:
        room, (ann, _) = followed.room, followed.peers
        assert not room.unwatch_at_once(ann), "her absence has to be stored"
        await followed.act(0, EventKind.RESIGN)
        assert offer_rematch(followed, answers, 0)
        assert not room.unwatch_at_once(ann), "an offer is being stored"
        await answers.next()
        assert room.unwatch_at_once(ann)
        assert list(room.audience.watchers) == followed.peers[1:]
        assert room.id not in ann.watching

    play(tmp_path, moves)


def test_error_while_broadcasting_frees_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    async def moves(followed: FollowedGame, answers: Answers) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(followed.room.audience, "broadcast", fail)
            assert begin(followed, answers, 0, "S1", 0)
            await answers.next()
        assert isinstance(answers.errors["S1"], RuntimeError)
        assert followed.moves == ("S1",)
        assert begin(followed, answers, 1, "O2", 1)
        await answers.next()
        assert answers.errors["O2"] is None

    play(tmp_path, moves)
