"""A database for each test: an SQLite file, and one on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.store.sync_store import SyncStore


@pytest.fixture
def url(store_url: str) -> str:
    """The address of an empty database."""
    return store_url


@pytest.fixture
def store(prepared_url: str) -> Iterator[SyncStore]:
    """An open store."""
    with SyncStore(prepared_url) as store:
        yield store
