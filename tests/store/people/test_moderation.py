"""Blocking and reporting players."""

from __future__ import annotations

import pytest

from quire.errors import NotAllowed, NotationError, NotFound
from quire.store.people import moderation
from tests.store.sync_store import TODAY, SyncStore


def test_block_applies_to_both_players(store: SyncStore) -> None:
    ann, bob, cy = (store.guest(name).id for name in ("Ann", "Bob", "Cy"))
    store.write(moderation.block, ann, bob)
    store.write(moderation.block, ann, bob)
    assert store.read(moderation.is_blocked, ann, bob)
    assert store.read(moderation.is_blocked, bob, ann)
    assert not store.read(moderation.is_blocked, ann, cy)
    store.write(moderation.block, bob, cy)
    store.write(moderation.block, bob, ann)
    assert [player.id for player in store.read(moderation.blocked_by, ann)] == [bob]
    assert [player.name for player in store.read(moderation.blocked_by, bob)] == ["Ann", "Cy"]
    store.write(moderation.unblock, bob, cy)
    store.write(moderation.unblock, bob, ann)
    assert store.read(moderation.blocked_by, bob) == []
    store.write(moderation.unblock, bob, ann)
    assert store.read(moderation.is_blocked, ann, bob)
    store.write(moderation.unblock, ann, bob)
    assert not store.read(moderation.is_blocked, ann, bob)


def test_cannot_block_oneself_or_unknown_players(store: SyncStore) -> None:
    ann = store.guest("Ann").id
    with pytest.raises(NotAllowed):
        store.write(moderation.block, ann, ann)
    with pytest.raises(NotFound):
        store.write(moderation.block, ann, "nobody")
    with pytest.raises(NotFound):
        store.write(moderation.report, ann, "nobody", "a name", TODAY)


def test_reports_are_listed_newest_first_in_pages(store: SyncStore) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    for number in range(5):
        store.write(moderation.report, ann.id, bob.id, f" the name,\n {number} ", TODAY + number)
    first = store.read(moderation.reports, limit=3)
    assert [report.created - TODAY for report in first] == [4, 3, 2]
    assert (first[0].by_name, first[0].about_name, first[0].text) == ("Ann", "Bob", "the name,  4")
    rest = store.read(moderation.reports, before=first[-1].id)
    assert [report.created - TODAY for report in rest] == [1, 0]
    store.write(moderation.delete_report, first[0].id)
    assert len(store.read(moderation.reports)) == 4


@pytest.mark.parametrize("text", ["", " \n", "x" * 501])
def test_empty_and_long_reports_are_refused(store: SyncStore, text: str) -> None:
    ann, bob = store.guest("Ann"), store.guest("Bob")
    with pytest.raises(NotationError):
        store.write(moderation.report, ann.id, bob.id, text, TODAY)
