"""Faulty bots: a program, `broken.py FAULT FAULT ...`, and classes.

The program plays SOS on any board, correctly except for these faults.
"""

import sys
import time

from quire.games import parse, start


def main(how):  # noqa: PLR0912
    size, games, position, text, parity = "8x8", 0, None, "", 1
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ugi" and "no-ugiok" not in how:
            print("ugiok")
        elif words[0] == "isready" and "no-readyok" not in how:
            print("readyok")
        elif words[:3] == ["setoption", "name", "Size"]:
            size = words[4]
        elif words[0] == "uginewgame":
            games += 1
        elif words[0] == "position":
            at = words.index("moves") if "moves" in words else len(words)
            text, moves = " ".join(words[1:at]), words[at + 1 :]
            if text == "startpos" or "ignores-text" in how:
                position = start("sos", size)
            else:
                position = parse("sos", text)
            for move in moves:
                position = position.play(move)
            parity = len(moves) % 2 + 1
        elif words[0] == "go":
            if "slow" in how and int(words[words.index("movetime") + 1]) < 300:
                time.sleep(0.3)
            player = words[words.index("player") + 1]
            if "alternates" in how and text == "startpos" and player != str(parity):
                continue  # it expects the other player's turn
            move = position.legal_moves()[0]
            if "illegal" in how or ("second-game" in how and games > 1):
                move = "Sa99"
            if "unreadable" in how:
                move = "my best move is S on a1"
            if "no-move" in how:
                move = ""
            print("bestmove", move)
        elif words[0] == "quit" and "stays" not in how:
            return
        sys.stdout.flush()
    while "stays" in how:
        time.sleep(1)


class NoChoose:
    def move(self, position):
        return position.legal_moves()[0]


class WantsArguments:
    def __init__(self, depth):
        self.depth = depth


class Raises:
    def choose(self, position, limit):
        return self.best(position)[0]

    def best(self, position):
        return position.legal_move()  # misspelt


class Honest:
    def choose(self, position, limit):
        return position.legal_moves()[-1]


if __name__ == "__main__":
    main(sys.argv[1:])
