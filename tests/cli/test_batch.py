"""`quire solve --in` and `quire analyse --in`: every line is answered once, also after a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.brute_force import SMALL_BOARDS, brute_force, late_positions
from tests.cli.conftest import QUIRE, Run, environment

GOOD = '{"game": "line", "size": "5"}'


def answers(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_bad_lines_are_reported_and_the_rest_is_solved(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(f"{GOOD}\n\nnonsense\n{GOOD}\n")
    command = ("solve", "--in", "in.jsonl", "--out", "out.jsonl", "--threads", 1, "--no-book")
    for _ in range(2):  # the second run finds all answers
        done = quire(*command)
        assert done.returncode == 2
        assert done.stderr.splitlines() == [
            "quire: in.jsonl, line 3: invalid JSON (one object per line): Expecting value (column "
            "1)"
        ]
        found = answers(tmp_path / "out.jsonl")
        assert [answer["line_number"] for answer in found] == [1, 3, 4]
        assert found[1]["error"]["code"] == "record"
        assert found[0]["value"] == brute_force_value("5")


def brute_force_value(size: str) -> int:
    from quire.games import start

    return brute_force(start("line", size))[0]


def test_many_bad_lines_are_counted(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("?\n" * 30)
    done = quire("analyse", "--in", "in.jsonl", "--out", "-", "--threads", 1)
    assert len(done.stdout.splitlines()) == 30
    assert done.stderr.splitlines()[10:] == [
        "quire: 30 lines are invalid in all; their answers say why"
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--in", "in.jsonl"), "--in needs --out FILE"),
        (("--out", "out.jsonl"), "--out needs --in FILE"),
        (("sos", "--in", "in.jsonl", "--out", "o"), "GAME can't be combined with --in"),
        (("--in", "nowhere.jsonl", "--out", "o"), "nowhere.jsonl: No such file or directory"),
        (("--in", ".", "--out", "o"), ".: Is a directory"),
        (("--in", "in.jsonl", "--out", "."), ".: Is a directory"),
        (("--in", "in.jsonl", "--out", "in.jsonl"), "line 1 is not an answer of quire solve"),
        (("--in", "in.jsonl", "--out", "other.jsonl"), "line 1 of in.jsonl is not the one answer"),
        (("--in", "in.jsonl", "--out", "later.jsonl"), "answers line 7, which in.jsonl doesn't"),
        (("--in", "in.jsonl", "--out", "--moves", "S1"), "--in"),
        ((), "no game given"),
    ],
)
def test_files_that_do_not_fit_are_refused(
    quire: Run, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "in.jsonl").write_text(f"{GOOD}\n")
    answer = {"checksum": "00000000", "task": "solve"}
    (tmp_path / "other.jsonl").write_text(json.dumps({"line_number": 1, **answer}) + "\n")
    (tmp_path / "later.jsonl").write_text(json.dumps({"line_number": 7, **answer}) + "\n")
    done = quire("solve", *arguments)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())
    assert len(done.stderr.splitlines()) == 1 or "Usage" in done.stderr
    assert (tmp_path / "in.jsonl").read_text() == f"{GOOD}\n"


@pytest.mark.parametrize("content", [b"My thesis", b"GIF\n89a\0", b'{"a": 1}\nno newline'])
def test_other_files_are_left_alone(quire: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "in.jsonl").write_text(f"{GOOD}\n")
    (tmp_path / "mine").write_bytes(content)
    done = quire("solve", "--in", "in.jsonl", "--out", "mine", "--threads", 1)
    assert done.returncode == 2
    assert "choose another" in done.stderr
    assert (tmp_path / "mine").read_bytes() == content


def test_killed_run_is_continued_and_every_line_answered_once(tmp_path: Path) -> None:
    asked = [
        position
        for game, size in SMALL_BOARDS
        for position in late_positions(game, size, seed=11, count=1)
    ]
    lines = [{"game": position.game, "position": str(position)} for position in asked] * 30
    (tmp_path / "in.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    out = tmp_path / "out.jsonl"
    command = [str(QUIRE), "solve", "--in", "in.jsonl", "--out", "out.jsonl", "--threads", "2"]
    environ = {**environment(tmp_path), "QUIRE_BOOK": ""}

    running = subprocess.Popen(command, cwd=tmp_path, env=environ)
    while running.poll() is None and (not out.exists() or out.stat().st_size < 5_000):
        os.sched_yield()
    running.send_signal(signal.SIGKILL)
    running.wait()
    before = out.read_bytes()
    assert 0 < len(before.splitlines()) < len(lines)
    out.write_bytes(before[:-9])  # as if it had been killed while it wrote

    subprocess.run(command, cwd=tmp_path, env=environ, check=True)
    found = answers(out)
    assert sorted(answer["line_number"] for answer in found) == list(range(1, len(lines) + 1))
    expected = {str(position): brute_force(position)[0] for position in asked}
    for answer in found:
        line = lines[answer["line_number"] - 1]
        assert answer["position"] == line["position"]
        assert answer["value"] == expected[line["position"]]
