"""`quire arena debug` and `quire replay` of a tournament, as a student uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quire.arena.tournament.results import Results
from quire.cli.main import app
from quire.errors import QuireError
from tests.arena.random_results import make_plan, random_results

BOT = """
class First:
    def choose(self, position, limit):
        print("looking at", len(position.legal_moves()), "moves")
        return position.legal_moves()[0]


class Lost:
    def choose(self, position, limit):
        return self.table[position]


class Wrong:
    def choose(self, position, limit):
        return "z9"


class Resigns:
    def choose(self, position, limit):
        return "resign"
"""


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "bot.py"
    path.write_text(BOT)
    return path


def debug(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["arena", "debug", *map(str, words)])
    if isinstance(done.exception, QuireError):
        return 2, str(done.exception)
    return done.exit_code, done.output


SMALL = ("--game", "obstruction", "--size", "4x4")


def test_everything_that_passes_is_shown(bot: Path) -> None:
    code, output = debug(f"{bot}:First", *SMALL, "--moves", "D4", "--sandbox", "off")
    assert code == 0
    lines = output.splitlines()
    place = lines.index("> position startpos moves d4")
    assert lines[place + 1] == "> go movetime 24000 player 2"
    assert "! looking at 12 moves" in lines[place:]
    assert "< bestmove a1" in lines[place:]
    assert lines[-1] == "Legal move: a1"


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("First", 0, "looking at 16 moves\nLegal move: a1\n"),
        ("Wrong", 1, "FORFEIT  'z9' is not a legal move: 'z9' is off the board"),
        ("Resigns", 0, "The bot resigns."),
        (
            "Lost",
            1,
            "FORFEIT  crash: AttributeError: 'Lost' object has no attribute 'table' "
            "(bot.py, line 10)",
        ),
    ],
)
def test_without_a_sandbox_a_class_runs_in_this_process(
    name: str, code: int, said: str, bot: Path
) -> None:
    found, output = debug(f"{bot}:{name}", *SMALL, "--no-sandbox")
    assert found == code, output
    assert said in output


def test_forfeit_is_shown_with_the_traceback(bot: Path) -> None:
    code, output = debug(f"{bot}:Lost", *SMALL, "--sandbox", "off")
    assert code == 1
    assert '!   File "' in output
    assert "FORFEIT  crash: the bot exited with exit code 70: AttributeError" in output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("random", "--position", "3x3", "--size", "4x4"), "leave out --size"),
        (("random", "--game", "line", "--position", "SOS 2"), "the game is over"),
        (("random", "--game", "sos", "--size", "3x3", "--moves", "Sa9"), "off the board"),
        (("random", "--movetime", "soon"), "is not a duration"),
        (("nobody",), "no such bot"),
    ],
)
def test_bad_arguments_get_one_line(words: tuple[str, ...], said: str) -> None:
    code, output = debug(*words)
    assert code == 2
    assert said in output


def test_games_of_a_results_file_are_replayed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    results = random_results(make_plan("Ann", "Bob", games=2), forfeits=0.5)
    results.write(path)
    games = list(Results.read(path).games.values())

    def replay(*words: str) -> str:
        done = CliRunner().invoke(app, ["replay", str(path), *words])
        return str(done.exception) if isinstance(done.exception, QuireError) else done.output

    shown = replay()
    for game in games:
        assert f"Game {game.id}\n" in shown
        for forfeit in game.forfeits:
            assert f"{game.record.players[forfeit.player]} forfeits, {forfeit.reason}" in shown
    last = games[-1]
    one = replay("--game", last.id)
    assert f"Game {last.id}\n" in one
    assert one.count("Game ") == 1
    steps = [json.loads(line) for line in replay("--game", last.id, "--json").splitlines()]
    assert [step["move"] for step in steps[1:]] == list(last.record.moves)
    ids = ", ".join(game.id for game in games)
    refused = replay("--game", "7-8.0#0")
    assert refused.endswith(f"has no game '7-8.0#0'; it has {len(games)}: {ids}")
    (tmp_path / "records.jsonl").write_text("{}\n")
    path = tmp_path / "records.jsonl"
    assert "--game needs a results file" in replay("--game", "0-1.0#0")
