"""Long searches that resume where they were interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire
from quire import Limit
from quire.engine.solver.checkpoint import Checkpoint
from quire.engine.solver.solve import Solver
from quire.errors import NotationError, QuireError

MEMORY = 1 << 24


@pytest.mark.parametrize(("game", "size"), [("sos", "4x4"), ("obstruction", "7x7")])
def test_search_resumes_where_its_limit_ended_it(game: str, size: str, tmp_path: Path) -> None:
    position = quire.start(game, size)
    whole = Solver(threads=1, memory=MEMORY).solve(position)
    checkpoint = Checkpoint(tmp_path / "table")
    half = Limit(nodes=whole.nodes // 2)
    first = Solver(threads=1, memory=MEMORY).solve(position, half, checkpoint=checkpoint)
    assert not (first.exact and first.all_best and first.grundy == whole.grundy)
    assert first.nodes <= whole.nodes // 2
    assert checkpoint.path.exists()
    second = Solver(threads=1, memory=MEMORY).solve(position, checkpoint=checkpoint)
    assert (second.value, second.best_moves, second.grundy) == (
        whole.value,
        whole.best_moves,
        whole.grundy,
    )
    # The nodes of all runs are counted, and little was repeated.
    assert first.nodes < second.nodes < 1.2 * whole.nodes
    assert second.seconds > first.seconds
    assert not checkpoint.path.exists()


def test_table_has_the_size_of_the_saved_one(tmp_path: Path) -> None:
    position, checkpoint = quire.start("sos", "4x4"), Checkpoint(tmp_path / "table")
    assert checkpoint.memory() is None
    few = Limit(nodes=1000)
    quire.solve(position, few, memory=MEMORY, threads=1, book=False, checkpoint=checkpoint)
    assert checkpoint.memory() == MEMORY
    again = quire.solve(position, few, threads=1, book=False, checkpoint=checkpoint)
    assert 1000 < again.nodes <= 2000
    with pytest.raises(NotationError, match="use the same value as before"):
        quire.solve(position, memory=2 * MEMORY, book=False, checkpoint=checkpoint)


def test_table_is_saved_during_the_search(tmp_path: Path) -> None:
    saves: list[str] = []
    nodes_reported: list[int] = []
    checkpoint = Checkpoint(tmp_path / "table", every=0, on_save=saves.append)

    def on_progress(nodes: int, seconds: float, done: float) -> None:
        assert checkpoint.path.exists()
        nodes_reported.append(nodes)

    solver = Solver(threads=1, memory=MEMORY)
    position = quire.start("sos", "6x6")
    solver.solve(position, Limit(seconds=0.5), checkpoint=checkpoint, progress=on_progress)
    assert saves[0].startswith(f"sos {position}: {nodes_reported[0]:,} nodes")


def test_table_of_another_position_is_refused(tmp_path: Path) -> None:
    position, checkpoint = quire.start("sos", "4x4"), Checkpoint(tmp_path / "table")
    Solver(threads=1, memory=MEMORY).solve(position, Limit(nodes=100), checkpoint=checkpoint)
    with pytest.raises(NotationError, match="finish that first, or use another file"):
        Solver(threads=1, memory=MEMORY).solve(position.play("Sa1"), checkpoint=checkpoint)
    checkpoint.path.write_text("no table at all")
    with pytest.raises(NotationError, match="is not a complete checkpoint"):
        Solver(threads=1, memory=MEMORY).solve(position, checkpoint=checkpoint)


def test_unwritable_file_is_reported_before_the_search(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "nowhere" / "table")
    with pytest.raises(FileNotFoundError):
        Solver(threads=1, memory=MEMORY).solve(quire.start("sos", "8x8"), checkpoint=checkpoint)


def test_game_without_a_table_has_no_checkpoint(tmp_path: Path) -> None:
    checkpoint = Checkpoint(tmp_path / "table")
    with pytest.raises(QuireError, match="can't use checkpoints; leave --checkpoint out"):
        Solver(threads=1, memory=MEMORY).solve(quire.start("line", "14"), checkpoint=checkpoint)
    over = quire.parse("line", "SOS 2")
    assert Solver(threads=1, memory=MEMORY).solve(over, checkpoint=checkpoint).exact
