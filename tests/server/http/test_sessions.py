"""Players see and end their sessions, and change their passphrase."""

from __future__ import annotations

import asyncio
from typing import Any

from quire.store import admin
from quire.store.people import players, sessions
from quire.store.people.token import TokenSigner, rotate
from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

PASSPHRASE, NEW = "correct horse battery", "another horse battery"
DAY = 86400.0


async def member(deployment: Deployment, name: str) -> PlayerClient:
    return await (await deployment.client(name).register(PASSPHRASE)).connect()


async def another(deployment: Deployment, player: PlayerClient) -> PlayerClient:
    """Sign in once more, at another server if there is one."""
    return await (await deployment.client(player.name).sign_in(PASSPHRASE)).connect()


async def write(deployment: Deployment, work: Any) -> Any:
    server = deployment.servers[0]
    return await asyncio.to_thread(server.run, server.node.store.write(work))


@async_test
async def test_list_and_end_sessions(deployment: Deployment) -> None:
    ann = await member(deployment, "Lister")
    phone = await another(deployment, ann)
    assert ann.token != phone.token
    listed = await ann.get("/api/sessions")
    assert sorted(session["current"] for session in listed) == [False, True]
    assert all(session["client"].startswith("python-httpx") for session in listed)
    (other,) = [session["id"] for session in listed if not session["current"]]
    assert (await ann.request("DELETE", f"/api/sessions/{other}")).status_code == 204
    assert await phone.close_code() == 4001
    assert await phone.request_error("GET", "/api/me") == "not_signed_in"
    assert [session["current"] for session in await ann.get("/api/sessions")] == [True]
    assert await ann.request_error("DELETE", f"/api/sessions/{other}") == "not_found"
    assert (await ann.request("DELETE", "/api/sessions/current")).status_code == 204
    assert await ann.close_code() == 4001


@async_test
async def test_sign_out_on_all_other_devices(deployment: Deployment) -> None:
    ann = await member(deployment, "Leaver")
    phone = await another(deployment, ann)
    assert (await ann.request("DELETE", "/api/sessions?keep_current=true")).status_code == 204
    assert await phone.close_code() == 4001
    assert (await ann.get("/api/me"))["name"] == "Leaver"
    assert (await ann.request("DELETE", "/api/sessions")).status_code == 204
    assert await ann.close_code() == 4001


