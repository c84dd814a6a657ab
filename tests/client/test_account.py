"""The client has a method for every endpoint, which sends the request of the table."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from quire.arena.report import report
from quire.client import Client
from quire.errors import NotAllowed, NotFound, Unavailable
from quire.server.http.study import HANDLERS
from quire.server.settings import Settings
from quire.wire.endpoint import ENDPOINTS, Endpoint
from tests.arena.random_results import made, plan_of
from tests.client.clients import guest, run
from tests.server.harness import Running

WORDS = "correct horse battery"

CALLS: dict[str, Callable[[Client], Awaitable[Any]]] = {
    "catalogue": lambda it: it.catalogue(),
    "create_guest": lambda it: it.create_guest("Ann"),
    "register": lambda it: it.register("Ann", WORDS),
    "sign_in": lambda it: it.sign_in("Ann", WORDS),
    "sign_out": lambda it: it.sign_out(),
    "me": lambda it: it.me(),
    "delete_me": lambda it: it.delete_me(),
    "rename_me": lambda it: it.rename_me("Bob"),
    "preferences": lambda it: it.preferences(),
    "set_preferences": lambda it: it.set_preferences(chat=False),
    "my_blocks": lambda it: it.my_blocks(),
    "my_games": lambda it: it.my_games(),
    "export": lambda it: it.export(),
    "lobby": lambda it: it.lobby(),
    "create_game": lambda it: it.create_game("line"),
    "search_games": lambda it: it.search_games(game="line"),
    "game": lambda it: it.game("abc"),
    "record": lambda it: it.record("abc"),
    "game_replay": lambda it: it.game_replay("abc"),
    "hint": lambda it: it.hint("abc"),
    "join": lambda it: it.join("abc"),
    "leave": lambda it: it.leave("abc"),
    "find_player": lambda it: it.find_player("Ann"),
    "player": lambda it: it.player("abc"),
    "ratings": lambda it: it.ratings("abc", "line"),
    "block": lambda it: it.block("abc"),
    "unblock": lambda it: it.unblock("abc"),
    "report": lambda it: it.report("abc", "words"),
    "leaderboard": lambda it: it.leaderboard("line"),
    "agents": lambda it: it.agents(),
    "daily_puzzle": lambda it: it.daily_puzzle(),
    "next_puzzle": lambda it: it.next_puzzle(),
    "puzzle": lambda it: it.puzzle("abc"),
    "answer_puzzle": lambda it: it.answer_puzzle("abc", None),
    "my_puzzles": lambda it: it.my_puzzles(),
    "tournaments": lambda it: it.tournaments(),
    "tournament": lambda it: it.tournament("abc"),
    "tournament_report": lambda it: it.tournament_report("abc"),
    "replay": lambda it: it.replay("line"),
    "analysis": lambda it: it.analyse("line"),
    "review": lambda it: it.review("line", []),
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


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda it: it.name)
def test_every_endpoint_has_a_method(endpoint: Endpoint) -> None:
    async def check() -> None:
        request = await request_of(endpoint)
        path = re.sub("{[^}]*}", "[^/]+", endpoint.path)
        assert (request.method, bool(re.fullmatch(path, request.url.path))) == (
            endpoint.method,
            True,
        )

    run(check())


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda it: it.name)
def test_expensive_requests_have_a_timeout_longer_than_the_queue(endpoint: Endpoint) -> None:
    async def check() -> None:
        settings = Settings()
        longest = settings.analysis_queue * settings.analysis_seconds / settings.analysis_workers
        timeout = (await request_of(endpoint)).extensions["timeout"]["read"]
        assert (timeout > longest) == (endpoint.name in {*HANDLERS, "tournament_report"})

    run(check())


# --- with a real server ---


def test_tournaments(server: Running) -> None:
    directory = Path(server.settings.tournaments)
    directory.mkdir()
    results = made(plan_of("ant", "bee"))
    results.write(directory / "cup.jsonl")

    async def fetch() -> None:
        async with Client(server.url) as visitor:
            (tournament,) = await visitor.tournaments()
            assert (tournament.name, tournament.games, tournament.finished) == ("cup", 4, True)
            details = await visitor.tournament("cup")
            assert details.tournament == tournament
            assert [(it.bot, it.opponent) for it in details.head_to_head] == [
                tuple(it.name for it in tournament.standings)
            ]
            assert await visitor.tournament_report("cup") == report.to_html(results)
            with pytest.raises(NotFound):
                await visitor.tournament("none")

    run(fetch())


def test_name_and_preferences(server: Running) -> None:
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
