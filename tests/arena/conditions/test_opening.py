"""Openings from a file: their forms, their order, and what is wrong with a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.arena.conditions.opening import OpeningFile
from quire.arena.tournament.pairing import opening_of, rounds
from quire.arena.tournament.plan import Entrant, Order, Plan, read_plan
from quire.arena.tournament.results import ResultsFile
from quire.errors import NotationError, RecordError

FORMS = """\
c3 a1

startpos moves a1 c3
// a comment
{"moves": ["a1", "f6"]}
{"game": "obstruction", "moves": ["b2"], "players": ["Ann", "Bob"]}
startpos
"""
MOVES = [("c3", "a1"), ("a1", "c3"), ("a1", "f6"), ("b2",), ()]


def plan_with(path: Path, **options: object) -> Plan:
    given = {"game": "obstruction", "size": "6x6", "nodes": 10, **options}
    bots = (Entrant("random", "one"), Entrant("random", "other"))
    return Plan(bots=bots, openings=str(path), **given)  # type: ignore[arg-type]


def openings_of(plan: Plan) -> list[tuple[str, ...]]:
    (encounters,) = rounds(plan, dict)
    file = plan.opening_file()
    return [opening_of(plan, encounter, file).moves for encounter in encounters]


def test_forms_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(FORMS)
    found = OpeningFile.read(path, "obstruction", "6x6")
    assert [opening.moves for opening in found.openings] == MOVES


def test_openings_are_played_in_order_and_again_from_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(FORMS)
    assert openings_of(plan_with(path, games=14)) == [*MOVES, *MOVES[:2]]


def test_shuffled_openings_depend_on_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(FORMS)
    drawn = [
        openings_of(plan_with(path, games=10, order=Order.RANDOM, seed=seed)) for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(sorted(order) == sorted(MOVES) for order in drawn)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("c3 c3", "line 2: c3"),
        ("c3 z9", "line 2: .*z9"),
        ("{}", 'needs "moves"'),
        ('{"moves": "c3"}', 'needs "moves"'),
        ('{"moves": [1]}', 'needs "moves"'),
        ('{"moves": ["c3"], "moves": []}', "duplicate field"),
        ('{"moves": ["c3"', "invalid JSON"),
        ('{"game": "sos", "moves": ["Sa1"]}', "an opening of sos, not of obstruction"),
    ],
)
def test_invalid_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f"c3\n{line}\n")
    with pytest.raises(NotationError, match=rf"book\.txt, line 2: .*{message}|{message}"):
        OpeningFile.read(path, "obstruction", "6x6")


def test_finished_game_is_not_an_opening(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("b2")
    with pytest.raises(NotationError, match="the game is over after this opening"):
        OpeningFile.read(path, "obstruction", "3x3")


def test_unusable_files(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="No such file"):
        OpeningFile.read(tmp_path / "away", "sos", "3x3")
    (tmp_path / "empty").write_text("\n// nothing\n")
    with pytest.raises(NotationError, match="contains no openings"):
        OpeningFile.read(tmp_path / "empty", "sos", "3x3")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(NotationError, match="not a text file"):
        OpeningFile.read(tmp_path / "binary", "sos", "3x3")


def test_changed_file_is_noticed_when_a_tournament_resumes(tmp_path: Path) -> None:
    path, results = tmp_path / "book.txt", tmp_path / "r.jsonl"
    path.write_text("c3\n")
    ResultsFile(results, plan_with(path), resume=False).close()
    ResultsFile(results, plan_with(path), resume=True).close()
    path.write_text("c4\n")
    with pytest.raises(RecordError, match="different plan"):
        ResultsFile(results, plan_with(path), resume=True)
    with pytest.raises(NotationError, match="differs from the plan's openings_sha256"):
        plan_with(path, openings_sha256="0" * 64).named()


def test_plan_file_names_a_wrong_opening(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text("z9\n")
    plan = tmp_path / "plan.toml"
    bots = '[[bots]]\nbot = "random"\n[[bots]]\nbot = "greedy"\n'
    plan.write_text(f'game = "sos"\nopenings = "{tmp_path}/book.txt"\n{bots}')
    with pytest.raises(NotationError, match=r"plan\.toml: openings: .*book\.txt, line 1"):
        read_plan(plan)
    plan.write_text(f'game = "sos"\nopenings = "{tmp_path}/book.txt"\nopening = 3\n{bots}')
    with pytest.raises(NotationError, match="can't be combined"):
        read_plan(plan)
