"""Deployments: the same tests run with SQLite, and with PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.deployment import Deployment, running_deployment
from tests.server.harness import settings
from tests.services import Postgres, Redis

Deploy = Callable[..., AbstractContextManager[Deployment]]


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def deploy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Deploy:
    """Return a function that runs a deployment with changed settings.

    It has one server with SQLite, or two servers with PostgreSQL and Redis.
    """

    @contextmanager
    def one_server(**changes: Any) -> Iterator[Deployment]:
        directory: Path = tmp_path_factory.mktemp("store")
        with running_deployment([settings(directory, **changes)]) as deployment:
            yield deployment

    @contextmanager
    def two_servers(**changes: Any) -> Iterator[Deployment]:
        postgres: Postgres = request.getfixturevalue("postgres")
        redis: Redis = request.getfixturevalue("session_redis")
        redis.start()
        with postgres.store() as url:
            each = settings(Path(), **{**changes, "db": url, "bus": redis.url})
            with running_deployment([each, each]) as deployment:
                yield deployment

    return one_server if request.param == "sqlite" else two_servers


@pytest.fixture(scope="module")
def deployment(deploy: Deploy) -> Iterator[Deployment]:
    """A deployment shared by the tests of a file."""
    with deploy() as deployment:
        yield deployment


@pytest.fixture
def own_deployment(deploy: Deploy) -> Iterator[Deployment]:
    """A deployment for one test, for example if servers stop or players are paired."""
    with deploy() as deployment:
        yield deployment
