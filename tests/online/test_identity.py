from __future__ import annotations

import re

from quire.online.identity import new_game_id, new_id

TODAY = 1.8e9


def test_ids_are_safe_in_shells_and_links() -> None:
    for ids, length in (
        ([new_id(12) for _ in range(2000)], 12),
        ([new_game_id(TODAY) for _ in range(2000)], 16),
    ):
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(f"[A-Za-z0-9]{{{length}}}", id) for id in ids)


def test_games_of_the_same_time_differ_in_all_random_letters() -> None:
    ids = [new_game_id(TODAY) for _ in range(2000)]
    assert len({id[:4] for id in ids}) == 1
    for at in range(4, 16):
        assert len({id[at] for id in ids}) == 62


def test_ids_sort_by_time() -> None:
    times = [TODAY + hours * 3600 for hours in range(0, 100_000, 97)]
    ids = [new_game_id(time) for time in times]
    assert ids == sorted(ids)
