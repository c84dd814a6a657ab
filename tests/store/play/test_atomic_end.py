"""The last move, the history and the statistics are stored together or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import partial
from itertools import count

import pytest

from quire.errors import Unavailable
from quire.store.people import statistics
from quire.store.play import archive
from quire.store.schema import metadata
from tests.store.last_move import MOVES, interrupt, next_move, start_game
from tests.store.release import Rows, rows_of, run_in_database
from tests.store.sync_store import SyncStore

STATISTICS_TABLES = ("tallies", "standings", "agent_tallies")


def stored(url: str) -> Rows:
    """Return everything that is stored."""
    return run_in_database(url, partial(rows_of, metadata))


def fail() -> None:
    raise OSError("the disk is gone")


def check_over(store: SyncStore, id: str, tables: Rows, agent: str | None) -> None:
    """Check everything that the end of the game changes: the first player has won."""
    assert [
        event["text"] for event in sorted(tables["events"], key=lambda row: row["seq"])
    ] == list(MOVES)
    (game,) = tables["games"]
    assert (game["status"], game["seq"], game["winner"], game["reason"]) == ("over", 3, 0, "line")
    assert (game["moves"], game["due"]) == (3, None)
    assert [seat["rank"] for seat in sorted(tables["seats"], key=lambda row: row["seat"])] == [1, 2]
    tallies = sorted(
        (tally["seat"], tally["against"], tally["wins"], tally["losses"])
        for tally in tables["tallies"]
    )
    agents = [(tally["agent"], tally["wins"], tally["losses"]) for tally in tables["agent_tallies"]]
    stands = sorted(
        (standing["streak"], standing["best"], standing["rated"])
        for standing in tables["standings"]
    )
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
    (ann,) = [player["id"] for player in tables["players"] if player["name"] == "Ann"]
    assert store.read(statistics.player_page, ann).games[0].seats[0].wins == 1


@pytest.mark.parametrize("agent", [None, "level1"])
def test_failure_at_any_statement_stores_nothing(prepared_url: str, agent: str | None) -> None:
    with SyncStore(prepared_url) as store:
        id = start_game(store, agent)
        before = stored(prepared_url)
        assert not any(before[table] for table in STATISTICS_TABLES)
        for number in count(1):
            last = store.run(next_move(store.store, id))
            with interrupt(store.store, number, fail) as run:
                try:
                    assert store.run(store.store.append(last))
                except Unavailable:
                    assert stored(prepared_url) == before, f"after {run}"
                else:
                    break
        assert run.count("COMMIT") == 1
        assert number > 8, "every statement had its turn, and the commit"
        check_over(store, id, stored(prepared_url), agent)


@pytest.mark.parametrize("where", [1, 4, 7, "COMMIT", "done"])
def test_kill_at_any_statement_stores_all_or_nothing(prepared_url: str, where: int | str) -> None:
    with SyncStore(prepared_url) as store:
        id = start_game(store)
        before = stored(prepared_url)
        command = [sys.executable, "-m", "tests.store.last_move", prepared_url, id, str(where)]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
        if where != "done":
            assert stored(prepared_url) == before
            last = store.run(next_move(store.store, id))
            assert store.run(store.store.append(last)), "another server makes the move"
        check_over(store, id, stored(prepared_url), None)
