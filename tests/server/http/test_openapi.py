"""The OpenAPI document is valid, is the one that is served, and is what the server does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, checks

from quire.engine.analysis.puzzle import load
from quire.wire.endpoint import ENDPOINTS, Access, Endpoint
from quire.wire.openapi import document
from tests.arena.random_results import made, plan_of
from tests.server.harness import Running, running_server
from tests.server.harness import settings as server_settings

EXAMPLES = 12
"""Requests of each endpoint, with a token and without."""

DOCUMENT = Path(__file__).parents[3] / "docs" / "reference" / "openapi.json"

SCHEMA = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server for all of it, with a player, an open game and a tournament."""
    directory = tmp_path_factory.mktemp("server")
    (directory / "tournaments").mkdir()
    made(plan_of("ant", "bee")).write(directory / "tournaments" / "cup.jsonl")
    with running_server(server_settings(directory, max_games_per_player=10**6)) as it:
        yield it


def signed_in(server: Running) -> dict[str, str]:
    """What a player sends with a request."""
    answer = httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).raise_for_status()
    return {"authorization": f"Bearer {answer.json()['token']}"}


def test_the_document_is_that_of_the_server(server: Running) -> None:
    served = httpx.get(f"{server.url}/api/openapi.json").json()
    assert served == json.loads(DOCUMENT.read_text())


def test_the_document_is_valid() -> None:
    SCHEMA.validate()
    assert SCHEMA.raw_schema["openapi"] == "3.1.0"
    operations = {
        (method.upper(), path) for path, them in document()["paths"].items() for method in them
    }
    assert operations == {(it.method, it.path) for it in ENDPOINTS}


@pytest.mark.parametrize("as_player", [True, False], ids=["player", "visitor"])
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda it: it.name)
def test_answers_are_as_documented(server: Running, endpoint: Endpoint, as_player: bool) -> None:
    operation = SCHEMA[endpoint.path][endpoint.method]
    bearer = signed_in(server) if as_player else {}
    there = _there(server, bearer) if as_player else {}
    modes = [GenerationMode.POSITIVE]
    if endpoint.query or endpoint.request:
        modes.append(GenerationMode.NEGATIVE)

    @seed(5)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from(modes))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if endpoint.name in there and data.draw(st.booleans()):
            case.path_parameters = dict.fromkeys(case.path_parameters, there[endpoint.name])
        case.headers.clear()
        case.headers.update(bearer)
        answer = case.call(base_url=server.url)
        assert answer.status_code < 500
        case.validate_response(
            answer,
            checks=[
                checks.not_a_server_error,
                checks.status_code_conformance,
                checks.content_type_conformance,
                checks.response_schema_conformance,
            ],
        )
        if endpoint.access is Access.PLAYER and not as_player:
            assert answer.status_code in (400, 401, 404)

    ask()
    assert "quire_errors_total 0.0" in httpx.get(f"{server.url}/metrics").text


def _there(server: Running, bearer: dict[str, str]) -> dict[str, Any]:
    """What stands in an address, for endpoints that have such: something that is there."""
    made = httpx.post(f"{server.url}/api/games", json={"game": "sos"}, headers=bearer)
    me = httpx.get(f"{server.url}/api/me", headers=bearer).json()["id"]
    game = made.json()["id"]
    parts = {"{game}": "sos", "{name}": "cup", "/games/": game, "/puzzles/": load("line")[0].id}
    return {
        it.name: next((there for part, there in parts.items() if part in it.path), me)
        for it in ENDPOINTS
        if "{" in it.path
    }
