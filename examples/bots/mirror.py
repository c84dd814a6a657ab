"""A bot for Obstruction as a Python program; it needs nothing but Python.

It takes the middle of the board, then answers every move with its image under a half turn, which
wins if both sides are odd. If that is not possible, it takes the first free cell.

    quire arena match "python3 examples/bots/mirror.py" random --game obstruction --size 7x7
"""

import sys


def cell(name):
    """Convert 'c4' to (column, row), counted from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name(column, row):
    return chr(ord("a") + column) + str(row + 1)


def marked_cells(words, size):
    """Return the size of the board and the marked cells, in the order of play if known.

    `words` follow `position`: startpos or a position text, then optional moves.
    """
    marks = []
    if words[0] != "startpos":
        rows = words[0].split("/")
        size = len(rows[0]), len(rows)
        marks = [(x, y) for y, row in enumerate(rows) for x, it in enumerate(row) if it in "XO"]
    if "moves" in words:
        marks += [cell(word) for word in words[words.index("moves") + 1 :]]
    return size, marks


def choose(size, marks):
    columns, rows = size

    def free(x, y):
        on_board = 0 <= x < columns and 0 <= y < rows
        return on_board and all(max(abs(x - i), abs(y - j)) > 1 for i, j in marks)

    middle = columns // 2, rows // 2
    image = (columns - 1 - marks[-1][0], rows - 1 - marks[-1][1]) if marks else middle
    every = [(x, y) for y in range(rows) for x in range(columns)]
    return next(it for it in [image, middle, *every] if free(*it))


def main():
    size, marks = (6, 6), []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name mirror in Python\nugiok")
        elif words[0] == "isready":
            print("readyok")
        elif words[:3] == ["setoption", "name", "Size"]:
            columns, rows = words[4].split("x")
            size = int(columns), int(rows)
        elif words[0] == "position":
            size, marks = marked_cells(words[1:], size)
        elif words[0] == "go":
            print("bestmove", name(*choose(size, marks)))
        elif words[0] == "quit":
            break
        sys.stdout.flush()  # or the reply stays in the buffer


main()
