"""The course's interface: its board against a naive one, and bots that use it well or badly."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from quire.arena.bots.course import NO_MOVE, BigBoard, CourseAgent, board_of
from quire.arena.bots.pool import BotPool
from quire.arena.bots.sandbox import Level, Sandbox, probe
from quire.arena.bots.spec import read_bot
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.referee import PlayedGame, play_game
from quire.core import Reason
from quire.errors import AgentFailed, QuireError
from quire.games import parse, start
from quire.match.agent import Limit
from tests.needs import missing
from tests.oracles.extreme import ExtremeOracle

BOTS = Path(__file__).parents[1] / "sample_bots" / "course.py"
FLAGS = {".": "-", "X": "x", "O": "o"}

# --- the board ---


def as_tuple(cell: str) -> tuple[int, int, int]:
    """Convert `2c7`: BigBoard 2, column c, row 7."""
    return int(cell[0]) - 1, int(cell[2]) - 1, ord(cell[1]) - ord("a")


def last_move(oracle: ExtremeOracle) -> tuple[int, int, int]:
    return as_tuple(oracle.last) if oracle.last else (-1, -1, -1)


def positions(seed: int) -> Iterator[ExtremeOracle]:
    """Return every position of a game; in every other game players avoid lines."""
    rng = random.Random(seed)
    oracle = ExtremeOracle.start("2x9x9")
    yield oracle
    while oracle.outcome() is None:
        moves = rng.sample(oracle.legal_moves(), len(oracle.legal_moves()))
        if seed % 2:
            moves.sort(key=lambda move: bool(oracle.completes(move)))
        oracle = oracle.play(moves[0])
        yield oracle


@cache
def random_game(seed: int) -> list[ExtremeOracle]:
    return list(positions(seed))


SEEDS = range(8)


def big_of(oracle: ExtremeOracle) -> list[list[list[str]]]:
    return [[[FLAGS[cell] for cell in row] for row in board] for board in oracle.boards]


def small_of(oracle: ExtremeOracle) -> list[list[list[str]]]:
    def status(big: int, place: int) -> str:
        owner = FLAGS[oracle._owners[big, place]]
        return "d" if owner == "-" and oracle._is_closed(big, place) else owner

    return [[[status(big, 3 * row + i) for i in range(3)] for row in range(3)] for big in (0, 1)]


def test_sample_games_cover_all_endings_bonus_moves_and_drawn_boards() -> None:
    games = list(map(random_game, SEEDS))
    assert {str(game[-1].outcome().reason) for game in games} == {"line", "points"}  # type: ignore[union-attr]
    assert any(oracle.bonus for game in games for oracle in game)
    assert any("d" in row for game in games for board in small_of(game[-1]) for row in board)


@pytest.mark.parametrize("seed", SEEDS)
def test_board_shows_the_position(seed: int) -> None:
    for oracle in random_game(seed):
        board = board_of(parse("extreme", str(oracle)))
        assert board.big_boards_status == tuple(big_of(oracle))
        assert board.small_boards_status == tuple(small_of(oracle))


@pytest.mark.parametrize("seed", SEEDS)
def test_updating_the_board_follows_the_rules(seed: int) -> None:
    board, game = BigBoard(), random_game(seed)
    for before, after in pairwise(game):
        old, new = last_move(before), last_move(after)
        legal = set(map(as_tuple, before.legal_moves()))
        assert board.find_terminal_state() == ("CONTINUE", "-")
        found = board.find_valid_move_cells(old)
        assert set(found) == legal
        assert len(found) == len(legal)
        assert all(type(move) is tuple for move in found)
        for move in [(b, r, c) for b in (0, 1) for r in range(0, 9, 2) for c in range(9)]:
            assert board.check_valid_move(old, move) == (move in legal)
        won = small_of(after) != small_of(before) and _owner(after, new) in "xo"
        assert board.update(old, new, "xo"[before.to_move]) == ("SUCCESSFUL", won)
        assert board.big_boards_status == tuple(big_of(after))
        assert board.small_boards_status == tuple(small_of(after))
    outcome = game[-1].outcome()
    assert outcome is not None
    by_line = outcome.reason is Reason.LINE and outcome.winner is not None
    end = ("xo"[outcome.winner or 0], "WON") if by_line else ("NONE", "DRAW")
    assert board.find_terminal_state() == end


def _owner(oracle: ExtremeOracle, move: tuple[int, int, int]) -> str:
    big, row, column = move
    return small_of(oracle)[big][row // 3][column // 3]


@pytest.mark.parametrize("move", [(0, 0, 0), (0, 9, 0), (2, 0, 0), (0, 0, -1), (0, 3, 3)])
def test_illegal_move_changes_nothing(move: tuple[int, int, int]) -> None:
    board = BigBoard()
    board.update(NO_MOVE, (0, 0, 0), "x")  # the next goes to a SmallBoard at the top left
    before = copy.deepcopy((board.big_boards_status, board.small_boards_status))
    assert board.update((0, 0, 0), move, "o") == ("UNSUCCESSFUL", False)
    assert (board.big_boards_status, board.small_boards_status) == before


def test_copy_is_independent() -> None:
    board = BigBoard()
    board.update(NO_MOVE, (1, 4, 4), "x")
    trial = copy.deepcopy(board)
    assert trial.update((1, 4, 4), (0, 4, 4), "o") == ("SUCCESSFUL", False)
    assert board.big_boards_status[0][4][4] == "-"
    assert trial.big_boards_status[1][4][4] == "x"


def test_printing_shows_every_row_of_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    game = random_game(SEEDS[0])
    oracle = game[len(game) // 2]
    board_of(parse("extreme", str(oracle))).print_board()
    rows = ["".join(line.split()) for line in capsys.readouterr().out.splitlines() if line.strip()]
    big, small = big_of(oracle), small_of(oracle)
    assert rows[:9] == ["".join(big[0][row] + big[1][row]) for row in range(9)]
    assert rows[9:] == ["".join(small[0][row] + small[1][row]) for row in range(3)]


# --- bots ---


@pytest.fixture(scope="module")
def pool() -> Iterator[BotPool]:
    """A shared pool, so that the opponent starts only once."""
    with BotPool(Sandbox(Level.PROCESS)) as shared:
        yield shared


def play(pool: BotPool, *bots: str) -> PlayedGame:
    """Play a game between classes of the file, or agents."""
    named = [bot if ":" in bot else f"course:{BOTS}:{bot}" for bot in bots]
    return play_game("extreme", "2x9x9", [*map(read_bot, named)], pool, Limit(seconds=20))


RANDOM = "random:seed=1"


@pytest.mark.parametrize(
    "bot",
    [
        *("Honest", "LooksAhead", "PutsBack", "EqualCopy", "Prints"),
        *("GivesList", "GivesOwnNumbers", "GivesBool"),
    ],
)
def test_bot_that_restores_the_board_plays_on(bot: str, pool: BotPool) -> None:
    played = play(pool, RANDOM, bot)
    assert played.forfeits == ()
    played.record.check()


@pytest.mark.parametrize(
    ("bot", "reason", "said"),
    [
        ("MarksCell", Reason.TAMPERING, "MODIFIED THE BOARD"),
        ("MarksSmallBoard", Reason.TAMPERING, "MODIFIED THE BOARD"),
        ("Updates", Reason.TAMPERING, "MODIFIED THE BOARD"),
        ("Shortens", Reason.TAMPERING, "MODIFIED THE BOARD"),
        ("Removes", Reason.TAMPERING, "MODIFIED THE BOARD"),
        ("GivesFloats", Reason.UNREADABLE, r"\(0\.0, .* is not \(board 0-1, row 0-8, column 0-8\)"),
        ("GivesTwo", Reason.UNREADABLE, r"\(0, .\) is not \(board"),
        ("GivesNothing", Reason.UNREADABLE, "None is not"),
        ("GivesText", Reason.UNREADABLE, "'1a1' is not"),
        ("GivesNegative", Reason.UNREADABLE, r"\(-1, -1, -1\) is not"),
        ("GivesOffTheBoard", Reason.ILLEGAL, "off the board"),
        ("GivesTakenCell", Reason.ILLEGAL, "already has|not allowed"),
        ("NoMove", Reason.CRASH, r"has no method move\(self, board, old_move, flag\)"),
    ],
)
def test_bot_that_changes_the_board_forfeits_86_to_0(
    bot: str, reason: Reason, said: str, pool: BotPool
) -> None:
    played = play(pool, RANDOM, bot)
    (forfeit,) = played.forfeits
    assert (forfeit.player, forfeit.reason) == (1, reason), forfeit.detail
    assert re.search(said, forfeit.detail), forfeit.detail
    outcome = played.record.outcome
    assert (outcome.winner, outcome.reason, outcome.points) == (0, reason, (86, 0))
    played.record.check()


def test_last_move_is_passed_as_in_the_course(pool: BotPool) -> None:
    """Both check the last move they get; on a bonus move it is their own."""
    assert play(pool, RANDOM, "Remembers").forfeits == ()
    played = play(pool, "Remembers", "Remembers")
    assert played.forfeits == ()
    position = start("extreme")
    again = 0
    for move in played.record.moves:
        following = position.play(move)
        again += following.to_move == position.to_move
        position = following
    assert again, "nobody had a bonus move, so that nothing was tried"


def test_bot_may_use_numpy(tmp_path: Path) -> None:
    """Most bots of a course use it; its integers are no `int`."""
    if probe().level < Level.KERNEL:
        missing("a sandbox of level 2", str(probe()))
    path = tmp_path / "bot.py"
    path.write_text(
        "import numpy\n\n\nclass Bot:\n    def move(self, board, old_move, flag):\n"
        "        return tuple(numpy.array(board.find_valid_move_cells(old_move))[0])\n"
    )
    bots = [read_bot(f"course:{path}:Bot"), read_bot(RANDOM)]
    with BotPool(Sandbox(Level.KERNEL)) as pool:
        played = play_game("extreme", "2x9x9", bots, pool, Limit(seconds=20))
    assert played.forfeits == ()


def test_flag_is_that_of_the_player_to_move() -> None:
    seen = []

    class Watches:
        def move(self, board: BigBoard, old_move: tuple[int, int, int], flag: str) -> object:
            seen.append(flag)
            return board.find_valid_move_cells(old_move)[0]

    agent = CourseAgent(Watches(), "watches")
    first = start("extreme")
    agent.choose(first)
    agent.choose(first.play("1e5"))
    assert seen == ["x", "o"]


# --- files for Python 2 ---

BEGINNING = "class Team:\n    def move(self, board, old_move, flag):\n"


@pytest.mark.parametrize(
    "line",
    [
        '        print "thinking"',
        "        try: pass\n        except ValueError, error: pass",
        "        text = `old_move`",
        '        exec "x = 1"',
        "        if flag:\n\t    return 1",
        "        mode = 0777",
        '        raise ValueError, "no move"',
        "        many = 100L",
        "        if flag <> 'x': pass",
        "        for i in xrange(3): pass",
        "        best = -sys.maxint",
        "        return reduce(max, board.find_valid_move_cells(old_move))",
    ],
    ids=[
        "print",
        "except",
        "backticks",
        "exec",
        "tabs",
        "octal",
        "raise",
        "long",
        "unequal",
        "xrange",
        "maxint",
        "reduce",
    ],
)
def test_python_2_file_is_refused_with_line_and_remedy(line: str, tmp_path: Path) -> None:
    path = tmp_path / "team.py"
    path.write_text(BEGINNING + line + "\n")
    with pytest.raises(AgentFailed) as caught:
        read_bot(f"course:{path}:Team")
    last = BEGINNING.count("\n") + len(line.splitlines())
    assert f"{path}, line {last}: " in str(caught.value)
    assert "Python 2" in str(caught.value)
    assert "convert" in str(caught.value)


@pytest.mark.parametrize("line", ["return (1, 2", "raise ValueError('no'", "print = = 1"])
def test_other_syntax_errors_are_not_blamed_on_python_2(line: str, tmp_path: Path) -> None:
    path = tmp_path / "team.py"
    path.write_text(f"{BEGINNING}        {line}\n")
    with pytest.raises(AgentFailed, match="line 3") as caught:
        read_bot(f"course:{path}:Team")
    assert "Python 2" not in str(caught.value)


@pytest.mark.parametrize(
    ("top", "line"),
    [
        ("try:\n    xrange\nexcept NameError:\n    xrange = range\n", "return list(xrange(3))"),
        ("try:\n    input = raw_input\nexcept NameError:\n    pass\n", "return input()"),
        ("import sys\nif sys.version_info < (3,):\n    range = xrange\n", "return range(3)"),
        ("from functools import reduce\n", "return reduce(max, [1, 2])"),
        ("def cmp(a, b):\n    return (a > b) - (a < b)\n", "return cmp(1, 2)"),
        ("", "return (lambda long, short: long - short)(2, 1)"),
    ],
    ids=["xrange", "input", "version", "import", "function", "argument"],
)
def test_file_that_also_runs_on_python_3_is_accepted(top: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "team.py"
    path.write_text(f"{top}{BEGINNING}        {line}\n")
    assert read_bot(f"course:{path}:Team").name == "Team"


def test_course_bots_play_only_extreme() -> None:
    plan = Plan(bots=(Entrant(f"course:{BOTS}:Honest"), Entrant("random")), game="sos")
    with pytest.raises(QuireError, match="extreme"):
        plan.entrants()
