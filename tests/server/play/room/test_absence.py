"""Players who are away: everyone sees it at once, and what it costs depends on the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import Connection

from quire.online.game_state import MAX_IDLE_SECONDS
from quire.online.setup import JOIN_GRACE_SECONDS
from quire.server.play.maintenance import PRESENCE_CHECK_TICKS
from quire.server.play.room.attendance import Attendance
from quire.store.play import games, presence
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES
from tests.server.player_client import PlayerClient


async def open_game(game: str, players: Sequence[PlayerClient], moves: Sequence[str]) -> None:
    """Let every player make a move: from now on the game counts."""
    for player, move in zip(players, moves, strict=False):
        await player.move(game, move)
        for other in players:
            if other is not player:
                await other.receive_event(game, "move", text=move)


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_reconnecting_in_time_loses_nothing(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await ann.move(game, example.moves[0])
    await bob.receive_event(game, "move")
    await bob.drop_connection()
    event = await ann.receive_event(game, "disconnected")
    assert event["seat"] == 1
    assert event["seats"][1]["reconnect_left"] == 30
    deployment.advance(10)
    assert (await ann.watch(game))["seats"][1]["reconnect_left"] == 20
    await bob.connect()
    state = await bob.watch(game, since=1)
    assert state["moves"] == [example.moves[0]]
    assert state["clock_left"] == 50
    assert state["seats"][1].get("reconnect_left") is None
    assert (await ann.receive_event(game, "reconnected"))["seat"] == 1
    await bob.move(game, example.moves[1])
    deployment.advance(45)
    assert (await ann.watch(game))["status"] == "playing"


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_player_who_stays_away_loses(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await open_game(game, (ann, bob), example.moves)
    await ann.close()
    await bob.receive_event(game, "disconnected")
    deployment.advance(31)
    event = await bob.receive_event(game, "absence_timeout")
    assert event["seat"] == 0
    assert event["outcome"]["winner"] == 1
    assert event["outcome"]["reason"] == "disconnection"
    await ann.connect()
    assert (await ann.watch(game))["outcome"] == event["outcome"]


@async_test
async def test_clock_decides_if_it_ends_first(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await open_game(game, (ann, bob), ("S1", "S7"))
    deployment.advance(40)
    await ann.close()
    await bob.receive_event(game, "disconnected")
    deployment.advance(22)
    event = await bob.receive_event(game, "timeout")
    assert event["outcome"]["winner"] == 1
    assert event["outcome"]["reason"] == "time"


@async_test
async def test_absence_timeout_decides_on_either_turn(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await open_game(game, (ann, bob), ("S1", "S7"))
    await bob.close()  # it is Ann's turn
    await ann.receive_event(game, "disconnected")
    deployment.advance(31)
    assert (await ann.receive_event(game, "absence_timeout"))["outcome"]["winner"] == 0


@pytest.mark.parametrize("rated", [False, True])
@async_test
async def test_game_with_both_gone_is_abandoned_and_not_counted(
    deployment: Deployment, rated: bool
) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="7", rated=rated)
    await open_game(game, (ann, bob), ("S1", "S7"))
    await cyd.watch(game)
    await ann.close()
    await cyd.receive_event(game, "disconnected", seat=0)
    deployment.advance(5)
    await bob.close()
    await cyd.receive_event(game, "disconnected", seat=1)
    deployment.advance(26)
    event = await cyd.receive_event(game, "abandoned")
    assert event["outcome"].get("winner") is None
    assert event["outcome"]["reason"] == "abandoned"
    for player in (ann, bob):
        assert (await player.get("/api/me"))["games"] == []


@async_test
async def test_game_with_both_gone_is_abandoned_when_the_clock_ends(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await open_game(game, (ann, bob), ("S1", "S7"))
    await cyd.watch(game)
    deployment.advance(40)
    for seat, player in enumerate((ann, bob)):
        await player.close()
        await cyd.receive_event(game, "disconnected", seat=seat)
    deployment.advance(22)
    assert (await cyd.receive_event(game, "abandoned"))["outcome"]["reason"] == "abandoned"


@async_test
async def test_disconnect_that_is_stored_late_is_corrected(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await deployment.guest("Ann")
    tab = await deployment.new_tab(ann, elsewhere=True)
    bob = await deployment.guest("Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await tab.watch(game)

    async def look_too_early(_: Attendance, __: str) -> bool:
        return True

    monkeypatch.setattr(Attendance, "remove", look_too_early)
    await ann.close()
    if len(deployment.servers) > 1:  # a single server knows
        await bob.receive_event(game, "disconnected")
        await bob.receive_event(game, "reconnected")
    deployment.advance(31)
    assert (await tab.watch(game))["status"] == "playing"


@pytest.mark.parametrize("elsewhere", [False, True])
@async_test
async def test_second_tab_keeps_the_player_connected(
    deployment: Deployment, elsewhere: bool
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    tab = await deployment.new_tab(ann, elsewhere)
    assert (tab.url == ann.url) == (not elsewhere or len(deployment.servers) == 1)
    await tab.watch(game)
    await ann.drop_connection()
    await tab.move(game, "S1")
    await bob.receive_event(game, "move")
    await bob.move(game, "S7")
    await tab.receive_event(game, "move", seat=1)
    deployment.advance(31)
    assert (await bob.watch(game))["status"] == "playing"
    assert [message for message in bob.messages if message.get("kind") == "disconnected"] == []
    await tab.close()
    assert (await bob.receive_event(game, "disconnected"))["seat"] == 0


@async_test
async def test_reload_is_a_reconnection(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    for _ in range(3):
        await ann.close()
        await bob.receive_event(game, "disconnected", seat=0)
        await ann.connect()
        await ann.watch(game)
        await bob.receive_event(game, "reconnected", seat=0)
    deployment.advance(40)
    assert (await ann.move(game, "S1"))["kind"] == "move"


@async_test
async def test_unwatching_counts_as_disconnected(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.send(type="unwatch", game_id=game)
    assert (await bob.receive_event(game, "disconnected"))["seat"] == 0
    await ann.watch(game)
    assert (await bob.receive_event(game, "reconnected"))["seat"] == 0


@async_test
async def test_absent_player_of_three_is_out_and_the_others_play_on(deployment: Deployment) -> None:
    ann, bob, cyd = players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3")
    await open_game(game, players, ("Sc1", "Sc2", "Sc3"))
    await bob.close()
    await ann.receive_event(game, "disconnected", seat=1)
    deployment.advance(31)
    for player in (ann, cyd):
        event = await player.receive_event(game, "absence_timeout", seat=1)
        assert "outcome" not in event
    await ann.move(game, "Sa1")
    await cyd.receive_event(game, "move")
    assert (await cyd.move(game, "Sb1"))["to_move"] == 0
    await bob.connect()
    assert (await bob.watch(game))["moves"] == ["Sc1", "Sc2", "Sc3", "x2", "Sa1", "Sb1"]
    await bob.close()  # a player who is out cannot be absent
    deployment.advance(31)
    state = await ann.watch(game)
    assert state["status"] == "playing"
    await ann.act(game, "resign")
    assert (await cyd.receive_event(game, "resign"))["outcome"]["winner"] == 2


@pytest.mark.parametrize("moves", [(), ("S1",)])
@async_test
async def test_game_whose_player_never_connects_is_aborted(
    deployment: Deployment, moves: Sequence[str]
) -> None:
    """Also after a quick move."""
    ann = await deployment.guest("Ann")
    bob = await deployment.client("Bob").guest()
    game = await ann.create_game("line", size="7", random_order=False)
    await ann.watch(game)
    await bob.join(game)
    await ann.receive("state", status="playing")
    deployment.advance(1)
    for move in moves:
        await ann.move(game, move)
    deployment.advance(JOIN_GRACE_SECONDS)
    assert (await ann.receive_event(game, "disconnected"))["seat"] == 1
    deployment.advance(31)
    outcome = (await ann.receive_event(game, "absence_abort"))["outcome"]
    assert (outcome.get("winner"), outcome["reason"]) == (None, "aborted")


@async_test
async def test_waiting_player_gives_more_time(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", clock=600)
    await open_game(game, (ann, bob), ("S1", "S7"))
    assert await bob.act_error(game, "keep_waiting") == "not_allowed"
    await ann.close()
    await bob.receive_event(game, "disconnected")
    deployment.advance(20)
    event = await bob.act(game, "keep_waiting")
    assert (event["seats"][0]["reconnect_left"], event["clock_left"]) == (70, 580)
    deployment.advance(69)
    assert (await bob.watch(game))["status"] == "playing"
    deployment.advance(2)
    event = await bob.receive_event(game, "absence_timeout")
    assert (event["outcome"]["winner"], event["outcome"]["reason"]) == (1, "disconnection")


@pytest.mark.parametrize("rated", [False, True])
@async_test
async def test_host_who_leaves_before_the_first_move_has_not_lost(
    deployment: Deployment, rated: bool
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", rated=rated)
    await ann.close()
    await bob.receive_event(game, "disconnected")
    deployment.advance(31)
    event = await bob.receive_event(game, "absence_abort")
    assert event["outcome"]["reason"] == "aborted"
    for player in (ann, bob):
        assert (await player.get("/api/me"))["games"] == []


@async_test
async def test_absence_costs_nothing_without_a_clock(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", clock=None)
    await open_game(game, (ann, bob), ("S1", "S7"))
    await bob.close()
    event = await ann.receive_event(game, "disconnected")
    assert [seat["away"] for seat in event["seats"]] == [False, True]
    assert event["seats"][1].get("reconnect_left") is None
    await ann.close()
    deployment.advance(86_400)
    deployment.restart()
    await bob.connect()
    state = await bob.watch(game)
    assert (state["status"], state["moves"]) == ("playing", ["S1", "S7"])
    assert [seat["away"] for seat in state["seats"]] == [True, False]
    deployment.advance(MAX_IDLE_SECONDS + 1)
    assert (await bob.receive_event(game, "abandoned"))["outcome"]["reason"] == "abandoned"


@async_test
async def test_absence_costs_nothing_with_days_per_move(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", clock=86400)
    await bob.close()
    deployment.advance(120)
    state = await ann.watch(game)
    assert state["status"] == "playing"
    assert state.get("reconnect_seconds") is None
    assert [message for message in ann.messages if message.get("kind") == "disconnected"] == []


@pytest.mark.parametrize("clock", [60, None])
@async_test
async def test_game_against_the_computer_waits(deployment: Deployment, clock: float | None) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game(
        "line", size="9", seats=["me", "level1"], random_order=False, clock=clock
    )
    await ann.watch(game)
    deployment.advance(10)
    await ann.close()
    deployment.advance(86_400)
    deployment.restart()
    (waiting,) = await ann.get("/api/me/games")
    assert (waiting["id"], waiting["status"]) == (game, "playing")
    other_device = await deployment.new_tab(ann, elsewhere=True)
    state = await other_device.watch(game)
    assert (state["status"], state.get("clock_left")) == ("playing", clock and 50)
    await other_device.move(game, "S1")
    await other_device.receive_event(game, "move", seat=1)


@async_test
async def test_game_that_waits_costs_nothing(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    seats = ["me", "level1"]
    game = await ann.create_game("line", size="9", seats=seats, random_order=False, clock=None)
    await ann.watch(game)
    await ann.close()
    deployment.advance(JOIN_GRACE_SECONDS + 1)
    for _ in range(3):
        deployment.advance(1)
    store = deployment.servers[0].node.store
    now = store.now()

    def due(connection: Connection) -> list[str]:
        return games.due(connection, now + MAX_IDLE_SECONDS - 3600, 10_000)

    assert game not in deployment.servers[0].run(store.read(due))
    assert all(server.node.rooms.get(game) is None for server in deployment.servers)
    deployment.advance(MAX_IDLE_SECONDS + 1)
    assert (await ann.get(f"/api/games/{game}"))["outcome"]["reason"] == "abandoned"


@async_test
async def test_new_game_replaces_the_oldest_that_waits(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    most = deployment.settings.max_games_per_player
    seats = ["me", "level1"]
    attended = await ann.create_game("line", size="9", seats=seats)
    await ann.watch(attended)
    friendly = await deployment.start_game("line", (ann, bob), size="9", clock=None)
    waiting = [await ann.create_game("line", size="9", seats=seats)]
    deployment.advance(1)
    waiting += [await ann.create_game("line", size="9", seats=seats) for _ in range(most - 3)]
    await ann.create_game("line", size="9", seats=seats)
    state = await ann.get(f"/api/games/{waiting[0]}")
    assert state["outcome"]["reason"] == "abandoned"
    assert (await ann.get("/api/me"))["games"] == []
    for game in (attended, friendly, *waiting[1:]):
        assert (await ann.get(f"/api/games/{game}"))["status"] == "playing"


@async_test
async def test_new_game_replaces_none_that_somebody_plays(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    for _ in range(deployment.settings.max_games_per_player):
        await deployment.start_game("line", (bob, ann), size="9", clock=None)
    body = {"game": "line", "size": "9", "seats": ["me", "level1"]}
    assert await bob.request_error("POST", "/api/games", body) == "too_many"


@async_test
async def test_players_of_a_finished_game_are_not_recorded_again(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    server = deployment.servers[0]

    def recorded() -> set[str]:
        read = server.node.store.read
        return server.run(read(lambda connection: presence.connected_players(connection, game)))

    assert recorded() == {ann.id, bob.id}
    await ann.act(game, "resign")
    await bob.receive_event(game, "resign")
    assert recorded() == set()
    for each in deployment.servers:
        for _ in range(PRESENCE_CHECK_TICKS):
            each.tick()
    assert recorded() == set()
