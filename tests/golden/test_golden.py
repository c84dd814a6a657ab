"""Both sides replay the golden playthroughs line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

import quire
from tests.golden import FOLDER, SCRIPTS, lines_of
from tests.rules.sides import SIDES

FILES = sorted(FOLDER.glob("*.txt"))
GAMES = [game.key for game in quire.GAMES]


@pytest.mark.parametrize("side", list(SIDES))
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough_matches_line_by_line(file: Path, side: str) -> None:
    expected = file.read_text().splitlines()
    game, size = expected[0].split("\t")
    plies = [line.split("\t") for line in expected[1:-1]]
    start = SIDES[side](game).parse(plies[0][2])
    assert start.size == size
    replayed = lines_of(start, [move for _, move, *_ in plies[1:]])
    for line, wanted in zip(replayed, expected, strict=True):
        assert line == wanted


def test_example_game_ends_three_to_two() -> None:
    lines = (FOLDER / "sos-example.txt").read_text().splitlines()
    assert lines[-1] == "end\t1\tpoints\t3-2\t1-2"
    assert [line.split("\t")[1] for line in lines[2:-1]] == [
        *["Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"]
    ]


def test_scripts_and_files_correspond() -> None:
    assert sorted(script.file for script in SCRIPTS) == FILES


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough(game: str) -> None:
    assert [file for file in FILES if file.name.startswith(f"{game}-")]


@pytest.mark.parametrize(
    ("game", "reasons"),
    [
        ("sos", {"points", "line", "full", "resignation"}),
        ("line", {"line", "full"}),
        ("extreme", {"line", "points"}),
        ("obstruction", {"last_move"}),
    ],
)
def test_every_ending_is_covered(game: str, reasons: set[str]) -> None:
    lasts = [file.read_text().splitlines()[-1] for file in FOLDER.glob(f"{game}-*.txt")]
    assert {last.split("\t")[2] for last in lasts} == reasons
