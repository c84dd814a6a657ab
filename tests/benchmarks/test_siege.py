"""Attacks, with small numbers: ordinary games go on, and memory is bounded."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from benchmarks.load.process import open_many_files
from benchmarks.report import BEGIN, END
from benchmarks.siege import __main__ as command
from benchmarks.siege.attacks import ATTACKS
from benchmarks.siege.results import RESULTS_FILE, Siege, Sieges
from benchmarks.siege.siege import ANSWER_TIMEOUT_SECONDS, besiege
from quire.server.settings import PREFIX, Settings

MAX_GROWTH = 150_000_000
"""Bytes: the send buffers of a hundred slow readers, and some room."""


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name != "nothing"])
def test_ordinary_games_go_on(attack: str) -> None:
    open_many_files()
    siege = besiege(attack, games=3, seconds=1.0)
    assert siege.errors == {}
    assert siege.moves > 0
    assert siege.answer < ANSWER_TIMEOUT_SECONDS
    assert siege.memory - siege.memory_before < MAX_GROWTH


def siege(attack: str, p99: float | None = 0.02, **errors: int) -> Siege:
    return Siege(attack, 50, 4.0, 200, p99, p99, p99, 0.03, 100_000_000, 120_000_000, errors)


def test_results_are_added_and_reach_the_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, document = tmp_path / "siege.json", tmp_path / "siege.md"
    Sieges("a machine", [siege("pings", 0.5), siege("pongs", disconnected=2)]).write(file)
    document.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter.\n")
    given = ["siege", "pings", "requests", "--json", str(file), "--markdown", str(document)]
    monkeypatch.setattr(sys, "argv", given)
    measured = {"pings": siege("pings"), "requests": siege("requests", None)}
    monkeypatch.setattr(command, "besiege", lambda attack, *_: measured[attack])
    command.main()
    assert Sieges.read(file).sieges == [
        siege("pings"),
        siege("pongs", disconnected=2),
        siege("requests", None),
    ]
    text = document.read_text()
    assert text.startswith(f"# Before\n\n{BEGIN}\n\n| attack |")
    assert "| pings | 50 | 200 | 20 ms | 20 ms | 20 ms | 30 ms | 100 → 120 MB | 0 |\n" in text
    assert "| 2 disconnected |\n" in text
    assert "| requests | 50 | 200 | - | - | - | 30 ms |" in text
    # Moves that never arrive are worse than slow ones.
    assert "Goal: p99 ≤ 250 ms and no errors in every attack: MISSED by pongs, requests." in text
    assert text.endswith(f"\n\n{END}\n\nAfter.\n")
    assert "old" not in text


def test_documentation_describes_every_attack_and_its_settings() -> None:
    page = (RESULTS_FILE.parent / "siege.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", page, re.MULTILINE)
    assert [attack for attack, _ in rows] == [name for name in ATTACKS if name != "nothing"]
    known = {PREFIX + field.name.upper() for field in fields(Settings)}
    for _, settings in rows:
        assert {*re.findall(r"`(\w+)`", settings)} <= known
    assert {siege.attack for siege in Sieges.read().sieges} == {*ATTACKS}
