"""`quire engine` as a program that others start: real pipes and signals."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from quire.engine import AGENTS
from quire.games import start
from tests.cli.conftest import QUIRE, Run, environment

Engine = subprocess.Popen[str]


def started(home: Path, agent: str) -> Engine:
    return subprocess.Popen(
        [QUIRE, "engine", agent],
        env=environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    )


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A `perfect` engine that is ready."""
    process = started(tmp_path, "perfect:memory=16M")
    send(process, "isready")
    assert read_until(process, "readyok") == ["readyok"]
    yield process
    process.kill()
    process.communicate()


def send(engine: Engine, *lines: str) -> None:
    assert engine.stdin is not None
    for line in lines:
        engine.stdin.write(f"{line}\n")


def read_until(engine: Engine, last: str) -> list[str]:
    """Return the lines up to the first that starts with `last`."""
    assert engine.stdout is not None
    said: list[str] = []
    while not said or not said[-1].startswith(last):
        line = engine.stdout.readline()
        assert line, f"the engine ended after {said}"
        said.append(line.rstrip("\n"))
    return said


def end(engine: Engine) -> tuple[int, str]:
    """Close the input, and return the exit code and the error output."""
    _, errors = engine.communicate(timeout=30)
    return engine.returncode, errors


def test_game_over_ugi(engine: Engine) -> None:
    send(engine, "ugi")
    assert read_until(engine, "ugiok")[0].startswith("id name Quire")
    send(engine, "setoption name Game value line", "setoption name Size value 7", "uginewgame")
    position, moves = start("line", "7"), list[str]()
    while position.outcome() is None:
        send(engine, f"position startpos moves {' '.join(moves)}")
        send(engine, f"go movetime 10000 player {position.to_move + 1}")
        moves.append(read_until(engine, "bestmove")[-1].split()[1])
        position = position.play(moves[-1])
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 0  # both played perfectly
    send(engine, "quit")
    assert end(engine) == (0, "")


def test_conversation_in_the_documentation_is_real(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "how-to" / "bots.md").read_text(encoding="utf-8")
    conversation = re.search(r"^```\n(> ugi\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert conversation is not None
    lines = conversation[1].splitlines()
    engine = started(tmp_path, "perfect")
    for line in lines:
        if line.startswith("> "):
            send(engine, line[2:])
        else:
            said = read_until(engine, "")[0]
            while said.startswith("info nodes"):  # a slow machine also prints progress
                said = read_until(engine, "")[0]
            assert without_nodes_and_time(said) == without_nodes_and_time(line[2:])
    assert end(engine) == (0, "")


def without_nodes_and_time(line: str) -> str:
    """Remove nodes and time, which differ every time."""
    return re.sub("nodes [0-9]+ time [0-9]+", "", line)


def test_stop_during_a_search(engine: Engine) -> None:
    send(engine, "setoption name Size value 8x8", "go movetime 600000 player 1")
    read_until(engine, "info nodes")
    send(engine, "isready")
    read_until(engine, "readyok")
    send(engine, "stop")
    assert read_until(engine, "bestmove")[-1] == "bestmove none"
    send(engine, "isready")
    assert read_until(engine, "readyok") == ["readyok"]


@pytest.mark.parametrize("how", ["quit", "end of input", "interrupt", "nobody listens"])
def test_exit_during_a_search(engine: Engine, how: str) -> None:
    send(engine, "go movetime 600000 player 1" if how != "end of input" else "go nodes 9 player 1")
    if how != "end of input":
        read_until(engine, "info nodes")
    code = 0
    if how == "quit":
        send(engine, "quit")
    elif how == "interrupt":
        engine.send_signal(signal.SIGINT)
        code = 130
    elif how == "nobody listens":
        assert engine.stdout is not None
        engine.stdout.close()
        code = 1
        send(engine, "isready")
    returned, errors = end(engine)
    assert returned == code
    assert "Traceback" not in errors


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_speaks_ugi(quire: Run, agent: str) -> None:
    lines = "ugi\nisready\nsetoption name Size value 3x3\nposition startpos moves Sa1 Sb1\n"
    done = quire("engine", agent, input=f"{lines}go movetime 2000 player 1\n")
    said = done.stdout.splitlines()
    assert done.returncode == 0
    assert done.stderr == ""
    assert {"ugiok", "readyok"} <= set(said)
    assert said[-1].startswith("bestmove ")
    assert said[-1] != "bestmove none"


def test_garbage_gets_errors(quire: Run) -> None:
    garbage = bytes(range(256)) * 20 + b"\n" + b"\xff" * 300_000 + b"\nposition " + b"9" * 99_999
    done = quire("engine", "random", input=garbage + b"\nisready\n")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[-1] == "readyok"
    assert all(line.startswith("info string error: ") for line in lines[:-1])


def test_unknown_agent_exits_with_2(quire: Run) -> None:
    done = quire("engine", "nobody")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "no agent called 'nobody'" in done.stderr