@async_test
async def test_sessions_of_others_are_out_of_reach(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    (session,) = await ann.get("/api/sessions")
    assert await bob.request_error("DELETE", f"/api/sessions/{session['id']}") == "not_found"
    assert (await ann.get("/api/me"))["name"] == "Ann"


@async_test
async def test_change_the_passphrase(deployment: Deployment) -> None:
    ann = await member(deployment, "Changer")
    phone = await another(deployment, ann)
    change = {"passphrase": PASSPHRASE, "new_passphrase": NEW}
    wrong = {**change, "passphrase": "wrong horse battery"}
    assert await ann.request_error("PUT", "/api/me/passphrase", wrong) == "not_allowed"
    short = {**change, "new_passphrase": "short"}
    assert await ann.request_error("PUT", "/api/me/passphrase", short) == "notation"
    assert (await ann.request("PUT", "/api/me/passphrase", change)).status_code == 204
    assert await phone.close_code() == 4001
    assert (await ann.get("/api/me"))["name"] == "Changer"
    attempt = {"name": "Changer", "passphrase": PASSPHRASE}
    assert await phone.request_error("POST", "/api/sessions", attempt) == "not_signed_in"
    phone.token = None
    await phone.sign_in(NEW)
    guest = await deployment.guest("Gus")
    assert await guest.request_error("PUT", "/api/me/passphrase", change) == "not_allowed"


RECOVERY = "/api/me/recovery-code"


async def new_code(player: PlayerClient, passphrase: str = PASSPHRASE) -> str:
    answer = await player.request("PUT", RECOVERY, json={"passphrase": passphrase})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


def recovery(name: str, code: str) -> dict[str, str]:
    return {"name": name, "code": code, "new_passphrase": NEW}


@async_test
async def test_recovery_code_replaces_a_lost_passphrase(deployment: Deployment) -> None:
    ann, visitor = await member(deployment, "Loser"), deployment.client("Loser")
    old, code = await new_code(ann), await new_code(ann)
    for wrong in (old, "", "A" * 64, "A" * 65, code[:-1], "é"):
        error = await visitor.request_error("POST", "/api/recovery", recovery("Loser", wrong))
        assert error == ("not_signed_in" if 0 < len(wrong) <= 64 else "notation")
    unknown = recovery("Nobody at all", code)
    assert await visitor.request_error("POST", "/api/recovery", unknown) == "not_signed_in"
    short = {**recovery("Loser", code), "new_passphrase": "short"}
    assert await visitor.request_error("POST", "/api/recovery", short) == "notation"
    answer = await visitor.request("POST", "/api/recovery", json=recovery("loser", code.lower()))
    assert answer.status_code == 201
    assert answer.json()["player"]["name"] == "Loser"
    assert await ann.close_code() == 4001, "all sessions have ended"
    visitor.token = answer.json()["token"]
    assert (await visitor.get("/api/me"))["name"] == "Loser"
    attempt = {"name": "Loser", "passphrase": PASSPHRASE}
    assert await ann.request_error("POST", "/api/sessions", attempt) == "not_signed_in"
    await deployment.client("Loser").sign_in(NEW)
    again = recovery("Loser", code)
    assert await ann.request_error("POST", "/api/recovery", again) == "not_signed_in", "used up"
    assert await new_code(visitor, NEW) != code


@async_test
async def test_recovery_code_ends_with_the_passphrase(deployment: Deployment) -> None:
    """Who has seen the passphrase may have made a code with it."""
    ann, visitor = await member(deployment, "Watched"), deployment.client("Watched")
    code = await new_code(ann)
    change = {"passphrase": PASSPHRASE, "new_passphrase": NEW}
    assert (await ann.request("PUT", "/api/me/passphrase", change)).status_code == 204
    old = recovery("Watched", code)
    assert await visitor.request_error("POST", "/api/recovery", old) == "not_signed_in"
    valid = recovery("Watched", await new_code(ann, NEW))
    assert (await visitor.request("POST", "/api/recovery", json=valid)).status_code == 201


@async_test
async def test_recovery_code_needs_the_passphrase(deployment: Deployment) -> None:
    ann, guest = await member(deployment, "Coder"), await deployment.guest("Gus")
    wrong = {"passphrase": "wrong horse battery"}
    assert await ann.request_error("PUT", RECOVERY, wrong) == "not_allowed"
    assert await guest.request_error("PUT", RECOVERY, wrong) == "not_allowed"


@async_test
async def test_recovery_code_cannot_be_guessed(deploy: Deploy) -> None:
    with deploy(passphrase_rate=0.01, passphrase_burst=3) as deployment:
        await member(deployment, "Target")
        visitor = deployment.client("Target")
        guess = recovery("Target", "AAAAA-AAAAA-AAAAA-AAAAA")
        codes = [await visitor.request_error("POST", "/api/recovery", guess) for _ in range(4)]
        assert codes == ["not_signed_in"] * 3 + ["too_many"]


@async_test
async def test_banned_and_deleted_players_recover_nothing(deployment: Deployment) -> None:
    ann, bob = await member(deployment, "Banned One"), await member(deployment, "Deleted One")
    codes = [await new_code(player) for player in (ann, bob)]
    await write(deployment, lambda connection: players.ban(connection, ann.id))
    assert (await bob.request("DELETE", "/api/me")).status_code == 204
    visitor = deployment.client("Visitor")
    banned, deleted = recovery("Banned One", codes[0]), recovery("Deleted One", codes[1])
    assert await visitor.request_error("POST", "/api/recovery", banned) == "not_allowed"
    assert await visitor.request_error("POST", "/api/recovery", deleted) == "not_signed_in"


@async_test
async def test_passphrase_cannot_be_guessed_with_a_stolen_token(deploy: Deploy) -> None:
    with deploy(passphrase_rate=0.01, passphrase_burst=3) as deployment:
        ann = await member(deployment, "Ann")
        wrong = {"passphrase": "wrong horse battery", "new_passphrase": NEW}
        codes = [await ann.request_error("PUT", "/api/me/passphrase", wrong) for _ in range(4)]
        assert codes == ["not_allowed"] * 3 + ["too_many"]


@async_test
async def test_sessions_expire_unless_they_are_used(deploy: Deploy) -> None:
    with deploy(session_days=10.0, heartbeat_seconds=1e9) as deployment:
        names = ("Used", "Connected", "Unused")
        used, connected, unused = [await deployment.client(name).guest() for name in names]
        await connected.connect()
        for _ in range(3):
            deployment.advance(6 * DAY)
            await used.get("/api/me")
        for player in (used, connected):
            assert (await player.get("/api/me"))["kind"] == "guest"
        assert await unused.request_error("GET", "/api/me") == "not_signed_in"


async def _renewed_token(player: PlayerClient, deployment: Deployment) -> str:
    """Sign in until the server has noticed that the secret was rotated."""
    for _ in range(20):
        await asyncio.to_thread(deployment.advance, 1)
        await player.close()
        await player.open()
        await player.send(type="hello", token=player.token)
        if token := (await player.receive("welcome")).get("token"):
            return str(token)
    raise AssertionError("no new token")


@async_test
async def test_client_gets_a_new_token_after_the_secret_was_rotated(deploy: Deploy) -> None:
    with deploy() as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        today = deployment.timing.wall()

        def change(connection: Any) -> None:
            rotate(connection, today, 30.0)
            admin.log(connection, admin.ROTATE_SECRET, "root", today)

        await write(deployment, change)
        for player in (ann, bob):
            await player.get("/api/me")  # the old token is still valid
            old, player.token = player.token, await _renewed_token(player, deployment)
            assert player.token != old
            await player.close()
            await player.connect()
            assert "token" not in player.messages[0]
        await asyncio.to_thread(deployment.advance, 31 * DAY)
        await bob.get("/api/me")
        bob.token = old
        assert await bob.request_error("GET", "/api/me") == "not_signed_in"


@async_test
async def test_new_secret_is_known_before_it_is_announced(deployment: Deployment) -> None:
    """Another server may sign with a secret that this one has not loaded yet."""
    ann = await deployment.guest("Ann")
    (session,) = await ann.get("/api/sessions")
    today = deployment.timing.wall()
    await write(deployment, lambda connection: rotate(connection, today, 30.0))
    signer = await write(deployment, TokenSigner.load)
    ann.token = signer.sign(session["id"])
    assert (await ann.get("/api/me"))["name"] == "Ann"


@async_test
async def test_everyone_is_signed_out_if_the_secret_was_stolen(deploy: Deploy) -> None:
    with deploy() as deployment:
        ann = await deployment.guest("Ann")
        today = deployment.timing.wall()

        def change(connection: Any) -> None:
            rotate(connection, today, 0.0)
            sessions.delete_all(connection)
            admin.log(connection, admin.ROTATE_SECRET, "root", today)

        await write(deployment, change)
        await asyncio.to_thread(deployment.advance, 1)
        assert await ann.close_code() == 4001
        assert await ann.request_error("GET", "/api/me") == "not_signed_in"


@async_test
async def test_guests_who_do_not_come_back_are_forgotten(deploy: Deploy) -> None:
    with deploy(guest_days=30.0, session_days=90.0) as deployment:
        gone, here = [await deployment.client(name).guest() for name in ("Gone", "Here")]
        await asyncio.to_thread(deployment.advance, 31 * DAY)
        await here.get("/api/me")
        for server in deployment.servers:
            await asyncio.to_thread(server.run, server.node.maintenance.clean_up())
        assert await here.request_error("GET", f"/api/players/{gone.id}") == "not_found"
        assert await gone.request_error("GET", "/api/me") == "not_signed_in"
        assert (await here.get("/api/me"))["name"] == "Here"
