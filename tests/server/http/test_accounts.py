"""Guests, members and bots: how they sign in, and how they leave."""

from __future__ import annotations

import pytest

from tests.server.deployment import World, scenario
from tests.server.player_client import Closed

WORDS = "correct horse battery"


@scenario
async def test_a_guest_needs_a_name_only(world: World) -> None:
    ann = await world.player("Ann").guest()
    me = await ann.get("/api/me")
    assert (me["id"], me["name"], me["kind"]) == (ann.id, "Ann", "guest")
    await ann.connect()
    assert ann.messages[0]["player"] == {"id": ann.id, "name": "Ann", "kind": "guest"}


@scenario
async def test_two_guests_may_share_a_name_but_no_member_does(world: World) -> None:
    one, two = [await world.player("Twin").guest() for _ in range(2)]
    assert one.id != two.id
    await world.player("Only One").register(WORDS)
    for name in ("Only One", "only  ONE "):
        stranger = world.player(name)
        assert await stranger.refused("POST", "/api/guests", {"name": name}) == "taken"
        again = {"name": name, "passphrase": WORDS}
        assert await stranger.refused("POST", "/api/players", again) == "taken"


@scenario
async def test_a_guest_may_change_the_name_and_a_member_may_not(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await ann.make("line", size="7")
    await bob.join(game)
    renamed = await ann.ask("PUT", "/api/me/name", {"name": "Anna"})
    assert renamed.json() == {"id": ann.id, "name": "Anna", "kind": "guest"}
    seats = (await bob.get(f"/api/games/{game}"))["seats"]
    assert sorted(seat["name"] for seat in seats) == ["Anna", "Bob"]
    sole = f"Sole {world.servers[0].port}"
    only = await world.player(sole).register(WORDS)
    assert await ann.refused("PUT", "/api/me/name", {"name": sole.lower()}) == "taken"
    assert await ann.refused("PUT", "/api/me/name", {"name": "  "}) == "notation"
    assert await only.refused("PUT", "/api/me/name", {"name": "Another"}) == "not_allowed"


@scenario
async def test_what_was_wanted_is_told(world: World) -> None:
    ann = await world.player("Ann").guest()
    assert await ann.get("/api/me/preferences") == {"chat": True}
    await ann.ask("PUT", "/api/me/preferences", {"chat": False})
    assert await ann.get("/api/me/preferences") == {"chat": False}


@scenario
async def test_a_guest_who_registers_keeps_the_games(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="3")
    await world.play(game, (ann, bob), ("S1", "S3", "O2"))
    before = ann.id
    ann.name = "Ann the first"
    await ann.register(WORDS)
    assert ann.id == before
    elsewhere = world.player("ann THE first")
    await elsewhere.sign_in(WORDS)
    assert elsewhere.id == before
    page = await elsewhere.get("/api/me")
    assert page["kind"] == "member"
    assert page["games"][0]["people"]["wins"] == 1
    found = await bob.get("/api/games", player=before)
    assert [it["id"] for it in found["games"]] == [game]
    assert {it["name"] for it in found["games"][0]["seats"]} == {"Ann the first", "Bob"}


@scenario
async def test_a_wrong_passphrase_and_an_unknown_name_are_told_the_same(world: World) -> None:
    await world.player("Keeper").register(WORDS)
    stranger = world.player()
    answers = [
        await stranger.ask("POST", "/api/sessions", {"name": name, "passphrase": "wrong words"})
        for name in ("Keeper", "Nobody at all")
    ]
    assert [it.status_code for it in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u200bb", "a\x00b", "\u202eabc", "deleted"])
@scenario
async def test_a_name_that_cannot_be_one_is_refused(world: World, name: str) -> None:
    code = await world.player().refused("POST", "/api/guests", {"name": name})
    assert code in ("notation", "taken")


@pytest.mark.parametrize("passphrase", ["short", "x" * 201])
@scenario
async def test_a_passphrase_has_a_length(world: World, passphrase: str) -> None:
    wish = {"name": "Lengthy", "passphrase": passphrase}
    assert await world.player().refused("POST", "/api/players", wish) == "notation"


@scenario
async def test_names_are_inert_text(world: World) -> None:
    name = "<b>&\"'</b>"
    ann = await world.player(name).guest()
    answer = await ann.ask("GET", "/api/me")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["name"] == name


@scenario
async def test_logging_out_everywhere_ends_tokens_and_connections(world: World) -> None:
    ann = await world.person("Ann")
    tabs = [ann, await world.tab(ann), await world.tab(ann, elsewhere=True)]
    bob = await world.person("Bob")
    assert (await ann.ask("DELETE", "/api/sessions")).status_code == 204
    for tab in tabs:
        assert await tab.closed() == 4001
        assert await tab.refused("GET", "/api/me") == "not_signed_in"
        await tab.open()
        await tab.send(type="hello", token=tab.token)
        assert (await tab.receive("error"))["code"] == "not_signed_in"
        assert await tab.closed() == 1008
    assert await bob.answered() == []


@scenario
async def test_a_deleted_account_is_gone_and_its_games_stay_without_the_name(world: World) -> None:
    ann = world.player("Deleted Ann")
    await ann.register(WORDS)
    await ann.connect()
    (bob,) = await world.people("Bob")
    done = await world.sit("line", (ann, bob), size="3")
    await world.play(done, (ann, bob), ("S1", "S3", "O2"))
    going_on = await world.sit("line", (ann, bob), size="7")
    waiting = await ann.make("line")
    assert (await ann.ask("DELETE", "/api/me")).status_code == 204
    with pytest.raises(Closed):
        await ann.receive("nothing")
    assert await ann.refused("GET", "/api/me") == "not_signed_in"
    assert await bob.refused("GET", f"/api/players/{ann.id}") == "not_found"
    assert await bob.refused("GET", f"/api/games/{waiting}") == "not_found"
    wish = {"name": "Deleted Ann", "passphrase": WORDS}
    assert await ann.refused("POST", "/api/sessions", wish) == "not_signed_in"
    event = await bob.sees(going_on, "resign", seat=0)
    assert event["outcome"]["winner"] == 1
    record = await bob.get(f"/api/games/{done}/record")
    assert "Deleted Ann" not in record["players"]
    assert record["players"][1] == "Bob"
    assert record["moves"] == ["S1", "S3", "O2"]
    assert (await bob.get("/api/me"))["games"][0]["people"]["losses"] == 1


@scenario
async def test_a_bot_plays_by_its_token_over_the_same_socket(world: World) -> None:
    bot = world.player("Marvin the bot")
    await bot.register(WORDS, bot=True)
    await bot.connect()
    ann = await world.person("Ann")
    game = await world.sit("line", (ann, bot), size="3")
    assert not (await ann.watch(game))["rated"]
    await world.play(game, (ann, bot), ("S1", "S3", "O2"))
    mine = (await ann.get("/api/me"))["games"][0]
    assert mine["computer"]["wins"] == 1
    assert mine["people"]["games"] == 0
    assert (mine["streak"], mine["rated"]) == (0, 0)


@scenario
async def test_tokens_that_are_none_are_refused(world: World) -> None:
    ann = await world.player("Ann").guest()
    assert ann.token is not None
    good = ann.token
    for token in ("x", good[:-1], good + "A", good.swapcase(), "é", "a" * 600):
        ann.token = token
        answer = await world.player().ask(
            "GET", "/api/me", headers={"authorization": f"Bearer {token}".encode()}
        )
        assert answer.status_code == 401
        await ann.open()
        await ann.send(type="hello", token=token)
        assert (await ann.receive("error"))["code"] in ("not_signed_in", "notation")
        assert await ann.closed() == 1008
        await ann.close()


@scenario
async def test_blocked_players_do_not_meet(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    assert (await ann.ask("PUT", f"/api/players/{bob.id}/block")).status_code == 204
    for maker, other in ((ann, bob), (bob, ann)):
        game = await maker.make("line")
        assert await other.refused("POST", f"/api/games/{game}/join") == "not_allowed"
    assert (await ann.ask("DELETE", f"/api/players/{bob.id}/block")).status_code == 204
    await bob.join(await ann.make("line"))


@scenario
async def test_a_name_can_be_reported(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    path = f"/api/players/{bob.id}/reports"
    assert (await ann.ask("POST", path, {"text": "a rude name"})).status_code == 204
    assert await ann.refused("POST", path, {"text": ""}) == "notation"
    assert await ann.refused("POST", path, {"text": "x" * 501}) == "notation"
    assert await ann.refused("POST", "/api/players/nobody/reports", {"text": "x"}) == "not_found"
    assert await world.player().refused("POST", path, {"text": "x"}) == "not_signed_in"


@scenario
async def test_the_banned_are_let_in_no_more(world: World) -> None:
    from quire.store.people import players

    ann = await world.person("Ann")
    node = world.servers[0].node
    world.servers[0].run(node.store.write(lambda it: players.ban(it, ann.id)))
    world.advance(2)
    assert await ann.closed() == 4001
    assert await ann.refused("GET", "/api/me") == "not_allowed"
    again = await world.player().ask("GET", "/api/lobby")
    assert again.status_code == 200
    ann2 = world.player("Ann")
    ann2.token = ann.token
    await ann2.open()
    await ann2.send(type="hello", token=ann.token)
    assert (await ann2.receive("error"))["code"] == "not_allowed"
    assert await ann2.closed() == 1008
