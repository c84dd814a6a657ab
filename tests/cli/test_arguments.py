"""Arguments shared by commands: sizes, positions, moves and amounts."""

from __future__ import annotations

import pytest
import typer

from quire.cli.arguments import PositionArgument, parser_for
from quire.engine.units import read_memory
from quire.errors import NotationError
from quire.games import find_game

LINE = find_game("line")


def test_size_is_the_empty_board_and_moves_follow() -> None:
    asked = PositionArgument.read(LINE, ["7"], "s1, O2")
    assert str(asked.start) == "....... 1"
    assert str(asked.position()) == "SO..... 1"
    assert (asked.entries, asked.is_start) == (["s1", "O2"], True)


@pytest.mark.parametrize("words", [["S......", "2"], ["S...... 2"], [" S......  2 "]])
def test_position_needs_no_quotes(words: list[str]) -> None:
    asked = PositionArgument.read(LINE, words, "O2")
    assert str(asked.start) == "S...... 2"
    assert str(asked.position()) == "SO..... 1"
    assert not asked.is_start


@pytest.mark.parametrize("words", [None, [], [""], [" "]])
def test_default_size(words: list[str] | None) -> None:
    assert PositionArgument.read(LINE, words, "").position() == LINE.start()


@pytest.mark.parametrize(
    ("text", "problem"),
    [("99x99", "'99x99' is not a size"), ("S..", "two fields"), ("7 1", "'7'")],
)
def test_errors_name_the_size_or_the_position(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        PositionArgument.read(LINE, [text], "")


def test_invalid_amount_is_a_bad_parameter() -> None:
    assert parser_for(read_memory)("2M") == 2 << 20
    with pytest.raises(
        typer.BadParameter, match="must be a memory size like 2G or 512M, not 'much'"
    ):
        parser_for(read_memory)("much")
