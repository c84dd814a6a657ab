"""Whole games between clients over real sockets: every game and every act."""

from __future__ import annotations

import asyncio
import random

import pytest

from quire.client import Client
from quire.core import Reason
from quire.errors import (
    IllegalMove,
    MatchOver,
    NotAllowed,
    NotationError,
    NotFound,
    NotSignedIn,
    NotYourTurn,
    Stale,
    Taken,
    UnknownGame,
)
from quire.games import GAMES, find_game
from quire.online.event import EventKind
from quire.wire.http_types import AccountLine
from tests.client.clients import follow_both, guest, play_on, run, start_game, until
from tests.server.harness import RunningServer

SIZES = {"sos": "4x4", "line": "12", "extreme": "2x9x9", "obstruction": "5x5"}


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_whole_game(server: RunningServer, key: str) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, key, SIZES[key])
            assert (one.you, two.you) == (0, 1)
            rng = random.Random(7)
            ends = await asyncio.gather(play_on(one, rng), play_on(two, rng))
            assert ends[0] == ends[1]
            assert one.state.moves == two.state.moves
            assert str(one.position) == one.state.position == two.state.position
            assert one.position.outcome() == ends[0]
            record = await ann.record(one.id)
            assert record.moves == one.state.moves
            assert record.outcome == ends[0]
            (found,) = (await bob.search_games(game=key)).games
            assert (found.id, found.winner) == (one.id, ends[0].winner)
            played = {page.game: page for page in (await bob.me()).games}
            assert played[key].people.games == 1

    run(play())


def test_one_of_three_players_resigns(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            guest(server.url, "Cid") as cid,
        ):
            id = await ann.create_game("sos", "3x3:3", random_order=False)
            await bob.join(id)
            await cid.join(id)
            games = [await player.watch(id) for player in (ann, bob, cid)]
            await games[0].move("Sa1")
            await games[1].resign()
            while games[2].state.moves != ("Sa1", "x2"):
                await games[2].changed()
            assert games[2].is_your_turn
            rng = random.Random(1)
            ends = await asyncio.gather(play_on(games[0], rng), play_on(games[2], rng))
            assert ends[0] == ends[1]
            assert games[0].state.position == str(games[0].position)
            await games[1].over()
            assert games[1].state.moves == games[0].state.moves

    run(play())


