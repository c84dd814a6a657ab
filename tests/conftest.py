"""What all tests share: how far property tests go, real servers for those that need one, and
nothing of the tester's own surroundings."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.services import Postgres, Redis, running_postgres, running_redis

# Afresh each time at home, always the same in CI. Without a deadline: a slow machine is not a
# wrong answer.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")

# Answers are not looked up in the tester's own book, nor kept there.
os.environ["QUIRE_BOOK"] = ""

# What is compiled is kept: the tests start some hundred processes, each of which would do it anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What runs in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


LONG = ("test_native.py", "test_wheel.py")
"""Files that compile or install for a minute and more."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first, so that at the end nobody waits for it alone."""
    items.sort(key=lambda item: item.path.name not in LONG)


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: half as many again as there are cores, since tests wait as well as work."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL for this session; `database` makes a new one in it."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def session_redis() -> Iterator[Redis]:
    """A real Redis for this session."""
    with running_redis() as server:
        yield server


@pytest.fixture
def redis(session_redis: Redis) -> Redis:
    """A real Redis that answers, even if the test before has left it dead."""
    session_redis.start()
    return session_redis


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, once of each kind."""
    with _address(request, tmp_path, Postgres.database) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def prepared_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store where nothing is kept yet, once of each kind."""
    with _address(request, tmp_path, Postgres.store) as url:
        yield url


def _address(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    of: Callable[[Postgres], AbstractContextManager[str]],
) -> AbstractContextManager[str]:
    if request.param == "sqlite":
        return nullcontext(f"sqlite:///{tmp_path}/quire.db")
    return of(request.getfixturevalue("postgres"))
