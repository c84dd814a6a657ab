"""The load benchmark runs, loses nothing, and its results reach the documentation."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from math import nan
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from benchmarks.load import __main__ as load
from benchmarks.load import table
from benchmarks.load.charts import charts
from benchmarks.load.prefill import id_at, prefill, tidy
from benchmarks.load.process import open_many_files
from benchmarks.load.results import Measurement, Plan, Results, ServiceUsage
from benchmarks.load.run import run
from benchmarks.report import BEGIN, END
from quire.match.record import Record
from quire.online.identity import LETTERS

ROOT = Path(__file__).parents[2]
GAMES = 40


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("filled") / "past.db"
    prefill(file, GAMES)
    return file


def rows(file: Path, query: str, *values: Any) -> list[dict[str, Any]]:
    connection = sqlite3.connect(file)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(query, values)]
    finally:
        connection.close()


def shape(row: dict[str, Any]) -> dict[str, str]:
    return {name: type(value).__name__ for name, value in row.items()}


def followed(file: Path) -> list[dict[str, Any]]:
    """Return a game of line by quick pairing that was won and followed by another."""
    return rows(
        file,
        "SELECT games.* FROM games JOIN events ON game_id = games.id "
        "WHERE game = 'line' AND starter = 'random' AND kind = 'next_game' "
        "AND winner IS NOT NULL LIMIT 1",
    )


def stored_rows(file: Path) -> dict[str, Any]:
    """Return the rows of such a game in every table."""
    (game,) = followed(file)
    seats = rows(file, "SELECT * FROM seats WHERE game_id = ? ORDER BY seat", game["id"])
    events = rows(file, "SELECT * FROM events WHERE game_id = ? ORDER BY seq", game["id"])
    of_player = "SELECT * FROM {} WHERE player = ?"
    player = seats[0]["player"]
    assert Record.from_json(game["record"]).moves == tuple(
        event["text"] for event in events if event["kind"] == "move"
    )
    return {
        "game": shape(game) | {name: game[name] for name in ("status", "due")},
        "record": sorted(Record.from_json(game["record"]).__struct_fields__),
        "random_choices": game["random_choices"].count('"player"'),
        "seats": [shape(seat) for seat in seats],
        "first": shape(events[0]) | {name: events[0][name] for name in ("seq", "kind", "id")},
        "last": [(event["kind"], event["id"], shape(event)) for event in events[-3:]],
        "moves": game["seq"] - game["moves"],
        "presence": rows(file, "SELECT * FROM presence WHERE game_id = ?", game["id"]),
        "standing": shape(rows(file, of_player.format("standings"), player)[0]),
        "tally": shape(rows(file, of_player.format("tallies"), player)[0]),
    }


def test_short_run_stores_games_as_the_filled_past(tmp_path: Path, filled: Path) -> None:
    open_many_files()
    file = tmp_path / "quire.db"
    moves = 0
    for _ in range(10):  # a slow machine may not finish a game
        seen = run(Plan(players=8, pace=0.0, seconds=1.0, pictures=True), f"sqlite:///{file}")
        assert seen.errors == {}
        assert min(seen.cpu_seconds, seen.sent_bytes, seen.received_bytes) > 0
        assert not seen.moves or 0 < seen.median <= seen.p99
        moves += seen.moves
        if moves and followed(file):
            break
    assert stored_rows(file) == stored_rows(filled)


def test_ids_of_the_past_are_ordered_and_spread() -> None:
    ids = [id_at(number / 1000, 12) for number in range(1000)]
    assert ids == sorted(set(ids))
    assert {len(id) for id in ids} == {12}
    assert {id[0] for id in ids} == set(LETTERS)


def test_filling_is_complete_and_resumes(filled: Path) -> None:
    counted = (
        "SELECT (SELECT count(*) FROM games) AS games, (SELECT count(*) FROM events) AS events"
    )
    before = rows(filled, counted)
    last = rows(filled, "SELECT id FROM games ORDER BY id DESC LIMIT 1")[0]["id"]
    with sqlite3.connect(filled) as connection:
        for name, column in (("games", "id"), ("seats", "game_id"), ("events", "game_id")):
            connection.execute(f"DELETE FROM {name} WHERE {column} = ?", (last,))
    connection.close()
    prefill(filled, GAMES)
    assert rows(filled, counted) == before
    assert before[0]["games"] == GAMES
    (total,) = rows(filled, "SELECT sum(games) AS games, sum(wins) AS wins FROM tallies")
    assert total["games"] == 2 * GAMES
    (won,) = rows(filled, "SELECT count(*) AS games FROM games WHERE winner IS NOT NULL")
    assert total["wins"] == won["games"]
    with pytest.raises(ValueError, match="use another file"):
        prefill(filled, 10 * GAMES)


def test_rows_added_by_a_run_can_be_removed(filled: Path) -> None:
    tables = ("games", "seats", "events", "players", "tallies", "standings", "presence")

    def everything() -> dict[str, Any]:
        return {name: rows(filled, f"SELECT * FROM {name}") for name in tables}

    before = everything()
    assert run(Plan(players=4, pace=0.0, seconds=0.5), f"sqlite:///{filled}").errors == {}
    assert everything() != before
    tidy(filled)
    assert everything() == before


@pytest.fixture
def known() -> Results:
    seen = Measurement(Plan(100, 1.0, 10.0, idle=1.0), 10.0, 500, 5, 0.25, 0.005, 2e4, 0.002, 0.008)
    done = ServiceUsage(postgres=0.1, redis=0.01, commits=50, wal=90_000, published=500)
    backed = Measurement(
        seen.plan, 10.0, 500, 5, 0.25, 0.005, 2e4, 0.002, 0.008, service_usage=done
    )
    runs = {row: [seen, seen] for row in table.ROWS if row != "peers"}
    return Results("a machine", runs | {"postgres": [backed]})


def test_table_is_written_between_its_markers_only(tmp_path: Path, known: Results) -> None:
    document = tmp_path / "load.md"
    document.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter.\n")
    table.rewrite(document, known)
    once = document.read_text()
    assert once.startswith(f"# Before\n\n{BEGIN}\n\n| what |")
    assert once.endswith(f"Measured on: a machine\n\n{END}\n\nAfter.\n")
    # 0.25 s of CPU time for 500 moves; 0.2 s net, since ten idle seconds cost 0.05.
    assert "| 500 µs |" in once
    assert "| 400 µs |" in once
    assert "| 2.0 ms |" in once
    assert "| 180 bytes |" in once
    assert "old" not in once
    table.rewrite(document, known)
    assert document.read_text() == once


def test_document_without_markers_is_left_alone(tmp_path: Path, known: Results) -> None:
    document = tmp_path / "load.md"
    document.write_text("# Nothing here\n")
    with pytest.raises(ValueError, match="needs one"):
        table.rewrite(document, known)
    assert document.read_text() == "# Nothing here\n"


def test_new_results_replace_old_ones(tmp_path: Path, known: Results) -> None:
    file = tmp_path / "load.json"
    known.write(file)
    assert Results.read(file) == known
    newer = known.added({"flat": known.runs["flat"][:1]}, {"flush": 0.001})
    assert len(newer.runs["flat"]) == 1
    assert newer.runs["wide"] == known.runs["wide"]
    assert newer.probes == {"flush": 0.001}
    assert set(charts(newer)) == {"load-games.svg", "load-store.svg"}


def test_too_little_cpu_time_gives_no_ratio(known: Results) -> None:
    seen = known.runs["paced"][0]
    unused = replace(seen, cpu_seconds=0.0, idle=0.0, memory=0.0)
    runs = {what: [seen, unused] for what in table.ROWS if what not in ("peers", "postgres")}
    rows = {row.what: row for row in table.rows_of(Results("a machine", runs))}
    name = "100 players in 50 games, one move every 1 s"
    for what in (f"{name}: CPU time per move", f"{name}: memory per connection"):
        assert rows[what].ratio_text == "-"
    wide = Results("a machine", {"wide": [unused, seen]})
    assert [row.verdict for row in table.rows_of(wide) if "CPU time" in row.what] == ["-"]


def test_run_without_moves_is_one_line(
    known: Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nothing = replace(known.runs["paced"][0], moves=0, median=nan, p99=nan)
    monkeypatch.setattr(load, "run", lambda *_: nothing)
    file = tmp_path / "load.json"
    monkeypatch.setattr(sys, "argv", ["load", "paced", "--seconds", "1", "--json", str(file)])
    with pytest.raises(SystemExit, match=r"^error: paced: no moves within 10 s; use [^\n]*$"):
        load.main()
    assert not file.exists()


def required(lines: Iterable[str]) -> set[str]:
    """Return the distributions in lines of requirements, and all that they require here."""
    seen, waiting, found = set[str](), list(lines), set[str]()
    while waiting:
        line = waiting.pop()
        if line in seen:
            continue
        seen.add(line)
        requirement = Requirement(line)
        found.add(canonicalize_name(requirement.name))
        with suppress(PackageNotFoundError):  # then it can't be imported either
            for new in requires(requirement.name) or ():
                marker = Requirement(new).marker
                extras = ("", *requirement.extras)
                if marker is None or any(marker.evaluate({"extra": it}) for it in extras):
                    waiting.append(new)
    return found


def test_requirements_are_enough() -> None:
    program = (
        "import sys; before = set(sys.modules); import benchmarks.load.__main__, tests.services; "
        "print(*{name.partition('.')[0] for name in {*sys.modules} - before})"
    )
    command = [sys.executable, "-c", program]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    owners = packages_distributions()
    imported = {
        canonicalize_name(it) for name in shown.stdout.split() for it in owners.get(name, ())
    }
    lines = (ROOT / "benchmarks/requirements.txt").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if not line.startswith("#")]
    assert {"msgspec", "psutil", "redis"} <= imported
    optional = {"sniffio", "cryptography"}  # httpcore and redis import them if they are there
    assert imported - optional <= required(["quire", *listed])
