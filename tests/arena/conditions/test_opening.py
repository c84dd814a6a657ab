"""Openings from a file: their forms, their order, and what is wrong with a line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec import structs

from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.conditions.bot_settings import Conditions
from quire.arena.conditions.opening import Opening, OpeningFile
from quire.arena.report.report import to_html
from quire.arena.tournament.pairing import opening_of, rounds
from quire.arena.tournament.plan import Entrant, Order, Plan, read_plan
from quire.arena.tournament.results import GameLine, Results, ResultsFile
from quire.arena.tournament.runner import Job, ScheduledGame, play_scheduled_game
from quire.errors import NotationError, RecordError
from quire.games import draw
from quire.match.agent import Limit
from quire.render.svg import to_svg
from tests.arena.conditions.test_adjudication import BOTS, Scripted, ScriptedPool
from tests.arena.report.test_report import board_of, data_of, numbers
from tests.render.test_frames import drawn

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


AFTER_SA1 = "S.../..../..../.... 2 0-0"


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        (AFTER_SA1, ()),
        (f"{AFTER_SA1} moves Oa2 Sd4", ("Oa2", "Sd4")),
        (json.dumps({"start": AFTER_SA1, "moves": ["Oa2"]}), ("Oa2",)),
        (json.dumps({"start": AFTER_SA1}), ()),
    ],
)
def test_positions_are_openings(line: str, moves: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(line)
    (found,) = OpeningFile.read(path, "sos", "4x4").openings
    assert found == Opening(moves, AFTER_SA1)


@pytest.mark.parametrize(
    ("line", "size", "message"),
    [
        (AFTER_SA1, "5x5", "the position is on 4x4, not on 5x5"),
        (f"{AFTER_SA1} moves Sa1", "4x4", "Sa1"),
        ("startpos moves Sa1 x2", "4x4:3", "a player has left"),
    ],
)
def test_positions_that_are_no_opening(line: str, size: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(line)
    with pytest.raises(NotationError, match=rf"book\.txt, line 1: .*{message}"):
        OpeningFile.read(path, "sos", size)


def play_from(opening: Opening, number: int) -> tuple[GameLine, tuple[Scripted, Scripted]]:
    bots = Scripted(), Scripted()
    under = tuple(Conditions.of(Limit(seconds=5)) for _ in BOTS)
    job = Job("sos", "4x4", tuple(BOTS), under, Sandbox(Level.OFF))
    game = ScheduledGame(f"0-1.{number}#0", (0, 1), opening)
    return play_scheduled_game(job, game, ScriptedPool(*bots)), bots


def test_game_from_a_position(tmp_path: Path) -> None:
    line, (one, other) = play_from(Opening(("Oa2",), AFTER_SA1), 0)
    # Player 2 moved in the opening, so player 1 is asked first.
    assert one.positions[0] == f"{AFTER_SA1} moves Oa2"
    assert other.positions[0].startswith(f"{AFTER_SA1} moves Oa2 ")
    assert (line.record.start, line.record.moves[0], line.opening) == (AFTER_SA1, "Oa2", 1)
    assert len(line.record.moves) == 15  # one of the 16 cells was full
    book = tmp_path / "book.txt"
    book.write_text(f"{AFTER_SA1} moves Oa2")
    plan = plan_with(book, game="sos", size="4x4")
    line.check(plan)
    with pytest.raises(RecordError, match="should begin at the usual start"):
        line.check(structs.replace(plan, openings=None))


def test_report_shows_games_from_positions(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text(f"{AFTER_SA1} moves Oa2\nSb2\n{AFTER_SA1}\n")
    plan = plan_with(book, game="sos", size="4x4")
    openings = OpeningFile.read(book, "sos", "4x4").openings
    lines = [play_from(opening, number)[0] for number, opening in enumerate(openings)]
    page = to_html(Results(plan, lines))
    svg = board_of(page)
    first = frozenset(int(number) for number in re.findall(r'id="e(\d+)"(?! display)', svg))
    for line, shown in zip(lines, data_of(page)["games"], strict=True):
        frame = first ^ numbers(shown["start"])
        first_position, *_ = positions = list(line.record.replay())
        for number, position in enumerate(positions):
            picture = draw(position, line.record.moves[:number], first_position)
            assert drawn(svg, frozenset(frame)) == drawn(to_svg(picture))
            if number < len(line.record.moves):
                frame ^= numbers(shown["toggles"].split(";")[number])


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
