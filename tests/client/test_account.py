"""The client has a method for every endpoint, which sends the request of the table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from quire.arena.report import report
from quire.client import Client
from quire.errors import NotAllowed, NotFound, NotSignedIn, Unavailable
from quire.server.http.study import HANDLERS
from quire.server.settings import Settings
from quire.store.people.token import rotate
from quire.wire import http_types as wire
from quire.wire.endpoint import ENDPOINTS, Endpoint
from tests.arena.random_results import make_plan, random_results
from tests.client.clients import guest, run
from tests.server.harness import RunningServer

WORDS = "correct horse battery"

SUBSCRIPTION = wire.PushRequest(endpoint="https://push.example.org/1", p256dh="p", auth="a")

OFFLINE_GAME = wire.OfflineGame(
    id="0" * 24, game="line", size="3", seats=["me", "level1"], seed="1", moves=["S1", "S2", "S3"]
)

CALLS: dict[str, Callable[[Client], Awaitable[Any]]] = {
    "catalogue": lambda client: client.catalogue(),
    "create_guest": lambda client: client.create_guest("Ann"),
    "register": lambda client: client.register("Ann", WORDS),
    "sign_in": lambda client: client.sign_in("Ann", WORDS),
    "sign_out": lambda client: client.sign_out(),
    "my_sessions": lambda client: client.my_sessions(),
    "end_session": lambda client: client.end_session(),
    "change_passphrase": lambda client: client.change_passphrase(WORDS, "other words"),
    "me": lambda client: client.me(),
    "delete_me": lambda client: client.delete_me(),
    "rename_me": lambda client: client.rename_me("Bob"),
    "preferences": lambda client: client.preferences(),
    "set_preferences": lambda client: client.set_preferences(chat=False),
    "new_recovery_code": lambda client: client.new_recovery_code(WORDS),
    "recover": lambda client: client.recover("Ann", "CODE", WORDS),
    "push": lambda client: client.push_key(),
    "subscribe": lambda client: client.subscribe(SUBSCRIPTION),
    "unsubscribe": lambda client: client.unsubscribe(),
    "my_blocks": lambda client: client.my_blocks(),
    "my_games": lambda client: client.my_games(),
    "export": lambda client: client.export(),
    "export_data": lambda client: client.export_data(),
    "lobby": lambda client: client.lobby(),
    "create_game": lambda client: client.create_game("line"),
    "send_offline_game": lambda client: client.send_offline_game(OFFLINE_GAME),
    "search_games": lambda client: client.search_games(game="line"),
    "thumbnails": lambda client: client.thumbnails(["abc", "def"]),
    "game": lambda client: client.game("abc"),
    "record": lambda client: client.record("abc"),
    "game_replay": lambda client: client.game_replay("abc"),
    "hint": lambda client: client.hint("abc"),
    "join": lambda client: client.join("abc"),
    "leave": lambda client: client.leave("abc"),
    "find_player": lambda client: client.find_player("Ann"),
    "player": lambda client: client.player("abc"),
    "head_to_head": lambda client: client.head_to_head("abc", "def"),
    "ratings": lambda client: client.ratings("abc", "line"),
    "block": lambda client: client.block("abc"),
    "unblock": lambda client: client.unblock("abc"),
    "report": lambda client: client.report("abc", "words"),
    "leaderboard": lambda client: client.leaderboard("line"),
    "agents": lambda client: client.agents(),
    "daily_puzzle": lambda client: client.daily_puzzle(),
    "next_puzzle": lambda client: client.next_puzzle(),
    "puzzle": lambda client: client.puzzle("abc"),
    "answer_puzzle": lambda client: client.answer_puzzle("abc", None),
    "my_puzzles": lambda client: client.my_puzzles(),
    "tournaments": lambda client: client.tournaments(),
    "tournament": lambda client: client.tournament("abc"),
    "tournament_report": lambda client: client.tournament_report("abc"),
    "replay": lambda client: client.replay("line"),
    "analysis": lambda client: client.analyse("line"),
    "check_analysis": lambda client: client.check_analysis("line"),
    "solve": lambda client: client.solve("line"),
    "review": lambda client: client.review("line", []),
}


class RecordingTransport(httpx.AsyncBaseTransport):
    """Records every request and answers it with an error."""

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        problem = {"type": "error", "code": "unavailable", "message": "not now"}
        return httpx.Response(503, json=problem)


async def request_of(endpoint: Endpoint) -> httpx.Request:
    """Return the one request that the method of an endpoint sends."""
    transport = RecordingTransport()
    async with Client("http://127.0.0.1:1") as client:
        await client.http._client.aclose()
        client.http._client = httpx.AsyncClient(base_url=client.server, transport=transport)
        with suppress(Unavailable):
            await CALLS[endpoint.name](client)
    (request,) = transport.requests
    return request


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_every_endpoint_has_a_method(endpoint: Endpoint) -> None:
    async def check() -> None:
        request = await request_of(endpoint)
        path = re.sub("{[^}]*}", "[^/]+", endpoint.path)
        assert (request.method, bool(re.fullmatch(path, request.url.path))) == (
            endpoint.method,
            True,
        )

    run(check())


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_expensive_requests_have_a_timeout_longer_than_the_queue(endpoint: Endpoint) -> None:
    async def check() -> None:
        settings = Settings()
        longest = settings.analysis_queue * settings.analysis_seconds / settings.analysis_workers
        timeout = (await request_of(endpoint)).extensions["timeout"]["read"]
        expensive = {*HANDLERS, "tournament_report", "send_offline_game"}
        assert (timeout > longest) == (endpoint.name in expensive)

    run(check())


# --- with a real server ---


def test_tournaments(server: RunningServer) -> None:
    directory = Path(server.settings.tournaments)
    directory.mkdir()
    results = random_results(make_plan("ant", "bee"))
    results.write(directory / "cup.jsonl")

    async def fetch() -> None:
        async with Client(server.url) as visitor:
            (tournament,) = await visitor.tournaments()
            assert (tournament.name, tournament.games, tournament.finished) == ("cup", 4, True)
            details = await visitor.tournament("cup")
            assert details.tournament == tournament
            assert [(pair.bot, pair.opponent) for pair in details.head_to_head] == [
                tuple(standing.name for standing in tournament.standings)
            ]
            assert await visitor.tournament_report("cup") == report.to_html(results)
            with pytest.raises(NotFound):
                await visitor.tournament("none")

    run(fetch())


def test_name_and_preferences(server: RunningServer) -> None:
    async def change() -> None:
        async with guest(server.url, "Ann") as ann:
            assert (await ann.rename_me("Anna")).name == "Anna"
            assert (await ann.me()).name == "Anna"
            assert (await ann.preferences()).chat
            await ann.set_preferences(chat=False)
            assert not (await ann.preferences()).chat
            await ann.register("Anna", WORDS)
            with pytest.raises(NotAllowed):
                await ann.rename_me("Ann")

    run(change())


def test_sessions_and_passphrase(server: RunningServer) -> None:
    async def change() -> None:
        async with Client(server.url) as here, Client(server.url) as there:
            await here.register("Ann", WORDS)
            await there.sign_in("Ann", WORDS)
            sessions = await here.my_sessions()
            assert sorted(session.current for session in sessions) == [False, True]
            assert {session.client for session in sessions} == {"Quire for Python"}
            await here.change_passphrase(WORDS, "quite other words")
            with pytest.raises(NotSignedIn):
                await there.me()
            there.http.token = None
            await there.sign_in("Ann", "quite other words")
            (other,) = [session.id for session in await here.my_sessions() if not session.current]
            await here.end_session(other)
            with pytest.raises(NotSignedIn):
                await there.me()
            await here.sign_out(keep_current=True)
            assert (await here.me()).name == "Ann"
            await here.end_session()
            with pytest.raises(NotSignedIn):
                await here.me()

    run(change())


def test_recovery_code(server: RunningServer) -> None:
    async def lose() -> None:
        async with Client(server.url) as here, Client(server.url) as there:
            await here.register("Forgetful", WORDS)
            code = await here.new_recovery_code(WORDS)
            player = await there.recover("Forgetful", code, "quite other words")
            assert player.name == (await there.me()).name == "Forgetful"
            with pytest.raises(NotSignedIn):
                await here.me()
            with pytest.raises(NotSignedIn):
                await there.recover("Forgetful", code, WORDS)

    run(lose())


def test_client_takes_a_new_token(server: RunningServer) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            await client.create_guest("Ann")
            old = client.token
            new: list[str] = []
            client.on_new_token(new.append)
            store = server.node.store
            rotated = store.write(lambda connection: rotate(connection, store.today(), 30.0))
            await asyncio.to_thread(server.run, rotated)
            await asyncio.to_thread(server.run, server.node.load_signer())
            await client.watch(await client.create_game("line"))
            assert new == [client.token]
            assert client.token != old

    run(play())
