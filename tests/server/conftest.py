"""The two ways in which a server may run; the same tests are for both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.deployment import World, world_of
from tests.server.harness import settings
from tests.services import Postgres, Redis

Worlds = Callable[..., AbstractContextManager[World]]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    """Makes a world of its own, with changed settings: one server with SQLite, then two servers
    with PostgreSQL and Redis."""

    @contextmanager
    def alone(**changes: Any) -> Iterator[World]:
        directory: Path = tmp_path_factory.mktemp("store")
        with world_of([settings(directory, **changes)]) as world:
            yield world

    @contextmanager
    def shared(**changes: Any) -> Iterator[World]:
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("session_redis")
        redis.start()
        with postgres.store() as url:
            each = settings(Path(), **{**changes, "db": url, "bus": redis.url})
            with world_of([each, each]) as world:
                yield world

    return alone if request.param == "sqlite" else shared


@pytest.fixture(scope="module")
def world(worlds: Worlds) -> Iterator[World]:
    """A world that the tests of a file share."""
    with worlds() as world:
        yield world


@pytest.fixture
def own_world(worlds: Worlds) -> Iterator[World]:
    """A world for one test: where servers stop, or strangers meet."""
    with worlds() as world:
        yield world
