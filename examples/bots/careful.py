"""A bot for SOS as a Python class: it gives nothing away if it can help it.

quire arena match examples/bots/careful.py:Careful greedy --game sos --size 6x6
"""

import random


class Careful:
    """Completes a line if possible, otherwise avoids moves that let the opponent complete one."""

    def choose(self, position, limit):
        moves = position.legal_moves()
        random.shuffle(moves)
        best = max(moves, key=lambda move: len(position.completes(move)))
        if position.completes(best):
            return best
        return next((move for move in moves if not self.gives(position, move)), moves[0])

    def gives(self, position, move):
        """Whether the next player could complete a line."""
        after = position.play(move)
        return any(after.completes(answer) for answer in after.legal_moves())
