"""The move that ends a game, the history and everybody's figures: all of it is kept, or nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import count

import pytest

from quire.errors import Unavailable
from quire.store import archive
from quire.store.people import statistics
from tests.store.last_move import MOVES, almost_over, cut_off, next_move
from tests.store.release import Rows, rows, within
from tests.store.sync_store import StoreAtHand

FIGURES = ("tallies", "standings", "agent_tallies")


def no_more() -> None:
    raise OSError("the disk is gone")


def check_over(store: StoreAtHand, id: str, stored: Rows, agent: str | None) -> None:
    """All that the end of the game changes, worked out by hand: the first player has won."""
    assert [it["text"] for it in sorted(stored["events"], key=lambda it: it["seq"])] == list(MOVES)
    (game,) = stored["games"]
    assert (game["status"], game["seq"], game["winner"], game["reason"]) == ("over", 3, 0, "line")
    assert (game["moves"], game["due"]) == (3, None)
    assert [it["rank"] for it in sorted(stored["seats"], key=lambda it: it["seat"])] == [1, 2]
    tallies = sorted(
        (it["seat"], it["against"], it["wins"], it["losses"]) for it in stored["tallies"]
    )
    agents = [(it["agent"], it["wins"], it["losses"]) for it in stored["agent_tallies"]]
    stands = sorted((it["streak"], it["best"], it["rated"]) for it in stored["standings"])
    if agent is None:
        assert tallies == [(0, "people", 1, 0), (1, "people", 0, 1)]
        assert stands == [(0, 0, 1), (1, 1, 1)]
        assert agents == []
    else:
        assert tallies == [(0, "computer", 1, 0)]
        assert stands == []
        assert agents == [(agent, 1, 0)]
    (found,) = store.read(archive.search, archive.Search(), None).games
    assert found.id == id
    (ann,) = [it["id"] for it in stored["players"] if it["name"] == "Ann"]
    assert store.read(statistics.player_page, ann).games[0].seats[0].wins == 1


@pytest.mark.parametrize("agent", [None, "level1"])
def test_a_store_that_fails_anywhere_keeps_nothing_of_the_end(url: str, agent: str | None) -> None:
    with StoreAtHand(url) as store:
        id = almost_over(store, agent)
        before = within(url, rows)
        assert not any(before[table] for table in FIGURES)
        for number in count(1):
            last = store.run(next_move(store.store, id))
            with cut_off(store.store, number, no_more) as run:
                try:
                    assert store.run(store.store.append(last))
                except Unavailable:
                    assert within(url, rows) == before, f"after {run}"
                else:
                    break
        assert run.count("COMMIT") == 1
        assert number > 8, "every statement had its turn, and the commit"
        check_over(store, id, within(url, rows), agent)


@pytest.mark.parametrize("where", [1, 4, 7, "COMMIT", "done"])
def test_a_server_killed_in_the_midst_of_the_end_leaves_all_or_nothing(
    url: str, where: int | str
) -> None:
    with StoreAtHand(url) as store:
        id = almost_over(store)
        before = within(url, rows)
        command = [sys.executable, "-m", "tests.store.last_move", url, id, str(where)]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
        if where != "done":
            assert within(url, rows) == before
            last = store.run(next_move(store.store, id))
            assert store.run(store.store.append(last)), "another server makes the move"
        check_over(store, id, within(url, rows), None)
