"""The OpenAPI document is valid, is served, and describes what the server does."""

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
from tests.arena.random_results import make_plan, random_results
from tests.server.harness import RunningServer, running_server
from tests.server.harness import settings as server_settings

EXAMPLES = 12
"""Requests per endpoint, with a token and without."""

DOCUMENT = Path(__file__).parents[3] / "docs" / "reference" / "openapi.json"

SCHEMA = schemathesis.openapi.from_dict(document())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A real server with a player, an open game and a tournament."""
    directory = tmp_path_factory.mktemp("server")
    (directory / "tournaments").mkdir()
    random_results(make_plan("ant", "bee")).write(directory / "tournaments" / "cup.jsonl")
    with running_server(server_settings(directory, max_games_per_player=10**6)) as running:
        yield running


def signed_in(server: RunningServer) -> dict[str, str]:
    """Return the headers of a signed-in player."""
    answer = httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).raise_for_status()
    return {"authorization": f"Bearer {answer.json()['token']}"}


def test_document_is_served(server: RunningServer) -> None:
    served = httpx.get(f"{server.url}/api/openapi.json").json()
    assert served == json.loads(DOCUMENT.read_text())


def test_document_is_valid() -> None:
    SCHEMA.validate()
    assert SCHEMA.raw_schema["openapi"] == "3.1.0"
    operations = {
        (method.upper(), path) for path, them in document()["paths"].items() for method in them
    }
    assert operations == {(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}


@pytest.mark.parametrize("as_player", [True, False], ids=["player", "visitor"])
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_responses_are_as_documented(
    server: RunningServer, endpoint: Endpoint, as_player: bool
) -> None:
    operation = SCHEMA[endpoint.path][endpoint.method]
    bearer = signed_in(server) if as_player else {}
    existing = _existing_ids(server, bearer) if as_player else {}
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
    def check(data: st.DataObject) -> None:
        mode = data.draw(st.sampled_from(modes))
        case = data.draw(operation.as_strategy(generation_mode=mode))
        if endpoint.name in existing and data.draw(st.booleans()):
            case.path_parameters = dict.fromkeys(case.path_parameters, existing[endpoint.name])
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

    check()
    assert "quire_errors_total 0.0" in httpx.get(f"{server.url}/metrics").text


def _existing_ids(server: RunningServer, bearer: dict[str, str]) -> dict[str, Any]:
    """Return an id or name that exists, for every endpoint whose path has one."""
    made = httpx.post(f"{server.url}/api/games", json={"game": "sos"}, headers=bearer)
    me = httpx.get(f"{server.url}/api/me", headers=bearer).json()["id"]
    game = made.json()["id"]
    parts = {"{game}": "sos", "{name}": "cup", "/games/": game, "/puzzles/": load("line")[0].id}
    return {
        endpoint.name: next(
            (existing for part, existing in parts.items() if part in endpoint.path), me
        )
        for endpoint in ENDPOINTS
        if "{" in endpoint.path
    }
