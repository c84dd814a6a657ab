"""Games that are looked at every minute cost next to nothing while everyone is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.play.room.test_commit import FollowedGame, followed_game


def reads_of_check(directory: Path, monkeypatch: pytest.MonkeyPatch, *, gone: bool) -> int:
    """Return how often the database is read when a game is due."""

    async def run() -> int:
        async with followed_game(directory) as followed:
            if gone:
                await followed.room.unwatch(followed.peers[1])
            return await _count_reads(followed, monkeypatch)

    return asyncio.run(run())


async def _count_reads(followed: FollowedGame, monkeypatch: pytest.MonkeyPatch) -> int:
    store, count = followed.node.store, 0
    read = store.read

    async def counted(work: Any) -> Any:
        nonlocal count
        count += 1
        return await read(work)

    with monkeypatch.context() as counting:
        counting.setattr(store, "read", counted)
        await followed.room.run_due()
    return count


def test_nothing_is_read_while_all_players_are_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reads_of_check(tmp_path, monkeypatch, gone=False) == 0


def test_players_who_are_not_here_may_be_on_another_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reads_of_check(tmp_path, monkeypatch, gone=True) == 1
