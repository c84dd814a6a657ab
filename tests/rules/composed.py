"""Positions of Extreme Tic-Tac-Toe, put together from SmallBoards."""

from __future__ import annotations

from collections.abc import Mapping

EMPTY, X_WON, O_WON, DRAWN = ".........", "XXX......", "OOO......", "XOXXOOOXX"


def extreme_board(small_boards: Mapping[int, str]) -> str:
    """A BigBoard with these SmallBoards (by their place, row by row), the others empty."""
    nine = [small_boards.get(place, EMPTY) for place in range(9)]
    return "/".join(
        "".join(small[inner : inner + 3] for small in nine[band : band + 3])
        for band in (0, 3, 6)
        for inner in (0, 3, 6)
    )


def extreme_text(first: Mapping[int, str], second: Mapping[int, str], rest: str) -> str:
    """The position text with these SmallBoards on each BigBoard."""
    return f"{extreme_board(first)}|{extreme_board(second)} {rest}"
