"""Guests, members and bots: registering, signing in and deleting accounts."""

from __future__ import annotations

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.player_client import Closed

PASSPHRASE = "correct horse battery"


@async_test
async def test_guest_needs_only_a_name(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    me = await ann.get("/api/me")
    assert (me["id"], me["name"], me["kind"]) == (ann.id, "Ann", "guest")
    await ann.connect()
    assert ann.messages[0]["player"] == {"id": ann.id, "name": "Ann", "kind": "guest"}


@async_test
async def test_guests_may_share_a_name_and_members_may_not(deployment: Deployment) -> None:
    one, two = [await deployment.client("Twin").guest() for _ in range(2)]
    assert one.id != two.id
    await deployment.client("Only One").register(PASSPHRASE)
    for name in ("Only One", "only  ONE "):
        stranger = deployment.client(name)
        assert await stranger.request_error("POST", "/api/guests", {"name": name}) == "taken"
        again = {"name": name, "passphrase": PASSPHRASE}
        assert await stranger.request_error("POST", "/api/players", again) == "taken"


@async_test
async def test_guest_can_change_the_name_and_member_cannot(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="7")
    await bob.join(game)
    renamed = await ann.request("PUT", "/api/me/name", {"name": "Anna"})
    assert renamed.json() == {"id": ann.id, "name": "Anna", "kind": "guest"}
    seats = (await ann.get(f"/api/games/{game}"))["seats"]
    assert sorted(seat["name"] for seat in seats) == ["Anna", "Bob"]
    sole = f"Sole {deployment.servers[0].port}"
    only = await deployment.client(sole).register(PASSPHRASE)
    assert await ann.request_error("PUT", "/api/me/name", {"name": sole.lower()}) == "taken"
    assert await ann.request_error("PUT", "/api/me/name", {"name": "  "}) == "notation"
    assert await only.request_error("PUT", "/api/me/name", {"name": "Another"}) == "not_allowed"


@async_test
async def test_preferences_are_stored(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    assert await ann.get("/api/me/preferences") == {"chat": True}
    await ann.request("PUT", "/api/me/preferences", {"chat": False})
    assert await ann.get("/api/me/preferences") == {"chat": False}


@async_test
async def test_registering_guest_keeps_games(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="3")
    await deployment.play_moves(game, (ann, bob), ("S1", "S3", "O2"))
    before = ann.id
    ann.name = "Ann the first"
    await ann.register(PASSPHRASE)
    assert ann.id == before
    elsewhere = deployment.client("ann THE first")
    await elsewhere.sign_in(PASSPHRASE)
    assert elsewhere.id == before
    page = await elsewhere.get("/api/me")
    assert page["kind"] == "member"
    assert page["games"][0]["people"]["wins"] == 1
    found = await bob.get("/api/games", player=before)
    assert [game["id"] for game in found["games"]] == [game]
    assert {seat["name"] for seat in found["games"][0]["seats"]} == {"Ann the first", "Bob"}


@async_test
async def test_wrong_passphrase_and_unknown_name_get_the_same_error(deployment: Deployment) -> None:
    await deployment.client("Keeper").register(PASSPHRASE)
    stranger = deployment.client()
    answers = [
        await stranger.request("POST", "/api/sessions", {"name": name, "passphrase": "wrong words"})
        for name in ("Keeper", "Nobody at all")
    ]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u200bb", "a\x00b", "\u202eabc", "deleted"])
@async_test
async def test_invalid_name_is_refused(deployment: Deployment, name: str) -> None:
    code = await deployment.client().request_error("POST", "/api/guests", {"name": name})
    assert code in ("notation", "taken")


@pytest.mark.parametrize("passphrase", ["short", "x" * 201])
@async_test
async def test_passphrase_length_is_limited(deployment: Deployment, passphrase: str) -> None:
    body = {"name": "Lengthy", "passphrase": passphrase}
    assert await deployment.client().request_error("POST", "/api/players", body) == "notation"


@async_test
async def test_names_are_plain_text(deployment: Deployment) -> None:
    name = "<b>&\"'</b>"
    ann = await deployment.client(name).guest()
    answer = await ann.request("GET", "/api/me")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["name"] == name


@async_test
async def test_signing_out_everywhere_ends_tokens_and_connections(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    tabs = [ann, await deployment.new_tab(ann), await deployment.new_tab(ann, elsewhere=True)]
    bob = await deployment.guest("Bob")
    assert (await ann.request("DELETE", "/api/sessions")).status_code == 204
    for tab in tabs:
        assert await tab.close_code() == 4001
        assert await tab.request_error("GET", "/api/me") == "not_signed_in"
        await tab.open()
        await tab.send(type="hello", token=tab.token)
        assert (await tab.receive("error"))["code"] == "not_signed_in"
        assert await tab.close_code() == 1008
    assert await bob.drain() == []


@async_test
async def test_deleted_account_leaves_games_without_the_name(deployment: Deployment) -> None:
    ann = deployment.client("Deleted Ann")
    await ann.register(PASSPHRASE)
    await ann.connect()
    (bob,) = await deployment.guests("Bob")
    done = await deployment.start_game("line", (ann, bob), size="3")
    await deployment.play_moves(done, (ann, bob), ("S1", "S3", "O2"))
    running = await deployment.start_game("line", (ann, bob), size="7")
    await deployment.play_moves(running, (ann, bob), ("S1", "S3"))
    started = await deployment.start_game("line", (ann, bob), size="7")
    waiting = await ann.create_game("line")
    assert (await ann.request("DELETE", "/api/me")).status_code == 204
    with pytest.raises(Closed):
        await ann.receive("nothing")
    assert await ann.request_error("GET", "/api/me") == "not_signed_in"
    assert await bob.request_error("GET", f"/api/players/{ann.id}") == "not_found"
    assert await bob.request_error("GET", f"/api/games/{waiting}") == "not_found"
    body = {"name": "Deleted Ann", "passphrase": PASSPHRASE}
    assert await ann.request_error("POST", "/api/sessions", body) == "not_signed_in"
    events = await bob.receive_events({running: "resign", started: "abort"})
    assert (events[running]["seat"], events[running]["outcome"]["winner"]) == (0, 1)
    assert events[started]["outcome"]["reason"] == "aborted"
    record = await bob.get(f"/api/games/{done}/record")
    assert "Deleted Ann" not in record["players"]
    assert record["players"][1] == "Bob"
    assert record["moves"] == ["S1", "S3", "O2"]
    assert (await bob.get("/api/me"))["games"][0]["people"]["losses"] == 1


@async_test
async def test_bot_plays_over_the_same_socket(deployment: Deployment) -> None:
    bot = deployment.client("Marvin the bot")
    await bot.register(PASSPHRASE, bot=True)
    await bot.connect()
    ann = await deployment.guest("Ann")
    game = await deployment.start_game("line", (ann, bot), size="3")
    assert not (await ann.watch(game))["rated"]
    await deployment.play_moves(game, (ann, bot), ("S1", "S3", "O2"))
    mine = (await ann.get("/api/me"))["games"][0]
    assert mine["computer"]["wins"] == 1
    assert mine["people"]["games"] == 0
    assert (mine["streak"], mine["rated"]) == (0, 0)


@async_test
async def test_invalid_tokens_are_refused(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    assert ann.token is not None
    valid = ann.token
    for token in ("x", valid[:-1], valid + "A", valid.swapcase(), "é", "a" * 600):
        ann.token = token
        answer = await deployment.client().request(
            "GET", "/api/me", headers={"authorization": f"Bearer {token}".encode()}
        )
        assert answer.status_code == 401
        await ann.open()
        await ann.send(type="hello", token=token)
        assert (await ann.receive("error"))["code"] in ("not_signed_in", "notation")
        assert await ann.close_code() == 1008
        await ann.close()


@async_test
async def test_blocked_players_cannot_join_each_other(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    assert (await ann.request("PUT", f"/api/players/{bob.id}/block")).status_code == 204
    for creator, other in ((ann, bob), (bob, ann)):
        game = await creator.create_game("line")
        assert await other.request_error("POST", f"/api/games/{game}/join") == "not_allowed"
    assert (await ann.request("DELETE", f"/api/players/{bob.id}/block")).status_code == 204
    await bob.join(await ann.create_game("line"))


@async_test
async def test_player_can_be_reported(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    path = f"/api/players/{bob.id}/reports"
    assert (await ann.request("POST", path, {"text": "a rude name"})).status_code == 204
    assert await ann.request_error("POST", path, {"text": ""}) == "notation"
    assert await ann.request_error("POST", path, {"text": "x" * 501}) == "notation"
    assert (
        await ann.request_error("POST", "/api/players/nobody/reports", {"text": "x"}) == "not_found"
    )
    assert await deployment.client().request_error("POST", path, {"text": "x"}) == "not_signed_in"


@async_test
async def test_banned_player_is_signed_out(deployment: Deployment) -> None:
    from quire.store.people import players

    ann = await deployment.guest("Ann")
    node = deployment.servers[0].node
    deployment.servers[0].run(node.store.write(lambda connection: players.ban(connection, ann.id)))
    deployment.advance(2)
    assert await ann.close_code() == 4001
    assert await ann.request_error("GET", "/api/me") == "not_allowed"
    again = await deployment.client().request("GET", "/api/lobby")
    assert again.status_code == 200
    ann2 = deployment.client("Ann")
    ann2.token = ann.token
    await ann2.open()
    await ann2.send(type="hello", token=ann.token)
    assert (await ann2.receive("error"))["code"] == "not_allowed"
    assert await ann2.close_code() == 1008
