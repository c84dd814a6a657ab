"""The course's interface as its simulator had it: orders, shapes, refusals, time."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from quire.arena.bots import simulator
from quire.arena.bots.course import (
    NO_MOVE,
    BigBoard,
    CourseAgent,
    TimedOutExc,
    cell_of,
    raise_at,
)
from quire.arena.bots.fault import Fault
from quire.arena.bots.host import summary
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.bots.spec import read_bot
from quire.arena.tournament.plan import Entrant, Plan
from quire.core import Reason
from quire.games import start
from quire.match.agent import Limit


def test_moves_on_an_open_move_are_row_by_row_over_each_big_board() -> None:
    every = [(board, row, column) for board in range(2) for row in range(9) for column in range(9)]
    assert BigBoard().find_valid_move_cells(NO_MOVE) == every


def test_moves_to_named_boards_are_those_of_the_first_big_board_then_the_second() -> None:
    board = BigBoard()
    board.update(NO_MOVE, (0, 1, 5), "x")  # names the SmallBoard of rows 3-5, columns 6-8
    assert board.find_valid_move_cells((0, 1, 5)) == [
        *((0, 3, 6), (0, 3, 7), (0, 3, 8), (0, 4, 6), (0, 4, 7), (0, 4, 8)),
        *((0, 5, 6), (0, 5, 7), (0, 5, 8)),
        *((1, 3, 6), (1, 3, 7), (1, 3, 8), (1, 4, 6), (1, 4, 7), (1, 4, 8)),
        *((1, 5, 6), (1, 5, 7), (1, 5, 8)),
    ]


def test_open_move_leaves_out_closed_boards_and_taken_cells() -> None:
    board = BigBoard()
    for big in range(2):
        board.small_boards_status[big][0][0] = "d"
    board.big_boards_status[1][8][8] = "x"
    found = board.find_valid_move_cells((1, 0, 0))  # both SmallBoards at the top left are closed
    assert len(found) == 162 - 18 - 1
    assert found[:7] == [*((0, 0, column) for column in range(3, 9)), (0, 1, 3)]
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ((0, 0, 0), (0.0, 0, 0)),
        ((0, 0, 0), (True, 0, 0)),
        ((0, 0, 0), [0, 0, 1]),
        ((0, 0, 0), (0, 0)),
        ((0, 0, 0), ("0", 0, 0)),
        ((0.0, 0, 0), (0, 0, 1)),
        ((0, False, 0), (0, 0, 1)),
        ((0, 9, 0), (0, 0, 1)),
        ((2, 0, 0), (0, 0, 1)),
        ((-1, -1, 0), (0, 0, 1)),
        ([-1, -1, -1], (0, 0, 1)),
        ((0, 0), (0, 0, 1)),
    ],
)
def test_check_valid_move_refuses(old: Any, new: Any) -> None:
    board = BigBoard()
    assert board.check_valid_move(old, new) is False
    assert board.update(old, new, "x") == ("UNSUCCESSFUL", False)
    assert board.check_valid_move((0, 0, 0), (0, 0, 1)) is True


def test_statuses_are_tuples_of_two_lists_of_lists() -> None:
    board = BigBoard()
    assert type(board).__name__ == "BigBoard"
    for status, rows in ((board.big_boards_status, 9), (board.small_boards_status, 3)):
        assert type(status) is tuple
        assert status == ([["-"] * rows] * rows,) * 2
        assert len({id(row) for grid in status for row in grid}) == 2 * rows


def test_board_is_one_object_for_a_whole_game() -> None:
    seen: list[BigBoard] = []

    class Keeps:
        def move(self, board: BigBoard, old_move: tuple[int, int, int], flag: str) -> object:
            assert getattr(board, "number", 0) == len(seen)
            board.number = len(seen) + 1  # type: ignore[attr-defined]
            seen.append(board)
            assert sum(row.count("x") for row in board.big_boards_status[0]) == len(seen) - 1
            return board.find_valid_move_cells(old_move)[0]

    agent = CourseAgent(Keeps(), "keeps")
    position = start("extreme")
    rows = []
    for _ in range(2):
        position = position.play(agent.choose(position).move)
        position = position.play(position.legal_moves()[-1])
        rows.append(seen[-1].big_boards_status[0][0])
    assert seen[0] is seen[1]
    assert rows[0] is rows[1]


def test_bots_find_the_simulator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simulator", simulator)
    names: dict[str, Any] = {}
    exec("from simulator import *\nboard = BigBoard()\nplayer = Random_Player()", names)
    move = names["player"].move(names["board"], NO_MOVE, "x")
    assert names["board"].check_valid_move(NO_MOVE, move)
    assert {"TimedOutExc", "Manual_Player", "handler", "TIME", "MAX_PTS", "copy"} <= set(names)
    with pytest.raises(names["TimedOutExc"]):
        names["handler"](14, None)
    # A copy of the simulator next to the bot is for Python 2, and isn't what is imported.
    (tmp_path / "simulator.py").write_text("raise 1\n")
    (tmp_path / "bot.py").write_text(
        "import simulator\nclass Bot:\n  def move(self, board, old_move, flag):\n"
        "    assert isinstance(board, simulator.BigBoard)\n    return (0, 0, 0)\n"
    )
    assert ask(tmp_path / "bot.py", Limit(seconds=20)) == "1a1"


# --- openings ---


def test_course_bots_start_from_the_empty_board() -> None:
    course, other = Entrant("course:team7.py:Team7"), Entrant("random")
    assert Plan(bots=(other, course), game="extreme").opening_moves() == 0
    assert Plan(bots=(other, course), game="extreme", opening=3).opening_moves() == 3
    assert Plan(bots=(other, other), game="extreme").opening_moves() == 4


# --- time ---


def ask(path: Path, limit: Limit) -> str:
    bot = read_bot(f"course:{path}:Bot")
    with BotProcess(bot, Sandbox(Level.PROCESS)) as process:
        process.handshake()
        process.new_game("extreme", "2x9x9")
        return process.ask("startpos", 0, limit).move


@pytest.fixture
def slow_bot(tmp_path: Path) -> Path:
    path = tmp_path / "bot.py"
    path.write_text(
        "class Bot:\n  def move(self, board, old_move, flag):\n    try:\n"
        "      for n in iter(int, 1): abs(n)\n    except:\n      ANSWER\n"
    )
    return path


def test_time_limit_is_an_exception_that_a_bot_may_catch(slow_bot: Path) -> None:
    slow_bot.write_text(slow_bot.read_text().replace("ANSWER", "return (1, 4, 4)"))
    assert ask(slow_bot, Limit(seconds=0.2)) == "2e5"


def test_bot_that_lets_the_exception_pass_is_timed_out(slow_bot: Path) -> None:
    slow_bot.write_text(slow_bot.read_text().replace("ANSWER", "raise"))
    with pytest.raises(Fault) as caught:
        ask(slow_bot, Limit(seconds=0.2))
    assert caught.value.reason is Reason.TIME
    assert caught.value.detail == "TIME OUT: no move within 0.19 s (bot.py, line 4)"


def test_alarm_is_off_after_the_move() -> None:
    with raise_at(1000):
        pass
    with pytest.raises(TimedOutExc), raise_at(0.001):
        sum(abs(number) for number in iter(int, 1))


# --- bots that rely on Python 2's division ---


@pytest.mark.parametrize(
    "expression",
    [
        "list('abc')[4 / 2]",
        "range(4 / 2)",
        "[0] * (4 / 2)",
        "list('abc')[: 4 / 2]",
        "str('ab')[2 / 2]",
    ],
)
def test_float_in_place_of_a_whole_number_names_the_remedy(expression: str) -> None:
    with pytest.raises(TypeError) as caught:
        eval(expression)
    said = summary(caught.value, "team.py")
    assert said.endswith(
        "write //. If this bot was written for Python 2: quire arena convert team.py"
    )


def test_other_errors_and_answers_of_floats() -> None:
    assert summary(TypeError("no float here"), "team.py") == "TypeError: no float here"
    assert "write // for whole numbers" in cell_of((0, 8 / 2, 1))
    assert "//" not in cell_of((0, "a", 1))