def test_a_game_waits_for_its_host(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            seats = ("open", "me")
            id = await ann.create_game("line", "12", seats=seats, random_order=False)
            await bob.join(id)
            game = await bob.watch(id)
            assert (game.state.waiting, game.is_your_turn, game.time_left) == (True, False, None)
            with pytest.raises(NotAllowed, match="starts when everyone is present"):
                await game.move("S1")
            await ann.watch(id)
            assert await game.your_turn()
            assert not game.state.waiting
            await game.move("S1")

    run(play())


def test_a_computer_player_moves(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann:
            id = await ann.create_game(
                "obstruction", "5x5", seats=["me", "level1"], random_order=False
            )
            game = await ann.watch(id)
            outcome = await play_on(game, random.Random(3))
            assert outcome.reason is Reason.LAST_MOVE

    run(play())


def test_clocks_of_all_players(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "line", "9", clock=300, increment=3)
            await asyncio.to_thread(server.advance, 100)
            await one.move("S5")
            await two.your_turn()
            clocks = [two.clock(0), two.clock(1)]
            assert None not in clocks
            assert 195 < (clocks[0] or 0) <= 203
            assert 290 < (clocks[1] or 0) <= 300
            per_move, _ = await start_game(ann, bob, "line", "9", clock=60)
            assert per_move.clock(1) == 60
            untimed, _ = await start_game(ann, bob, "line", "9", clock=None)
            assert (untimed.clock(0), untimed.clock(1)) == (None, None)
            against = await ann.create_game("line", seats=["me", "level1"], random_order=False)
            assert (await ann.watch(against)).clock(1) is None

    run(play())


def test_paused_clock_shows_the_time_that_is_left(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            seats = ["me", "level1"]
            id = await ann.create_game(
                "line", "9", seats=seats, random_order=False, clock=300, increment=3
            )
            mine, watched = await ann.watch(id), await bob.watch(id)
            mine.close()
            while not watched.state.seats[0].away:
                await watched.changed()
            assert watched.time_left is None
            assert 290 < (watched.clock(0) or 0) <= 300

    run(play())


def test_draw_offers_takebacks_and_chat(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "line", "9")
            await one.move("s5")
            assert one.state.moves == ("S5",)
            await until(two, lambda: two.state.moves == ("S5",))
            await one.request_takeback()
            await until(two, lambda: two.state.takeback == 0)
            await two.decline_takeback()
            await until(one, lambda: one.state.takeback is None)
            await one.request_takeback()
            await until(two, lambda: two.state.takeback == 0)
            await two.accept_takeback()
            await until(one, lambda: one.state.moves == ())
            assert str(one.position) == one.state.position == str(find_game("line").start("9"))
            await one.chat("hello\x07 there")
            await until(two, lambda: bool(two.state.chat_messages))
            assert two.state.chat_messages[0].text == "hello  there"
            await two.offer_draw()
            await until(one, lambda: one.state.draw_offers == (1,))
            await one.decline_draw()
            await until(two, lambda: two.state.draw_offers == ())
            await two.offer_draw()
            await until(one, lambda: one.state.draw_offers == (1,))
            await one.offer_draw()
            outcome = await two.over()
            assert (outcome.winner, outcome.reason) == (None, Reason.AGREEMENT)
            with pytest.raises(MatchOver):
                await one.move("S1")
            await one.rematch()
            await two.rematch()
            await until(one, lambda: one.state.next_game is not None)
            assert one.state.next_game is not None
            third, fourth = await follow_both(ann, bob, one.state.next_game)
            assert (third.you, fourth.you) == (1, 0)
            await fourth.abort()
            assert (await third.over()).reason is Reason.ABORTED

    run(play())


def test_rejected_acts_change_nothing(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "obstruction", "5x5")
            before = one.state
            with pytest.raises(NotYourTurn):
                await two.move("a1")
            await one.move("a1")
            await until(two, lambda: two.is_your_turn)
            with pytest.raises(IllegalMove):
                await two.move("a2")
            with pytest.raises(IllegalMove, match="has no draws"):
                await two.offer_draw()
            assert two.state.seq == before.seq + 1
            async with guest(server.url, "Cid") as cid:
                three = await cid.watch(one.id)
                assert three.you is None
                with pytest.raises(NotAllowed):
                    await three.move("c3")
                with pytest.raises(NotFound):
                    await cid.watch("nosuchgame")

    run(play())


def test_an_outdated_move_brings_the_new_state(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "line", "9")
            old = one.state.seq
            await one.move("S5")
            await until(two, lambda: two.is_your_turn)
            await two.move("S2")
            with pytest.raises(Stale):
                await one.act(EventKind.MOVE, "O3", seq=old)
            assert str(one.position) == ".S..S.... 1"
            await one.move("O3")
            assert one.state.moves == ("S5", "S2", "O3")
            await two.resign()
            with pytest.raises(MatchOver):
                await one.act(EventKind.MOVE, "O8", seq=old)
            assert one.outcome is not None

    run(play())


def test_two_tabs_are_one_player(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "line", "9")
            tab = Client(server.url, ann.token)
            async with tab:
                other = await tab.watch(one.id)
                assert other.you == 0
                await other.move("S5")
                await until(one, lambda: one.state.moves == ("S5",))
                await until(two, lambda: two.is_your_turn)
            await two.move("S2")
            await until(one, lambda: one.is_your_turn)
            assert [seat.reconnect_left for seat in one.state.seats] == [None, None]

    run(play())


def test_strangers_are_paired(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            found = await asyncio.gather(ann.seek("sos", "4x4"), bob.seek("sos", "5x5"))
            assert found[0] == found[1]
            one, two = await follow_both(ann, bob, found[0])
            assert one.state.size in ("4x4", "5x5")
            assert {one.you, two.you} == {0, 1}
            assert one.state.random_choices is not None

    run(play())


def test_a_cancelled_seek_is_not_paired(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            waiting = asyncio.create_task(ann.seek("line"))
            await until_seeking(server, 1)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            await until_seeking(server, 0)
            second = asyncio.create_task(bob.seek("line"))
            await until_seeking(server, 1)
            assert not second.done()
            assert await ann.seek("line") == await second

    async def until_seeking(server: RunningServer, number: int) -> None:
        while len(server.node.pairing._seeks) != number:
            await asyncio.sleep(0.01)

    run(play())


def test_the_lobby_is_followed(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            lobby = bob.follow_lobby()
            assert (await anext(lobby)).open == ()
            id = await ann.create_game("line", "9")
            assert [card.id for card in (await ann.lobby()).open] == [id]
            server.advance(1)
            assert [card.id for card in (await anext(lobby)).open] == [id]
            assert bob.people_online is not None
            await lobby.aclose()

    run(play())


def test_a_spectator_who_joins_is_connected(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            id = await ann.create_game("line", "9", random_order=False)
            two = await bob.watch(id)
            assert (two.state.status, two.you) == ("open", None)
            await bob.join(id)
            await until(two, lambda: two.state.status == "playing")
            assert two.you == 1
            one, two = await follow_both(ann, bob, id)
            await asyncio.to_thread(server.advance, 31)
            await one.move("S5")
            assert one.outcome is None

    run(play())


def test_a_game_whose_creator_leaves_is_cancelled(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            id = await ann.create_game("sos", "3x3:3")
            game = await bob.watch(id)
            waiting = asyncio.create_task(game.over())
            await ann.leave(id)
            with pytest.raises(NotFound, match="this game was cancelled"):
                await waiting

    run(play())


def test_profiles_of_registered_players_and_bots(server: RunningServer) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            card = await client.register("Dora", "a long passphrase")
            with pytest.raises(Taken):
                await client.register("dora", "another passphrase")
            with pytest.raises(NotSignedIn):
                await client.sign_in("Dora", "a wrong passphrase")
            assert (await client.sign_in("Dora", "a long passphrase")).id == card.id
            assert (await client.find_player("dora")).id == card.id
            assert (await client.player(card.id)).name == "Dora"
            assert await client.leaderboard("sos") == ()
            assert await client.agents("sos") == ()
            assert await client.my_games() == ()
            assert await client.export() == []
            (account,) = await client.export_data()
            assert isinstance(account, AccountLine)
            assert account.player == card
            assert {game.key for game in (await client.catalogue()).games} == set(SIZES)
            with pytest.raises(UnknownGame):
                await client.leaderboard("chess")
            with pytest.raises(NotationError):
                await client.create_game("line", "1")
            other = await client.register("Edda", "a long passphrase", bot=True)
            assert other.kind == "bot"
            await client.block(card.id)
            assert [blocked.name for blocked in await client.my_blocks()] == ["Dora"]
            await client.unblock(card.id)
            assert await client.my_blocks() == ()
            await client.report(card.id, "an unkind name")
            await client.set_preferences(chat=False)
            await client.delete_me()
            with pytest.raises(NotSignedIn):
                await client.me()

    run(play())
