"""Positions of Extreme Tic-Tac-Toe, composed of SmallBoards."""

from __future__ import annotations

from collections.abc import Mapping

EMPTY, X_WON, O_WON, DRAWN = ".........", "XXX......", "OOO......", "XOXXOOOXX"


def extreme_board(small_boards: Mapping[int, str]) -> str:
    """Return a BigBoard with these SmallBoards by place, row by row; others are empty."""
    nine = [small_boards.get(place, EMPTY) for place in range(9)]
    return "/".join(
        "".join(small[inner : inner + 3] for small in nine[band : band + 3])
        for band in (0, 3, 6)
        for inner in (0, 3, 6)
    )


def extreme_text(first: Mapping[int, str], second: Mapping[int, str], rest: str) -> str:
    """Return the position text with these SmallBoards on each BigBoard."""
    return f"{extreme_board(first)}|{extreme_board(second)} {rest}"
