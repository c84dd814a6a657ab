"""A store for each test: an SQLite file, and a database of a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.store.sync_store import StoreAtHand


@pytest.fixture
def url(store_url: str) -> str:
    """The address of a store that is not there yet."""
    return store_url


@pytest.fixture
def store(prepared_url: str) -> Iterator[StoreAtHand]:
    """An open store."""
    with StoreAtHand(prepared_url) as store:
        yield store
