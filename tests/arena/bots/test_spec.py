"""Invalid bot specs are refused with a clear message."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quire.arena.bots.spec import read_bot
from quire.errors import AgentFailed, NotationError


@pytest.mark.parametrize("source", ["x = " + "-" * 200_000 + "1", "x = 1" + "+1" * 100_000])
def test_too_deeply_nested_file(source: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.py"
    path.write_text(f"{source}\nclass Bot: pass\n")
    with pytest.raises(AgentFailed, match="nested too deeply"):
        read_bot(f"{path}:Bot")


def test_endless_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(AgentFailed, match="is not a file"):
        read_bot(f"{tmp_path}/pipe.py:Bot")


@pytest.mark.parametrize(
    ("text", "why"), [("it's.py", "No closing quotation"), ("b\udcff/bot.py:Bot", "UTF-8")]
)
def test_invalid_commands(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        read_bot(text)
