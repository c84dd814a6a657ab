"""A bot for SOS as a Python class: it avoids giving points away.

quire arena match examples/bots/careful.py:Careful greedy --game sos --size 6x6
"""

import random


class Careful:
    """A bot that completes a line if it can, or else avoids letting the opponent complete one."""

    def choose(self, position, limit):
        moves = position.legal_moves()
        random.shuffle(moves)
        best = max(moves, key=lambda move: len(position.completes(move)))
        if position.completes(best):
            return best
        return next((move for move in moves if not self.gives_away(position, move)), moves[0])

    def gives_away(self, position, move):
        """Return whether the next player could complete a line."""
        after = position.play(move)
        return any(after.completes(answer) for answer in after.legal_moves())
