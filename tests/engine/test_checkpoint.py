"""Long searches that are taken up where they were cut off."""

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
def test_a_search_that_its_limit_ended_goes_on_from_there(
    game: str, size: str, tmp_path: Path
) -> None:
    position = quire.start(game, size)
    whole = Solver(threads=1, memory=MEMORY).solve(position)
    kept = Checkpoint(tmp_path / "table")
    half = Limit(nodes=whole.nodes // 2)
    first = Solver(threads=1, memory=MEMORY).solve(position, half, checkpoint=kept)
    assert not (first.exact and first.all_best and first.grundy == whole.grundy)
    assert first.nodes <= whole.nodes // 2
    assert kept.path.exists()
    second = Solver(threads=1, memory=MEMORY).solve(position, checkpoint=kept)
    assert (second.value, second.best_moves, second.grundy) == (
        whole.value,
        whole.best_moves,
        whole.grundy,
    )
    # All runs are counted, and little was done twice.
    assert first.nodes < second.nodes < 1.2 * whole.nodes
    assert second.seconds > first.seconds
    assert not kept.path.exists()


def test_the_table_is_as_large_as_the_one_that_was_kept(tmp_path: Path) -> None:
    position, kept = quire.start("sos", "4x4"), Checkpoint(tmp_path / "table")
    assert kept.memory() is None
    few = Limit(nodes=1000)
    quire.solve(position, few, memory=MEMORY, threads=1, book=False, checkpoint=kept)
    assert kept.memory() == MEMORY
    again = quire.solve(position, few, threads=1, book=False, checkpoint=kept)
    assert 1000 < again.nodes <= 2000
    with pytest.raises(NotationError, match="use the same value as before"):
        quire.solve(position, memory=2 * MEMORY, book=False, checkpoint=kept)


def test_it_is_kept_while_the_search_goes_on(tmp_path: Path) -> None:
    told: list[str] = []
    heard: list[int] = []
    kept = Checkpoint(tmp_path / "table", every=0, told=told.append)

    def tell(nodes: int, seconds: float, done: float) -> None:
        assert kept.path.exists()
        heard.append(nodes)

    solver = Solver(threads=1, memory=MEMORY)
    position = quire.start("sos", "6x6")
    solver.solve(position, Limit(seconds=0.5), checkpoint=kept, progress=tell)
    assert told[0].startswith(f"sos {position}: {heard[0]:,} nodes")


def test_a_table_of_another_position_is_refused(tmp_path: Path) -> None:
    position, kept = quire.start("sos", "4x4"), Checkpoint(tmp_path / "table")
    Solver(threads=1, memory=MEMORY).solve(position, Limit(nodes=100), checkpoint=kept)
    with pytest.raises(NotationError, match="finish that first, or use another file"):
        Solver(threads=1, memory=MEMORY).solve(position.play("Sa1"), checkpoint=kept)
    kept.path.write_text("no table at all")
    with pytest.raises(NotationError, match="is not a complete checkpoint"):
        Solver(threads=1, memory=MEMORY).solve(position, checkpoint=kept)


def test_a_place_that_cannot_be_written_is_told_before_the_work(tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "nowhere" / "table")
    with pytest.raises(FileNotFoundError):
        Solver(threads=1, memory=MEMORY).solve(quire.start("sos", "8x8"), checkpoint=kept)


def test_a_game_without_a_table_has_no_checkpoint(tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "table")
    with pytest.raises(QuireError, match="can't use checkpoints; leave --checkpoint out"):
        Solver(threads=1, memory=MEMORY).solve(quire.start("line", "14"), checkpoint=kept)
    over = quire.parse("line", "SOS 2")
    assert Solver(threads=1, memory=MEMORY).solve(over, checkpoint=kept).exact
