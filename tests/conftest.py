"""Shared by all tests: hypothesis profiles, real database servers, the marker `slow`, and isolation
from the user's settings and files."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path

import httpx
import httpx._transports.default as transports
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from tests.services import Postgres, Redis, prepare_sqlite, running_postgres, running_redis

# Random at home, reproducible in CI, fewer examples in `make quick`. Without a deadline: a slow
# machine is not a wrong answer.
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True, print_blob=True)
settings.register_profile("quick", settings.get_profile("home"), max_examples=10)
QUICK = bool(os.environ.get("QUIRE_QUICK"))
settings.load_profile("quick" if QUICK else "ci" if os.environ.get("CI") else "home")

# Read the authorities' certificates once: without a client of their own, requests such as
# `httpx.get` would each read them, which takes longer than most tests.
setattr(transports, "create_ssl_context", cache(httpx.create_ssl_context))  # noqa: B010

# Never read or write the user's own solution book.
os.environ["QUIRE_BOOK"] = ""

# Keep compiled modules: the tests start some hundred processes, and each would compile them again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Modules and tests stay to the end: looking for garbage among them takes a fifth of the collection.
gc.disable()

# A background job ignores Ctrl-C, and all processes that the tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


LONGEST = ("test_native.py", "test_toy.py", "test_wheel.py")
"""Files that compile or install for a minute or more."""

SLOW_ROOMS = (
    "arena/",
    "benchmarks/",
    "cli/",
    "client/",
    "engine/solver/",
    "fuzz/",
    "lab/",
    "server/",
    "store/",
    "toy/",
    "wasm/",
    "web/",
)
"""Directories of tests that need a server, a browser, a database server, other processes, or a
search of everything."""

if QUICK:
    collect_ignore = list(SLOW_ROOMS)  # to import them takes as long as many tests

SLOW_FILES = (*LONGEST, "test_docs_site.py", "test_examples.py", "test_readme.py")
"""Files of such tests elsewhere. A single slow test has the marker `slow` itself."""


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests in the package and its documents, not in tests: there are none."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


def pytest_collection_finish() -> None:
    """Collect garbage again, except among what is there by now."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests, and start the longest ones first so that the run doesn't end with them."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
    tests = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(tests):
            path = item.path.relative_to(tests).as_posix()
            if path.startswith(SLOW_ROOMS) or item.path.name in SLOW_FILES:
                item.add_marker(pytest.mark.slow)


def pytest_xdist_auto_num_workers() -> int:
    """Return two workers per core for `-n auto`, since tests also wait for servers and processes.

    Those of `make quick` don't, and each worker collects all tests: one per core.
    """
    return (1 if QUICK else 2) * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL for this session; `database` creates a new database in it."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="session")
def session_redis() -> Iterator[Redis]:
    """A real Redis for this session."""
    with running_redis() as server:
        yield server


@pytest.fixture
def redis(session_redis: Redis) -> Redis:
    """A running Redis, even if the previous test killed it."""
    session_redis.start()
    return session_redis


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, once of each kind."""
    with _address(request, tmp_path, Postgres.database) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def prepared_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database with all tables, once of each kind."""
    with _address(request, tmp_path, Postgres.store) as url:
        prepare_sqlite(url)
        yield url


def _address(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    create: Callable[[Postgres], AbstractContextManager[str]],
) -> AbstractContextManager[str]:
    if request.param == "sqlite":
        return nullcontext(f"sqlite:///{tmp_path}/quire.db")
    return create(request.getfixturevalue("postgres"))
