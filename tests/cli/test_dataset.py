"""`quire lab dataset`: rows, settings and a card; the same command continues."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

VALUES = ("lab", "dataset", "values", "line", "--to", "9")


def test_dataset_has_a_card_and_is_continued(quire: Run, tmp_path: Path) -> None:
    assert quire(*VALUES, "--out", "all.jsonl").stdout == (
        "7 rows in all.jsonl; all.card.md describes them.\n"
    )
    whole = (tmp_path / "all.jsonl").read_bytes()
    card = (tmp_path / "all.card.md").read_text()
    assert "`quire lab dataset values line --from 3 --to 9 --out all.jsonl`" in card
    assert "- Rows: 7," in card
    assert hashlib.sha256(whole).hexdigest() in card
    assert all(f"| `{name}` |" in card for name in json.loads(whole.splitlines()[0]))
    (tmp_path / "all.jsonl").write_bytes(whole[:-20])  # as a crash leaves it
    quire(*VALUES, "--out", "all.jsonl")
    assert (tmp_path / "all.jsonl").read_bytes() == whole
    assert (tmp_path / "all.card.md").read_text() == card


def test_other_settings_do_not_continue_a_file(quire: Run, tmp_path: Path) -> None:
    quire(*VALUES, "--out", "a.jsonl")
    other = quire("lab", "dataset", "values", "line", "--to", "10", "--out", "a.jsonl")
    assert other.returncode == 2
    assert "a.jsonl was made with other settings than these (a.settings.toml)" in other.stderr
    (tmp_path / "a.settings.toml").unlink()
    assert quire(*VALUES, "--out", "a.jsonl").returncode == 2


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        (("positions", "line", "3"), 27),
        (("components", "--to", "2x2"), 3),
        (("search-values", "extreme", "--count", "3", "--nodes", "9", "--workers", "1"), 3),
        (("search-values", "line", "--count", "2", "--nodes", "9", "--workers", "1"), 2),
    ],
)
def test_every_dataset_is_made(
    quire: Run, tmp_path: Path, arguments: tuple[str, ...], rows: int
) -> None:
    done = quire("lab", "dataset", *arguments, "--out", "d.jsonl")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "d.jsonl").read_text().splitlines()) == rows
    assert (tmp_path / "d.card.md").is_file()


def test_impossible_datasets_are_one_line(quire: Run) -> None:
    for arguments in (
        ("values", "line", "--from", "9", "--to", "3"),
        ("positions", "sos", "3x3:3"),
    ):
        done = quire("lab", "dataset", *arguments, "--out", "d.jsonl")
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
