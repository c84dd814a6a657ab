"""The toy game at the prompt, on the command line and between bots."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import quire

BOT = """
import sys
from quire.games import find_game

for line in sys.stdin:
    word, *rest = line.split()
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        position = find_game("tictactoe").start()
        for move in rest[2:]:
            position = position.play(move)
    elif word == "go":
        print(f"bestmove {position.legal_moves()[-1]}", flush=True)
    elif word == "quit":
        break
"""


def run(home: Path, *arguments: str, input: str = "") -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "quire", *arguments],
        input=input,
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", "QUIRE_BOOK": "", "LANG": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_match_in_the_terminal(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "tictactoe", "3x3", input="a1\nb1\na2\nb2\na3\n")
    assert "wins (line)" in shown


def test_solve_analyse_and_show(tmp_path: Path) -> None:
    assert json.loads(run(tmp_path, "solve", "tictactoe", "3x3", "--json"))["value"] == 0
    found = run(tmp_path, "analyse", "tictactoe", "XX./OO./... 1", "--json")
    assert json.loads(found)["moves"][0]["move"] == "c1"
    assert "<svg" in run(tmp_path, "show", "tictactoe", "--svg", "-")


def test_a_sandboxed_bot_in_the_arena(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    bot = f"{sys.executable} {tmp_path / 'bot.py'}"
    command = ("arena", "match", bot, "random:seed=1", "--game", "tictactoe", "--games", "4")
    run(tmp_path, *command, "--movetime", "2s", "--out", "games.jsonl")
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    records = [game["record"] for game in games if "record" in game]
    assert [record["game"] for record in records] == ["tictactoe"] * 4
    assert {record["outcome"]["reason"] for record in records} <= {
        quire.Reason.LINE,
        quire.Reason.FULL,
    }
