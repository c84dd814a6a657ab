"""A bot for Extreme Tic-Tac-Toe with the course's interface.

quire arena match course:examples/bots/team7.py:Team7 random --games 10
"""

import copy
import random


class Team7:
    """A bot that wins a small board if it can, or else plays at random."""

    def move(self, board, old_move, flag):
        cells = board.find_valid_move_cells(old_move)
        random.shuffle(cells)
        for cell in cells:
            trial = copy.deepcopy(board)
            _, won = trial.update(old_move, cell, flag)
            if won:
                return cell
        return cells[0]
