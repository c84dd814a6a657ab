"""Solving Obstruction board by board, with long searches that resume."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import cast

import pytest

import quire
from quire import _native
from quire.engine.solver.book import SHIPPED, SHIPPED_BOOK
from quire.engine.solver.checkpoint import HEADER, Checkpoint, Effort, save_table
from quire.errors import NotationError
from quire.games import parse
from quire.lab.obstruction import (
    Plan,
    boards,
    one_of_each_kind,
    read_book,
    solve_board,
    write_book,
)
from tests.cli.conftest import QUIRE, environment

PLAN = Plan(memory=1 << 22)


def test_boards_are_no_wider_than_high() -> None:
    assert boards("6x5", "7x8") == ["6x6", "6x7", "6x8", "7x7", "7x8"]
    with pytest.raises(NotationError, match="no boards between 7x7 and 5x9"):
        boards("7x7", "5x9")


def test_both_methods_agree() -> None:
    for size in boards("4x4", "6x7"):
        first, second = solve_board(size, PLAN), solve_board(size, Plan(1 << 22, second=True))
        assert first is not None
        assert second is not None
        facts = ("position", "value", "outcome", "best_moves", "all_best", "grundy")
        assert [first[fact] for fact in facts] == [second[fact] for fact in facts]  # type: ignore[literal-required]
        assert second["command"] == f"{first['command']} --second"


def test_one_move_per_symmetry_class_is_solved() -> None:
    entry = solve_board("5x6", PLAN)
    assert entry is not None
    assert entry["best_moves"] == ["c1", "c3", "c4", "c6"]
    assert one_of_each_kind(entry) == ["c1", "c3"]


def test_stopped_search_resumes(tmp_path: Path) -> None:
    file = tmp_path / "table"
    stop = _native.Stop()
    saves: list[str] = []

    def on_progress(done: float) -> None:
        assert 0 <= done <= 1
        stop.set()

    board = Plan(memory=1 << 22, second=True)
    kept = Checkpoint(file, every=0, on_save=saves.append)
    assert solve_board("9x9", board, checkpoint=kept, stop=stop, progress=on_progress) is None
    assert saves[0].startswith("obstruction 9x9 by the second method: ")
    assert "nodes" in saves[0]
    before = file.read_bytes()
    assert solve_board("9x9", board, checkpoint=kept, stop=stop) is None
    assert file.read_bytes()[HEADER:] == before[HEADER:]


def test_effort_of_all_runs_is_summed(tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "table")
    solver = _native.solver(quire.start("obstruction", "6x7"), PLAN.memory)
    save_table(
        memoryview(cast("bytes", solver)), kept.path, PLAN.title("6x7"), Effort(10**9, 7200.0)
    )
    resumed, fresh = solve_board("6x7", PLAN, checkpoint=kept), solve_board("6x7", PLAN)
    assert resumed is not None
    assert fresh is not None
    assert resumed["nodes"] == 10**9 + fresh["nodes"]
    assert resumed["seconds"] >= 7200
    assert not list(tmp_path.iterdir())


def test_checkpoint_is_for_one_board_and_one_method(tmp_path: Path) -> None:
    """Or the second method would reuse the first one's results and check nothing."""
    stop = _native.Stop()
    stop.set()
    kept = Checkpoint(tmp_path / "table")
    assert solve_board("9x10", PLAN, checkpoint=kept, stop=stop) is None
    for size, plan in (("9x10", Plan(1 << 22, second=True)), ("8x10", PLAN)):
        with pytest.raises(NotationError, match="is a checkpoint of obstruction 9x10 by the first"):
            solve_board(size, plan, checkpoint=kept)
    with pytest.raises(NotationError, match="made with a different --memory"):
        solve_board("9x10", Plan(memory=1 << 23), checkpoint=kept)


def test_book_round_trip(tmp_path: Path) -> None:
    file = tmp_path / "book.json"
    assert read_book(file) == []
    entries = [entry for size in ("5x5", "5x6") if (entry := solve_board(size, PLAN))]
    write_book(file, entries)
    assert read_book(file) == entries
    assert json.loads(file.read_text(encoding="utf-8"))["game"] == "obstruction"
    file.write_text("[]")
    with pytest.raises(NotationError, match="is not a results file of this command"):
        read_book(file)


def test_killed_command_resumes(tmp_path: Path) -> None:
    options = ("lab", "obstruction", "--from", "5x5", "--to", "10x10", "--second", "--memory", "8M")
    command = [str(QUIRE), *options, "--out", "out.json", "--checkpoint", "table"]
    running = subprocess.Popen(command, env=environment(tmp_path), cwd=tmp_path)
    try:
        out = tmp_path / "out.json"
        while not out.exists() or len(read_book(out)) < 3:
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
    finally:
        running.kill()
        running.wait()
    done = read_book(out)
    assert len(done) >= 3
    again = [*command[:6], done[2]["size"], *command[7:]]
    printed = subprocess.run(
        again, env=environment(tmp_path), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert printed.stdout.splitlines()[1].startswith("5x5    first")
    assert read_book(out)[: len(done)] == done


def test_ctrl_c_prints_results_so_far(tmp_path: Path) -> None:
    command = [str(QUIRE), "lab", "obstruction", "--to", "10x10", "--second", "--memory", "8M"]
    running = subprocess.Popen(
        [*command, "--out", "out.json"],
        env=environment(tmp_path),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    while not (tmp_path / "out.json").exists():
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    printed, _ = running.communicate()
    assert running.returncode == 130
    assert "5x5    first       4" in printed


def test_shipped_book_has_every_board_and_is_correct() -> None:
    empty = [
        entry for entry in read_book(SHIPPED / "obstruction.json") if "#" not in entry["position"]
    ]
    entries = {entry["size"]: entry for entry in empty}
    assert list(entries) == boards("5x5", "10x10")
    for size, entry in entries.items():
        columns, rows = map(int, size.split("x"))
        assert entry["value"] == (1 if entry["outcome"] == "win" else -1)
        if columns * rows % 2:
            assert entry["outcome"] == "win"
        if columns * rows <= 56:
            found = solve_board(size, Plan(memory=1 << 27))
            assert found is not None
            # The effort changes with the solver, the result does not.
            assert {**found, "nodes": entry["nodes"], "seconds": entry["seconds"]} == entry
        assert parse("obstruction", entry["position"]).size == size


def test_shipped_book_has_every_first_move_on_8x8() -> None:
    """They are too hard for a tenth of a second; the second player wins."""
    start = quire.start("obstruction", "8x8")
    for move in start.legal_moves():
        entry = SHIPPED_BOOK.find(start.play(move))
        assert entry is not None
        assert (entry.value, entry.all_best) == (1, True)
    for move in ("a1", "d4"):
        found = quire.solve(start.play(move), memory=1 << 26, book=False)
        entry = SHIPPED_BOOK.find(start.play(move))
        assert entry is not None
        assert (entry.best_moves, entry.grundy) == (found.best_moves, found.grundy)
