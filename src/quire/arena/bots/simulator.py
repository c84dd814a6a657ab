"""What bots of the course import from its simulator; they find this module as `simulator`.

`from simulator import *` gives its modules too.
"""

# ruff: noqa: F401
import copy
import random
import signal
import sys
import time
import traceback

from quire.arena.bots.course import BigBoard, Move, TimedOutExc

TIME = 24
"""Seconds per move in the course; a match may have another limit."""

MAX_PTS = 86
"""Points for a win."""


class Random_Player:  # noqa: N801  # as the course calls it
    """Play any legal move."""

    def move(self, board: BigBoard, old_move: Move, flag: str) -> Move:
        """Return a random move."""
        return random.choice(board.find_valid_move_cells(old_move))


class Manual_Player:  # noqa: N801
    """Play what a person types: BigBoard, row and column."""

    def move(self, board: BigBoard, old_move: Move, flag: str) -> Move:
        """Return the move that is typed."""
        big, row, column = map(int, input(f"Move of {flag} (board row column): ").split())
        return big, row, column


def handler(signum: int, frame: object) -> None:
    """Raise TimedOutExc, as the simulator's handler of SIGALRM."""
    raise TimedOutExc("TIME OUT")
